// from_reports.cu: mistakes that people report in public forums, each in a few lines. The clean
// program of this name contains the fixes. Those that end a kernel are in other programs.
#include "arrays.h"

// One thread sets what all threads of the block then read.
__global__ void offsets(const int *count, int *out) {
  __shared__ int base;
  if (threadIdx.x == 0) base = count[blockIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = base + threadIdx.x; // BUG race base: __syncthreads()
}

// A dot product that all threads add to one element, with barriers around it.
__global__ void dot(const float *a, float *out) {
  __shared__ float sum[64];
  int t = threadIdx.x;
  if (t == 0) sum[0] = 0;
  __syncthreads();
  sum[0] = sum[0] + a[t] * a[t]; // BUG race sum: use an atomic
  __syncthreads();
  if (t == 0) *out = sum[0];
}

// Two sums through one scratch array: the second one begins while the first is still read.
__device__ int block_sum(int v, int *scratch) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = v;
  __syncthreads();
  return scratch[0] + scratch[1]; // BUG race scratch: __syncthreads()
}

__global__ void two_sums(const int *x, int *out) {
  __shared__ int scratch[2];
  int a = block_sum(x[threadIdx.x], scratch), b = block_sum(2 * x[threadIdx.x], scratch);
  if (threadIdx.x == 0) out[0] = a, out[1] = b;
}

// The first thread overwrites what the others still read.
__global__ void look_back(int *tile) {
  int mine = tile[0] + threadIdx.x; // BUG race tile: __syncthreads()
  if (threadIdx.x == 0) tile[0] = 100;
  tile[1 + threadIdx.x] = mine;
}

// A transposed product: rows write the same element of y.
__global__ void product_t(int rows, const int *row_ptr, const int *col, float *y) {
  int r = threadIdx.x;
  if (r >= rows) return;
  for (int j = row_ptr[r]; j < row_ptr[r + 1]; j++) y[col[j]] += 1; // BUG race y: use an atomic
}

// y was never set to zero.
__global__ void coo(int nnz, const int *row, float *y) {
  int j = threadIdx.x;
  if (j < nnz) atomicAdd(&y[row[j]], 1); // BUG uninitialised read y
}

// The second array begins in the middle of the first one.
__global__ void carved(int *out) {
  extern __shared__ int first[];
  int *second = first + blockDim.x / 2, t = threadIdx.x;
  first[t] = t; // BUG race first
  second[t] = 2 * t;
  __syncthreads();
  out[t] = first[t] + second[t];
}

__global__ void fill(int *x) {
  x[threadIdx.x] = threadIdx.x;
}

// Streams, and calls that do not order them.
__global__ void after_event(int *x) {
  x[threadIdx.x]++; // BUG race x: kernel fill, launched at line
}

__global__ void in_non_blocking(int *x) {
  x[threadIdx.x]++; // BUG race x: the cudaMemset of line
}

int main() {
  int *d_x = numbers<int>(128), *d_out = unset<int>(128), *pinned;
  offsets<<<2, 64>>>(d_x, d_out);
  dot<<<1, 64>>>(numbers<float>(64), unset<float>(1));
  two_sums<<<1, 64>>>(d_x, d_out);
  look_back<<<1, 64>>>(numbers<int>(65));
  const int h_ptr[] = {0, 2, 4, 5}, h_col[] = {0, 1, 1, 2, 0};
  int *d_ptr = unset<int>(4), *d_col = unset<int>(5);
  cudaMemcpy(d_ptr, h_ptr, sizeof h_ptr, cudaMemcpyHostToDevice);
  cudaMemcpy(d_col, h_col, sizeof h_col, cudaMemcpyHostToDevice);
  product_t<<<1, 32>>>(3, d_ptr, d_col, zeros<float>(3));
  coo<<<1, 32>>>(5, d_col, unset<float>(3));
  carved<<<1, 64, 2 * 64 * sizeof(int)>>>(d_out);

  cudaStream_t one, other, free_one;
  cudaEvent_t ready;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
  cudaEventCreate(&ready);
  fill<<<1, 64, 0, one>>>(d_x);
  cudaStreamWaitEvent(other, ready, 0); // the event was never recorded
  after_event<<<1, 64, 0, other>>>(d_x);
  cudaDeviceSynchronize();
  cudaMemset(d_x, 0, 64 * sizeof(int));
  in_non_blocking<<<1, 64, 0, free_one>>>(d_x);
  cudaDeviceSynchronize();

  // Memory of the host that a copy, or a kernel, still uses.
  cudaMallocHost(&pinned, 64 * sizeof(int));
  for (int i = 0; i < 64; i++) pinned[i] = i;
  cudaMemcpyAsync(d_x, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice, one);
  pinned[0] = -1; // BUG race //: reads the same memory and may not have finished
  cudaDeviceSynchronize();
  cudaMemcpyAsync(pinned, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost, one);
  int seen = pinned[1]; // BUG race //: writes the same memory and may not have finished
  cudaDeviceSynchronize();
  fill<<<1, 64>>>(pinned);
  seen += pinned[2]; // BUG race //: kernel fill, launched at line
  return seen < 0 ? 1 : outcome(cudaSuccess, __FILE__);
}
