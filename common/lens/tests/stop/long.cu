// long.cu: runs forever in a way that its first argument selects; prints "ready" when it has begun.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

__global__ void fill(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i % (n + 1)] = 1; // line 10: one element too far
}

__global__ void grind(float *y, int rounds) {
  float sum = 0;
  for (int i = 0; i < rounds; i++) sum += y[(threadIdx.x + i) % 32];
  if (sum < 0) y[threadIdx.x] = sum;
}

__global__ void touch(float *y) {
  y[threadIdx.x] += 1;
}

static void own(int) {
  _exit(7);
}

static void ready() {
  FILE *file = fopen("ready", "w");
  if (file) fclose(file);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  float *y;
  cudaMalloc(&y, 32 * sizeof *y);
  cudaMemset(y, 0, 32 * sizeof *y);
  touch<<<1, 32>>>(y);
  if (strcmp(how, "bug") == 0) fill<<<1, 33>>>(y, 32);
  printf("printed before the end\n");
  if (strcmp(how, "own") == 0) signal(SIGINT, own);
  ready();
  if (strcmp(how, "blocks") == 0) grind<<<1 << 24, 32>>>(y, 100);
  if (strcmp(how, "block") == 0) grind<<<1, 32>>>(y, 2000000000);
  if (strcmp(how, "launches") == 0) {
    for (;;) touch<<<1, 32>>>(y);
  }
  for (;;) free(malloc(100)); // otherwise: on the host, most of the time in malloc
}
