// misaligned_8.cu: 8 bytes are loaded at an address that is not a multiple of 8.
#include "arrays.h"

__global__ void kernel(const char *bytes, double *y) {
  int t = threadIdx.x;
  y[t] = *reinterpret_cast<const double *>(bytes + 4 + t * sizeof(double)); // BUG misaligned access bytes
}

int main() {
  kernel<<<1, 8>>>(zeros<char>(512), unset<double>(8));
  return outcome(cudaErrorMisalignedAddress, __FILE__);
}
