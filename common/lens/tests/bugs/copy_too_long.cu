// copy_too_long.cu: copies and cudaMemset that go beyond the array, also from its middle, or begin in
// front of it.
#include "check.h"
#include "lens/lens.h"

#include <string.h>

// The lens reports indices of elements, but does not know the element type of a copy, so it reports
// no index.
static int said(const char *words) {
  int count = 0;
  for (size_t i = 0; i < lens_num_findings(); i++) {
    const lens_finding *it = lens_get_finding(i);
    count += strstr(it->detail, words) && it->length < 0;
  }
  return count;
}

int main() {
  static int h[200];
  int *d_x, *d_y;
  cudaMalloc(&d_x, 100 * sizeof(int));
  cudaMalloc(&d_y, 100 * sizeof(int));
  int failed = 0;
  failed += cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice) != 0; // BUG out-of-bounds write d_x
  failed += cudaMemset(d_x + 50, 0, 51 * sizeof(int)) != 0; // BUG out-of-bounds write d_x
  failed += cudaMemset(d_x, 0, 100 * sizeof(int)) != 0;
  failed += cudaMemcpy(h, d_x + 1, 400, cudaMemcpyDeviceToHost) != 0; // BUG out-of-bounds read d_x
  failed += cudaMemcpy(d_y, d_x - 1, 400, cudaMemcpyDeviceToDevice) != 0; // BUG out-of-bounds read d_x
  cudaFree(d_x);
  failed += cudaMemcpy(h, d_x, 400, cudaMemcpyDeviceToHost) != 0; // BUG use after free d_x
  cudaFree(d_y);
  bool told = said("goes beyond the end of the array") == 3 && said("begins before the array") == 1;
  return failed == 5 && told ? check_at_end(__FILE__) : 1;
}
