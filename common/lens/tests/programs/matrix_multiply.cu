// matrix_multiply.cu: C = A B by tiles in shared memory, the tile's width a template parameter.
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int BLOCK_SIZE>
__global__ void MatrixMulCUDA(float *C, const float *A, const float *B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wA * BLOCK_SIZE * by, aEnd = aBegin + wA - 1, aStep = BLOCK_SIZE;
  int bBegin = BLOCK_SIZE * bx, bStep = BLOCK_SIZE * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k) Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

int main() {
  const int block_size = 16, hA = 64, wA = 96, wB = 80;
  dim3 dimsA(wA, hA, 1), dimsB(wB, wA, 1);
  std::vector<float> A(wA * hA), B(wA * wB), C(hA * wB);
  for (size_t i = 0; i < A.size(); i++) A[i] = (float)(i % 7) - 3;
  for (size_t i = 0; i < B.size(); i++) B[i] = (float)(i % 5) - 2;
  float *d_A, *d_B, *d_C;
  cudaMalloc(&d_A, A.size() * sizeof(float));
  cudaMalloc(&d_B, B.size() * sizeof(float));
  cudaMalloc(&d_C, C.size() * sizeof(float));
  cudaMemcpy(d_A, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 threads(block_size, block_size);
  dim3 grid(dimsB.x / threads.x, dimsA.y / threads.y);
  MatrixMulCUDA<block_size><<<grid, threads>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
  cudaDeviceSynchronize();
  cudaMemcpy(C.data(), d_C, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < hA; i++) {
    for (int j = 0; j < wB; j++) {
      float sum = 0;
      for (int k = 0; k < wA; k++) sum += A[i * wA + k] * B[k * wB + j];
      wrong += sum != C[i * wB + j];
    }
  }
  cudaFree(d_A);
  cudaFree(d_B);
  cudaFree(d_C);
  printf("%d wrong elements\n", wrong);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
