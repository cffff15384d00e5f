/* test_cpu_time.c: the code that is measured computes the right answer, and its parts cover every
 * row once. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/tests/few_threads.h"
#include "generate/generate.h"
#include "reference/cpu_spmv.h"
#include "reference/cpu_task.h"
#include "reference/team.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static sl_csr made(const char *spec) {
  sl_csr matrix;
  assert_ok(sl_generate(spec, &matrix));
  return matrix;
}

/* Makes the arrays, and fills each part as the threads of a team would. */
static void make_filled(const sl_csr *matrix, sl_precision precision, int num_parts,
                        sl_cpu_spmv *out) {
  assert_ok(sl_cpu_spmv_make(matrix, precision, num_parts, out));
  for (int part = 0; part < num_parts; part++) sl_cpu_spmv_fill(out, part);
}

static double element(const sl_cpu_spmv *spmv, const void *vector, int index) {
  if (spmv->precision == SL_F32) return ((const float *)vector)[index];
  return ((const double *)vector)[index];
}

static double *as_doubles(const sl_cpu_spmv *spmv, const void *vector, int count) {
  double *copy;
  assert_ok(sl_alloc((size_t)count, sizeof *copy, "a copy", &copy));
  for (int k = 0; k < count; k++) copy[k] = element(spmv, vector, k);
  return copy;
}

/* Computes with `members` threads, or sequentially if `members` is 0, and compares with the
 * oracle. */
static void check_answer(const char *spec, sl_precision precision, int members) {
  sl_csr matrix = made(spec);
  sl_cpu_spmv spmv;
  make_filled(&matrix, precision, members ? members : 3, &spmv);
  double *x = as_doubles(&spmv, spmv.x, matrix.num_cols);
  double *y0 = as_doubles(&spmv, spmv.y, matrix.num_rows);
  double *expected = as_doubles(&spmv, spmv.y, matrix.num_rows);
  double *bound = as_doubles(&spmv, spmv.y, matrix.num_rows);
  sl_reference_spmv(&matrix, x, y0, precision, expected, bound);
  if (members) {
    sl_team *team;
    assert_ok(sl_team_make(members, &team));
    sl_team_run(team, sl_cpu_spmv_part, &spmv);
    sl_team_free(team);
    sl_cpu_spmv_finish(&spmv);
  } else {
    sl_cpu_spmv_all(&spmv);
  }
  for (int row = 0; row < matrix.num_rows; row++) {
    assert_true(sl_within(element(&spmv, spmv.y, row), expected[row], bound[row]));
  }
  sl_free(bound);
  sl_free(expected);
  sl_free(y0);
  sl_free(x);
  sl_cpu_spmv_free(&spmv);
  sl_csr_free(&matrix);
}

static void answers_are_right_with_any_number_of_threads(void **state) {
  (void)state;
  static const char *const specs[] = {"uniform:300x200", "gaps:500",  "onedense:90", "empty:40",
                                      "hypersparse:900", "dense:1x1", "messy:70",    "rail:3x800",
                                      "dense:1x900",     "dense:9x1", "empty:0x7",   "traffic:300"};
  static const int members[] = {0, 1, 2, 3, 7, 16};
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
      check_answer(specs[s], SL_F32, members[m]);
      check_answer(specs[s], SL_F64, members[m]);
    }
  }
  assert_int_equal(sl_memory_live(), 0);
}

static void float_and_double_really_differ(void **state) {
  (void)state;
  sl_csr matrix = made("uniform:10,row=10");
  sl_cpu_spmv single, twice;
  make_filled(&matrix, SL_F32, 1, &single);
  make_filled(&matrix, SL_F64, 1, &twice);
  assert_true(element(&single, single.x, 3) == (float)element(&twice, twice.x, 3));
  assert_true(element(&single, single.x, 3) != element(&twice, twice.x, 3));
  assert_true(element(&single, single.x, 3) != element(&single, single.x, 4));
  sl_cpu_spmv_free(&twice);
  sl_cpu_spmv_free(&single);
  sl_csr_free(&matrix);
}

static void parts_have_equal_work(void **state) {
  (void)state;
  enum { PARTS = 8 };
  static const char *const specs[] = {"uniform:5000",  "web:5000",     "gaps:5000",
                                      "onedense:5000", "dense:1x5000", "dense:2x5000"};
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    sl_csr matrix = made(specs[s]);
    sl_cpu_spmv spmv;
    assert_ok(sl_cpu_spmv_make(&matrix, SL_F32, PARTS, &spmv));
    assert_int_equal(spmv.parts[0].row, 0);
    assert_int_equal(spmv.parts[0].entry, 0);
    assert_int_equal(spmv.parts[PARTS].row, matrix.num_rows);
    assert_int_equal(spmv.parts[PARTS].entry, matrix.nnz);
    for (int part = 0; part < PARTS; part++) {
      sl_cpu_part first = spmv.parts[part], last = spmv.parts[part + 1];
      int rows = last.row - first.row, entries = last.entry - first.entry;
      assert_true(rows >= 0 && entries >= 0);
      assert_in_range(rows + entries, sl_csr_weight(&matrix) / PARTS,
                      sl_csr_weight(&matrix) / PARTS + 1);
      if (last.row == matrix.num_rows) continue;
      assert_in_range(last.entry, matrix.row_ptr[last.row], matrix.row_ptr[last.row + 1]);
    }
    sl_cpu_spmv_free(&spmv);
    sl_csr_free(&matrix);
  }
}

static atomic_int visits[5];

static void visit(void *context, int member) {
  atomic_fetch_add((atomic_int *)context + member, 1);
}

static void each_member_runs_each_job_once(void **state) {
  (void)state;
  sl_team *team;
  assert_ok(sl_team_make(5, &team));
  for (int job = 1; job <= 200; job++) {
    sl_team_run(team, visit, visits);
    for (int member = 0; member < 5; member++) assert_int_equal(visits[member], job);
  }
  sl_team_free(team);
  assert_int_equal(sl_memory_live(), 0);
}

static void times_are_plausible(void **state) {
  (void)state;
  sl_csr small = made("uniform:300");
  sl_csr large = made("uniform:100000");
  double small_us, large_us, parallel_us;
  int threads = 0;
  assert_ok(sl_reference_spmv_time(&small, SL_F32, 20, &small_us, &parallel_us, &threads));
  assert_int_equal(threads, sl_process_num_cores());
  assert_true(small_us > 0 && parallel_us > 0);
  assert_ok(sl_reference_spmv_time(&large, SL_F64, 20, &large_us, &parallel_us, &threads));
  assert_true(large_us > 20 * small_us); /* 333 times as many entries */
  assert_true(parallel_us > 0);
  sl_csr_free(&large);
  sl_csr_free(&small);
}

static void budget_ends_the_repetitions(void **state) {
  (void)state;
  sl_csr matrix = made("uniform:20000");
  double sequential_us, parallel_us;
  int threads;
  double start = sl_clock_us();
  assert_ok(sl_reference_spmv_time(&matrix, SL_F32, 200, &sequential_us, &parallel_us, &threads));
  double used_us = sl_clock_us() - start;
  /* The other reason to stop would be 501 samples of both times. */
  double most_us = 501 * (sequential_us + parallel_us);
  assert_true(used_us >= 0.5 * (most_us < 200e3 ? most_us : 200e3));
  start = sl_clock_us();
  assert_ok(sl_reference_spmv_time(&matrix, SL_F32, 0, &sequential_us, &parallel_us, &threads));
  assert_true(sl_clock_us() - start < 60e6);
  sl_csr_free(&matrix);
}

/* What the code of the following tests has observed. */
static struct {
  int runs;
  bool stale; /* whether a run did not begin with the initial contents */
} seen;

static void count_up(const sl_cpu_task *task, int part) {
  int *changed = task->at[0];
  (void)part;
  seen.runs++;
  seen.stale |= *changed != 7;
  ++*changed;
}

static void take_long(const sl_cpu_task *task, int part) {
  double start = sl_clock_us();
  (void)task;
  (void)part;
  while (sl_clock_us() - start < 5e3) {
  }
}

static void count_long(const sl_cpu_task *task, int part) {
  seen.runs++;
  take_long(task, part);
}

static const int first_contents[] = {7};
static const sl_cpu_array changed_array = {
    .is_int = true, .count = 1, .ints = first_contents, .changes = true};

static void iterative_code_starts_anew_each_time(void **state) {
  (void)state;
  sl_cpu_times times;
  sl_cpu_code code = {.part = count_up, .once = true};
  memset(&seen, 0, sizeof seen);
  assert_ok(sl_cpu_task_time(&code, &changed_array, 1, SL_F32, 5, &times));
  assert_true(seen.runs > 1 && !seen.stale);
  assert_true(times.sequential_us > 0 && times.parallel_us == 0 && times.threads == 0);
  code.once = false; /* now a sample repeats the code, because a run is short */
  assert_ok(sl_cpu_task_time(&code, &changed_array, 1, SL_F32, 5, &times));
  assert_true(seen.stale);
  assert_int_equal(sl_memory_live(), 0);
}

static void a_run_longer_than_the_budget_is_the_only_one(void **state) {
  (void)state;
  sl_cpu_times times;
  const sl_cpu_code code = {.part = count_long};
  memset(&seen, 0, sizeof seen);
  assert_ok(sl_cpu_task_time(&code, &changed_array, 1, SL_F32, 1, &times));
  assert_int_equal(seen.runs, 1);
  assert_true(times.sequential_us >= 5e3);
}

static void parallel_code_has_both_times(void **state) {
  (void)state;
  sl_cpu_times times;
  const sl_cpu_code code = {.part = take_long, .parallel = true};
  assert_ok(sl_cpu_task_time(&code, &changed_array, 1, SL_F64, 1, &times));
  assert_int_equal(times.threads, sl_process_num_cores());
  assert_true(times.sequential_us >= 5e3 && times.parallel_us >= 5e3);
  assert_int_equal(sl_memory_live(), 0);
}

static void cores_are_those_of_the_affinity(void **state) {
  (void)state;
  cpu_set_t before, one;
  assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int core = 0; CPU_COUNT(&one) == 0; core++) {
    if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
  }
  assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
  assert_int_equal(sl_process_num_cores(), 1);
  assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
  assert_int_equal(sl_process_num_cores(), CPU_COUNT(&before));
}

static void failing_threads_leave_nothing(void **state) {
  (void)state;
  for (int started = 0; started < 4; started++) {
    sl_team *team;
    threads_left = started;
    assert_fails(sl_team_make(5, &team), SL_ERR_SYSTEM, "could not be started");
    assert_null(team);
    assert_int_equal(sl_memory_live(), 0);
  }
  threads_left = -1;
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_csr matrix = made("uniform:30");
  double sequential_us, parallel_us;
  int threads;
  assert_survives_failing_allocations(
      sl_reference_spmv_time(&matrix, SL_F32, 1, &sequential_us, &parallel_us, &threads));
  sl_csr_free(&matrix);
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_are_right_with_any_number_of_threads),
      cmocka_unit_test(float_and_double_really_differ),
      cmocka_unit_test(parts_have_equal_work),
      cmocka_unit_test(each_member_runs_each_job_once),
      cmocka_unit_test(times_are_plausible),
      cmocka_unit_test(budget_ends_the_repetitions),
      cmocka_unit_test(iterative_code_starts_anew_each_time),
      cmocka_unit_test(a_run_longer_than_the_budget_is_the_only_one),
      cmocka_unit_test(parallel_code_has_both_times),
      cmocka_unit_test(cores_are_those_of_the_affinity),
      cmocka_unit_test(failing_threads_leave_nothing),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests_name("cpu_time", tests, NULL, NULL);
}
