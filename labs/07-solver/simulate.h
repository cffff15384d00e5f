/* simulate.h: conjugate gradients in double, with bounds on what rounding can do to each number in
 * the precision of the case, and with the mistakes that students make in the loop. */
#ifndef SL_LAB_07_SIMULATE_H
#define SL_LAB_07_SIMULATE_H

#include "base/memory.h"
#include "judge/lab.h"

#include <math.h>
#include <string.h>

/* What a loop does otherwise. */
typedef enum variant {
  RIGHT,
  BETA_ONE,     /* the old rz is overwritten before β is computed */
  BETA_ZERO,    /* p ← z */
  BETA_LAST,    /* p is made with the β of the previous iteration */
  FROM_R,       /* p ← r + β p */
  PRODUCT_OF_Z, /* q ← A z */
  ONE_MORE,
  ONE_LESS
} variant;

/* A number, and how far a right program's may be from it. */
typedef struct number {
  double value, error;
} number;

typedef struct numbers {
  double *value, *error;
} numbers;

enum { NUM_VECTORS = 5 };

typedef struct cg {
  const sl_csr *a;
  const double *values; /* of its entries; they may differ from its own */
  const double *inverse;
  double u;
  size_t n;
  numbers x, r, z, p, q;
  number rz, rr, pq, alpha, beta, new_rz;
  double *memory;
} cg;

/* `u`: the unit roundoff; 0: nothing is rounded. */
static sl_status cg_make(const sl_csr *a, const double *values, const double *inverse, double u,
                         cg *out) {
  size_t n = (size_t)a->num_rows;
  *out = (cg){.a = a, .values = values, .inverse = inverse, .u = u, .n = n};
  SL_TRY(sl_alloc(2 * NUM_VECTORS * n + 1, sizeof *out->memory, "a simulation", &out->memory));
  numbers *vectors[NUM_VECTORS] = {&out->x, &out->r, &out->z, &out->p, &out->q};
  for (size_t i = 0; i < NUM_VECTORS; i++) {
    *vectors[i] = (numbers){out->memory + 2 * i * n, out->memory + (2 * i + 1) * n};
  }
  return SL_OK;
}

static void cg_free(cg *s) {
  sl_free(s->memory);
  s->memory = NULL;
}

static number at(numbers v, size_t i) {
  return (number){v.value[i], v.error[i]};
}

static void put(numbers v, size_t i, number to) {
  v.value[i] = to.value;
  v.error[i] = to.error;
}

/* What a result has on top of the errors of its operands: a few roundings. */
static number rounded_result(const cg *s, double value, double error, double magnitude) {
  return (number){value, error + 2 * SL_BOUND_C * s->u * magnitude};
}

static number times(const cg *s, number a, number b) {
  double product = a.value * b.value;
  double error = fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error;
  return rounded_result(s, product, error, fabs(product) + error);
}

static number plus(const cg *s, number a, number b) {
  double error = a.error + b.error;
  return rounded_result(s, a.value + b.value, error, fabs(a.value) + fabs(b.value) + error);
}

static number negative(number a) {
  return (number){-a.value, a.error};
}

/* 0 if the divisor is 0, as the contract says. The error is infinite if it can be 0. */
static number over(const cg *s, number a, number b) {
  double least = fabs(b.value) - b.error;
  if (b.value == 0 && b.error == 0) return (number){0, 0};
  if (!(least > 0)) return (number){b.value != 0 ? a.value / b.value : 0, INFINITY};
  double quotient = a.value / b.value;
  return rounded_result(s, quotient, (a.error + fabs(quotient) * b.error) / least, fabs(quotient));
}

/* In any order of summation. */
static number dot_of(const cg *s, numbers a, numbers b) {
  double sum = 0, error = 0, magnitudes = 0;
  for (size_t i = 0; i < s->n; i++) {
    double x = a.value[i], y = b.value[i], ex = a.error[i], ey = b.error[i];
    sum += x * y;
    error += fabs(x) * ey + fabs(y) * ex + ex * ey;
    magnitudes += (fabs(x) + ex) * (fabs(y) + ey);
  }
  return (number){sum, error + SL_BOUND_C * ((double)s->n + 2) * s->u * magnitudes};
}

static void multiply(const cg *s, numbers x, numbers y) {
  for (int row = 0; row < s->a->num_rows; row++) {
    double sum = 0, error = 0, magnitudes = 0;
    for (int k = s->a->row_ptr[row]; k < s->a->row_ptr[row + 1]; k++) {
      int col = s->a->col_idx[k];
      double value = s->values[k];
      sum += value * x.value[col];
      error += fabs(value) * x.error[col];
      magnitudes += fabs(value) * (fabs(x.value[col]) + x.error[col]);
    }
    double terms = sl_csr_row_length(s->a, row) + 2;
    put(y, (size_t)row, (number){sum, error + SL_BOUND_C * terms * s->u * magnitudes});
  }
}

/* z ← D⁻¹ r, r · z and r · r. */
static void precondition(cg *s) {
  for (size_t i = 0; i < s->n; i++) {
    put(s->z, i, times(s, (number){s->inverse[i], 0}, at(s->r, i)));
  }
  s->new_rz = dot_of(s, s->r, s->z);
  s->rr = dot_of(s, s->r, s->r);
}

/* x = 0. */
static void begin_from(cg *s, const double *b) {
  memset(s->memory, 0, 2 * NUM_VECTORS * s->n * sizeof *s->memory);
  memcpy(s->r.value, b, s->n * sizeof *b);
  precondition(s);
  s->rz = s->new_rz;
  memcpy(s->p.value, s->z.value, s->n * sizeof *b);
  memcpy(s->p.error, s->z.error, s->n * sizeof *b);
}

static void new_direction(cg *s, variant is, number beta) {
  for (size_t i = 0; i < s->n; i++) {
    number p = at(s->p, i), z = at(is == FROM_R ? s->r : s->z, i);
    put(s->p, i, is == BETA_ZERO ? z : plus(s, z, times(s, beta, p)));
  }
}

static void iterate(cg *s, variant is) {
  number last_beta = s->beta;
  multiply(s, is == PRODUCT_OF_Z ? s->z : s->p, s->q);
  s->pq = dot_of(s, s->p, s->q);
  s->alpha = over(s, s->rz, s->pq);
  for (size_t i = 0; i < s->n; i++) {
    put(s->x, i, plus(s, at(s->x, i), times(s, s->alpha, at(s->p, i))));
    put(s->r, i, plus(s, at(s->r, i), negative(times(s, s->alpha, at(s->q, i)))));
  }
  precondition(s);
  s->beta = is == BETA_ONE ? (number){s->new_rz.value != 0, 0} : over(s, s->new_rz, s->rz);
  s->rz = s->new_rz;
  new_direction(s, is, is == BETA_LAST ? last_beta : s->beta);
}

static void iterate_often(cg *s, variant is, int count) {
  int often = is == ONE_MORE ? count + 1 : is == ONE_LESS ? count - 1 : count;
  for (int i = 0; i < often; i++) iterate(s, is);
}

/* Whether rounding has left most digits of each vector. */
static bool is_sharp(const cg *s) {
  enum { PARTS = 16 };
  const numbers *vectors[] = {&s->x, &s->r, &s->p};
  for (size_t v = 0; v < SL_COUNT(vectors); v++) {
    double largest = 0, error = 0;
    for (size_t i = 0; i < s->n; i++) {
      largest = fmax(largest, fabs(vectors[v]->value[i]));
      error = fmax(error, isfinite(vectors[v]->error[i]) ? vectors[v]->error[i] : INFINITY);
    }
    if (!(error * PARTS <= largest || error == 0)) return false;
  }
  return true;
}

#endif
