// many_cores.cu: blocks of 1,024 threads that all wait for each other, on as many host threads as
// LENS_THREADS says. The resources of the process must grow only slightly with each host thread.
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

constexpr int num_threads = 1024, num_blocks = 512;

__device__ int sum_to(int n) { // a stack frame for each call
  return n == 0 ? 0 : n + sum_to(n - 1);
}

__global__ void kernel(const int *in, int *out) {
  __shared__ int tile[num_threads];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[t] = in[i] + sum_to(t % 4);
  for (int distance = num_threads / 2; distance > 0; distance /= 2) {
    __syncthreads();
    if (t < distance) tile[t] += tile[t + distance];
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

static int count_mappings() {
  FILE *file = fopen("/proc/self/maps", "r");
  int count = 0;
  for (int c; file && (c = getc(file)) != EOF;) count += c == '\n';
  if (file) fclose(file);
  return count;
}

static long kilobytes_in_memory() {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long peak = -1;
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &peak);
  if (file) fclose(file);
  return peak;
}

int main() {
  const int n = num_threads * num_blocks;
  int *in = (int *)malloc(n * sizeof(int)), out[num_blocks];
  for (int i = 0; i < n; i++) in[i] = i / num_threads;
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice);
  kernel<<<num_blocks, num_threads>>>(d_in, d_out);
  if (cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int b = 0; b < num_blocks; b++) {
    int expected = num_threads * b + num_threads / 4 * (0 + 1 + 3 + 6);
    if (out[b] != expected) return fprintf(stderr, "block %d: %d\n", b, out[b]);
  }
  const char *text = getenv("LENS_THREADS");
  int hosts = text ? atoi(text) : 1, mappings = count_mappings();
  long kilobytes = kilobytes_in_memory();
  fprintf(stderr, "%d host threads: %d mappings, %ld KB\n", hosts, mappings, kilobytes);
  if (mappings > 200 + 12 * hosts) return 1; // one for each thread would be 1,024
  if (kilobytes > 100000 + 12000L * hosts) return 1;
  free(in);
  cudaFree(d_in);
  cudaFree(d_out);
  return check_annotations(__FILE__);
}
