// transpose.cu: naively, through a tile in shared memory, and through a padded tile.
#include "inputs.h"

#define TILE 32
#define ROWS 8

__global__ void naive(int rows, int columns, const float *a, float *b) {
  int column = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  for (int r = row; r < blockIdx.y * TILE + TILE; r += ROWS) {
    if (r < rows && column < columns) b[column * rows + r] = a[r * columns + column];
  }
}

template <int Width> __global__ void tiled(int rows, int columns, const float *a, float *b) {
  __shared__ float tile[TILE][Width];
  int column = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS) {
    if (row + k < rows && column < columns) {
      tile[threadIdx.y + k][threadIdx.x] = a[(row + k) * columns + column];
    }
  }
  __syncthreads();
  column = blockIdx.y * TILE + threadIdx.x;
  row = blockIdx.x * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS) {
    if (row + k < columns && column < rows) {
      b[(row + k) * rows + column] = tile[threadIdx.x][threadIdx.y + k];
    }
  }
}

static void run_input(int input) {
  static const int rows[NUM_INPUTS] = {32, 64, 61, 100, 129};
  static const int columns[NUM_INPUTS] = {32, 96, 75, 33, 140};
  int m = rows[input], n = columns[input];
  float *a = upload_random<float>(m * n, 100), *b = upload<float>(NULL, m * n);
  dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE)), block(TILE, ROWS);
  naive<<<grid, block>>>(m, n, a, b);
  tiled<TILE><<<grid, block>>>(m, n, a, b);
  tiled<TILE + 1><<<grid, block>>>(m, n, a, b);
}
