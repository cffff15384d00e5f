// copy_direction.cu: copies whose direction or length is wrong.
#include "check.h"

int main() {
  static float h[64];
  float *d_x;
  cudaMalloc(&d_x, sizeof h);
  int failed = 0;
  failed += cudaMemcpy(h, d_x, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess; // BUG host pointer
  failed += cudaMemcpy(d_x, h, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess; // BUG device pointer d_x
  failed += cudaMemcpy(d_x, h, 257, cudaMemcpyHostToDevice) != cudaSuccess; // BUG out-of-bounds write d_x
  failed += cudaMemset(h, 0, sizeof h) != cudaSuccess; // BUG host pointer
  failed += cudaFree(h) != cudaSuccess; // BUG bad free
  failed += cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess;
  failed += cudaFree(d_x) != cudaSuccess;
  failed += cudaFree(d_x) != cudaSuccess; // BUG bad free d_x
  return failed == 6 ? check_annotations(__FILE__) : 1;
}
