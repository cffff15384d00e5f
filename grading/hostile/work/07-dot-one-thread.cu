// dot review one thread does most of the work
// One thread adds up all products.
#define HAS_DOT
#include "rest-07.h"

static __global__ void dot(int num_rows, const real *x, const real *y, real *sum) {
  double all = 0;
  for (int i = 0; i < num_rows; i++) all += (double)x[i] * y[i];
  *sum = (real)all;
}

void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  dot<<<1, 1>>>(num_rows, d_x, d_y, d_sum);
}
