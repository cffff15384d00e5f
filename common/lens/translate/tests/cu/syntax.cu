// syntax.cu: every construct that the translator rewrites, in one program that checks itself: exit
// status 0 if each launch worked. It also compiles with nvcc.
/* not a launch: <<<1, 2>>> */ // nor "this <<<
#include <stdio.h>
#include <stdlib.h>

#include "beside.h"

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error_ = (call);                                                                   \
    if (error_ != cudaSuccess) {                                                                   \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_));                               \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
#define LAUNCH(kernel, grid, ...) kernel<<<grid, 1>>>(__VA_ARGS__)
#define LAUNCH_TWICE(n)                                                                            \
  do {                                                                                             \
    add<<<1, 1>>>(n, total); /* in a macro of several lines */                                     \
    add<<<1, 1>>>(n, total);                                                                       \
  } while (0)

#if 0
__shared__ k<<<
#endif

static int *total; /* on the device; every kernel adds to it */

__global__ void add(int n, int *sum) {
  atomicAdd(sum, n);
}

namespace shapes {
struct Csr {
  int rows;
  const int *row_ptr;
};
namespace inner {
__global__ void deep(Csr matrix, int const *const __restrict__ values, int /* unnamed */,
                     int *sum) {
  if (!values) atomicAdd(sum, matrix.rows);
}
} // namespace inner
namespace {
__constant__ const int weights[] = {10, 20};
__device__ int hidden[2] = {1, 2}, *unused_pointer, other = 4;
__global__ void anonymous(int *sum) {
  if (!unused_pointer) atomicAdd(sum, weights[1] + hidden[1] + other);
}
} // namespace
} // namespace shapes

extern "C" __global__ void c_linkage(unsigned n, unsigned, int *sum) {
  atomicAdd(sum, (int)n);
}
extern "C" {
static __global__ void no_arguments() {}
}

template <typename T, int N = 3, typename U = Pair<int, int>>
__global__ void __launch_bounds__(64) in_template(T value, int *sum) {
  __shared__ alignas(16) T buffer[N * 2], *pointer;
  __shared__ struct {
    int first;
    float second;
  } both;
  __shared__ volatile float __align__(32) matrix[2][3];
  extern __shared__ __align__(16) unsigned char raw[];
  volatile __shared__ int flag;
  __shared__ Pair<int, float> pairs[4];
  T *dynamic = reinterpret_cast<T *>(raw);
  U unused = U();
  flag = unused.first;
  matrix[1][2] = 2;
  both.first = 1;
  both.second = 1;
  pairs[3].first = 1;
  pointer = buffer;
  pointer[N] = value;
  dynamic[0] = value;
  bool aligned = (size_t)&buffer[0] % 16 == 0 && (size_t)&matrix[0][0] % 32 == 0;
  if (aligned && !flag && both.first == 1 && pairs[3].first == 1 && matrix[1][2] == 2)
    atomicAdd(sum, (int)buffer[N] + (int)dynamic[0] + N);
}
template <> __global__ void in_template<double>(double value, int *sum) {
  atomicAdd(sum, (int)value);
}
template __global__ void in_template<float, 5>(float, int *);

__global__ void overloaded(int *sum) {
  atomicAdd(sum, 1);
}
__global__ void overloaded(int *sum, int n) {
  atomicAdd(sum, n);
}

template <class... Values> __global__ void variadic(int *sum, Values... values) {
  int each[] = {values...};
  for (int value : each) atomicAdd(sum, value);
}

__device__ __noinline__ int through_shared(int n) {
  __shared__ int cell;
  cell = n;
  return cell;
}
__global__ void calls(int *sum) {
  atomicAdd(sum, through_shared(9));
}

__global__ void by_vector(const float4 *from, int2 pair, int *sum) {
  float4 all = *from;
  atomicAdd(sum, (int)all.w + pair.y);
}

struct Holder {
  void (*one)(int, int *);
  void (*many[2])(int, int *);
  template <int N> static void go() {
    in_template<float, N><<<1, 1, 64>>>(1.f, total);
  }
};

static void (*a_pointer)(int, int *) = add;

static int launches_inside(int n) {
  add<<<1, 1>>>(n, total);
  return n;
}

static int failures;
static void expect(int line, int wanted) {
  int got = -1;
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&got, total, sizeof got, cudaMemcpyDeviceToHost));
  CHECK(cudaMemset(total, 0, sizeof got));
  if (got == wanted) return;
  printf("line %d: %d, and not %d\n", line, wanted, got);
  failures++;
}
#define EXPECT(wanted) expect(__LINE__, wanted)

static void plain_forms(cudaStream_t stream, void (*parameter)(int, int *)) {
  size_t n = 100;
  add<<<1, 32>>>(1, total);
  EXPECT(32);
  add<<<(n + 31) / 32, 32, 0, stream>>>(1, total);
  EXPECT(128);
  add <<< dim3(1, 2),
          dim3{1, 2, 3} >>> ( 1, // one
                              total );
  EXPECT(12);
  parameter<<<1, 1>>>(1, total);
  (*parameter)<<<1, 1>>>(2, total);
  a_pointer<<<n > 5 ? 2 : 1, 1>>>(3, total);
  EXPECT(9);
  Holder holder = {add, {add, add}}, *pointer = &holder;
  holder.one<<<1, 1>>>(4, total);
  pointer->many[1]<<<1, 1>>>(5, total);
  if (n > 5) holder.many[0]<<<1, 1>>>(6, total);
  else add<<<1, 1>>>(100, total);
  EXPECT(15);
  shapes::inner::deep<<<1, 1>>>({3, nullptr}, NULL, 0, total);
  ::shapes::anonymous<<<1, 1>>>(total);
  c_linkage<<<1, 1>>>(5, 0, total);
  no_arguments<<<1, 1>>>();
  EXPECT(3 + 26 + 5);
}

static void templates() {
  in_template<float><<<1, 1, 64>>>(1.f, total);
  in_template<float, 4><<<1, 1, 64>>>(1.f, total);
  in_template<<<1, 1, 64>>>(1.f, total);
  in_template<float, (3 > 2 ? 1 : 2)><<<1, 1, 64>>>(1.f, total);
  in_template<double><<<1, 1>>>(7, total);
  Holder::go<7>();
  EXPECT(5 + 6 + 5 + 3 + 7 + 9);
  overloaded<<<1, 1>>>(total);
  overloaded<<<1, 1>>>(total, 3);
  variadic<<<1, 1>>>(total, 1, 2, 3);
  variadic<int><<<1, 1>>>(total, 4);
  EXPECT(1 + 3 + 6 + 4);
}

static void odd_places() {
  LAUNCH(add, 2, 1, total);
  LAUNCH_TWICE(3);
  CHECK((add<<<1, 1>>>(1, total), cudaGetLastError()));
  EXPECT(2 + 6 + 1);
  add<<<1, 1>>>(launches_inside(1), total);
  add<<<1, 1>>>([](int a, int b) { return a > b ? ">>>("[0] : ')'; }(1, 2), total);
  auto in_lambda = [&] { add<<<1, 1>>>(1, total); };
  in_lambda();
  EXPECT(2 + ')' + 1);
  calls<<<1, 1>>>(total);
  float4 *vector;
  float4 value = {0, 0, 0, 4};
  CHECK(cudaMalloc(&vector, sizeof(Pair<float4, float4>)));
  CHECK(cudaMemcpy(vector, &value, sizeof value, cudaMemcpyHostToDevice));
  by_vector<<<1, 1>>>(vector, make_int2(0, 5), total);
  EXPECT(9 + 9);
  int one = 1;
  void *arguments[] = {&one, &total};
  CHECK(cudaLaunchKernel((const void *)add, dim3(2), dim3(1), arguments, 0, 0));
  CHECK(cudaLaunchKernel(add, 2, 1, arguments));
  CHECK(cudaLaunchKernel(in_template<float, 3>, dim3(1), dim3(1), arguments, 64));
  EXPECT(4 + 3);
  const char *raw = R"x(<<< )" ")x";
#pragma unroll
  for (int i = 0; i < 3; i++) add<<<1, 1>>>(1'000 + raw[0] * 0, total);
  EXPECT(3000);
}

int main() {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&total, sizeof(int)));
  CHECK(cudaMemset(total, 0, sizeof(int)));
  plain_forms(stream, add);
  templates();
  odd_places();
  printf("%d failures\n", failures);
  return failures > 0;
}
