/* simulate.h: conjugate gradients in double, with bounds on what rounding can do to each number in
 * the precision of the case, and with the mistakes that students make in the loop. */
#ifndef SL_LAB_07_SIMULATE_H
#define SL_LAB_07_SIMULATE_H

#include "matrix/csr.h"

/* How a loop with a mistake differs from the right one. */
typedef enum variant {
  RIGHT,
  BETA_ONE,       /* the old rz is overwritten before β is computed */
  BETA_ZERO,      /* p ← z */
  BETA_LAST,      /* p is computed with the β of the previous iteration */
  FROM_R,         /* p ← r + β p */
  PRODUCT_OF_Z,   /* q ← A z */
  ALPHA_OF_RR,    /* r · r over p · q */
  ALPHA_INVERTED, /* p · q over rz */
  BETA_OF_RR,     /* r · r over the old rz */
  MINUS_P,        /* p ← z − β p */
  DOT_OF_P,       /* p · p in place of p · q */
  ONE_MORE,
  ONE_LESS,
  FIRST_IDLE,     /* p is 0 before the first iteration, or rz is */
  FIRST_OF_R,     /* p is r before the first iteration */
  FIRST_ALL_OF_R, /* p and z are r before the first iteration, and rz is r · r */
  FIRST_RZ_OF_RR  /* rz is r · r before the first iteration */
} variant;

/* A number, and how far the number of a right program may be from it. */
typedef struct number {
  double value, error;
} number;

typedef struct numbers {
  double *value, *error;
} numbers;

typedef struct cg {
  const sl_csr *a;
  const double *values; /* the values of its entries, which may differ from its own */
  const double *inverse;
  double u;
  size_t n;
  numbers x, r, z, p, q;
  number rz, rr, pq, alpha, beta, new_rz;
  double *memory;
} cg;

/* Makes the state of a loop. `u`: the unit roundoff; 0: nothing is rounded. Errors: SL_ERR_MEMORY.
 */
sl_status sl_cg_make(const sl_csr *a, const double *values, const double *inverse, double u,
                     cg *out);
void sl_cg_free(cg *s);

number sl_cg_at(numbers v, size_t i);
void sl_cg_put(numbers v, size_t i, number to);
number sl_cg_times(const cg *s, number a, number b);

/* The bounds hold for any order of summation. */
number sl_cg_dot_of(const cg *s, numbers a, numbers b);

/* y ← A x */
void sl_cg_multiply(const cg *s, numbers x, numbers y);

/* Computes the state before the first iteration, for x = 0. */
void sl_cg_begin_from(cg *s, const double *b);
void sl_cg_begin_as(cg *s, const double *b, variant is);

void sl_cg_iterate(cg *s, variant is);
void sl_cg_iterate_often(cg *s, variant is, int count);

/* Whether rounding has left most digits of each vector. */
bool sl_cg_is_sharp(const cg *s);

#endif
