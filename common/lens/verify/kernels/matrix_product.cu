// matrix_product.cu: C = A B by tiles in shared memory; sizes need not be multiples of the tile.
#include "inputs.h"

#define TILE 16

__global__ void product(int m, int k, int n, const float *a, const float *b, float *c) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int first = 0; first < k; first += TILE) {
    tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
    tile_b[y][x] = column < n && first + y < k ? b[(first + y) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; i++) {
      sum += tile_a[y][i] *
             tile_b[i][x];
    }
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

static void run_input(int input) {
  static const int sizes[NUM_INPUTS][3] = {
      {16, 16, 16}, {32, 64, 48}, {17, 33, 50}, {70, 9, 41}, {61, 80, 39}};
  int m = sizes[input][0], k = sizes[input][1], n = sizes[input][2];
  dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE)), block(TILE, TILE);
  product<<<grid, block>>>(m, k, n, upload_random<float>(m * k, 9), upload_random<float>(k * n, 9),
                           upload<float>(NULL, m * n));
}
