// control.cu: a program that any compiler of the kit can compile, and any GPU can run. If it fails,
// the machine is at fault.
#include <stdio.h>

__global__ void set_to_square(int *numbers) {
  numbers[threadIdx.x] = threadIdx.x * threadIdx.x;
}

static int failed(cudaError_t error, const char *what) {
  if (error != cudaSuccess) printf("%s: %s\n", what, cudaGetErrorString(error));
  return error != cudaSuccess;
}

int main() {
  int *numbers = nullptr, squares[32] = {0};
  if (failed(cudaMalloc(&numbers, sizeof squares), "memory of the GPU")) return 1;
  set_to_square<<<1, 32>>>(numbers);
  if (failed(cudaGetLastError(), "launch")) return 1;
  if (failed(cudaMemcpy(squares, numbers, sizeof squares, cudaMemcpyDeviceToHost), "kernel")) {
    return 1;
  }
  for (int i = 0; i < 32; i++) {
    if (squares[i] == i * i) continue;
    printf("%d squared is %d there\n", i, squares[i]);
    return 1;
  }
  return failed(cudaFree(numbers), "memory of the GPU");
}
