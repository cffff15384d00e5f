// mask_after_branch.cu: within the branch the mask still names all lanes.
#include "arrays.h"

__global__ void kernel(const int *x, int *y) {
  int t = threadIdx.x;
  int value = x[t];
  if (value % 2 == 0) {
    unsigned even = __ballot_sync(0xffffffffu, value > 10); // BUG bad warp mask
    y[t] = __popc(even);
  } else {
    y[t] = value;
  }
}

int main() {
  kernel<<<1, 64>>>(numbers<int>(64), unset<int>(64));
  return outcome(cudaSuccess, __FILE__);
}
