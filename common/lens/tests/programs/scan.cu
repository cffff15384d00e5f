// scan.cu: exclusive prefix sums of any length: up and down in shared memory, then the blocks'
// sums.
#include <cstdio>
#include <vector>

#define LOG_NUM_BANKS           5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

static const int BLOCK = 128, SPAN = 2 * BLOCK;

__global__ void prescan(int *g_odata, const int *g_idata, int *sums, int n) {
  extern __shared__ int temp[];
  int thid = threadIdx.x, offset = 1, base = blockIdx.x * SPAN;
  int ai = thid, bi = thid + BLOCK;
  temp[ai + CONFLICT_FREE_OFFSET(ai)] = base + ai < n ? g_idata[base + ai] : 0;
  temp[bi + CONFLICT_FREE_OFFSET(bi)] = base + bi < n ? g_idata[base + bi] : 0;
  for (int d = SPAN >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (thid == 0) {
    int last = SPAN - 1 + CONFLICT_FREE_OFFSET(SPAN - 1);
    if (sums) sums[blockIdx.x] = temp[last];
    temp[last] = 0;
  }
  for (int d = 1; d < SPAN; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      int t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  if (base + ai < n) g_odata[base + ai] = temp[ai + CONFLICT_FREE_OFFSET(ai)];
  if (base + bi < n) g_odata[base + bi] = temp[bi + CONFLICT_FREE_OFFSET(bi)];
}

__global__ void add_sums(int *data, const int *sums, int n) {
  int i = blockIdx.x * SPAN + threadIdx.x;
  if (i < n) data[i] += sums[blockIdx.x];
}

static void scan(int *d_out, const int *d_in, int n) {
  int blocks = (n + SPAN - 1) / SPAN, *sums = nullptr;
  size_t shared = (SPAN + CONFLICT_FREE_OFFSET(SPAN)) * sizeof(int);
  if (blocks > 1) cudaMalloc(&sums, blocks * sizeof(int));
  prescan<<<blocks, BLOCK, shared>>>(d_out, d_in, sums, n);
  if (blocks == 1) return;
  scan(sums, sums, blocks);
  add_sums<<<blocks, SPAN>>>(d_out, sums, n);
  cudaFree(sums);
}

int main() {
  const int n = 70001;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; i++) in[i] = i % 5;
  int *d_in, *d_out, sum = 0, wrong = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  scan(d_out, d_in, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    wrong += out[i] != sum;
    sum += in[i];
  }
  cudaFree(d_in);
  cudaFree(d_out);
  printf("%d wrong sums\n", wrong);
  return wrong != 0;
}
