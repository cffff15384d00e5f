// vector_add.cu: the first program of every course, with a macro that checks each call.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status_ = (call);                                                                  \
    if (status_ != cudaSuccess) {                                                                  \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));             \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < numElements) C[i] = A[i] + B[i];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 50000;
  size_t bytes = n * sizeof(float);
  float *h_A = (float *)malloc(bytes), *h_B = (float *)malloc(bytes), *h_C = (float *)malloc(bytes);
  if (h_A == NULL || h_B == NULL || h_C == NULL) return EXIT_FAILURE;
  for (int i = 0; i < n; ++i) {
    h_A[i] = rand() / (float)RAND_MAX;
    h_B[i] = rand() / (float)RAND_MAX;
  }
  float *d_A = NULL, *d_B = NULL, *d_C = NULL;
  CHECK(cudaMalloc((void **)&d_A, bytes));
  CHECK(cudaMalloc((void **)&d_B, bytes));
  CHECK(cudaMalloc((void **)&d_C, bytes));
  CHECK(cudaMemcpy(d_A, h_A, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_B, h_B, bytes, cudaMemcpyHostToDevice));
  int threadsPerBlock = 256, blocksPerGrid = (n + threadsPerBlock - 1) / threadsPerBlock;
  printf("CUDA kernel launch with %d blocks of %d threads\n", blocksPerGrid, threadsPerBlock);
  vectorAdd<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(h_C, d_C, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    if (h_C[i] != h_A[i] + h_B[i]) {
      fprintf(stderr, "Result verification failed at element %d!\n", i);
      exit(EXIT_FAILURE);
    }
  }
  printf("Test PASSED\n");
  CHECK(cudaFree(d_A));
  CHECK(cudaFree(d_B));
  CHECK(cudaFree(d_C));
  free(h_A);
  free(h_B);
  free(h_C);
  return 0;
}
