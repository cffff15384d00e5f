// calls_read.cu: calls of the runtime API fail, and the program checks, in one of many ways.
#include "check.h"

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) failures++;                                                          \
  } while (0)

static int failures;
__constant__ float weights[4];

static void look(cudaError_t error) {
  failures += error != cudaSuccess;
}

static cudaError_t pass_on(const float *w) {
  return cudaMemcpyToSymbol("weights", w, sizeof(float));
}

int main() {
  const float w[4] = {1, 2, 3, 4};
  float h[32], *d_y;
  CHECK(cudaMemcpyToSymbol("weights", w, sizeof w));
  look(cudaMemcpyToSymbol("weights", w, sizeof w));
  look(pass_on(w));
  if (cudaMemcpyToSymbol("weights", w, sizeof w)) failures++;
  cudaError_t error = cudaMemcpyToSymbol("weights", w, sizeof w);
  failures += error != cudaSuccess;
  error = cudaSuccess;
  if (failures == 5) error = cudaMemcpyToSymbol("weights", w, sizeof w);
  failures += error != cudaSuccess;
  cudaMemcpyToSymbol("weights", w, sizeof w); // read by the next line
  failures += cudaGetLastError() != cudaSuccess;
  cudaMemcpy2D(h, 4, h, 4, 8, 1, cudaMemcpyHostToHost);
  failures += cudaPeekAtLastError() != cudaSuccess;
  cudaMalloc(&d_y, sizeof h);
  for (int i = 0; i < 2; i++) cudaMemset(d_y, 0, sizeof h);
  cudaMemcpy(h, d_y, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d_y);
  return failures == 8 && h[3] == 0 ? check_at_end(__FILE__) : 1;
}
