/* test_fresh_cases.c: what a seed changes in the cases, and what it keeps. */
#include "base/test.h"

#include "judge/case.h"
#include "judge/fresh_cases.h"

#include <stdio.h>

static const sl_case_spec cases[] = {
    {.spec = "example-4x4", .name = "worked", .exact = true},
    {.spec = "laplace2d5:9", .measured = true},
    {.spec = "gaps:90,seed=4,run=7", .exact = true},
    {.spec = "/a/file,seed=1.mtx"},
};
enum { NUM_CASES = sizeof cases / sizeof *cases };

static void small_cases_come_twice_and_measured_ones_anew(void **state) {
  (void)state;
  sl_fresh_cases fresh;
  assert_ok(sl_fresh_cases_make(cases, NUM_CASES, 5, &fresh));
  static const struct {
    const char *name, *begin, *end;
    bool fresh, measured;
  } expected[] = {
      {"worked", "example-4x4", "", false, false},
      {NULL, "gaps:90,seed=4,run=7", "", false, false},
      {NULL, "/a/file,seed=1.mtx", "", false, false},
      {"hidden: worked", "example-4x4", "", true, false},
      {"hidden: gaps:90,seed=4,run=7", "gaps:", ",run=7", true, false},
      {"hidden: /a/file,seed=1.mtx", "/a/file,seed=1.mtx", "", true, false},
      {"laplace2d5:9", "laplace2d5:9", "", true, true},
  };
  assert_int_equal(fresh.count, sizeof expected / sizeof *expected);
  for (size_t i = 0; i < fresh.count; i++) {
    const sl_case_spec *it = &fresh.list[i];
    size_t begin = strlen(expected[i].begin), end = strlen(expected[i].end);
    if (expected[i].name) assert_string_equal(it->name, expected[i].name);
    assert_int_equal(strncmp(it->spec, expected[i].begin, begin), 0);
    assert_string_equal(it->spec + strlen(it->spec) - end, expected[i].end);
    if (end == 0) assert_int_equal(strlen(it->spec), begin);
    assert_int_equal(it->fresh, expected[i].fresh);
    assert_int_equal(it->measured, expected[i].measured);
  }
  assert_string_not_equal(fresh.list[4].spec, cases[2].spec);
  sl_fresh_cases_free(&fresh);
}

static void a_seed_decides_matrices(void **state) {
  (void)state;
  sl_fresh_cases one, same, other;
  assert_ok(sl_fresh_cases_make(cases, NUM_CASES, 5, &one));
  assert_ok(sl_fresh_cases_make(cases, NUM_CASES, 5, &same));
  assert_ok(sl_fresh_cases_make(cases, NUM_CASES, 6, &other));
  assert_string_equal(one.list[4].spec, same.list[4].spec);
  assert_string_not_equal(one.list[4].spec, other.list[4].spec);
  sl_fresh_cases_free(&one);
  sl_fresh_cases_free(&same);
  sl_fresh_cases_free(&other);
}

/* All standard cases can be made with a seed. */
static void every_standard_case_has_a_fresh_one(void **state) {
  (void)state;
  sl_case_spec standard[64];
  sl_fresh_cases fresh;
  size_t count = 0;
  for (size_t i = 0; i < sl_num_standard_cases; i++) {
    const sl_case_row *row = &sl_standard_cases[i];
    if (strstr(row->name, ".mtx")) continue; /* only the kit finds its file */
    standard[count++] =
        (sl_case_spec){row->lens, row->name, row->exact, row->measured, false, NULL};
  }
  assert_ok(sl_fresh_cases_make(standard, count, UINT64_MAX, &fresh));
  for (size_t i = 0; i < fresh.count; i++) {
    const sl_case_spec *it = &fresh.list[i];
    sl_case given, again;
    if (!it->fresh) continue;
    assert_ok(sl_case_make_fresh(it->spec, it->name, SL_F32, it->exact, NULL, UINT64_MAX, &given));
    assert_ok(sl_case_make_fresh(it->spec, it->name, SL_F32, it->exact, NULL, 1, &again));
    if (given.matrix.num_cols > 3) {
      assert_memory_not_equal(given.x, again.x, (size_t)given.matrix.num_cols * sizeof(double));
    }
    sl_case_free(&given);
    sl_case_free(&again);
  }
  sl_fresh_cases_free(&fresh);
}

static sl_status make_and_free(void) {
  sl_fresh_cases fresh;
  sl_status status = sl_fresh_cases_make(cases, NUM_CASES, 5, &fresh);
  sl_fresh_cases_free(&fresh);
  return status;
}

static void memory_that_is_short_is_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free());
}

/* The sizes of hidden cases are unpredictable; matrices stay square, wide or tall. */
static void a_seed_decides_sizes(void **state) {
  (void)state;
  static const sl_case_spec sized[] = {{.spec = "uniform:1060x80,row=3"},
                                       {.spec = "gaps:900"},
                                       {.spec = "banded:33"},
                                       {.spec = "uniform:400x400", .measured = true}};
  int differ = 0;
  for (uint64_t seed = 1; seed < 20; seed++) {
    sl_fresh_cases fresh;
    int rows, columns, size;
    assert_ok(sl_fresh_cases_make(sized, 4, seed, &fresh));
    assert_int_equal(sscanf(fresh.list[3].spec, "uniform:%dx%d,row=3", &rows, &columns), 2);
    assert_int_equal(1060 - rows, 80 - columns);
    assert_in_range(columns, 70, 80);
    assert_int_equal(sscanf(fresh.list[4].spec, "gaps:%d", &size), 1);
    assert_in_range(size, 788, 900);
    assert_int_equal(strncmp(fresh.list[5].spec, "banded:33", 9), 0);
    assert_int_equal(strncmp(fresh.list[6].spec, "uniform:400x400", 15), 0);
    differ += rows != 1060 && size != 900;
    sl_fresh_cases_free(&fresh);
  }
  assert_true(differ > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_cases_come_twice_and_measured_ones_anew),
      cmocka_unit_test(a_seed_decides_matrices),
      cmocka_unit_test(a_seed_decides_sizes),
      cmocka_unit_test(every_standard_case_has_a_fresh_one),
      cmocka_unit_test(memory_that_is_short_is_survived),
  };
  return cmocka_run_group_tests_name("fresh", tests, NULL, NULL);
}
