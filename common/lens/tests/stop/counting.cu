// counting.cu: waits for a flag that is never set, and counts. With an argument the loop ends after
// many iterations.
#include <cstdio>
#include <cstdlib>

__global__ void wait(volatile int *flag, int most, int *tries) {
  int count = 0;
  while (*flag == 0 && count != most) count++; // line 8
  *tries = count;
}

int main(int argc, char **argv) {
  int *d, most = argc > 1 ? atoi(argv[1]) : -1, tries = 0;
  cudaMalloc(&d, 2 * sizeof(int));
  cudaMemset(d, 0, 2 * sizeof(int));
  wait<<<1, 1>>>(d, most, d + 1);
  cudaMemcpy(&tries, d + 1, sizeof tries, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d tries\n", tries);
  return 0;
}
