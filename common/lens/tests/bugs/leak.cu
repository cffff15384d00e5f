// leak.cu: two of four arrays are never freed, one of them made in a loop; one is kept on purpose.
#include "check.h"
#include "lens/lens.h"

static float *new_array(int n) {
  float *d_row;
  if (cudaMalloc(&d_row, n * sizeof(float)) != cudaSuccess) return nullptr; // BUG leak d_row
  return d_row;
}

int main() {
  float *d_x, *d_y, *d_kept;
  float *rows[5];
  cudaMalloc(&d_x, 1000 * sizeof(float)); // BUG leak d_x
  cudaMalloc(&d_y, 1000 * sizeof(float));
  for (int i = 0; i < 5; i++) rows[i] = new_array(100 + i);
  cudaMalloc(&d_kept, 1000 * sizeof(float));
  lens_keep(d_kept); // declares that it is freed later
  cudaFree(rows[2]);
  cudaFree(d_y);
  return check_at_end(__FILE__);
}
