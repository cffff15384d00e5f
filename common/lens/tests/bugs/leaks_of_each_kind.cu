// leaks_of_each_kind.cu: memory of each kind that is never freed.
#include "check.h"

int main() {
  float *device, *host, *managed;
  cudaMalloc(&device, 256); // BUG leak device: 256 bytes of device memory
  for (int i = 0; i < 2; i++)
    cudaMallocHost(&host, 512); // BUG leak //: of pinned host memory made here, 1024 bytes
  cudaMallocManaged(&managed, 128); // BUG leak //: 128 bytes of managed memory
  return check_at_end(__FILE__);
}
