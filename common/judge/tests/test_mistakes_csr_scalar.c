/* test_mistakes_csr_scalar.c: lab 01: grids that reach too little, and refused ones; reads past x.
 */
#include "mistakes.h"

#include "lens/lens.h"

#include "../../../labs/01-csr-scalar/visits.h"

typedef struct grid {
  int reached;  /* rows up to this one are visited once */
  bool refused; /* CUDA reports an error and nothing comes back */
} grid;

typedef grid launcher(int rows, int block);

static grid too_short(int rows, int block) {
  return (grid){.reached = rows / block * block};
}

static grid too_short_unguarded(int rows, int block) {
  return (grid){.reached = rows / block * block, .refused = rows < block};
}

/* No mistake of the table. */
static grid half_a_grid(int rows, int block) {
  (void)block;
  return (grid){.reached = rows / 2};
}

static grid one_block(int rows, int block) {
  return (grid){.reached = rows < block ? rows : block};
}

static grid empty_grid(int rows, int block) {
  (void)block;
  return (grid){.reached = rows, .refused = rows == 0};
}

static grid rows_as_threads(int rows, int block) {
  (void)block;
  return (grid){.reached = rows, .refused = rows > 1024};
}

static const char *told_of_launch(const sl_task *task, const exams *all, launcher *launch,
                                  int block) {
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t c = 0; c < all->count; c++) {
    int rows = all->cases[c].matrix.num_rows;
    grid seen = launch(rows, block);
    sl_problem problem = {.num_arrays = 0};
    assert_ok(task->pose(&all->cases[c], &problem));
    const sl_array *answer = sl_problem_find(&problem, "y");
    double *visits;
    assert_ok(sl_alloc((size_t)rows, sizeof *visits, "visits", &visits));
    for (int i = 0; i < seen.reached; i++) visits[i] = 1;
    const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL};
    answers[answer - problem.arrays] = visits;
    sl_evidence evidence = {.given = &all->cases[c],
                            .problem = &problem,
                            .answers = seen.refused ? NULL : answers,
                            .cuda_error = seen.refused ? 9 : 0};
    bool passed = !seen.refused && seen.reached == rows;
    assert_ok((passed ? sl_suspects_passed : sl_suspects_failed)(&suspects, task, &evidence));
    sl_free(visits);
    sl_problem_free(&problem);
  }
  const sl_mistake *named = sl_suspects_verdict(&suspects, task);
  return named ? named->name : "none";
}

static void wrong_grids_are_named(void **state) {
  (void)state;
  static const struct {
    const char *name;
    launcher *launch;
  } launchers[] = {{"grid-too-short", too_short},
                   {"grid-too-short", too_short_unguarded},
                   {"one-block", one_block},
                   {"empty-grid", empty_grid},
                   {"block-too-large", rows_as_threads},
                   {"none", half_a_grid}};
  const sl_task *task = task_of("01", "launch");
  exams all;
  make_cases(&all, SL_F32);
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    for (int block = 64; block <= 512; block *= 2) {
      assert_string_equal(told_of_launch(task, &all, launchers[i].launch, block),
                          launchers[i].name);
    }
  }
  free_cases(&all);
}

static const char *said_of(const sl_problem *problem, double count) {
  static char text[120];
  problem->say_answer(problem, 3, count, text, sizeof text);
  return text;
}

/* Sums of what count_visits adds, as they come out in single precision. */
static void a_count_says_how_the_row_was_reached(void **state) {
  (void)state;
  exams all;
  sl_problem problem = {.num_arrays = 0};
  make_cases(&all, SL_F32);
  assert_ok(task_of("01", "launch")->pose(&all.cases[0], &problem));
  assert_string_equal(said_of(&problem, 0), "row 3 was reached by no thread");
  assert_string_equal(said_of(&problem, 2), "row 3 was reached 2 times, and not once");
  assert_string_equal(said_of(&problem, 1000), "row 3 was reached 1000 times, and not once");
  for (int times = 1; times < 100; times++) {
    float small = 0, mixed = 0, of_both = (float)times;
    for (int i = 0; i < times; i++) {
      small += (float)SMALL_BLOCK;
      mixed += (float)OUT_OF_ORDER;
    }
    of_both += small;
    assert_non_null(strstr(said_of(&problem, (double)small), "in a block of fewer than 32"));
    assert_non_null(strstr(said_of(&problem, (double)mixed), "arguments mixed up"));
    assert_non_null(strstr(said_of(&problem, (double)(mixed + small)), "arguments mixed up"));
    assert_non_null(strstr(said_of(&problem, (double)(mixed + 1)), "arguments mixed up"));
    assert_non_null(strstr(said_of(&problem, (double)of_both), "several times, and in blocks of"));
  }
  sl_problem_free(&problem);
  free_cases(&all);
}

static const sl_case *case_of(const exams *all, const char *name) {
  for (size_t c = 0; c < all->count; c++) {
    if (strcmp(all->cases[c].name, name) == 0) return &all->cases[c];
  }
  fail_msg("there is no case %s", name);
  return NULL;
}

static sl_judgement of_x_by_entry(const char *task_name, const sl_evidence *evidence) {
  const sl_task *task = task_of("01", task_name);
  for (size_t m = 0; m < task->num_mistakes; m++) {
    const sl_mistake *mistake = &task->mistakes[m];
    if (strcmp(mistake->name, "x-by-entry") == 0) return mistake->explains(evidence);
  }
  fail_msg("there is no such mistake");
  return SL_NEUTRAL;
}

/* Reads at x[index], the first of them by the thread of this row. */
static sl_judgement of_read(const sl_case *given, int row, long long index) {
  sl_finding found = {.kind = LENS_OUT_OF_BOUNDS_READ,
                      .array = "x",
                      .block = {(unsigned)row / 256},
                      .thread = {(unsigned)row % 256},
                      .index = index,
                      .length = given->matrix.num_cols};
  sl_evidence evidence = {.given = given, .findings = &found, .num_findings = 1};
  return of_x_by_entry("kernel", &evidence);
}

static sl_judgement of_crash(const sl_case *given, long long index) {
  sl_evidence evidence = {.given = given, .fault_array = "x", .fault_index = index};
  return of_x_by_entry("cpu", &evidence);
}

static void reads_past_x_are_by_entry_where_they_fit(void **state) {
  (void)state;
  exams all;
  make_cases(&all, SL_F32);
  const sl_case *many = case_of(&all, "257 rows"), *few = case_of(&all, "one row");
  const sl_csr *a = &many->matrix;
  const sl_case *square = case_of(&all, "worked 4×4 example");
  /* three columns; the entry of number 3 stands in a row that leads to x[3], too */
  int starts[] = {0, 1, 2, 3, 4}, next_starts[] = {0, 1, 2, 4, 4}, columns[4] = {0};
  sl_case by_row = {.matrix = {4, 3, 4, starts, columns, NULL}};
  sl_case by_next_row = {.matrix = {4, 3, 4, next_starts, columns, NULL}};
  int first = a->num_cols, row = 0;
  while (a->row_ptr[row + 1] <= first) row++;
  assert_int_equal(of_read(many, row, first), SL_EXPLAINS);
  assert_int_equal(of_read(many, row, first + 1), SL_CONTRADICTS);
  assert_int_equal(of_read(many, row - 1, first), SL_CONTRADICTS);
  assert_int_equal(of_read(many, row + 1, first), SL_CONTRADICTS);
  assert_int_equal(of_read(many, 256, first), SL_CONTRADICTS);
  assert_int_equal(of_read(many, 300, first), SL_CONTRADICTS);
  assert_int_equal(of_read(few, 0, few->matrix.num_cols), SL_CONTRADICTS);
  assert_int_equal(of_read(square, 2, 4), SL_NEUTRAL); /* its columns are 1, 2, 3 */
  assert_int_equal(of_read(&by_row, 3, 3), SL_NEUTRAL);
  assert_int_equal(of_read(&by_next_row, 2, 3), SL_NEUTRAL);
  assert_int_equal(of_crash(many, first), SL_EXPLAINS);
  assert_int_equal(of_crash(many, first + 1), SL_CONTRADICTS);
  assert_int_equal(of_crash(few, few->matrix.num_cols), SL_CONTRADICTS);
  free_cases(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_count_says_how_the_row_was_reached),
      cmocka_unit_test(wrong_grids_are_named),
      cmocka_unit_test(reads_past_x_are_by_entry_where_they_fit),
  };
  return cmocka_run_group_tests_name("judge_mistakes_csr_scalar", tests, NULL, NULL);
}
