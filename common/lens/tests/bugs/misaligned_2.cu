// misaligned_2.cu: 2 bytes are loaded at an address that is not a multiple of 2.
#include "arrays.h"

__global__ void kernel(const char *bytes, short *y) {
  int t = threadIdx.x;
  y[t] = *reinterpret_cast<const short *>(bytes + 1 + t * sizeof(short)); // BUG misaligned access bytes
}

int main() {
  kernel<<<1, 8>>>(zeros<char>(512), unset<short>(8));
  return outcome(cudaErrorMisalignedAddress, __FILE__);
}
