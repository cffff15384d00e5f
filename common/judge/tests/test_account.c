/* test_account.c: tests what launches must do for an answer to pass. A missing report never passes.
 */
#include "base/test.h"

#include "judge/account.h"
#include "judge/compare.h"
#include "sample.h"

#include <signal.h>
#include <unistd.h>

enum { ROWS = 4 };

static const sl_case small = {.precision = SL_F32};

/* The sample task with a right answer. A launch has written all elements of the answer, and has
 * read x. */
typedef struct exam {
  double x[ROWS], y[ROWS];
  sl_case given;
  sl_problem problem;
  sl_task task;
  sl_answer answer;
  sl_reply reply;
  sl_account account;
} exam;

static char *writers(exam *e, int array) {
  return e->answer.bytes + e->answer.writers[array];
}

static void set_up(exam *e, double x) {
  memset(e, 0, sizeof *e);
  for (int i = 0; i < ROWS; i++) {
    e->x[i] = i > 0 ? x : 0; /* y[0] stays as it is */
    e->y[i] = i + 1;
  }
  e->given = (sl_case){
      .matrix = {.num_rows = ROWS, .num_cols = ROWS}, .x = e->x, .y = e->y, .precision = SL_F64};
  e->task = (sl_task){.name = "sample", .launch_reads = "x"};
  assert_ok(sample_pose(&e->given, &e->problem));
  const sl_job_options options = {.deadline_seconds = 1, .accounts = true};
  int files[2];
  assert_ok(sl_question_make(&e->problem, "sample", SL_F64, &options, files, &e->answer));
  (void)close(files[0]);
  (void)close(files[1]);
  double *y = (double *)(void *)(e->answer.bytes + e->answer.offsets[SAMPLE_Y]);
  int32_t *order = (int32_t *)(void *)(e->answer.bytes + e->answer.offsets[SAMPLE_ORDER]);
  for (int i = 0; i < ROWS; i++) {
    y[i] = e->y[i] + e->x[i];
    order[i] = ROWS - 1 - i;
  }
  memset(writers(e, SAMPLE_Y), SL_WRITER_LAUNCH, ROWS);
  memset(writers(e, SAMPLE_ORDER), SL_WRITER_LAUNCH, ROWS);
  e->reply.memories[0] = (sl_memory){.array = "x", .read = true};
  e->reply.memories[1] = (sl_memory){.array = "y", .file = "/a/f.cu", .line = 7};
  e->reply.num_memories = 2;
  e->reply.seen.num_launches = 1;
  static sl_launch launch;
  e->reply.seen.launches = &launch;
  e->reply.seen.num_counters = 1; /* its contents do not matter */
}

static const sl_account *take(exam *e) {
  assert_ok(sl_account_take(&e->task, &e->given, &e->problem, &e->answer, &e->reply, &e->account));
  return &e->account;
}

static void tear_down(exam *e) {
  sl_question_free_answer(&e->answer);
  sl_problem_free(&e->problem);
  assert_int_equal(sl_memory_live(), 0);
}

static void assert_said(const exam *e, const char *text) {
  char said[640];
  sl_account_text(&e->account, said, sizeof said);
  assert_string_equal(said, text);
}

static void all_done_by_launches_is_good(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  assert_false(sl_account_is_bad(take(&e)));
  /* Copies on the device do not count as work. */
  writers(&e, SAMPLE_ORDER)[1] = SL_WRITER_GIVEN;
  assert_false(sl_account_is_bad(take(&e)));
  assert_survives_failing_allocations(
      sl_account_take(&e.task, &e.given, &e.problem, &e.answer, &e.reply, &e.account));
  tear_down(&e);
}

static void what_the_host_wrote_is_told(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  writers(&e, SAMPLE_Y)[2] = writers(&e, SAMPLE_Y)[3] = SL_WRITER_HOST;
  const sl_account *account = take(&e);
  assert_true(sl_account_is_bad(account));
  assert_int_equal(account->by_host_count, 2);
  assert_int_equal(account->by_host_at, 2);
  assert_string_equal(account->file, "/a/f.cu");
  assert_int_equal(account->line, 7);
  assert_said(&e, "no kernel has computed this answer, or only part of it: the host did it at line "
                  "7. It wrote 2 of the 4 elements of y, the first is y[2]; a kernel must write "
                  "them");
  const sl_evidence evidence = {.account = account};
  assert_int_equal(sl_account_work_of_host(&evidence), SL_EXPLAINS);
  assert_int_equal(sl_account_nothing_launched(&evidence), SL_CONTRADICTS);
  e.reply.seen.launches[0].error = 9; /* refused: no launch */
  (void)take(&e);
  e.reply.seen.launches[0].error = 0;
  assert_int_equal(sl_account_nothing_launched(&evidence), SL_EXPLAINS);
  tear_down(&e);
}

/* The host may clear counters before a kernel adds to them, and leave a row without entries
 * unchanged. */
static void zeros_and_what_stood_there_are_no_work(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  writers(&e, SAMPLE_Y)[0] = SL_WRITER_HOST;
  writers(&e, SAMPLE_ORDER)[ROWS - 1] = SL_WRITER_HOST;
  assert_false(sl_account_is_bad(take(&e)));
  tear_down(&e);
}

static void inputs_are_to_be_read(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  e.reply.memories[0].read = false;
  assert_ptr_equal(take(&e)->unread, sl_problem_find(&e.problem, "x"));
  assert_said(&e, "the answer is right, but no kernel has read x, on which it depends");
  const sl_evidence evidence = {.account = &e.account};
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_EXPLAINS);
  e.task.launch_reads = "";
  assert_false(sl_account_is_bad(take(&e)));
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_NEUTRAL);
  tear_down(&e);
}

/* A kernel that uses the wrong array is right if the two arrays agree, and the host may have read
 * the input itself. In neither case was the answer computed elsewhere. */
static void only_right_answers_prove_that_inputs_were_not_needed(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  e.reply.memories[0].read = false;
  (void)take(&e);
  sl_finding finding = {.kind = LENS_DEVICE_POINTER};
  sl_difference wrong = {.wrong = e.problem.arrays}, none = {.wrong = NULL};
  sl_evidence evidence = {.account = &e.account, .difference = &none};
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_EXPLAINS);
  evidence.difference = &wrong;
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_CONTRADICTS);
  evidence.difference = &none;
  evidence.seen = (sl_lens_report){.findings = &finding, .num_findings = 1};
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_CONTRADICTS);
  finding.kind = LENS_LEAK;
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_EXPLAINS);
  evidence.seen.num_findings = 0;
  evidence.fault_signal = SIGSEGV;
  assert_int_equal(sl_account_inputs_unread(&evidence), SL_CONTRADICTS);
  tear_down(&e);
}

/* y + 0 is y, and the `order` of one row is 0. A program that has nothing to compute need not read
 * its inputs. */
static void without_work_nothing_need_be_read(void **state) {
  (void)state;
  exam e;
  set_up(&e, 0);
  memset(e.problem.arrays[SAMPLE_ORDER].expected, 0, ROWS * sizeof(double));
  e.reply.memories[0].read = false;
  assert_false(sl_account_is_bad(take(&e)));
  tear_down(&e);
}

static void silence_is_no_pass(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  writers(&e, SAMPLE_Y)[1] = SL_WRITER_UNKNOWN;
  assert_ptr_equal(take(&e)->unknown, sl_problem_find(&e.problem, "y"));
  assert_said(&e, "who wrote or read y did not come back with the answer");
  writers(&e, SAMPLE_Y)[1] = 77;
  assert_true(sl_account_is_bad(take(&e)));
  writers(&e, SAMPLE_Y)[1] = SL_WRITER_NOBODY;
  assert_true(sl_account_is_bad(take(&e)));
  writers(&e, SAMPLE_Y)[1] = SL_WRITER_LAUNCH;
  assert_false(sl_account_is_bad(take(&e)));
  e.reply.num_memories = 0;
  assert_ptr_equal(take(&e)->unknown, sl_problem_find(&e.problem, "x"));
  e.reply.num_memories = 2;
  e.answer.writers[SAMPLE_ORDER] = 0;
  assert_ptr_equal(take(&e)->unknown, sl_problem_find(&e.problem, "order"));
  tear_down(&e);
}

static void what_was_not_counted_was_not_done(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  e.reply.seen.num_counters = 0;
  assert_true(sl_account_is_bad(take(&e)));
  assert_said(&e, "kernels have written 8 elements of the answer, but no launch, or no access of "
                  "one, was counted");
  e.reply.seen.num_counters = 1;
  assert_false(sl_account_is_bad(take(&e)));
  e.reply.seen.num_launches = 0;
  assert_true(sl_account_is_bad(take(&e)));
  /* If all data were copied on the device, no launch needs to have read them. */
  memset(writers(&e, SAMPLE_Y), SL_WRITER_GIVEN, ROWS);
  memset(writers(&e, SAMPLE_ORDER), SL_WRITER_GIVEN, ROWS);
  assert_false(sl_account_is_bad(take(&e)));
  tear_down(&e);
}

/* A function that returns a number also needs a launch, although there is no array on the device to
 * check. */
static void a_number_of_the_host_needs_a_launch_too(void **state) {
  (void)state;
  const sl_task task = {.name = "sum", .launch_reads = ""};
  for (int expected = 0; expected < 2; expected++) {
    sl_problem problem = {.num_arrays = 0};
    sl_reply reply = {.num_memories = 0};
    sl_account account;
    char text[160];
    assert_ok(sl_problem_returned(&problem, "sum", 0, expected));
    assert_ok(
        sl_account_take(&task, &small, &problem, &(sl_answer){.bytes = NULL}, &reply, &account));
    assert_true(sl_account_is_bad(&account) == (expected != 0)); /* 0 is the old value */
    if (expected) {
      sl_account_text(&account, text, sizeof text);
      assert_non_null(strstr(text, "no kernel was launched"));
    }
    sl_launch launch = {.error = 0};
    reply.seen.launches = &launch;
    reply.seen.num_launches = 1;
    assert_ok(
        sl_account_take(&task, &small, &problem, &(sl_answer){.bytes = NULL}, &reply, &account));
    assert_false(sl_account_is_bad(&account));
    sl_problem_free(&problem);
  }
}

/* An answer that a check function judges has no expected values. */
static void an_answer_of_a_check_asks_for_work(void **state) {
  (void)state;
  const sl_task task = {.name = "order", .launch_reads = "x"};
  for (size_t count = 1; count <= 2; count++) {
    sl_problem problem = {.num_arrays = 0};
    sl_account account;
    const double x[] = {1, 2};
    char bytes[64] = {SL_WRITER_LAUNCH, SL_WRITER_LAUNCH};
    sl_answer answer = {.bytes = bytes, .offsets = {8, 16}, .writers = {0, 0}};
    sl_launch launch = {.error = 0};
    sl_reply reply = {.memories = {{.array = "x", .read = false}}, .num_memories = 1};
    reply.seen.launches = &launch;
    reply.seen.num_launches = 1;
    reply.seen.num_counters = 1;
    assert_ok(sl_problem_reals(&problem, "x", SL_DEVICE, SL_IN, x, count));
    assert_ok(sl_problem_ints(&problem, "order", SL_DEVICE, SL_OUT, NULL, count));
    answer.writers[1] = 1;
    bytes[1] = bytes[2] = SL_WRITER_LAUNCH;
    assert_ok(sl_account_take(&task, &small, &problem, &answer, &reply, &account));
    assert_true((account.unread != NULL) == (count == 2));
    sl_problem_free(&problem);
  }
}

/* ---- who did how much --------------------------------------------------------------------------
 */

enum { MANY = 4096 };

/* Makes a matrix whose rows all have `length` entries, except the last row, which has `last`. */
static void make_rows(int length, int last, int row_ptr[MANY + 1], sl_case *out) {
  for (int i = 0; i < MANY; i++) row_ptr[i] = i * length;
  row_ptr[MANY] = (MANY - 1) * length + last;
  *out = (sl_case){.n = MANY};
  out->matrix = (sl_csr){.num_rows = MANY, .num_cols = MANY, .nnz = row_ptr[MANY]};
  out->matrix.row_ptr = row_ptr;
}

static unsigned missing(const sl_task *task, const sl_case *given, const sl_launch *launch) {
  sl_reply reply = {.seen = {.num_launches = 1}};
  sl_problem problem = {.num_arrays = 0};
  sl_launch busiest[] = {*launch};
  const sl_launch *seen;
  reply.seen.launches = busiest;
  unsigned found = sl_shares_missing(task, given, &problem, &reply, &seen);
  assert_ptr_equal(seen, busiest);
  return found;
}

static void work_must_be_divided(void **state) {
  (void)state;
  const sl_task task = {.divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS};
  static int row_ptr[MANY + 1];
  sl_case even, uneven;
  const sl_launch fair = {.grid = {16, 1, 1},
                          .block = {256, 1, 1},
                          .working_warp_steps = 1280,
                          .working_thread_steps = 40960,
                          .busiest_warp = 640,
                          .busiest_block = 640};
  make_rows(5, 5, row_ptr, &even);
  assert_int_equal(missing(&task, &even, &fair), 0);
  sl_launch launch = fair;
  launch.busiest_block = 641;
  assert_int_equal(missing(&task, &even, &launch), SL_OVER_BLOCKS);
  launch.busiest_warp = 641;
  assert_int_equal(missing(&task, &even, &launch), SL_OVER_BLOCKS | SL_OVER_WARPS);
  launch.working_thread_steps = 2559;
  assert_int_equal(missing(&task, &even, &launch), task.divided);
  /* There is no verdict on tasks that do not ask for divided work, on failed launches, and on few
   * rows. */
  assert_int_equal(missing(&(sl_task){.divided = 0}, &even, &launch), 0);
  even.n = MANY / 4;
  assert_int_equal(missing(&task, &even, &launch), 0);
  /* In a right program, one thread or one warp may process a long row. */
  make_rows(1, MANY, row_ptr, &uneven);
  assert_int_equal(missing(&task, &uneven, &launch), 0);
}

/* If one thread may process a column, there must be many columns of similar length. Launches of the
 * kit's own kernels are not checked. */
static void some_launches_are_not_looked_at(void **state) {
  (void)state;
  const sl_task by_columns = {.divided = SL_OVER_WARPS | SL_OVER_BLOCKS | SL_BY_COLUMNS};
  static int row_ptr[MANY + 1], col_idx[MANY];
  sl_case given;
  sl_launch launches[] = {{.kernel = "move",
                           .working_warp_steps = 100,
                           .working_thread_steps = 3200,
                           .busiest_warp = 100,
                           .busiest_block = 100},
                          {.kernel = SL_KIT_KERNEL "dot",
                           .working_warp_steps = 1000,
                           .working_thread_steps = 32000,
                           .busiest_warp = 10,
                           .busiest_block = 10}};
  sl_reply reply = {.seen = {.launches = launches, .num_launches = 2}};
  sl_problem problem = {.num_arrays = 0};
  const sl_launch *seen;
  make_rows(1, 1, row_ptr, &given);
  given.matrix.col_idx = col_idx;
  for (int k = 0; k < MANY; k++) col_idx[k] = k;
  assert_int_equal(sl_shares_missing(&by_columns, &given, &problem, &reply, &seen),
                   SL_OVER_WARPS | SL_OVER_BLOCKS);
  assert_ptr_equal(seen, &launches[0]);
  given.matrix.num_cols = MANY / 4; /* fewer columns than rows */
  for (int k = 0; k < MANY; k++) col_idx[k] = k / 4;
  assert_int_equal(sl_shares_missing(&by_columns, &given, &problem, &reply, &seen), 0);
  given.matrix.num_cols = MANY; /* one long column */
  for (int k = 0; k < MANY; k++) col_idx[k] = 0;
  assert_int_equal(sl_shares_missing(&by_columns, &given, &problem, &reply, &seen), 0);
}

/* A large launch that divides its work well does not hide another one in which a warp does all. */
static void a_larger_launch_hides_nothing(void **state) {
  (void)state;
  sl_task task = {.divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS};
  static int row_ptr[MANY + 1];
  sl_case even;
  sl_launch launches[] = {{.kernel = "dummy",
                           .working_warp_steps = 100 * MANY,
                           .working_thread_steps = 3200 * MANY,
                           .busiest_warp = 100,
                           .busiest_block = 800},
                          {.kernel = "serial",
                           .working_warp_steps = MANY,
                           .working_thread_steps = MANY,
                           .busiest_warp = MANY,
                           .busiest_block = MANY}};
  sl_reply reply = {.seen = {.launches = launches, .num_launches = 2}};
  sl_problem problem = {.num_arrays = 0};
  const sl_launch *seen;
  make_rows(5, 5, row_ptr, &even);
  assert_int_equal(sl_shares_missing(&task, &even, &problem, &reply, &seen), task.divided);
  assert_ptr_equal(seen, &launches[1]);
  /* as in a launch that adds up the sums of the blocks */
  launches[1].busiest_warp = launches[1].busiest_block = MANY - 1;
  assert_int_equal(sl_shares_missing(&task, &even, &problem, &reply, &seen), 0);
  launches[1].busiest_warp = launches[1].busiest_block = MANY;
  task.kernel = "kernel"; /* the judge knows the launch that counts */
  assert_int_equal(sl_shares_missing(&task, &even, &problem, &reply, &seen), 0);
}

/* On the lens one warp may take all rows before another begins. */
static void what_is_taken_at_run_time_is_asked_for_by_several(void **state) {
  (void)state;
  const sl_task task = {.divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS | SL_AT_RUN_TIME};
  static int row_ptr[MANY + 1];
  sl_case even;
  sl_launch launch = {.grid = {2, 1, 1},
                      .block = {64, 1, 1},
                      .working_warp_steps = 1000,
                      .working_thread_steps = 32000,
                      .busiest_warp = 990,
                      .busiest_block = 995,
                      .working_warps = 2};
  make_rows(5, 5, row_ptr, &even);
  assert_int_equal(missing(&task, &even, &launch), 0);
  launch.working_warps = 1;
  assert_int_equal(missing(&task, &even, &launch), SL_OVER_WARPS);
  launch.working_warps = 2;
  launch.grid[0] = 1;
  assert_int_equal(missing(&task, &even, &launch), SL_OVER_BLOCKS);
}

/* Undivided work is a failure if the judge knows the launch. Otherwise a person decides. */
static void undivided_work_fails_or_is_reviewed(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  (void)take(&e);
  const sl_difference none = {.wrong = NULL};
  const sl_evidence evidence = {.account = &e.account, .difference = &none};
  assert_null(sl_account_review(&e.account));
  e.account.undivided = SL_OVER_WARPS | SL_OVER_LANES;
  assert_false(sl_account_is_bad(&e.account));
  assert_string_equal(sl_account_review(&e.account), "one thread does most of the work");
  assert_int_equal(sl_account_not_divided(&evidence), SL_NEUTRAL);
  e.account.asked = true;
  assert_true(sl_account_is_bad(&e.account));
  assert_said(&e, "the answer is right, but one thread does most of the work of the kernel");
  assert_int_equal(sl_account_not_divided(&evidence), SL_EXPLAINS);
  tear_down(&e);
}

static void only_the_kernel_of_the_task_may_write(void **state) {
  (void)state;
  exam e;
  set_up(&e, 5);
  e.task.kernel = "sample";
  e.reply.written[0] = (sl_written){.array = "y", .kernel = "sample", .count = 3};
  e.reply.num_written = 1;
  assert_false(sl_account_is_bad(take(&e)));
  e.reply.written[1] = (sl_written){.array = "y", .kernel = "mine", .count = 1};
  e.reply.num_written = 2;
  assert_true(sl_account_is_bad(take(&e)));
  assert_said(&e, "the answer is right, but the kernel under test did not write all of it: another "
                  "one, mine, was the last to write to y (elements: 1)");
  const sl_difference none = {.wrong = NULL};
  const sl_evidence evidence = {.account = &e.account, .difference = &none};
  assert_int_equal(sl_account_other_kernel(&evidence), SL_EXPLAINS);
  e.task.kernel = NULL;
  assert_false(sl_account_is_bad(take(&e)));
  tear_down(&e);
}

/* The host cannot compute without the inputs of the task. */
static void copies_as_large_as_answer_and_inputs_are_reviewed(void **state) {
  (void)state;
  enum { N = 1024 };
  static double numbers[N];
  static char bytes[N + 1];
  const sl_task task = {.name = "sum", .launch_reads = ""};
  const sl_case given = {.precision = SL_F32};
  sl_problem problem = {.num_arrays = 0};
  sl_answer answer = {.bytes = bytes, .writers = {0, 0, 0, 1}};
  sl_launch launch = {.error = 0};
  sl_reply reply = {.num_memories = 0};
  sl_account account;
  memset(bytes, SL_WRITER_LAUNCH, sizeof bytes);
  reply.seen.launches = &launch;
  reply.seen.num_launches = reply.seen.num_counters = 1;
  for (int i = 0; i < 3; i++) {
    const char name[] = {(char)('a' + i), '\0'};
    assert_ok(sl_problem_reals(&problem, name, SL_DEVICE, SL_IN, numbers, N));
  }
  assert_ok(sl_problem_reals(&problem, "y", SL_DEVICE, SL_OUT, NULL, N));
  const double of_answer = 4.0 * N, of_inputs = 3 * of_answer;
  const struct {
    double to_host, to_device;
    bool reviewed;
  } copies[] = {{of_inputs, of_answer, true},
                {of_inputs / 2, of_answer / 2, true},
                {of_answer, of_answer, false},   /* too few data to compute the answer */
                {of_inputs, sizeof(int), false}, /* the host only reads back, and sends a flag */
                {sizeof(int), of_answer, false}};
  for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
    reply.copied_to_host = copies[i].to_host;
    reply.copied_to_device = copies[i].to_device;
    assert_ok(sl_account_take(&task, &given, &problem, &answer, &reply, &account));
    assert_true((sl_account_review(&account) != NULL) == copies[i].reviewed);
  }
  sl_problem_free(&problem);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_of_the_host_needs_a_launch_too),
      cmocka_unit_test(an_answer_of_a_check_asks_for_work),
      cmocka_unit_test(all_done_by_launches_is_good),
      cmocka_unit_test(what_the_host_wrote_is_told),
      cmocka_unit_test(zeros_and_what_stood_there_are_no_work),
      cmocka_unit_test(inputs_are_to_be_read),
      cmocka_unit_test(only_right_answers_prove_that_inputs_were_not_needed),
      cmocka_unit_test(without_work_nothing_need_be_read),
      cmocka_unit_test(silence_is_no_pass),
      cmocka_unit_test(what_was_not_counted_was_not_done),
      cmocka_unit_test(copies_as_large_as_answer_and_inputs_are_reviewed),
      cmocka_unit_test(work_must_be_divided),
      cmocka_unit_test(some_launches_are_not_looked_at),
      cmocka_unit_test(a_larger_launch_hides_nothing),
      cmocka_unit_test(what_is_taken_at_run_time_is_asked_for_by_several),
      cmocka_unit_test(undivided_work_fails_or_is_reviewed),
      cmocka_unit_test(only_the_kernel_of_the_task_may_write),
  };
  return cmocka_run_group_tests_name("account", tests, NULL, NULL);
}
