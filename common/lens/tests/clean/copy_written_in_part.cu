// copy_written_in_part.cu: the host copies partly written arrays: structures with padding, every
// other element, one byte, some rows. It also copies an array of a worker, which checks what it
// left there.
#include "check.h"
#include "lens/lens.h"

struct padded {
  char key;
  double value;
};

__global__ void fill(padded *p, float *y, char *bytes, float *rows) {
  p[threadIdx.x].key = 'a';
  p[threadIdx.x].value = threadIdx.x;
  y[2 * threadIdx.x] = 1;
  if (threadIdx.x == 3) bytes[77] = 1;
  if (threadIdx.x == 0) rows[0] = 1;
}

int main() {
  padded *d_p, p[32];
  float *d_y, *d_rows, *d_kept, y[64], kept[8];
  char *d_bytes, bytes[128];
  size_t pitch;
  cudaMalloc(&d_p, sizeof p);
  cudaMalloc(&d_y, sizeof y);
  cudaMalloc(&d_bytes, sizeof bytes);
  cudaMalloc(&d_kept, sizeof kept);
  lens_keep(d_kept);
  cudaMallocPitch(&d_rows, &pitch, 16 * sizeof(float), 4);
  fill<<<1, 32>>>(d_p, d_y, d_bytes, d_rows);
  cudaMemcpy(p, d_p, sizeof p, cudaMemcpyDeviceToHost);
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  cudaMemcpy(bytes, d_bytes, sizeof bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(kept, d_kept, sizeof kept, cudaMemcpyDeviceToHost);
  cudaMemcpy2D(y, 16 * sizeof(float), d_rows, pitch, 16 * sizeof(float), 4, cudaMemcpyDeviceToHost);
  if (p[9].value != 9 || bytes[77] != 1 || y[0] != 1) return 1;
  cudaFree(d_p);
  cudaFree(d_y);
  cudaFree(d_bytes);
  cudaFree(d_rows);
  cudaFree(d_kept);
  return check_at_end(__FILE__);
}
