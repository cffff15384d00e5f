// device.cu: C++ features in kernels: templates, recursion, function pointers, virtual functions,
// lambdas, all kinds of shared memory. Each result is compared with the same code run on the host.
#include "check.h"

#include <cstdio>
#ifdef SPARSELAB_LENS
#include "lens/lens.h"

#include <cstring>
#endif

static int failures;

static void expect(const char *what, int i, double got, double wanted) {
  if (got == wanted || failures++ > 20) return;
  fprintf(stderr, "%s, number %d: %g and not %g\n", what, i, got, wanted);
}

// ---- functions ----

__host__ __device__ constexpr int square(int x) {
  return x * x;
}

__host__ __device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

template <typename T, int N> struct Polynomial {
  T coefficients[N];
  __host__ __device__ T operator()(T x) const {
    T sum = 0;
#pragma unroll
    for (int i = N - 1; i >= 0; i--) sum = sum * x + coefficients[i];
    return sum;
  }
};

class Shape {
public:
  __device__ Shape() {}
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};

class Box : public Shape {
  float a, b;

public:
  __device__ Box(float a_, float b_) : a(a_), b(b_) {}
  __device__ float area() const override {
    return a * b;
  }
};

class Disc : public Shape {
  float r;

public:
  __device__ explicit Disc(float r_) : r(r_) {}
  __device__ float area() const override {
    return 3 * r * r;
  }
};

typedef float (*Function)(float);
__device__ float add_one(float x) {
  return x + 1;
}
__device__ __noinline__ float twice(float x) {
  return 2 * x;
}
__device__ __forceinline__ float minus(float x) {
  return -x;
}
__device__ Function table[] = {add_one, twice, minus};

__global__ void __launch_bounds__(64) functions(float *__restrict__ out, Polynomial<float, 3> p) {
  int i = threadIdx.x;
  constexpr int nine = square(3);
  Box box(2, i + 1.0f);
  Disc disc(i + 1.0f);
  const Shape *shape = i % 2 ? static_cast<const Shape *>(&box) : &disc;
  auto lambda = [=](float x) { return x * nine + i; };
  Function chosen = table[i % 3];
  out[6 * i] = fibonacci(i % 12);
  out[6 * i + 1] = p(i);
  out[6 * i + 2] = shape->area();
  out[6 * i + 3] = lambda(2);
  out[6 * i + 4] = chosen(i);
  int local[4] = {i, i + 1, i + 2, i + 3};
  out[6 * i + 5] = local[i % 4];
}

static void check_functions() {
  float *out, host[64 * 6];
  Polynomial<float, 3> p = {{1, 2, 3}};
  cudaMalloc(&out, sizeof host);
  functions<<<1, 64>>>(out, p);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) {
    float side = i + 1.0f;
    expect("recursion", i, host[6 * i], fibonacci(i % 12));
    expect("polynomial", i, host[6 * i + 1], p(i));
    expect("virtual", i, host[6 * i + 2], i % 2 ? 2 * side : 3 * side * side);
    expect("lambda", i, host[6 * i + 3], 18 + i);
    expect("pointer", i, host[6 * i + 4], i % 3 == 0 ? i + 1 : i % 3 == 1 ? 2 * i : -i);
    expect("local array", i, host[6 * i + 5], i + i % 4);
  }
  cudaFree(out);
}

// ---- launches ----

template <class F> __global__ void for_each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

template <class T> __global__ void scale(int n, T *x, T factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor; // EXPECT store 20 640
}

namespace inner {
__global__ void by_namespace(int *x) {
  x[threadIdx.x] = 1;
}
} // namespace inner

struct Add {
  int *x;
  int much;
  __device__ void operator()(int i) const {
    x[i] += much;
  }
};

__device__ int index_of(dim3 grid, uint3 block, const dim3 &size, uint3 thread) {
  return (block.y * grid.x + block.x) * (int)(size.x * size.y) + thread.y * size.x + thread.x;
}

__global__ void indices(int *x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  x[index_of(gridDim, blockIdx, blockDim, threadIdx)] += 1000;
#endif
}

#define OVER(kernel, n) kernel<<<((n) + 127) / 128, 128>>>
#define RUN(kernel, n, ...) kernel<<<((n) + 127) / 128, 128>>>(n, __VA_ARGS__)

static void check_launches() {
  const int n = 128;
  int *x, host[n];
  double *d, *doubles;
  cudaMalloc(&x, sizeof host);
  cudaMallocManaged(&d, n * sizeof *d);
  doubles = d;
  for (int i = 0; i < n; i++) host[i] = i, d[i] = i;
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  RUN(scale, n, x, 3);
  OVER(scale<int>, n)(n, x, 2);
  void (*pointer)(int, double *, double) = scale<double>;
  pointer<<<1, n>>>(n, doubles, 0.5);
  void (*plain)(int *) = indices;
  plain<<<dim3(2, 2), dim3(8, 4)>>>(x);
  (&scale<int>)<<<1, n>>>(n, x, 2);
  int factor = 1;
  void *arguments[] = {(void *)&n, &x, &factor};
  cudaLaunchKernel((const void *)scale<int>, dim3(1), dim3(n), arguments, 0, 0);
  for_each<<<1, n>>>(n, Add{x, 5});
#ifdef __CUDACC_EXTENDED_LAMBDA__
  int much = 7;
  for_each<<<1, n>>>(n, [=] __device__(int i) { x[i] += much; });
#else
  for_each<<<1, n>>>(n, Add{x, 7});
#endif
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    expect("integers", i, host[i], (i * 6 + 1000) * 2 + 12);
    expect("doubles", i, doubles[i], i * 0.5);
  }
  inner::by_namespace<<<1, n>>>(x);
  cudaFree(x);
  cudaFree(d);
}

// ---- shared memory ----

template <typename T> __device__ T *scratch() {
  static __shared__ T room[32];
  return room;
}

template <typename T> __device__ T total(T value) {
  T *room = scratch<T>();
  room[threadIdx.x % 32] = value; // EXPECT store 2 64
  __syncthreads();
  T sum = 0;
  for (int i = 0; i < 32; i++) sum += room[i];
  __syncthreads();
  return sum;
}

extern __shared__ int room_of_file[];
__shared__ int sum_of_file;

__global__ void file_scope(int *out) {
  room_of_file[threadIdx.x] = threadIdx.x; // EXPECT store 1 32 1 1
  if (threadIdx.x == 0) sum_of_file = 100;
  __syncthreads();
  out[threadIdx.x] = room_of_file[31 - threadIdx.x] + sum_of_file;
}

struct Particle {
  float4 place;
  int2 cell;
};

__constant__ Particle particles[2] = {{{1, 2, 3, 4}, {5, 6}}, {{7, 8, 9, 10}, {11, 12}}};

__global__ void shared(double *out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double *doubles = reinterpret_cast<double *>(raw);
  int *ints = reinterpret_cast<int *>(doubles + n);
  char *chars = reinterpret_cast<char *>(ints + n);
  __shared__ Particle grid[2][2];
  __shared__ int counts[4][8 + 1];
  int i = threadIdx.x;
  doubles[i] = i * 0.5; // EXPECT store 1 32 2 2
  ints[i] = i;
  chars[i] = (char)i;
  if (i < 4) grid[i / 2][i % 2] = particles[i % 2];
  counts[i / 8][i % 8] = i;
  __syncthreads();
  int j = n - 1 - i;
  double sum = doubles[j] + ints[j] + chars[j] + counts[i % 4][i / 4];
  sum += grid[1][i % 2].place.w + grid[0][1].cell.y;
  out[i] = sum + total(1) + total(0.5);
}

static void check_shared() {
  double *out, host[32];
  cudaMalloc(&out, sizeof host);
  shared<<<1, 32, 32 * (sizeof(double) + sizeof(int) + 1)>>>(out, 32);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) {
    int j = 31 - i;
    double wanted = 2.5 * j + i % 4 * 8 + i / 4 + (i % 2 ? 10 : 4) + 12 + 32 + 16;
    expect("shared", i, host[i], wanted);
  }
  int at_file_scope[32];
  file_scope<<<1, 32, 32 * sizeof(int)>>>((int *)out);
  cudaMemcpy(at_file_scope, out, sizeof at_file_scope, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) expect("file scope", i, at_file_scope[i], 131 - i);
  cudaFree(out);
}

// A kernel is reported under its own name, however it is launched.
static void check_names() {
#ifdef SPARSELAB_LENS
  const char *names[] = {"functions", "scale",        "scale",  "scale",
                         "indices",   "scale",        "scale",  "for_each",
                         "for_each",  "by_namespace", "shared", "file_scope"};
  expect("launches", 0, lens_num_launches(), sizeof names / sizeof *names);
  for (size_t i = 0; i < lens_num_launches(); i++)
    expect(names[i], (int)i, strcmp(lens_get_launch(i)->kernel, names[i]), 0);
#endif
}

int main() {
  check_functions();
  check_launches();
  check_shared();
  check_names();
  if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) return 1;
  return failures ? 1 : check_annotations(__FILE__);
}
