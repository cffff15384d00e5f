/* test_pace.c: two programs that are timed alternately, with fake workers: one is called
 * slow_worker, and takes one and a half times as long. */
#include "judging.h"

#include "judge/gpu.h"
#include "judge/pace.h"
#include "judge/trusted_time.h"

static sl_pace_side fast = {source, FAKE_WORKER}, slow = {source, SLOW_WORKER};

static sl_status take(const char *how, const sl_pace_side *student, const sl_pace_side *reference,
                      sl_pace *out) {
  const sl_judge_options options = {
      .backend = SL_GPU, .seed = 7, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", how, 1);
  return sl_pace_take(&tasks[0], "diagonal:40", student, reference, NULL, &options, out);
}

/* Time that the student's program spends outside of launches changes nothing. Sleeping is imprecise
 * on a busy machine, but never too short. */
static void the_ratio_is_that_of_the_times(void **state) {
  (void)state;
  sl_pace pace;
  assert_ok(take("batches", &slow, &fast, &pace));
  assert_int_equal(pace.verdict, SL_PASSED);
  assert_string_equal(pace.device, "fake");
  assert_true(pace.reference_us > 4000 && pace.reference_us < 7000);
  assert_true(pace.ratio > 1.2 && pace.ratio < 1.9);
  assert_true(pace.ratio == pace.us / pace.reference_us);
  assert_int_equal(pace.rounds, SL_TRUSTED_JOBS);
  assert_int_equal(pace.launches, 6); /* 40 ms in total, 7.5 ms for each launch */
  assert_string_equal(pace.review, "");
}

static void what_the_clocks_disagree_on_is_looked_at(void **state) {
  (void)state;
  sl_pace pace;
  assert_ok(take("batches-too-well", &slow, &fast, &pace));
  assert_int_equal(pace.verdict, SL_PASSED);
  assert_non_null(strstr(pace.review, "by the judge's clock"));
  assert_ok(take("batches-set-aside", &slow, &fast, &pace));
  assert_non_null(strstr(pace.review, "of the L2 cache, in which"));
}

static void a_remembered_answer_is_wrong(void **state) {
  (void)state;
  sl_pace pace;
  assert_ok(take("batches-slow-one-remembers", &slow, &fast, &pace));
  assert_int_equal(pace.verdict, SL_WRONG);
  assert_non_null(strstr(pace.what, "elements of y are wrong"));
}

static void a_failure_of_the_students_is_a_verdict(void **state) {
  (void)state;
  sl_pace pace;
  assert_ok(take("batches-slow-one-fails", &slow, &fast, &pace));
  assert_int_equal(pace.verdict, SL_CUDA_ERROR);
  assert_true(pace.ratio == 0);
}

static void a_failure_of_the_references_is_the_machines(void **state) {
  (void)state;
  sl_pace pace;
  assert_fails(take("batches-slow-one-only", &slow, &fast, &pace), SL_ERR_SYSTEM, "CUDA reports");
}

/* Otherwise a program could always blame the machine for a failure, without losing points. */
static void who_leaves_nothing_to_the_reference_is_looked_at(void **state) {
  (void)state;
  sl_pace pace;
  assert_ok(take("batches-slow-one-keeps", &slow, &fast, &pace));
  assert_int_equal(pace.verdict, SL_BROKEN);
  assert_non_null(strstr(pace.what, "together with this program, but not alone: CUDA reports"));
}

static sl_status take_in_turn(const char *how, const char *probe, sl_pace *out) {
  const sl_judge_options options = {
      .backend = SL_GPU, .seed = 7, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", how, 1);
  const sl_pace_turn turn = {"of-a-test", probe};
  return sl_pace_take(&tasks[0], "diagonal:40", &slow, &fast, &turn, &options, out);
}

/* A broken GPU costs no points, and claiming a broken GPU gains none. */
static void after_a_failure_the_gpu_is_probed(void **state) {
  (void)state;
  sl_pace pace;
  int turn;
  char folder[] = "/tmp/sparselab-turns-XXXXXX", path[128];
  assert_non_null(mkdtemp(folder));
  (void)setenv("SL_GPU_LOCKS", folder, 1);
  assert_ok(take_in_turn("batches-slow-one-fails", "/bin/true", &pace));
  assert_int_equal(pace.verdict, SL_CUDA_ERROR);
  assert_fails(take_in_turn("batches-slow-one-fails", "/bin/false", &pace), SL_ERR_SYSTEM,
               "cannot run a small kernel");
  assert_ok(take_in_turn("batches-slow-one-remembers", "/bin/false", &pace));
  assert_int_equal(pace.verdict, SL_WRONG); /* the device is not the cause */
  assert_ok(take_in_turn("batches-slow-one-broken", "/bin/true", &pace));
  assert_int_equal(pace.verdict, SL_BROKEN);
  assert_ok(sl_gpu_take_turn("of-a-test", 0, &turn)); /* the device is free again */
  sl_gpu_leave(turn);
  (void)snprintf(path, sizeof path, "%s/sparselab-gpu-of-a-test.lock", folder);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_ratio_is_that_of_the_times),
      cmocka_unit_test(what_the_clocks_disagree_on_is_looked_at),
      cmocka_unit_test(a_remembered_answer_is_wrong),
      cmocka_unit_test(a_failure_of_the_students_is_a_verdict),
      cmocka_unit_test(a_failure_of_the_references_is_the_machines),
      cmocka_unit_test(who_leaves_nothing_to_the_reference_is_looked_at),
      cmocka_unit_test(after_a_failure_the_gpu_is_probed),
  };
  return cmocka_run_group_tests_name("pace", tests, make_file, remove_file);
}
