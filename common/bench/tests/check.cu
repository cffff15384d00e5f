// check.cu: tests the bench's checks of answers on right and on wrong answers.
#include "bench/check.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// [ 1 2 0 ]   rows of one, of none and of several entries
// [ 0 0 0 ]
// [ 3 4 5 ]
// [ 0 0 6 ]
enum { ROWS = 4, COLS = 3, NNZ = 6 };
static const int row_ptr[] = {0, 2, 2, 5, 6}, col_idx[] = {0, 1, 0, 1, 2, 2};
static const real values[] = {1, 2, 3, 4, 5, 6};
static const int col_ptr[] = {0, 2, 4, 6}, row_idx[] = {0, 2, 0, 2, 2, 3};
static const real csc_values[] = {1, 3, 2, 4, 5, 6};

static int failures;

static void expect(bool as_expected, const char *what) {
  if (as_expected) return;
  printf("not as expected: %s\n", what);
  failures++;
}

template <typename IsWrong> static int first_wrong(int count, IsWrong is_wrong) {
  device_memory memory;
  int first = count, *d_first = memory.upload(&first, 1);
  check::launch_find_wrong(count, is_wrong, d_first);
  cudaMemcpy(&first, d_first, sizeof first, cudaMemcpyDeviceToHost);
  return first;
}

struct answer {
  std::vector<int> ptr, idx;
  std::vector<real> val;
};

static const answer right = {
    {col_ptr, col_ptr + COLS + 1}, {row_idx, row_idx + NNZ}, {csc_values, csc_values + NNZ}};

// Checks an answer. Returns a negative number if nothing is wrong, COLS + 1 or more if an entry is
// wrong, otherwise the number of a wrong column pointer.
static int look_at(const answer &got, bool sorted) {
  device_memory memory;
  bench_csr a = {ROWS,
                 COLS,
                 NNZ,
                 row_ptr,
                 col_idx,
                 values,
                 memory.upload(row_ptr, ROWS + 1),
                 memory.upload(col_idx, NNZ),
                 memory.upload(values, NNZ)};
  const int *ptr = memory.upload(got.ptr);
  int col = first_wrong(COLS + 1, check::wrong_col_ptr{COLS, NNZ, ptr});
  if (col <= COLS) return col;
  unsigned none = 0, *seen = memory.upload(&none, 1);
  int k = first_wrong(NNZ, check::wrong_entry{a, ptr, memory.upload(got.idx),
                                              memory.upload(got.val), seen, sorted});
  return k < NNZ ? COLS + 1 + k : -1;
}

static void test_transpose() {
  expect(look_at(right, true) < 0 && look_at(right, false) < 0, "the right answer");
  for (int i = 0; i < NNZ; i++) {
    answer a = right, b = right, c = right, d = right;
    a.idx[i] = (a.idx[i] + 1) % ROWS;
    b.idx[i] = i % 2 ? -1 : ROWS;
    c.val[i] = i % 2 ? NAN : -c.val[i];
    expect(look_at(a, true) >= 0 && look_at(a, false) >= 0, "a wrong row");
    expect(look_at(b, true) > COLS, "a row that does not exist");
    expect(look_at(c, true) == COLS + 1 + i, "a wrong value");
    if (i % 2) {
      std::swap(d.idx[i], d.idx[i - 1]);
      std::swap(d.val[i], d.val[i - 1]);
      expect(look_at(d, false) < 0 && look_at(d, true) == COLS + 1 + i, "rows out of order");
      d = right;
      d.idx[i] = d.idx[i - 1];
      d.val[i] = d.val[i - 1];
      expect(look_at(d, false) > COLS && look_at(d, true) > COLS, "an entry twice");
    }
  }
  for (int i = 0; i <= COLS; i++) {
    for (int by = -1; by <= 1; by += 2) {
      answer a = right;
      a.ptr[i] += by;
      expect(look_at(a, true) >= 0 && look_at(a, false) >= 0, "a wrong column pointer");
    }
  }
}

static int look_at_product(const real *got, double alpha, double beta) {
  device_memory memory;
  const real y[ROWS] = {1, 2, 3, 4};
  const double product[ROWS] = {5, 0, 26, 18}, bound[ROWS] = {1e-6, 0, 1e-6, 1e-6};
  return first_wrong(ROWS,
                     check::wrong_product{memory.upload(got, ROWS), memory.upload(y, ROWS),
                                          memory.upload(product, ROWS), memory.upload(bound, ROWS),
                                          memory.upload(row_ptr, ROWS + 1), alpha, beta, 1e-7});
}

static void test_product() {
  const real right[ROWS] = {11, 2, 55, 40}; // 2 A x + y, for x = 1 2 3
  expect(look_at_product(right, 2, 1) == ROWS, "the right product");
  for (int i = 0; i < ROWS; i++) {
    real got[ROWS];
    memcpy(got, right, sizeof got);
    got[i] *= (real)1.00001;
    expect(look_at_product(got, 2, 1) == i, "a wrong product");
    got[i] = NAN;
    expect(look_at_product(got, 2, 1) == i, "no number");
  }
}

int main() {
  test_transpose();
  test_product();
  return failures > 0;
}
