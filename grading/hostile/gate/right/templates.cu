// Templates, lambdas, <algorithm>, <vector>, <numeric>, <functional>; macros that join words.
#include "csr-scalar.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#define FOR_WIDTH(width) launch_##width
#define DIV_UP(a, b) (((a) + (b)-1) / (b))
#define SAY(format, ...) fprintf(stderr, format, ##__VA_ARGS__)
#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error_ = (call);                                                                   \
    if (error_ != cudaSuccess) {                                                                   \
      SAY("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                          \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)
#define likely(x) __builtin_expect(!!(x), 1)

template <typename T, int Width> struct pack {
  T at[Width];
  __host__ __device__ T sum() const {
    T total = 0;
#pragma unroll
    for (int i = 0; i < Width; i++) total += at[i];
    return total;
  }
};

static void FOR_WIDTH(4)(int n) {
  if (likely(n > 0)) SAY("%d\n", n);
}

extern "C" void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx,
                             const real *values, const real *x, real *y) {
  std::vector<int> rows(num_rows), lengths(num_rows);
  std::iota(rows.begin(), rows.end(), 0);
  std::transform(rows.begin(), rows.end(), lengths.begin(),
                 [&](int row) { return row_ptr[row + 1] - row_ptr[row]; });
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return lengths[a] > lengths[b]; });
  std::function<real(int)> term = [=](int i) { return values[i] * x[col_idx[i]]; };
  std::map<int, std::string> names;
  std::unordered_map<int, int> counts;
  for (int row : rows) {
    counts[lengths[row]]++;
    names[row] = "row " + std::to_string(row);
    real sum = 0;
    for (int i = row_ptr[row]; i < row_ptr[row + 1]; i++) sum += term(i);
    y[row] += sum;
  }
  auto room = std::make_unique<pack<real, 4>[]>(4);
  std::array<int, 4> few{{1, 2, 3, 4}};
  if (std::accumulate(few.begin(), few.end(), 0) != 10) launch_4(int(room[0].sum()));
  CHECK(cudaGetLastError());
}
