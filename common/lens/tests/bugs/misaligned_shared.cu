// misaligned_shared.cu: bytes of shared memory are used as words.
#include "arrays.h"

__global__ void kernel(int *y) {
  __shared__ unsigned char pool[256];
  int t = threadIdx.x;
  int *words = reinterpret_cast<int *>(pool + 2);
  words[t] = t; // BUG misaligned access pool
  y[t] = words[t];
}

int main() {
  kernel<<<1, 32>>>(unset<int>(32));
  return outcome(cudaErrorMisalignedAddress, __FILE__);
}
