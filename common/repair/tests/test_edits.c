/* test_edits.c: the repairs that are generated for a function, and that any text is accepted. */
#include "base/test.h"

#include "base/random.h"
#include "repair/edits.h"

#include <stdio.h>

enum { FUZZ_TURNS = 400, FUZZ_WORDS = 60 };

typedef struct file {
  sl_tokens tokens;
  sl_functions functions;
  sl_edits edits;
} file;

static sl_status take(const char *text, file *f) {
  memset(f, 0, sizeof *f);
  SL_TRY(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &f->tokens));
  SL_TRY(sl_functions_find(&f->tokens, &f->functions));
  for (size_t i = 0; i < f->functions.count; i++) {
    sl_body body;
    sl_status status = sl_body_make(&f->tokens, &f->functions, &f->functions.all[i], &body);
    if (status == SL_OK) status = sl_edits_make(&body, i, &f->edits);
    sl_body_free(&body);
    SL_TRY(status);
  }
  sl_edits_sort(&f->edits);
  return SL_OK;
}

static void end(file *f) {
  sl_edits_free(&f->edits);
  sl_functions_free(&f->functions);
  sl_tokens_free(&f->tokens);
}

/* Finds the edit that changes the function `text` into `wanted`, ignoring spaces; NULL if there is
 * none. */
static const sl_edit *find(const file *f, const char *wanted) {
  static char made[4096];
  for (size_t i = 0; i < f->edits.count; i++) {
    const sl_edit *edit = &f->edits.all[i];
    const char *text = f->tokens.text;
    (void)snprintf(made, sizeof made, "%.*s%s%s", (int)edit->from, text, edit->text,
                   text + edit->to);
    const char *a = made, *b = wanted;
    for (;;) {
      while (*a == ' ') a++;
      while (*b == ' ') b++;
      if (*a != *b || !*a) break;
      a++;
      b++;
    }
    if (*a == *b) return edit;
  }
  return NULL;
}

static void expect(const char *text, const char *wanted, sl_defect defect) {
  file f;
  assert_ok(take(text, &f));
  const sl_edit *edit = find(&f, wanted);
  if (!edit) fail_msg("no repair makes %s", wanted);
  assert_int_equal(edit->defect, defect);
  end(&f);
}

#define IN_KERNEL(body) "__global__ void k(int n, int m, const int *a, int *b) { " body " }"

#define OF_REALS(body)                                                                             \
  "void f(int n, int m, const int *a, const real *v, const real *x, real *y) { " body " }"

static void slips_are_fixed(void **state) {
  (void)state;
  static const struct {
    const char *wrong, *right;
    sl_defect defect;
  } slips[] = {
      {IN_KERNEL("if (n > m) return;"), IN_KERNEL("if (n >= m) return;"), SL_COMPARISON},
      {IN_KERNEL("b[0] = n;"), IN_KERNEL("b[0] += n;"), SL_ASSIGNMENT},
      {IN_KERNEL("do { b[n] = m; n--; } while (n > m);"),
       IN_KERNEL("while (n > m) { b[n] = m; n--; }"), SL_PLACE},
      {IN_KERNEL("if (n > m) { b[n] = 1; } else { b[n] = 2; } n++;"),
       IN_KERNEL("if (n > m) { b[n] = 1; n++; } else { b[n] = 2; }"), SL_PLACE},
      {IN_KERNEL("dim3 block(16, m);"), IN_KERNEL("dim3 block((16) * (m));"), SL_ARGUMENTS},
      {IN_KERNEL("__shared__ int c; c = n;"), IN_KERNEL("int c; c = n;"), SL_SPACE},
      {IN_KERNEL("int k, sum = 0;"), IN_KERNEL("int k; real sum = 0;"), SL_TYPE},
      {OF_REALS("m = a[n + 1] - a[n]; for (int k = 0; k < m; k++) y[0] += v[k] * x[a[k]];"),
       OF_REALS("m = a[n + 1] - a[n]; for (int k = 0; k < m; k++) y[0] += v[a[n] + k] * x[a[a[n] + "
                "k]];"),
       SL_FORMULA},
      {IN_KERNEL("b[n] += m;"), IN_KERNEL("atomicAdd(&(b[n]), m);"), SL_NO_ATOMIC},
      {IN_KERNEL("b[n]++;"), IN_KERNEL("atomicAdd(&(b[n]), 1);"), SL_NO_ATOMIC},
      {IN_KERNEL("b[n] = b[n] + m;"), IN_KERNEL("atomicAdd(&(b[n]), m);"), SL_NO_ATOMIC},
      {IN_KERNEL("int s = b[m]; b[m] += 1;"), IN_KERNEL("int s = atomicAdd(&(b[m]), 1);"),
       SL_NO_ATOMIC},
      {IN_KERNEL("b[n] = 1;"), IN_KERNEL("b[m] = 1;"), SL_NAME},
      {IN_KERNEL("n = a[m];"), IN_KERNEL("n = b[m];"), SL_ARRAY},
      {IN_KERNEL("int i = threadIdx.x;"),
       IN_KERNEL("int i = (blockIdx.x * blockDim.x + threadIdx.x);"), SL_THREAD},
      {IN_KERNEL("b[n * m + 2] = 1;"), IN_KERNEL("b[2 * m + n] = 1;"), SL_FORMULA},
      {IN_KERNEL("int i = n; b[i] = 1;"), IN_KERNEL("int i = n; if (i >= m) return; b[i] = 1;"),
       SL_NO_GUARD},
      {IN_KERNEL("b[0] = 1; m = b[1];"), IN_KERNEL("b[0] = 1; __syncthreads(); m = b[1];"),
       SL_NO_BARRIER},
      {IN_KERNEL("if (n > m) b[n] += b[m];"),
       IN_KERNEL("{ auto sl_read = n > m ? b[m] : 0; __syncthreads(); if (n > m) b[n] += sl_read; "
                 "}"),
       SL_NO_BARRIER},
      {IN_KERNEL("int r = atomicAdd(b, 1);"),
       IN_KERNEL("int r = 0; if (n == 0) r = atomicAdd(b, 1);"), SL_NO_GUARD},
      {IN_KERNEL("n = m * m;"), IN_KERNEL("n = (long long)m * m;"), SL_TYPE},
      {"void f(int n) { const int t = 9; int b = n; g<<<t, b>>>(n); }",
       "void f(int n) { const int t = 9; int b = n; g<<<b, t>>>(n); }", SL_ARGUMENTS},
      {IN_KERNEL("b[n] = a[m];"), IN_KERNEL("b[m] = a[m];"), SL_NAME},
      {IN_KERNEL("b[n] = a[n * m];"), IN_KERNEL("b[n * m] = a[n * m];"), SL_FORMULA},
      {IN_KERNEL("if (n) b[m] = 1;"), IN_KERNEL("if (n) b[m] = 1; else b[m] = 0;"),
       SL_NO_STATEMENT},
      {IN_KERNEL("int s = n * 2; b[s] = 1;"), IN_KERNEL("int s = m; b[s] = 1;"), SL_FORMULA},
      {IN_KERNEL("*b = 1;"), IN_KERNEL("*b++ = 1;"), SL_STEP},
      {IN_KERNEL("n = *a++;"), IN_KERNEL("n = *a;"), SL_STEP},
      {IN_KERNEL("float s = (float)n / m;"), IN_KERNEL("double s = (double)n / m;"), SL_TYPE},
      {IN_KERNEL("f(malloc(n));"), IN_KERNEL("f(calloc(1, n));"), SL_NO_START},
      {IN_KERNEL("int *c = new int[n];"), IN_KERNEL("int *c = new int[n]();"), SL_NO_START},
      {"void f(int n, int *b) { for (int i = 0; i < n; i++) b[i]++; }",
       "void f(int n, int *b) { for (int sl_i = 0; sl_i < n + 1; sl_i++) b[sl_i] = 0; "
       "for (int i = 0; i < n; i++) b[i]++; }",
       SL_NO_START},
      {IN_KERNEL("b[n] = m;"), IN_KERNEL("b[m] = n;"), SL_NAME},
      {OF_REALS("y[n] = v[m] * x[n];"), OF_REALS("y[n] = x[m] * v[n];"), SL_ARRAY},
      {IN_KERNEL("b[a[n]] = m;"), IN_KERNEL("b[m] = a[n];"), SL_FORMULA},
      {IN_KERNEL("n = a[b[m]];"), IN_KERNEL("n = a[b[m]++];"), SL_FORMULA},
      {IN_KERNEL("n = a[m]; m = b[m];"), IN_KERNEL("n = b[m]; m = a[m];"), SL_ARRAY},
      {IN_KERNEL("atomicAdd(b, 1);"), IN_KERNEL("atomicAdd(b, 32 / m);"), SL_NAME},
      {IN_KERNEL("n = (*b)++;"), IN_KERNEL("n = atomicAdd(&((*b)), 1);"), SL_NO_ATOMIC},
      {IN_KERNEL("int i = blockIdx.x * 9 + threadIdx.x;"),
       IN_KERNEL("int i = (blockIdx.x * 9 + threadIdx.x) / n;"), SL_THREAD},
      {IN_KERNEL("unsigned u = 1; n = __shfl_sync(u, n, 0);"),
       IN_KERNEL("unsigned u = 0xffffffffu; n = __shfl_sync(u, n, 0);"), SL_MASK},
      {"void f(int n, int m) { g<<<1, 9>>>(n); }", "void f(int n, int m) { g<<<1, 9>>>(n / m); }",
       SL_FORMULA},
      {IN_KERNEL("for (int i = 0; i < n; i++) b[i] = 1;"),
       IN_KERNEL("for (int i = (n) - 1; i >= 0; i--) b[i] = 1;"), SL_STEP},
      {IN_KERNEL("for (int i = n; i >= 0; i--) b[i] = 1;"),
       IN_KERNEL("for (int i = (0); i <= n; i++) b[i] = 1;"), SL_STEP},
      {IN_KERNEL("for (int i = 16; i > 0; i /= 2) n++;"),
       IN_KERNEL("for (int i = m / 2; i > 0; i /= 2) n++;"), SL_FORMULA},
      {IN_KERNEL("int i = n; b[0] = 1;"), IN_KERNEL("int i = n; if (i == 0) b[0] = 1;"),
       SL_NO_GUARD},
      {IN_KERNEL("for (int i = 0, k = m; i <= n; i++) b[i] = 1;"),
       IN_KERNEL("for (int i = (n), k = m; i >= 0; i--) b[i] = 1;"), SL_STEP},
      {IN_KERNEL("b[n] = b[m]++;"), IN_KERNEL("b[b[m]++] = n;"), SL_FORMULA},
      {IN_KERNEL("n = n / m;"), IN_KERNEL("n = (m == 0 ? 0 : n / m);"), SL_NO_GUARD},
      {IN_KERNEL("if (n >= a[m]) return;"), IN_KERNEL("if (n >= (a[m] - m)) return;"), SL_FORMULA},
      {IN_KERNEL("n = 0.33 * m;"), IN_KERNEL("n = (1.0 / 3) * m;"), SL_CONSTANT},
      {IN_KERNEL("n = min(m, 64);"), IN_KERNEL("n = (m);"), SL_FORMULA},
      {IN_KERNEL("n = std::min(64, m);"), IN_KERNEL("n = (m);"), SL_FORMULA},
      {"void f(void (*g)(int n), int n) { k<<<1, n>>>(n); }",
       "void f(void (*g)(int n), int n) { g<<<1, n>>>(n); }", SL_NAME},
      {IN_KERNEL("memcpy(b, a, n);"), IN_KERNEL("memcpy(b, a, (n) * sizeof(int));"), SL_TYPE},
      {IN_KERNEL("for (int i = 0; i < n; i += m) b[i] = 1;"),
       IN_KERNEL("for (int i = 0; i < n; i++) b[i] = 1;"), SL_STEP},
      {IN_KERNEL("b[a[n]] = 1;"), IN_KERNEL("if (a[n] >= 0) b[a[n]] = 1;"), SL_NO_GUARD},
      {IN_KERNEL("int s; s += n;"), IN_KERNEL("int s = 0; s += n;"), SL_NO_START},
      {IN_KERNEL("n = m / 32;"), IN_KERNEL("n = (m + 32 - 1) / 32;"), SL_ROUNDING},
      {IN_KERNEL("for (int i = 0; i < n; i++) m++;"),
       IN_KERNEL("for (int i = 0; i < n; i += blockDim.x) m++;"), SL_STEP},
      {IN_KERNEL("m = __shfl_sync(1, m, 0);"), IN_KERNEL("m = __shfl_sync(0xffffffffu, m, 0);"),
       SL_MASK},
      {IN_KERNEL("m = __shfl_sync(~0, m, 0);"), IN_KERNEL("m = __shfl_sync(~0, m, 0, n);"),
       SL_ARGUMENTS},
      {IN_KERNEL("f(n, m);"), IN_KERNEL("f(m, n);"), SL_ARGUMENTS},
      {IN_KERNEL("for (;;) { n++; m++; }"), IN_KERNEL("for (;;) { n++; } m++;"), SL_PLACE},
      {IN_KERNEL("for (;;) { n++; } m++;"), IN_KERNEL("for (;;) { n++; m++; }"), SL_PLACE},
      {IN_KERNEL("while (n) { if (m) return; }"), IN_KERNEL("while (n) { if (m) continue; }"),
       SL_JUMP_WRONG},
      {IN_KERNEL("n++; m++;"), IN_KERNEL(" n++; ;"), SL_SURPLUS},
      {IN_KERNEL("b[n] = m;"), IN_KERNEL("atomicAdd(&(b[n]), m);"), SL_NO_ATOMIC},
      {IN_KERNEL("for (int i = a[n]; i < m; i++) b[i] = 1;"),
       IN_KERNEL("for (int i = a[n] + m; i < m; i++) b[i] = 1;"), SL_FORMULA},
      {IN_KERNEL("for (int i = n; i > 0; i /= 2) m++;"),
       IN_KERNEL("for (int i = (n) / 2; i > 0; i /= 2) m++;"), SL_FORMULA},
      {IN_KERNEL("n = threadIdx.x / m;"), IN_KERNEL("n = m / threadIdx.x;"), SL_FORMULA},
      {IN_KERNEL("f(n, a);"), IN_KERNEL("f(n, a + m);"), SL_FORMULA},
      {"__global__ void k(int n, const real *x, const real *v, real *y) { y[threadIdx.x] = v[n]; }",
       "__global__ void k(int n, const real *x, const real *v, real *y) "
       "{ y[threadIdx.x] = v[n] * x[n]; }",
       SL_FORMULA},
      {OF_REALS("real f = n; y[n] = f * (x[n] + y[n]);"),
       OF_REALS("real f = n; y[n] = f * x[n] + y[n];"), SL_FORMULA},
      {OF_REALS("real f = n; y[n] += f * x[n];"),
       OF_REALS("real f = n; y[n] += (f == 0 ? 0 : f * x[n]);"), SL_CONDITION},
      {OF_REALS("real f = x[n]; y[n] += f;"), OF_REALS("real f = 0; y[n] += f;"), SL_FORMULA},
      {OF_REALS("y[n] = x[n];"), OF_REALS("y[n] = x[a[n]];"), SL_FORMULA},
      {OF_REALS("y[m] = x[n];"), OF_REALS("y[m] = x[n] * v[a[n]];"), SL_FORMULA},
      {OF_REALS("y[m] = x[n];"), OF_REALS("y[m] = x[n] * v[n];"), SL_FORMULA},
      {IN_KERNEL("if (n = m) b[n] = 1;"), IN_KERNEL("if (n == m) b[n] = 1;"), SL_CONDITION},
      {"void f(int n, int m, real *x) { x[n] = 1; }",
       "void f(int n, int m, real *x) { auto sl_kept = n; n = m; m = sl_kept; x[n] = 1; }",
       SL_ARGUMENTS},
      /* loops.c */
      {IN_KERNEL("for (int i = n; i > m; i--) b[i] = 1;"),
       IN_KERNEL("for (int i = n - 1; i >= m; i--) b[i] = 1;"), SL_OFF_BY_ONE},
      {IN_KERNEL("if (n > m) m++;"), IN_KERNEL("while (n > m) m++;"), SL_REPEAT},
      {IN_KERNEL("for (int i = 0; i + 1 < n; i += 2) { b[i] = 1; b[i + 1] = 2; } m++;"),
       IN_KERNEL("for (int i = 0; i + 1 < n; i += 2) { b[i] = 1; b[i + 1] = 2; } "
                 "for (int i = (0) + ((n) - (0)) / (2) * (2); i < (n); i++) { b[i] = 1; } m++;"),
       SL_REMAINDER},
      {IN_KERNEL("while (m < n - 1) { b[m] = a[m] + a[m + 1]; m += 2; } n++;"),
       IN_KERNEL("while (m < n - 1) { b[m] = a[m] + a[m + 1]; m += 2; } "
                 "for (; m < (n); m++) { b[m] = a[m]; } n++;"),
       SL_REMAINDER},
      {IN_KERNEL("for (int i = 0; i + 8 <= n; i += 8) for (int k = i; k < i + 8; k++) b[k] = 1;"),
       IN_KERNEL(
           "for (int i = 0; i < n; i += 8) for (int k = i; k < (i + 8 < n ? i + 8 : n) ; k++) "
           "b[k] = 1;"),
       SL_REMAINDER},
      /* calls.c */
      {"void f(int *b, int n) { std::sort(b, b + n); }",
       "void f(int *b, int n) { std::stable_sort(b, b + n); }", SL_FUNCTION},
      {"void f(key k) { g(k.length, k.row); }", "void f(key k) { g(k.row, k.row); }", SL_NAME},
      {"void f(int n, int *a, int *b) { g<<<1, 9>>>(&a[n], b); }",
       "void f(int n, int *a, int *b) { g<<<1, 9>>>(&a[n], b + n); }", SL_FORMULA},
      {"void f(int n, int m) { g<<<m, 64>>>(n); }",
       "void f(int n, int m) { g<<<(n + 64 - 1) / 64, 64>>>(n); }", SL_GRID},
      {IN_KERNEL("bool last = __shfl_down_sync(~0u, n, 1) != n;"),
       IN_KERNEL("bool last = (__shfl_down_sync(~0u, n, 1) != n) || threadIdx.x % 32 == 31;"),
       SL_CONDITION},
      {IN_KERNEL("n += __shfl_up_sync(~0u, n, 1);"),
       IN_KERNEL("{ auto sl_got = __shfl_up_sync(~0u, n, 1); "
                 "if ((int)(threadIdx.x % 32) >= (int)(1)) n += sl_got; }"),
       SL_NO_GUARD},
      /* pairs.c */
      {IN_KERNEL("a += n; b += n;"), IN_KERNEL("a += m; b += m;"), SL_NAME},
      {IN_KERNEL("int i = n / m; int k = n % m;"), IN_KERNEL("int i = n / n; int k = n % n;"),
       SL_NAME},
      {IN_KERNEL("b[n * m + 1] = a[n * m + 1];"), IN_KERNEL("b[n + m + 1] = a[n + m + 1];"),
       SL_OPERATOR},
      /* guards.c, statements.c, moves.c, cuda.c, expressions.c, indices.c */
      {IN_KERNEL("b[n + 1] = m;"), IN_KERNEL("if ((n + 1) < m) b[n + 1] = m;"), SL_NO_GUARD},
      {IN_KERNEL("int i = n; b[a[i]] = a[i + 1];"),
       IN_KERNEL("int i = n; if (a[i] < a[i + 1]) b[a[i]] = a[i + 1];"), SL_NO_GUARD},
      {IN_KERNEL("if (n) m++; else b[n] = 1;"), IN_KERNEL("if (n) m++; b[n] = 1;"), SL_CONDITION},
      {IN_KERNEL("a += n;"), IN_KERNEL("{ a += n; b += n; }"), SL_NO_STATEMENT},
      {IN_KERNEL("b[n] = m; m += b[n];"),
       IN_KERNEL("{ auto sl_old = b[n]; b[n] = m; m += sl_old ; }"), SL_PLACE},
      {IN_KERNEL("__shared__ int c; c = n;"),
       IN_KERNEL("__shared__ int sl_all[32]; auto &c = sl_all[threadIdx.x / 32]; c = n;"),
       SL_SPACE},
      {IN_KERNEL("__syncwarp(m); n++; b[n] = 1;"),
       IN_KERNEL("__syncwarp(m); n++; __syncwarp(m); b[n] = 1;"), SL_NO_BARRIER},
      {IN_KERNEL("m = n / 8; b[n] = m;"), IN_KERNEL("m = n / 8; b[(n / 8)] = m;"), SL_FORMULA},
      {IN_KERNEL("while (b[n + m] == 1) m++;"),
       IN_KERNEL("while ((n + m) < n && (b[n + m] == 1)) m++;"), SL_NO_GUARD},
      {IN_KERNEL("n = n + m / 2;"), IN_KERNEL("n = (n + m) / 2;"), SL_FORMULA},
      {IN_KERNEL("n = n / m * 2;"), IN_KERNEL("n = n * 2 / m;"), SL_FORMULA},
      {IN_KERNEL("n = a[m + 1];"), IN_KERNEL("n = (a[m + 1] - a[m]);"), SL_FORMULA},
      {IN_KERNEL("b[n] = a[n];"), IN_KERNEL("b[n - 1] = a[n - 1];"), SL_OFF_BY_ONE},
      {IN_KERNEL("b[n] = a[n];"), IN_KERNEL("b[m] = a[m];"), SL_NAME},
      {IN_KERNEL("a += n, b += m * n;"), IN_KERNEL("a += n, b += n;"), SL_FORMULA},
      {IN_KERNEL("if (n = m) b[n] = 1;"), IN_KERNEL("if (n == m) b[n] = 1;"), SL_CONDITION},
      {"void f(int n, int m, real *x) { x[n] = 1; }",
       "void f(int n, int m, real *x) { auto sl_kept = n; n = m; m = sl_kept; x[n] = 1; }",
       SL_ARGUMENTS},
      /* loops.c */
      {IN_KERNEL("for (int i = 0; i < m;) n += a[i];"),
       IN_KERNEL("for (int i = 0; i < m; i++) n += a[i];"), SL_STEP},
      {IN_KERNEL("int i = m; while (i > 0) { n += a[i]; }"),
       IN_KERNEL("int i = m; while (i > 0) { n += a[i]; i--; }"), SL_STEP},
  };
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
    expect(slips[i].wrong, slips[i].right, slips[i].defect);
  }
}

static void expect_none(const char *text, const char *unwanted) {
  file f;
  assert_ok(take(text, &f));
  if (find(&f, unwanted)) fail_msg("a repair makes %s", unwanted);
  end(&f);
}

/* A parameter that the function never names was forgotten. */
static void a_forgotten_parameter_is_tried_sooner(void **state) {
  (void)state;
  static const char *const bodies[] = {"{ y[0] = x[n]; }", "{ y[0] = x[n]; y[1] = m; }"};
  for (int used = 0; used < 2; used++) {
    char text[128], wanted[128];
    (void)snprintf(text, sizeof text, "void f(int n, int m, const real *x, real *y) %s",
                   bodies[used]);
    (void)snprintf(wanted, sizeof wanted, "%s", text);
    *strchr(strchr(wanted, '['), 'n') = 'm';
    file f;
    assert_ok(take(text, &f));
    const sl_edit *edit = find(&f, wanted);
    assert_non_null(edit);
    assert_int_equal(edit->tier, used);
    end(&f);
  }
}

static void what_would_be_no_repair_is_not_tried(void **state) {
  (void)state;
  expect_none(IN_KERNEL("while (n < m) { n += a[n]; }"),
              IN_KERNEL("while (n < m) { n += a[n]; n++; }"));
  expect_none(IN_KERNEL("n = (m + 32 - 1) / 32;"),
              IN_KERNEL("n = ((m + 32 - 1) + 32 - 1) / 32;")); /* the quotient is already rounded
                                                                * up */
  expect_none(IN_KERNEL("for (int i = n + m; i < n; i += m) b[i] = 1;"),
              IN_KERNEL("for (int i = n + m; i < n; i++) b[i] = 1;")); /* each thread has its own
                                                                        * start already */
  expect_none(IN_KERNEL("memcpy(b, a, n * sizeof(int));"),
              IN_KERNEL("memcpy(b, a, (n * sizeof(int)) * sizeof(int));"));
  expect_none(IN_KERNEL("unsigned u = ~0u; int i = __shfl_sync(u, n, 0); m = i;"),
              IN_KERNEL("unsigned u = ~0u; int i = __shfl_sync(u, n, 0); m = u;")); /* a mask */
}

static void memory_of_the_device_is_tended(void **state) {
  (void)state;
  expect("void f(int n) { int *p; cudaMalloc(&p, n * 4); }",
         "void f(int n) { int *p; cudaMalloc(&p, n * 4); cudaFree(p); }", SL_NO_FREE);
  expect("void f(int n) { int *p; cudaMalloc((void **)&p, n * 4); }",
         "void f(int n) { int *p; cudaMalloc((void **)&p, n * 4); cudaMemset(p, 0, n * 4); }",
         SL_NO_START);
}

static int tier_of(const char *text, const char *wanted) {
  file f;
  assert_ok(take(text, &f));
  const sl_edit *edit = find(&f, wanted);
  assert_non_null(edit);
  int tier = edit->tier;
  end(&f);
  return tier;
}

static void names_that_share_a_word_are_mixed_up(void **state) {
  (void)state;
#define STARTS(lane) IN_KERNEL("int lane = n, my_lane = m, d = 1; b[" lane "] = d;")
  assert_int_equal(tier_of(STARTS("lane"), STARTS("my_lane")), 0);
  assert_int_equal(tier_of(STARTS("lane"), STARTS("n")), 1);
}

/* Arguments in the order of the parameters' names are unlikely to be exchanged. */
static void names_say_which_arguments_change_places(void **state) {
  (void)state;
#define CALLS(launched) "void g(int n, int m, int k) {} void f(int m, int d_n) { " launched " }"
  assert_int_equal(tier_of(CALLS("g(m, d_n, 1);"), CALLS("g(d_n, m, 1);")), 0);
  assert_int_equal(tier_of(CALLS("g(d_n, m, 1);"), CALLS("g(m, d_n, 1);")), 2);
  assert_int_equal(tier_of(CALLS("g(m, 1, d_n);"), CALLS("g(d_n, 1, m);")), 1);
  assert_int_equal(tier_of(CALLS("g<<<1, 1>>>(m, d_n, 1);"), CALLS("g<<<1, 1>>>(d_n, m, 1);")), 0);
#undef CALLS
}

static void the_line_is_that_of_the_defect(void **state) {
  (void)state;
  file f;
  assert_ok(take("void f(int n) {\n  n = 1;\n  if (n\n      > 2) n--;\n}", &f));
  const sl_edit *edit = find(&f, "void f(int n) {\n  n = 1;\n  if (n\n      >= 2) n--;\n}");
  assert_non_null(edit);
  assert_int_equal(edit->line, 4);
  end(&f);
}

static void likely_repairs_come_first_and_once(void **state) {
  (void)state;
  file f;
  assert_ok(take(IN_KERNEL("int i = threadIdx.x; if (i > n) return; b[i] += a[i];"), &f));
  assert_true(f.edits.count > 20);
  for (size_t i = 1; i < f.edits.count; i++) {
    const sl_edit *one = &f.edits.all[i - 1], *two = &f.edits.all[i];
    assert_true(one->tier <= two->tier);
    bool same = one->from == two->from && one->to == two->to && strcmp(one->text, two->text) == 0;
    assert_false(same);
  }
  end(&f);
}

/* These texts look like C only as far as brackets and names are concerned. */
static void any_tokens_will_do(void **state) {
  (void)state;
  static const char *const words[] = {
      "(",           ")",      "[",          "]",        "{",     "}",           ";",
      ",",           "for",    "if",         "do",       "while", "else",        "int",
      "real",        "n",      "a",          "*",        "&",     "=",           "+=",
      "<",           "<<<",    ">>>",        "++",       "0",     "32",          "?",
      ":",           "/",      "return",     "continue", "break", "threadIdx.x", "f",
      "__shfl_sync", "->",     "::",         "%",        "!",     "&&",          "\"s\"",
      "\n#if 1\n",   "case",   "cudaMalloc", "const",    "b",     "atomicAdd",   "template",
      "static",      "switch", "\n"};
  sl_random random = sl_random_make(13, 2);
  for (int turn = 0; turn < FUZZ_TURNS; turn++) {
    char text[FUZZ_WORDS * 16 + 64] = "__global__ void f(int n, int *a) { int b = 0; ";
    int count = (int)sl_random_below(&random, FUZZ_WORDS);
    for (int i = 0; i < count; i++) {
      strcat(text, words[sl_random_below(&random, sizeof words / sizeof *words)]);
      strcat(text, " ");
    }
    strcat(text, "}");
    file f;
    assert_ok(take(text, &f));
    for (size_t i = 0; i < f.edits.count; i++) {
      assert_true(f.edits.all[i].from <= f.edits.all[i].to && f.edits.all[i].to <= strlen(text));
    }
    end(&f);
  }
}

static sl_status take_and_free(const char *text) {
  file f;
  sl_status status = take(text, &f);
  end(&f);
  return status;
}

static void memory_may_be_short(void **state) {
  (void)state;
  assert_survives_failing_allocations(take_and_free(IN_KERNEL("if (n > m) return;")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slips_are_fixed),
      cmocka_unit_test(a_forgotten_parameter_is_tried_sooner),
      cmocka_unit_test(what_would_be_no_repair_is_not_tried),
      cmocka_unit_test(memory_of_the_device_is_tended),
      cmocka_unit_test(names_that_share_a_word_are_mixed_up),
      cmocka_unit_test(names_say_which_arguments_change_places),
      cmocka_unit_test(the_line_is_that_of_the_defect),
      cmocka_unit_test(likely_repairs_come_first_and_once),
      cmocka_unit_test(any_tokens_will_do),
      cmocka_unit_test(memory_may_be_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
