// convolution.cu: a filter in constant memory, a tile with its halo in shared memory.
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 2
#define WIDTH  (2 * RADIUS + 1)
#define TILE   16
#define CUDA_CALL(x)                                                                               \
  {                                                                                                \
    const cudaError_t a = (x);                                                                     \
    if (a != cudaSuccess) {                                                                        \
      printf("\nCUDA Error: %s (err_num=%d)\n", cudaGetErrorString(a), a);                         \
      cudaDeviceReset();                                                                           \
      exit(1);                                                                                     \
    }                                                                                              \
  }

__constant__ float mask[WIDTH][WIDTH];

__global__ void convolve(const float *__restrict__ in, float *__restrict__ out, int width,
                         int height) {
  __shared__ float tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
  const int x0 = blockIdx.x * TILE - RADIUS, y0 = blockIdx.y * TILE - RADIUS;
  for (int y = threadIdx.y; y < TILE + 2 * RADIUS; y += TILE) {
    for (int x = threadIdx.x; x < TILE + 2 * RADIUS; x += TILE) {
      int gx = x0 + x, gy = y0 + y;
      bool inside = gx >= 0 && gx < width && gy >= 0 && gy < height;
      tile[y][x] = inside ? in[gy * width + gx] : 0.0f;
    }
  }
  __syncthreads();
  int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
  if (col >= width || row >= height) return;
  float sum = 0;
  for (int i = 0; i < WIDTH; i++)
    for (int j = 0; j < WIDTH; j++) sum += mask[i][j] * tile[threadIdx.y + i][threadIdx.x + j];
  out[row * width + col] = sum;
}

int main() {
  const int width = 70, height = 45, n = width * height;
  static float in[n], out[n], h_mask[WIDTH][WIDTH];
  float *d_in, *d_out;
  for (int i = 0; i < n; i++) in[i] = (float)(i * 37 % 11);
  for (int i = 0; i < WIDTH * WIDTH; i++) h_mask[i / WIDTH][i % WIDTH] = (float)(i % 4);
  CUDA_CALL(cudaMalloc(&d_in, sizeof in));
  CUDA_CALL(cudaMalloc(&d_out, sizeof out));
  CUDA_CALL(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  CUDA_CALL(cudaMemcpyToSymbol(mask, h_mask, sizeof h_mask));
  dim3 dimBlock(TILE, TILE, 1);
  dim3 dimGrid((width + TILE - 1) / TILE, (height - 1) / TILE + 1, 1);
  convolve<<<dimGrid, dimBlock>>>(d_in, d_out, width, height);
  CUDA_CALL(cudaPeekAtLastError());
  CUDA_CALL(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int i = 0; i < WIDTH; i++) {
        for (int j = 0; j < WIDTH; j++) {
          int gy = y + i - RADIUS, gx = x + j - RADIUS;
          if (gx >= 0 && gx < width && gy >= 0 && gy < height)
            sum += h_mask[i][j] * in[gy * width + gx];
        }
      }
      wrong += sum != out[y * width + x];
    }
  }
  CUDA_CALL(cudaFree(d_in));
  CUDA_CALL(cudaFree(d_out));
  CUDA_CALL(cudaDeviceReset());
  printf("%d wrong pixels\n", wrong);
  return wrong != 0;
}
