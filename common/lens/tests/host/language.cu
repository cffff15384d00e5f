// language.cu: host code of every kind, which must behave the same with and without tracing.
// Variables and addresses are the same in both translations of the file.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static int calls;
int at_large = 5;
inline int in_every_file = 7;
thread_local int of_this_thread = 1;
static const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
static const char *const names[] = {"zero", "one", "two", "three"};
static std::map<std::string, int> numbers = {{"one", 1}, {"two", 2}};
__device__ int on_device = 11;
__constant__ float factors[4];

struct shape {
  virtual ~shape() { calls++; }
  virtual double area() const = 0;
};

struct square : shape {
  double side;
  explicit square(double s) : side(s) { calls++; }
  double area() const override { return side * side; }
};

struct before_main {
  int value;
  before_main() : value(at_large * 2) { calls += 100; }
  ~before_main() { printf("after main: %d\n", value); }
};
static before_main early;

__host__ __device__ int both(int x) {
  return 3 * x + 1;
}

template <typename T> __host__ __device__ T larger(T a, T b) {
  return a > b ? a : b;
}

__global__ void kernel(int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = both(i) + larger(i, 5) + on_device + (int)factors[i % 4];
}

template <typename F> __global__ void apply(F f, int *y) {
  y[threadIdx.x] = f(y[threadIdx.x]);
}

static int next_number() {
  static int last = 10;
  return ++last;
}

static std::vector<int> &kept() {
  static std::vector<int> it(4, 2);
  return it;
}

static int compare(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }
static const operation operations[] = {add, multiply};
operation chosen = add;

static int choose(int kind) {
  switch (kind) {
  case 0: return table[2];
  case 1: return in_every_file;
  case 2: return 40;
  case 3: return at_large;
  case 4: return 60;
  default: return -1;
  }
}

static int depth(int n) {
  if (n == 0) throw std::runtime_error("deep enough");
  return depth(n - 1) + 1;
}

__attribute__((noinline)) static long sum_of(const int *x, int n) {
  return std::accumulate(x, x + n, 0L);
}

static void cpp() {
  int x[] = {5, 3, 8, 1};
  qsort(x, 4, sizeof *x, compare);
  printf("sorted %d %d %d %d, sum %ld\n", x[0], x[1], x[2], x[3], sum_of(x, 4));
  std::sort(x, x + 4, [](int a, int b) { return a > b; });
  printf("sorted %d, same function %d %d\n", x[0], chosen == operations[0], chosen == add);
  int by_table = 0;
  for (operation it : operations) by_table += it(6, 7);
  std::unique_ptr<shape> it = std::make_unique<square>(3);
  std::function<int(int)> more = [&](int v) { return v + by_table; };
  printf("table %d, area %g, function %d\n", by_table, it->area(), more(1));
  try {
    depth(5);
  } catch (const std::exception &problem) {
    printf("caught: %s\n", problem.what());
  }
  std::atomic<int> shared{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back([&shared, i] { shared += both(i), of_this_thread++; });
  for (std::thread &thread : threads) thread.join();
  printf("threads %d %d\n", shared.load(), of_this_thread);
}

int main(int argc, char **argv) {
  (void)argv;
  cpp();
  int sum = 0;
  for (int i = 0; i < 6; i++) sum += choose(i) + next_number();
  kept().push_back(sum);
  printf("%d %zu %s %d %d\n", sum, kept().size(), names[argc], numbers["two"], dynamic_cast<shape *>(new square(1)) != nullptr);
  int *y, h[32];
  float f[4] = {1, 2, 3, 4};
  int eleven = 0;
  cudaMalloc(&y, sizeof h);
  cudaMemcpyToSymbol(factors, f, sizeof f);
  kernel<<<1, 32>>>(y, 32);
  apply<<<1, 32>>>([=] __device__(int v) { return v + sum; }, y);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&eleven, on_device, sizeof eleven);
  printf("device %d %d %d %s\n", h[0], h[31], eleven, cudaGetErrorString(cudaGetLastError()));
  cudaFree(y);
  in_every_file++;
  printf("calls %d, %d, %d\n", calls, early.value, in_every_file);
  return 0;
}
