// double_free.cu: arrays are freed twice, from the middle, and by the wrong function.
#include "check.h"

int main() {
  float *d_x, *d_y, *mapped;
  cudaMalloc(&d_x, 1000 * sizeof(float));
  cudaMalloc(&d_y, 1000 * sizeof(float));
  cudaMallocHost(&mapped, 1000 * sizeof(float));
  float *never = reinterpret_cast<float *>(0x12345678);
  int failed = 0;
  failed += cudaFree(d_x) != cudaSuccess;
  failed += cudaFree(d_x) != cudaSuccess;     // BUG bad free d_x
  failed += cudaFree(d_y + 10) != cudaSuccess; // BUG bad free d_y
  failed += cudaFree(d_y) != cudaSuccess;
  failed += cudaFree(mapped) != cudaSuccess; // BUG bad free
  failed += cudaFree(never) != cudaSuccess;  // BUG bad free
  failed += cudaFree(nullptr) != cudaSuccess;
  cudaFreeHost(mapped);
  return failed == 4 ? check_at_end(__FILE__) : 1;
}
