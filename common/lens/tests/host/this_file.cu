// this_file.cu: see other_file.cu.
#include <cstdio>
float *shared_memory(int n);
int count_calls();
static int calls = 100; // a separate variable with the same name as in the other file
__global__ void twice(float *y) {
  y[threadIdx.x] *= 2;
}
int main() {
  float *y = shared_memory(32);
  for (int i = 0; i < 32; i++) y[i] = i;
  twice<<<1, 32>>>(y);
  cudaDeviceSynchronize();
  count_calls();
  printf("%g %d %d\n", y[31], count_calls(), ++calls);
  cudaFree(y);
}
