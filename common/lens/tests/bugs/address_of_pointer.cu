// address_of_pointer.cu: passes the address of a variable that contains a device address, instead
// of that address; and lets cudaMalloc store an address on the device.
#include "check.h"

const cudaMemcpyKind in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost;

int main() {
  int h[4] = {0, 1, 2, 3}, *d_x, **d_rows, *rows[2], failed = 0;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_rows, sizeof rows);
  failed += cudaMemset(&d_x, 0, sizeof h) != 0;      // BUG host pointer //: leave out the &
  failed += cudaMemcpy(&d_x, h, sizeof h, in) != 0;  // BUG host pointer //: leave out the &
  failed += cudaMemcpy(h, &d_x, sizeof h, out) != 0; // BUG host pointer //: leave out the &
  failed += cudaMalloc(&d_rows[1], sizeof h) != 0;   // BUG device pointer d_rows: in a host variable
  // Where no device address is stored, nothing is said of an &.
  failed += cudaMemset(h, 0, sizeof h) != 0; // BUG host pointer //: but this is a host address
  cudaFree(d_x);
  cudaFree(d_rows);
  return failed == 5 ? check_at_end(__FILE__) : 1;
}
