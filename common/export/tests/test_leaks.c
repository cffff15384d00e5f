/* test_leaks.c: parts of a secret program are found in another one, and similar code is not. */
#include "base/memory.h"
#include "base/test.h"
#include "export/leaks.h"

#include <string.h>

static const char secret[] =
    "__global__ void product(int num_rows, const int *row_ptr, const int *col_idx,\n"
    "                        const real *values, const real *x, real *y) {\n"
    "  int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (row >= num_rows) return;\n"
    "  real sum = 0;\n"
    "  // said by the way\n"
    "  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {\n"
    "    sum += values[k] * x[col_idx[k]];\n"
    "  }\n"
    "  y[row] += sum;\n"
    "}\n";

/* Returns the first line of `text` that contains code of the secret program, or 0. */
static int line_found(const char *text, sl_reading reading) {
  sl_windows known = {0}, found = {0};
  int line = 0;
  assert_int_equal(sl_leaks_add(secret, strlen(secret), SL_CODE, 0, &known), SL_OK);
  assert_int_equal(sl_leaks_add(text, strlen(text), reading, 0, &found), SL_OK);
  sl_leaks_sort(&known);
  for (size_t i = 0; i < found.count && !line; i++) {
    if (sl_leaks_find(&known, found.all[i].hash)) line = found.all[i].line;
  }
  sl_leaks_free(&known);
  sl_leaks_free(&found);
  return line;
}

static void is_found_in_other_words(void **state) {
  (void)state;
  static const struct {
    const char *text;
    sl_reading reading;
  } near[] = {
      {secret, SL_CODE},
      /* other names, other layout, no braces */
      {"void f(){\nfloat s=0;for(int j=p[r];j<p[r+1];j++)s+=v[j]*w[c[j]];out[r]+=s;}", SL_CODE},
      /* another type, members, casts */
      {"\ndouble s = 0; for (size_t e = (size_t)m->ptr[i]; e < m->ptr[i + 1]; e++)\n"
       "  s += m->val[e] * in.x[m->idx[e]];\n",
       SL_CODE},
      /* comments in between */
      {"\nreal s = 0; /* the sum */ for (int j = p[r]; j < p[r + 1]; j++) // all\n"
       "{ s += v[j] * w[c[j]]; /* } */ }",
       SL_CODE},
      /* in a comment */
      {"/*\n * real s = 0;\n for (int j = p[r]; j < p[r + 1]; j++) s += v[j] * w[c[j]];\n */",
       SL_BARE},
      /* in a string */
      {"\n\"real s = 0; for (int j = p[r]; j < p[r + 1]; j++) s += v[j] * w[c[j]];\"", SL_BARE},
      /* beside counters */
      {"\n██  64 288 4.50  32.0  40    for (int j = p[r]; j < p[r + 1]; j++) {\n"
       "                     41      // why\n"
       "  2,592  21.67  3.00  32.0  43      s += v[j] * w[c[j]];\n"
       "  64  4.00  44  }\n",
       SL_QUOTED},
  };
  for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
    int line = line_found(near[i].text, near[i].reading);
    if (!line) fail_msg("number %zu was not found", i);
    if (i > 0) assert_in_range(line, 1, 3);
  }
}

static void innocent_lines_are_not_found(void **state) {
  (void)state;
  static const char *const innocent[] = {
      /* a loop over a row, with another purpose */
      "real s = 0; for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) { seen[k] = true; }",
      /* code that computes the thread's number and checks that it has work */
      "int row = blockIdx.x * blockDim.x + threadIdx.x; if (row >= num_rows) return; count(row);",
      /* the function head from the contract */
      "__global__ void product(int num_rows, const int *row_ptr, const int *col_idx,\n"
      "   const real *values, const real *x, real *y) {\n"
      "  int row = blockIdx.x * blockDim.x + threadIdx.x; if (row >= num_rows) return; }",
      /* the same words in another order */
      ("for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) { y[col_idx[k]] += values[k] * "
       "x[row]; }"),
      /* comments are not code */
      "/* real s = 0; for (int j = p[r]; j < p[r + 1]; j++) s += v[j] * w[c[j]]; */ int i;",
      "",
      "/*",
      "\"",
      "x",
  };
  for (size_t i = 0; i < sizeof innocent / sizeof *innocent; i++) {
    int line = line_found(innocent[i], SL_CODE);
    if (line) fail_msg("number %zu was found in line %d", i, line);
  }
}

/* Equal punctuation is not enough: if one name occurs twice, so must the other. */
static void names_must_agree(void **state) {
  (void)state;
  assert_int_equal(
      line_found("real s = 0; for (int j = p[r]; j < p[j + 1]; j++) s += v[j] * w[c[j]];", SL_CODE),
      0);
}

static void bytes_of_any_kind_are_read(void **state) {
  (void)state;
  char bytes[512];
  sl_windows found = {0};
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7);
  for (int reading = SL_CODE; reading <= SL_BARE; reading++) {
    assert_int_equal(sl_leaks_add(bytes, sizeof bytes, (sl_reading)reading, 0, &found), SL_OK);
  }
  sl_leaks_free(&found);
}

static sl_status add_secret(void) {
  sl_windows windows = {0};
  sl_status status = sl_leaks_add(secret, strlen(secret), SL_CODE, 0, &windows);
  sl_leaks_free(&windows);
  return status;
}

static void survives_failing_allocations(void **state) {
  (void)state;
  assert_survives_failing_allocations(add_secret());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_found_in_other_words),
      cmocka_unit_test(innocent_lines_are_not_found),
      cmocka_unit_test(names_must_agree),
      cmocka_unit_test(bytes_of_any_kind_are_read),
      cmocka_unit_test(survives_failing_allocations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
