/* cpu_code_real.h: computes on the CPU the answers of tasks with floating-point arrays, for one
 * scalar type.
 *
 * cpu_code.c includes this file twice, for float and for double. REAL is the type, and TYPED(name)
 * the name of a function for this type. This is why the file has no include guard.
 *
 * Each sum is accumulated in LANES partial sums, because an addition to a single sum would have to
 * wait for the previous addition. */

static inline REAL TYPED(total)(const REAL *sums) {
  REAL total = 0;
  for (int k = 0; k < LANES; k++) total += sums[k];
  return total;
}

static void TYPED(add)(const sl_cpu_task *task, range of) {
  const REAL *restrict x = task->at[0];
  REAL *restrict y = task->at[1];
  for (size_t i = of.begin; i < of.end; i++) y[i] += x[i];
}

static REAL TYPED(sum)(const REAL *x, size_t count) {
  REAL sums[LANES] = {0};
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    for (int k = 0; k < LANES; k++) sums[k] += x[i + (size_t)k];
  }
  for (int k = 0; i < count; i++, k++) sums[k] += x[i];
  return TYPED(total)(sums);
}

static void TYPED(group_sums)(const sl_cpu_task *task, range groups) {
  const REAL *x = task->at[0];
  REAL *sums = task->at[1];
  for (size_t g = groups.begin; g < groups.end; g++) {
    range own = elements_of_group(task, g);
    sums[g] = TYPED(sum)(x + own.begin, own.end - own.begin);
  }
}

static void TYPED(group_scan)(const sl_cpu_task *task, range groups) {
  const REAL *restrict x = task->at[0];
  REAL *restrict y = task->at[1];
  for (size_t g = groups.begin; g < groups.end; g++) {
    range own = elements_of_group(task, g);
    REAL sum = 0;
    for (size_t i = own.begin; i < own.end; i++) y[i] = sum += x[i];
  }
}

static REAL TYPED(dot)(const REAL *restrict x, const REAL *restrict y, range of) {
  REAL sums[LANES] = {0};
  size_t i = of.begin;
  for (; i + LANES <= of.end; i += LANES) {
    for (int k = 0; k < LANES; k++) sums[k] += x[i + (size_t)k] * y[i + (size_t)k];
  }
  for (int k = 0; i < of.end; i++, k++) sums[k] += x[i] * y[i];
  return TYPED(total)(sums);
}

static void TYPED(dot_of_task)(const sl_cpu_task *task, range of, int part) {
  task->shares[part].TYPED(share)[0] = TYPED(dot)(task->at[0], task->at[1], of);
}

/* Adds up sum number `which` over the shares of all parts. */
static REAL TYPED(sum_of_shares)(const sl_cpu_task *task, int which) {
  REAL sum = 0;
  for (int part = 0; part < task->num_parts; part++) {
    sum += task->shares[part].TYPED(share)[which];
  }
  return sum;
}

static void TYPED(finish_dot)(const sl_cpu_task *task) {
  REAL *sum = task->at[2];
  sum[0] = TYPED(sum_of_shares)(task, 0);
}

typedef struct TYPED(vectors) {
  const REAL *inverse, *p, *q;
  REAL *x, *r, *z;
} TYPED(vectors);

/* Updates elements i to i + many − 1. The function is inlined, so that the compiler can unroll the
 * loop for `many` = LANES, the usual case. */
static inline void TYPED(update_few)(const TYPED(vectors) * v, REAL alpha, size_t i, size_t many,
                                     REAL *restrict rz, REAL *restrict rr) {
  const REAL *restrict inverse = v->inverse + i, *restrict p = v->p + i, *restrict q = v->q + i;
  REAL *restrict x = v->x + i, *restrict r = v->r + i, *restrict z = v->z + i;
  for (size_t k = 0; k < many; k++) {
    x[k] += alpha * p[k];
    REAL residual = r[k] - alpha * q[k];
    REAL scaled = inverse[k] * residual;
    r[k] = residual;
    z[k] = scaled;
    rz[k] += residual * scaled;
    rr[k] += residual * residual;
  }
}

/* Updates the elements in range `of`, and writes their r · z and r · r to `sums`. */
static void TYPED(update)(const TYPED(vectors) * v, REAL alpha, range of, REAL *sums) {
  REAL rz[LANES] = {0}, rr[LANES] = {0};
  size_t i = of.begin;
  for (; i + LANES <= of.end; i += LANES) TYPED(update_few)(v, alpha, i, LANES, rz, rr);
  TYPED(update_few)(v, alpha, i, of.end - i, rz, rr);
  sums[0] = TYPED(total)(rz);
  sums[1] = TYPED(total)(rr);
}

static void TYPED(update_of_task)(const sl_cpu_task *task, range of, int part) {
  const TYPED(vectors) v = {.inverse = task->at[0],
                            .p = task->at[1],
                            .q = task->at[2],
                            .x = task->at[3],
                            .r = task->at[4],
                            .z = task->at[5]};
  const REAL *scalars = task->at[6];
  TYPED(update)(&v, scalars[SL_CPU_ALPHA], of, task->shares[part].TYPED(share));
}

static void TYPED(finish_update)(const sl_cpu_task *task) {
  REAL *scalars = task->at[6];
  scalars[SL_CPU_NEW_RZ] = TYPED(sum_of_shares)(task, 0);
  scalars[SL_CPU_RR] = TYPED(sum_of_shares)(task, 1);
}

/* A system of linear equations, and the state of its solution. */
typedef struct TYPED(system) {
  size_t n;
  const int *row_ptr, *col_idx;
  const REAL *values, *inverse;
  REAL *x, *r, *z, *p, *q, rz, rr;
} TYPED(system);

/* Computes q ← A p. */
static void TYPED(multiply)(const TYPED(system) * s) {
  const int *row_ptr = s->row_ptr, *col_idx = s->col_idx;
  const REAL *values = s->values, *p = s->p;
  REAL *q = s->q;
  for (size_t row = 0; row < s->n; row++) {
    REAL sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * p[col_idx[k]];
    q[row] = sum;
  }
}

static void TYPED(iterate)(TYPED(system) * s) {
  const TYPED(vectors) v = {s->inverse, s->p, s->q, s->x, s->r, s->z};
  const range all = {0, s->n};
  const REAL *restrict z = s->z;
  REAL *restrict p = s->p;
  REAL sums[2];
  TYPED(multiply)(s);
  REAL pq = TYPED(dot)(s->p, s->q, all);
  TYPED(update)(&v, pq != 0 ? s->rz / pq : 0, all, sums);
  REAL beta = s->rz != 0 ? sums[0] / s->rz : 0;
  s->rz = sums[0];
  s->rr = sums[1];
  for (size_t i = 0; i < s->n; i++) p[i] = z[i] + beta * p[i];
}

static void TYPED(iterations)(const sl_cpu_task *task) {
  REAL *scalars = task->at[9];
  TYPED(system)
  s = {.n = task->arrays[5].count,
       .row_ptr = task->at[0],
       .col_idx = task->at[1],
       .values = task->at[2],
       .inverse = task->at[3],
       .x = task->at[5],
       .r = task->at[6],
       .z = task->at[7],
       .p = task->at[8],
       .q = task->at[10],
       .rz = scalars[SL_CPU_RZ],
       .rr = scalars[SL_CPU_RR]};
  const int *count = task->at[4];
  for (int i = 0; i < *count; i++) TYPED(iterate)(&s);
  scalars[SL_CPU_RZ] = s.rz;
  scalars[SL_CPU_RR] = s.rr;
}

/* Sets x ← 0, r ← b, z ← D⁻¹ r and p ← z, and computes r · z and r · r. */
static void TYPED(begin)(TYPED(system) * s, const REAL *b) {
  const range all = {0, s->n};
  for (size_t i = 0; i < s->n; i++) {
    s->x[i] = 0;
    s->r[i] = b[i];
    s->p[i] = s->z[i] = s->inverse[i] * b[i];
  }
  s->rz = TYPED(dot)(s->r, s->z, all);
  s->rr = TYPED(dot)(b, b, all);
}

static void TYPED(solve)(const sl_cpu_task *task) {
  TYPED(system)
  s = {.n = task->arrays[7].count,
       .row_ptr = task->at[0],
       .col_idx = task->at[1],
       .values = task->at[2],
       .inverse = task->at[3],
       .x = task->at[7],
       .r = task->at[8],
       .z = task->at[9],
       .p = task->at[10],
       .q = task->at[11]};
  const REAL *tolerance = task->at[5];
  const int *most = task->at[6];
  int *done = task->at[12], iterations = 0;
  TYPED(begin)(&s, task->at[4]);
  double limit = (double)*tolerance * (double)*tolerance * (double)s.rr; /* limit of r · r */
  for (; iterations < *most && (double)s.rr > limit; iterations++) TYPED(iterate)(&s);
  done[0] = done[1] = iterations;
  done[2] = 1;
}

/* Fills the columns. `col_ptr` of a column is its next free slot, and so advances to the start of
 * the next column. In the end, all pointers are moved by one column, so that no copy of `col_ptr`
 * is needed. */
static void TYPED(scatter)(const sl_cpu_task *task) {
  size_t num_rows = task->arrays[0].count - 1, num_cols = task->arrays[3].count - 1;
  const int *restrict row_ptr = task->at[0], *restrict col_idx = task->at[1];
  const REAL *restrict values = task->at[2];
  int *restrict col_ptr = task->at[3], *restrict row_idx = task->at[4];
  REAL *restrict csc_values = task->at[5];
  for (size_t row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = col_ptr[col_idx[k]]++;
      row_idx[slot] = (int)row;
      csc_values[slot] = values[k];
    }
  }
  memmove(col_ptr + 1, col_ptr, num_cols * sizeof *col_ptr);
  col_ptr[0] = 0;
}
