// guess_of_other_kinds.cu: first guesses read as two halves, by __ldg, as volatile, and far ahead
// of the swap; and tests whether an atomic is necessary.
#include "check.h"

__device__ void add_by_halves(double *address, double value) {
  const int *half = (const int *)address;
  unsigned long long *whole = (unsigned long long *)address;
  int low = half[0];
  int high = half[1];
  unsigned long long old = (unsigned long long)(unsigned)high << 32 | (unsigned)low, assumed;
  do {
    assumed = old;
    double sum = __longlong_as_double((long long)assumed) + value;
    old = atomicCAS(whole, assumed, (unsigned long long)__double_as_longlong(sum));
  } while (old != assumed);
}

__device__ void add_by_ldg(float *address, float value) {
  int *word = (int *)address;
  int old = __ldg(word), assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(__int_as_float(assumed) + value));
  } while (old != assumed);
}

__device__ void add_by_volatile(float *address, float value) {
  int *word = (int *)address;
  int old = *(volatile int *)address, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(__int_as_float(assumed) + value));
  } while (old != assumed);
}

/* A new plain guess in each iteration, and many reads before the swap. */
__device__ void add_slowly(float *address, const float *parts, int count) {
  int *word = (int *)address;
  int seen, old;
  do {
    seen = *word;
    float sum = __int_as_float(seen);
    for (int k = 0; k < count; k++) sum += parts[k];
    old = atomicCAS(word, seen, __float_as_int(sum));
  } while (old != seen);
}

/* Returns without an atomic if the word is already large enough. */
__device__ void raise_to(float *address, float value) {
  int *word = (int *)address;
  int old = *word;
  while (__int_as_float(old) < value) {
    int assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(value));
    if (old == assumed) return;
  }
}

__global__ void add(const float *parts, double *halves, float *sums, float *highest) {
  add_by_halves(halves, 1);
  add_by_ldg(&sums[0], 1);
  add_by_volatile(&sums[1], 1);
  add_slowly(&sums[2], parts, 32);
  raise_to(highest, 1000 - (blockIdx.x * blockDim.x + threadIdx.x) % 500);
}

__global__ void worth_it(int n, const int *x, int *most, int *least, unsigned *set, unsigned *left,
                         int *visited, int *num_visited) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  if (v > *most) atomicMax(most, v);
  if (v < *least) atomicMin(least, v);
  unsigned bit = 1u << v % 32;
  if (!(set[v / 32] & bit)) atomicOr(&set[v / 32], bit);
  if (left[v / 32] & bit) atomicAnd(&left[v / 32], ~bit);
  if (visited[v] == 0 && atomicCAS(&visited[v], 0, 1) == 0) atomicAdd(num_visited, 1);
}

/* Only the first thread needs an atomic. */
__global__ void first_is_best(int *most) {
  int v = 10000 - blockIdx.x * blockDim.x - threadIdx.x;
  if (v > *most) atomicMax(most, v);
}

/* The guess comes before warp exchanges. */
__global__ void add_warps(float *total, int *word) {
  int old = *word, assumed;
  float sum = 1;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 != 0) return;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(__int_as_float(assumed) + sum));
  } while (old != assumed);
  atomicAdd(total, sum);
}

/* A slot is taken only if some are left, and checked again after it is taken. */
__global__ void take_places(int room, int *taken, int *place) {
  if (*taken >= room) return;
  int mine = atomicAdd(taken, 1);
  if (mine < room) place[mine] = 1;
}

static int places_are_taken() {
  const int room = 100;
  int *d_taken, *d_place, place[room];
  cudaMalloc(&d_taken, sizeof(int));
  cudaMalloc(&d_place, sizeof place);
  cudaMemset(d_taken, 0, sizeof(int));
  take_places<<<8, 128>>>(room, d_taken, d_place);
  cudaMemcpy(place, d_place, sizeof place, cudaMemcpyDeviceToHost);
  for (int i = 0; i < room; i++) {
    if (place[i] != 1) return 0;
  }
  return cudaFree(d_taken) == cudaSuccess && cudaFree(d_place) == cudaSuccess;
}

int main() {
  const int n = 600, blocks = 5, threads = 128;
  static int x[n];
  for (int i = 0; i < n; i++) x[i] = i * 37 % 256;
  static float parts[32];
  for (int k = 0; k < 32; k++) parts[k] = k % 2;
  double *d_halves, halves;
  float *d_sums, *d_parts, sums[6];
  int *d_x, *d_found, found[4] = {0, 1000, 0, 0}, *d_visited;
  unsigned *d_bits, bits[16];
  for (int k = 0; k < 16; k++) bits[k] = k < 8 ? 0 : ~0u;
  cudaMalloc(&d_halves, sizeof halves);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMalloc(&d_parts, sizeof parts);
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_found, sizeof found);
  cudaMalloc(&d_visited, 256 * sizeof(int));
  cudaMalloc(&d_bits, sizeof bits);
  cudaMemset(d_halves, 0, sizeof halves);
  cudaMemset(d_sums, 0, sizeof sums);
  cudaMemset(d_visited, 0, 256 * sizeof(int));
  cudaMemcpy(d_parts, parts, sizeof parts, cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(d_found, found, sizeof found, cudaMemcpyHostToDevice);
  cudaMemcpy(d_bits, bits, sizeof bits, cudaMemcpyHostToDevice);
  add<<<blocks, threads>>>(d_parts, d_halves, d_sums, &d_sums[3]);
  worth_it<<<blocks, threads>>>(n, d_x, &d_found[0], &d_found[1], d_bits, d_bits + 8, d_visited,
                                &d_found[2]);
  for (int k = 0; k < 2; k++) add_warps<<<1 + 3 * k, threads>>>(&d_sums[4], (int *)&d_sums[5]);
  first_is_best<<<blocks, threads>>>(&d_found[3]);
  cudaMemcpy(&halves, d_halves, sizeof halves, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(found, d_found, sizeof found, cudaMemcpyDeviceToHost);
  cudaMemcpy(bits, d_bits, sizeof bits, cudaMemcpyDeviceToHost);
  bool right = halves == blocks * threads && sums[0] == halves && sums[1] == halves &&
               sums[2] == 16 * halves && sums[3] == 1000 && sums[4] == 5 * threads &&
               sums[5] == 5 * threads && found[0] == 255 && found[1] == 0 && found[2] == 256 &&
               found[3] == 10000;
  right &= places_are_taken();
  for (int k = 0; k < 16; k++) right &= bits[k] == (k < 8 ? ~0u : 0);
  return right ? check_annotations(__FILE__) : 1;
}
