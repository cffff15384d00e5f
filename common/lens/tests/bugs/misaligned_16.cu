// misaligned_16.cu: 16 bytes are loaded at an address that is not a multiple of 16.
#include "arrays.h"

__global__ void kernel(const char *bytes, float4 *y) {
  int t = threadIdx.x;
  y[t] = *reinterpret_cast<const float4 *>(bytes + 8 + t * sizeof(float4)); // BUG misaligned access bytes
}

int main() {
  kernel<<<1, 8>>>(zeros<char>(512), unset<float4>(8));
  return outcome(cudaErrorMisalignedAddress, __FILE__);
}
