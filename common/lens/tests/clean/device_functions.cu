// device_functions.cu: valid pointers to device functions and virtual function tables: taken in
// kernels, from __device__ variables, copied to the host and back, through managed memory, and from
// objects that a kernel creates again in memory that the host has copied.
#include "check.h"

#include <new>

typedef int operation(int);

__device__ int twice(int x) {
  return 2 * x;
}

__host__ __device__ int square(int x) {
  return x * x;
}

__device__ operation *of_device = twice;
__device__ operation *const both[] = {twice, square};
__constant__ operation *of_constant = square;

struct base {
  int value;
  __host__ __device__ explicit base(int its) : value(its) {}
  __host__ __device__ virtual int get() const { return value; }
};

struct derived : base {
  using base::base;
  __host__ __device__ int get() const override { return value + 10; }
};

struct pair_of_functions {
  operation *on_host, *on_device;
};

__global__ void call(operation *what, int *y) {
  y[threadIdx.x] = what(threadIdx.x);
}

__global__ void call_by_structure(pair_of_functions f, int *y) {
  y[threadIdx.x] = f.on_device(threadIdx.x);
}

__global__ void call_own(operation *never, int which, int *y) {
  operation *what = which ? both[threadIdx.x % 2] : of_constant;
  y[threadIdx.x] = never && what ? square(threadIdx.x) + what(threadIdx.x) : 0;
}

__global__ void take(operation **out) {
  *out = threadIdx.x < 32 ? square : twice;
}

__global__ void make(base *objects, base **made) {
  new (&objects[threadIdx.x]) derived(objects[threadIdx.x].value);
  made[threadIdx.x] = new (malloc(sizeof(derived))) derived(3);
}

__global__ void use(const base *objects, base *const *made, int *y) {
  y[threadIdx.x] = static_cast<const derived *>(objects)[threadIdx.x].get();
  const base *one = &objects[threadIdx.x];
  y[threadIdx.x] += one->get() + made[threadIdx.x]->get();
}

__global__ void end(base *const *made) {
  free(made[threadIdx.x]);
}

static int sum(const int *d_y) {
  int y[32], all = 0;
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) all += y[i];
  return all;
}

int main() {
  const int once = 31 * 32 / 2, squares = 31 * 32 * 63 / 6;
  int *d_y;
  operation *given, **shared;
  cudaMalloc(&d_y, 32 * sizeof(int));
  cudaMallocManaged(&shared, sizeof *shared);

  cudaMemcpyFromSymbol(&given, of_device, sizeof given);
  call<<<1, 32>>>(given, d_y);
  if (sum(d_y) != 2 * once) return 1;

  take<<<1, 1>>>(shared);
  cudaDeviceSynchronize();
  given = *shared;
  cudaFree(shared);
  pair_of_functions f = {square, given};
  call_by_structure<<<1, 32>>>(f, d_y);
  if (sum(d_y) != squares) return 1;
  call_own<<<1, 32>>>(given, 0, d_y);
  if (sum(d_y) != 2 * squares) return 1;
  call_own<<<1, 32>>>(given, 1, d_y);

  base *d_objects, *d_again, **d_made;
  alignas(derived) static char bytes[32 * sizeof(derived)];
  for (int i = 0; i < 32; i++) new (bytes + i * sizeof(derived)) derived(i);
  cudaMalloc(&d_objects, sizeof bytes);
  cudaMalloc(&d_again, sizeof bytes);
  cudaMalloc(&d_made, 32 * sizeof *d_made);
  cudaMemcpy(d_objects, bytes, sizeof bytes, cudaMemcpyHostToDevice);
  make<<<1, 32>>>(d_objects, d_made);
  use<<<1, 32>>>(d_objects, d_made, d_y);
  if (sum(d_y) != 2 * (once + 320) + 32 * 13) return 1;
  cudaMemcpy(d_again, d_objects, sizeof bytes, cudaMemcpyDeviceToDevice);
  use<<<1, 32>>>(d_again, d_made, d_y);
  cudaMemcpy(bytes, d_objects, sizeof bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(d_objects, bytes, sizeof bytes, cudaMemcpyHostToDevice);
  use<<<1, 32>>>(d_objects, d_made, d_y);
  if (sum(d_y) != 2 * (once + 320) + 32 * 13) return 1;
  end<<<1, 32>>>(d_made);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(d_objects);
  cudaFree(d_again);
  cudaFree(d_made);
  cudaFree(d_y);
  return check_at_end(__FILE__);
}
