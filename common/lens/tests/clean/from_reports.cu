// from_reports.cu: fixes of the mistakes in bugs/from_reports.cu, and of other reported ones: ends
// of rows, padding, guards, masks of a part of a warp, pitches, tables of addresses.
#include "arrays.h"

__global__ void offsets(const int *count, int *out) {
  __shared__ int base;
  if (threadIdx.x == 0) base = count[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = base + threadIdx.x;
}

__device__ int block_sum(int v, int *scratch) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = v;
  __syncthreads();
  int sum = scratch[0] + scratch[1];
  __syncthreads();
  return sum;
}

__global__ void two_sums(const int *x, int *out) {
  __shared__ int scratch[2];
  int a = block_sum(x[threadIdx.x], scratch), b = block_sum(2 * x[threadIdx.x], scratch);
  if (threadIdx.x == 0) out[0] = a, out[1] = b;
}

__global__ void look_back(int *tile) {
  int mine = tile[0] + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) tile[0] = 100;
  tile[1 + threadIdx.x] = mine;
}

__global__ void product_t(int rows, const int *row_ptr, const int *col, int *y) {
  int r = threadIdx.x;
  if (r >= rows) return;
  for (int j = row_ptr[r]; j < row_ptr[r + 1]; j++) atomicAdd(&y[col[j]], 1);
}

// Padding has the column -1.
__global__ void ell(int rows, int width, const int *col, const int *x, int *y) {
  int r = threadIdx.x, sum = 0;
  if (r >= rows) return;
  for (int k = 0; k < width; k++) {
    int c = col[k * rows + r];
    if (c >= 0) sum += x[c];
  }
  y[r] = sum;
}

__global__ void carved(int *out) {
  extern __shared__ int first[];
  int *second = first + blockDim.x, t = threadIdx.x;
  first[t] = t;
  second[t] = 2 * t;
  __syncthreads();
  out[t] = first[t] + second[t];
}

// The second half of each pair of elements may lie beyond the end.
__global__ void pairs(int n, const int *x, int *out) {
  for (int i = threadIdx.x; i < n; i += 128) atomicAdd(out, x[i] + (i + 64 < n ? x[i + 64] : 0));
}

// A group's mask contains only the lanes of the group; the others have continued.
__global__ void groups(const int *x, int *out) {
  int t = threadIdx.x, s = x[t];
  if (t < 16) {
    for (int d = 8; d > 0; d /= 2) s += __shfl_down_sync(0x0000ffffu, s, d, 16);
  }
  out[t] = s;
  unsigned mask = 0xfu << (t / 4 * 4);
  int most = x[t];
  for (int d = 1; d < 4; d *= 2) most = max(most, __shfl_xor_sync(mask, most, d, 4));
  out[32 + t] = most;
}

__global__ void rows_of_pitch(int *x, size_t pitch) {
  int *row = reinterpret_cast<int *>(reinterpret_cast<char *>(x) + blockIdx.x * pitch);
  row[threadIdx.x] = blockIdx.x * 10 + threadIdx.x;
}

__global__ void fill(int **rows) {
  rows[blockIdx.x][threadIdx.x] = blockIdx.x * 10 + threadIdx.x;
}

__global__ void inc(int *x) {
  x[threadIdx.x]++;
}

static bool holds(const int *d_x, int i, int value) {
  int x;
  return cudaMemcpy(&x, d_x + i, sizeof x, cudaMemcpyDeviceToHost) == cudaSuccess && x == value;
}

int main() {
  int *d_x = numbers<int>(128), *d_out = unset<int>(128), wrong = 0;
  offsets<<<2, 64>>>(d_x, d_out);
  wrong += !holds(d_out, 65, 2);
  two_sums<<<1, 64>>>(d_x, d_out);
  wrong += !holds(d_out, 1, 4032);
  int *d_tile = numbers<int>(65);
  look_back<<<1, 64>>>(d_tile);
  wrong += !holds(d_tile, 4, 3);

  const int h_ptr[] = {0, 2, 4, 5}, h_col[] = {0, 1, 1, 2, 0}, h_ell[] = {0, 1, 1, -1};
  int *d_ptr = unset<int>(4), *d_col = unset<int>(5), *d_y = zeros<int>(3);
  cudaMemcpy(d_ptr, h_ptr, sizeof h_ptr, cudaMemcpyHostToDevice);
  cudaMemcpy(d_col, h_col, sizeof h_col, cudaMemcpyHostToDevice);
  product_t<<<1, 32>>>(3, d_ptr, d_col, d_y);
  wrong += !holds(d_y, 1, 2);
  cudaMemcpy(d_col, h_ell, sizeof h_ell, cudaMemcpyHostToDevice);
  ell<<<1, 32>>>(2, 2, d_col, d_x, d_y);
  wrong += !holds(d_y, 0, 1);
  carved<<<1, 64, 2 * 64 * sizeof(int)>>>(d_out);
  wrong += !holds(d_out, 63, 189);
  cudaMemset(d_out, 0, sizeof(int));
  pairs<<<1, 64>>>(100, d_x, d_out);
  wrong += !holds(d_out, 0, 4950);
  groups<<<1, 32>>>(d_x, d_out);
  wrong += !holds(d_out, 0, 120) || !holds(d_out, 32 + 5, 7);

  size_t pitch;
  int *d_rows, back[3 * 5];
  cudaMallocPitch(&d_rows, &pitch, 5 * sizeof(int), 3);
  rows_of_pitch<<<3, 5>>>(d_rows, pitch);
  cudaMemcpy2D(back, 5 * sizeof(int), d_rows, pitch, 5 * sizeof(int), 3, cudaMemcpyDeviceToHost);
  wrong += back[11] != 21;

  int *rows[3], **d_table = unset<int *>(3);
  for (auto &row : rows) cudaMalloc(&row, 4 * sizeof(int));
  cudaMemcpy(d_table, rows, sizeof rows, cudaMemcpyHostToDevice);
  fill<<<3, 4>>>(d_table);
  wrong += !holds(rows[1], 2, 12);
  int **shared_table; // in managed memory the addresses may be stored at once
  cudaMallocManaged(&shared_table, 3 * sizeof *shared_table);
  for (int i = 0; i < 3; i++) cudaMalloc(&shared_table[i], 4 * sizeof(int));
  fill<<<3, 4>>>(shared_table);
  cudaDeviceSynchronize();
  wrong += !holds(shared_table[2], 3, 23);

  cudaStream_t one, other, free_one;
  cudaEvent_t ready;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
  cudaEventCreate(&ready);
  cudaMemset(d_x, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  inc<<<1, 64, 0, free_one>>>(d_x);
  cudaStreamSynchronize(free_one);
  inc<<<1, 64, 0, one>>>(d_x);
  cudaEventRecord(ready, one);
  cudaStreamWaitEvent(other, ready, 0);
  inc<<<1, 64, 0, other>>>(d_x);
  cudaDeviceSynchronize();
  wrong += !holds(d_x, 3, 3);
  return wrong ? 1 : outcome(cudaSuccess, __FILE__);
}
