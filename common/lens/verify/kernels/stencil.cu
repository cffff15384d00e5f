// stencil.cu: 3 points on a line, 5 in the plane, 7 in space; borders are unchanged.
#include "inputs.h"

__global__ void three_points(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    float left = x[i - 1];
    float here = x[i];
    float right = x[i + 1];
    y[i] = left - 2 * here + right;
  }
}

__global__ void five_points(int m, int n, const double *x, double *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && j > 0 && i < m - 1 && j < n - 1) {
    double sum = -4 * x[i * n + j];
    sum += x[(i - 1) * n + j];
    sum += x[(i + 1) * n + j];
    sum += x[i * n + j - 1];
    sum += x[i * n + j + 1];
    y[i * n + j] = sum;
  }
}

__global__ void seven_points(int l, int m, int n, const float *x, float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (j == 0 || k == 0 || j >= m - 1 || k >= n - 1) return;
  for (int i = 1; i < l - 1; i++) {
    int at = (i * m + j) * n + k;
    float sum = -6 * x[at];
    sum += x[at - 1];
    sum += x[at + 1];
    sum += x[at - n];
    sum += x[at + n];
    sum += x[at - m * n];
    sum += x[at + m * n];
    y[at] = sum;
  }
}

static void run_input(int input) {
  static const int sides[NUM_INPUTS][3] = {
      {5, 16, 32}, {8, 32, 64}, {7, 19, 43}, {11, 30, 21}, {4, 50, 77}};
  int l = sides[input][0], m = sides[input][1], n = sides[input][2], all = l * m * n;
  dim3 block(32, 4), grid(blocks_for(n, 32), blocks_for(m, 4));
  float *x = upload_random<float>(all, 100), *y = upload<float>(NULL, all);
  three_points<<<blocks_for(all, 128), 128>>>(all, x, y);
  five_points<<<grid, block>>>(m, n, upload_random<double>(m * n, 9), upload<double>(NULL, m * n));
  seven_points<<<grid, block>>>(l, m, n, x, y);
}
