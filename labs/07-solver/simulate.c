/* simulate.c: conjugate gradients in double, with the mistakes that students make in the loop. */
#include "simulate.h"
#include "base/memory.h"
#include "judge/lab.h"

#include <math.h>
#include <string.h>

enum { NUM_VECTORS = 5 };

sl_status sl_cg_make(const sl_csr *a, const double *values, const double *inverse, double u,
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

void sl_cg_free(cg *s) {
  sl_free(s->memory);
  s->memory = NULL;
}

number sl_cg_at(numbers v, size_t i) {
  return (number){v.value[i], v.error[i]};
}

void sl_cg_put(numbers v, size_t i, number to) {
  v.value[i] = to.value;
  v.error[i] = to.error;
}

/* Returns a result. Its error is `error`, from the operands, and a few roundings. */
static number rounded_result(const cg *s, double value, double error, double magnitude) {
  return (number){value, error + 2 * SL_BOUND_C * s->u * magnitude};
}

number sl_cg_times(const cg *s, number a, number b) {
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

/* Returns a / b, or 0 if b is 0, as the contract says. The error is infinite if b may be 0. */
static number over(const cg *s, number a, number b) {
  double least = fabs(b.value) - b.error;
  if (b.value == 0 && b.error == 0) return (number){0, 0};
  if (!(least > 0)) return (number){b.value != 0 ? a.value / b.value : 0, INFINITY};
  double quotient = a.value / b.value;
  return rounded_result(s, quotient, (a.error + fabs(quotient) * b.error) / least, fabs(quotient));
}

number sl_cg_dot_of(const cg *s, numbers a, numbers b) {
  double sum = 0, error = 0, magnitudes = 0;
  for (size_t i = 0; i < s->n; i++) {
    double x = a.value[i], y = b.value[i], ex = a.error[i], ey = b.error[i];
    sum += x * y;
    error += fabs(x) * ey + fabs(y) * ex + ex * ey;
    magnitudes += (fabs(x) + ex) * (fabs(y) + ey);
  }
  return (number){sum, error + SL_BOUND_C * ((double)s->n + 2) * s->u * magnitudes};
}

void sl_cg_multiply(const cg *s, numbers x, numbers y) {
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
    sl_cg_put(y, (size_t)row, (number){sum, error + SL_BOUND_C * terms * s->u * magnitudes});
  }
}

/* Computes z ← D⁻¹ r, r · z and r · r. */
static void precondition(cg *s) {
  for (size_t i = 0; i < s->n; i++) {
    sl_cg_put(s->z, i, sl_cg_times(s, (number){s->inverse[i], 0}, sl_cg_at(s->r, i)));
  }
  s->new_rz = sl_cg_dot_of(s, s->r, s->z);
  s->rr = sl_cg_dot_of(s, s->r, s->r);
}

void sl_cg_begin_from(cg *s, const double *b) {
  memset(s->memory, 0, 2 * NUM_VECTORS * s->n * sizeof *s->memory);
  memcpy(s->r.value, b, s->n * sizeof *b);
  precondition(s);
  s->rz = s->new_rz;
  memcpy(s->p.value, s->z.value, s->n * sizeof *b);
  memcpy(s->p.error, s->z.error, s->n * sizeof *b);
}

void sl_cg_begin_as(cg *s, const double *b, variant is) {
  sl_cg_begin_from(s, b);
  for (size_t i = 0; i < s->n; i++) {
    if (is == FIRST_IDLE) sl_cg_put(s->p, i, (number){0, 0});
    if (is == FIRST_OF_R || is == FIRST_ALL_OF_R) sl_cg_put(s->p, i, sl_cg_at(s->r, i));
  }
  if (is == FIRST_RZ_OF_RR || is == FIRST_ALL_OF_R) s->rz = s->rr;
}

static number direction_of(const cg *s, variant is, number beta, number z, number p) {
  if (is == BETA_ZERO) return z;
  return plus(s, z, sl_cg_times(s, is == MINUS_P ? negative(beta) : beta, p));
}

static void new_direction(cg *s, variant is, number beta) {
  for (size_t i = 0; i < s->n; i++) {
    number p = sl_cg_at(s->p, i), z = sl_cg_at(is == FROM_R ? s->r : s->z, i);
    sl_cg_put(s->p, i, direction_of(s, is, beta, z, p));
  }
}

static number alpha_of(const cg *s, variant is) {
  if (is == ALPHA_INVERTED) return over(s, s->pq, s->rz);
  return over(s, is == ALPHA_OF_RR ? s->rr : s->rz, s->pq);
}

static number beta_of(const cg *s, variant is) {
  if (is == BETA_ONE) return (number){s->new_rz.value != 0, 0};
  return over(s, is == BETA_OF_RR ? s->rr : s->new_rz, s->rz);
}

static double ratio(double a, double b) {
  return b != 0 ? a / b : 0;
}

static double exact_dot(const cg *s, numbers a, numbers b) {
  double sum = 0;
  for (size_t i = 0; i < s->n; i++) sum += a.value[i] * b.value[i];
  return sum;
}

/* Does the same as sl_cg_iterate if nothing is rounded, but several times as fast. */
static void iterate_exactly(cg *s) {
  double *x = s->x.value, *r = s->r.value, *z = s->z.value, *p = s->p.value, *q = s->q.value;
  for (int row = 0; row < s->a->num_rows; row++) {
    double sum = 0;
    for (int k = s->a->row_ptr[row]; k < s->a->row_ptr[row + 1]; k++) {
      sum += s->values[k] * p[s->a->col_idx[k]];
    }
    q[row] = sum;
  }
  s->pq = (number){exact_dot(s, s->p, s->q), 0};
  s->alpha = (number){ratio(s->rz.value, s->pq.value), 0};
  for (size_t i = 0; i < s->n; i++) {
    x[i] += s->alpha.value * p[i];
    r[i] -= s->alpha.value * q[i];
    z[i] = s->inverse[i] * r[i];
  }
  s->new_rz = (number){exact_dot(s, s->r, s->z), 0};
  s->rr = (number){exact_dot(s, s->r, s->r), 0};
  s->beta = (number){ratio(s->new_rz.value, s->rz.value), 0};
  s->rz = s->new_rz;
  for (size_t i = 0; i < s->n; i++) p[i] = z[i] + s->beta.value * p[i];
}

void sl_cg_iterate(cg *s, variant is) {
  if (s->u == 0 && is == RIGHT) {
    iterate_exactly(s);
    return;
  }
  number last_beta = s->beta;
  sl_cg_multiply(s, is == PRODUCT_OF_Z ? s->z : s->p, s->q);
  s->pq = sl_cg_dot_of(s, s->p, is == DOT_OF_P ? s->p : s->q);
  s->alpha = alpha_of(s, is);
  for (size_t i = 0; i < s->n; i++) {
    sl_cg_put(s->x, i, plus(s, sl_cg_at(s->x, i), sl_cg_times(s, s->alpha, sl_cg_at(s->p, i))));
    sl_cg_put(s->r, i,
              plus(s, sl_cg_at(s->r, i), negative(sl_cg_times(s, s->alpha, sl_cg_at(s->q, i)))));
  }
  precondition(s);
  s->beta = beta_of(s, is);
  s->rz = s->new_rz;
  new_direction(s, is, is == BETA_LAST ? last_beta : s->beta);
}

void sl_cg_iterate_often(cg *s, variant is, int count) {
  int often = is == ONE_MORE ? count + 1 : is == ONE_LESS ? count - 1 : count;
  for (int i = 0; i < often; i++) sl_cg_iterate(s, is);
}

bool sl_cg_is_sharp(const cg *s) {
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
