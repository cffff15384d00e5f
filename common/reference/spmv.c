/* spmv.c: the oracle computes y ← y + A x with about twice the precision of double, and the error
 * bound. */
#include "reference/spmv.h"

#include <math.h>

static const struct {
  const char *name;
  size_t bytes;
  double unit_roundoff;
  double smallest; /* the smallest positive number */
} precisions[] = {
    [SL_F32] = {"f32", sizeof(float), 0x1p-24, 0x1p-149},
    [SL_F64] = {"f64", sizeof(double), 0x1p-53, 0x1p-1074},
};

const char *sl_spmv_precision_name(sl_precision precision) {
  return precisions[precision].name;
}

size_t sl_spmv_precision_bytes(sl_precision precision) {
  return precisions[precision].bytes;
}

double sl_spmv_unit_roundoff(sl_precision precision) {
  return precisions[precision].unit_roundoff;
}

/* A sum in two doubles: `low` accumulates the rounding errors of `high`. */
typedef struct spmv_long_sum {
  double high;
  double low;
} spmv_long_sum;

/* Adds `term` with Knuth's TwoSum: the rounding error of an addition is itself a double. */
static void add(spmv_long_sum *sum, double term) {
  double total = sum->high + term;
  double term_used = total - sum->high;
  double sum_used = total - term_used;
  sum->low += (sum->high - sum_used) + (term - term_used);
  sum->high = total;
}

/* Adds a · b. The rounding error of a product is itself a double, which fma computes. This is
 * algorithm Dot2 of T. Ogita, S. Rump, S. Oishi, Accurate Sum and Dot Product, SIAM J. Sci. Comput.
 * 26(6), 2005. */
static void add_product(spmv_long_sum *sum, double a, double b) {
  double product = a * b;
  add(sum, product);
  sum->low += fma(a, b, -product);
}

typedef struct product {
  const double *x, *y0;
  sl_precision precision;
  double *expected, *bound;
} product;

static void multiply_row(const sl_csr *matrix, int row, const product *of) {
  double u = sl_spmv_unit_roundoff(of->precision);
  spmv_long_sum sum = {of->y0[row], 0};
  double magnitude = fabs(of->y0[row]);
  for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
    double x_k = of->x[matrix->col_idx[k]];
    add_product(&sum, matrix->values[k], x_k);
    magnitude += fabs(matrix->values[k]) * fabs(x_k);
  }
  of->expected[row] = sum.high + sum.low;
  double entries = sl_csr_row_length(matrix, row);
  double smallest = precisions[of->precision].smallest;
  if (of->bound) of->bound[row] = SL_BOUND_C * (entries + 2) * (u * magnitude + smallest);
}

static void multiply_rows(const sl_csr *matrix, int first, int end, void *context) {
  for (int row = first; row < end; row++) multiply_row(matrix, row, context);
}

void sl_reference_spmv(const sl_csr *matrix, const double *x, const double *y0,
                       sl_precision precision, double *expected, double *bound) {
  product of = {x, y0, precision, expected, bound};
  sl_csr_share_rows(matrix, multiply_rows, &of);
}
