// <iostream>, exceptions, strings, classes with virtual functions, static tables, chrono, random.
#ifndef __MY_OWN_GUARD_H__
#define __MY_OWN_GUARD_H__
#include <csr-scalar.h>

#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
#endif

#ifdef SL_REAL_IS_DOUBLE
static const char real_name[] = "double";
#else
static const char real_name[] = "float";
#endif

class operation {
public:
  virtual ~operation() = default;
  virtual real apply(real a) const = 0;
};
class root final : public operation {
public:
  real apply(real a) const override { return std::sqrt(a); }
};

static int table[4] = {1, 2, 3, 4};
static const double third = std::sqrt(9.0);
int section, alias, weak, constructor, destructor; // reserved words that are ordinary names here

struct device_buffer {
  real *data = nullptr;
  explicit device_buffer(size_t n) {
    if (cudaMalloc(&data, n * sizeof(real)) != cudaSuccess) throw std::runtime_error("no memory");
  }
  ~device_buffer() { cudaFree(data); }
};

extern "C" void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx,
                             const real *values, const real *x, real *y) try {
  auto begin = std::chrono::steady_clock::now();
  std::mt19937 random(17);
  std::uniform_int_distribution<int> pick(0, 3);
  static int calls;
  std::unique_ptr<operation> op = std::make_unique<root>();
  std::ostringstream said;
  std::set<int> seen;
  std::optional<int> last;
  device_buffer buffer(4);
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int i = row_ptr[row]; i < row_ptr[row + 1]; i++) {
      sum += values[i] * x[col_idx[i]];
      seen.insert(col_idx[i]);
      last = i;
    }
    y[row] += sum;
  }
  auto [low, high] = std::make_pair(0, 1);
  said << std::setw(4) << std::fixed << seen.size() << real_name << table[pick(random)] << third;
  if (num_rows < 0) std::cout << said.str() << op->apply(2) << low << high << calls++ << std::endl;
  auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (took < 0) throw std::logic_error("time");
} catch (const std::exception &e) {
  std::cerr << e.what() << '\n';
}
