// host_writes_device.cu: host code fills a device array as if it were its own.
#include "check.h"

int main() {
  int *d_x;
  cudaMalloc(&d_x, 64 * sizeof(int));
  for (int i = 0; i < 64; i++)
    d_x[i] = i; // BUG device pointer d_x
  cudaFree(d_x);
  return check_at_end(__FILE__);
}
