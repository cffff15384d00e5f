/* test_comparison.c: formats side by side: the smallest figure, missing figures, the plot's data.
 */
#include "captured.h"

#include "report/comparison.h"

#include <unistd.h>

static const sl_task spmv_tasks[] = {
    {.name = "kernel", .column = "CSR", .measured = true},
    {.name = "kernel", .column = "ELL", .measured = true},
    {.name = "cpu"},
};

/* Two labs with one column each, on two matrices. The second lab cannot hold the second matrix. */
typedef struct made {
  sl_case_result cases[2][2];
  sl_task_result tasks[2][2];
  sl_lab_result results[2];
} made;

static void make(made *m, sl_backend_id backend) {
  memset(m, 0, sizeof *m);
  for (int r = 0; r < 2; r++) {
    for (int i = 0; i < 2; i++) {
      sl_case_result *given = &m->cases[r][i];
      (void)snprintf(given->name, sizeof given->name, "%s", i ? "web" : "stencil");
      given->measured = true;
      given->nnz = 100;
      given->figures.sectors = (unsigned long long)(250 - 100 * r);
      given->figures.cold_us = 20 + 10 * r;
    }
    m->tasks[r][0] = (sl_task_result){.task = &spmv_tasks[r], .cases = m->cases[r], .num_cases = 2};
    m->tasks[r][1] = (sl_task_result){.task = &spmv_tasks[2], .cases = m->cases[r], .num_cases = 2};
    m->results[r] = (sl_lab_result){
        .backend = backend, .device = "A GPU", .tasks = m->tasks[r], .num_tasks = 2};
  }
  m->cases[1][1].verdict = SL_SKIPPED;
}

static void the_least_of_each_row_is_marked(void **state) {
  (void)state;
  made m;
  sl_comparison comparison;
  make(&m, SL_LENS);
  sl_comparison_make(m.results, 2, &comparison);
  assert_int_equal(comparison.num_columns, 2);
  assert_int_equal(comparison.num_rows, 2);
  captured *c = capture();
  sl_comparison_print(c->stream, &comparison);
  assert_printed(c,
                 "\n"
                 "  sectors per entry                entries        CSR         ELL \n"
                 "  stencil                              100       2.50        1.50*\n"
                 "  web                                  100       2.50*           –\n"
                 "  * the smallest in its row; – not written yet, or too large in this format\n");
}

static void on_a_gpu_it_is_time_that_counts(void **state) {
  (void)state;
  made m;
  sl_comparison comparison;
  make(&m, SL_GPU);
  m.cases[0][1].figures.below_floor = true;
  sl_comparison_make(m.results, 2, &comparison);
  captured *c = capture();
  sl_comparison_print(c->stream, &comparison);
  assert_printed(c,
                 "\n"
                 "  microseconds, median             entries        CSR         ELL \n"
                 "  stencil                              100       20.0*       30.0 \n"
                 "  web                                  100           –           –\n"
                 "  * the smallest in its row; – not written yet, or too large in this format\n");
}

static void nothing_to_compare_prints_nothing(void **state) {
  (void)state;
  sl_comparison comparison;
  sl_comparison_make(NULL, 0, &comparison);
  captured *c = capture();
  sl_comparison_print(c->stream, &comparison);
  assert_printed(c, "");
}

static void the_plots_data_leave_out_what_was_not_measured(void **state) {
  (void)state;
  char folder[] = "/tmp/sparselab-plot-XXXXXX", path[64], text[256] = "";
  made m;
  sl_comparison comparison;
  make(&m, SL_LENS);
  sl_comparison_make(m.results, 2, &comparison);
  assert_non_null(mkdtemp(folder));
  sl_status status = sl_comparison_plot(&comparison, folder);
  assert_true(status == SL_OK || status == SL_ERR_MISSING); /* gnuplot need not be installed */
  (void)snprintf(path, sizeof path, "%s/comparison.csv", folder);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(text, 1, sizeof text - 1, file) > 0);
  (void)fclose(file);
  assert_string_equal(text, "matrix,entries,CSR,ELL\n"
                            "\"stencil\",100,2.5,1.5\n"
                            "\"web\",100,2.5,\n");
  static const char *const names[] = {"comparison.csv", "comparison.gp", "comparison.svg",
                                      "comparison.png"};
  for (int i = 0; i < 4; i++) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    int removed = unlink(path); /* not every gnuplot draws PNG */
    if (i < 3) assert_int_equal(removed, i == 2 && status != SL_OK ? -1 : 0);
  }
  assert_int_equal(rmdir(folder), 0);
  assert_fails(sl_comparison_plot(&comparison, "/nowhere"), SL_ERR_SYSTEM, "/nowhere");
}

static void the_plot_keeps_no_room_for_an_empty_column(void **state) {
  (void)state;
  char folder[] = "/tmp/sparselab-plot-XXXXXX", path[64], text[8192] = "";
  made m;
  sl_comparison comparison;
  make(&m, SL_LENS);
  sl_comparison_make(m.results, 2, &comparison);
  for (int row = 0; row < comparison.num_rows; row++) comparison.cells[row][0] = 0;
  assert_non_null(mkdtemp(folder));
  (void)sl_comparison_plot(&comparison, folder);
  (void)snprintf(path, sizeof path, "%s/comparison.gp", folder);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(text, 1, sizeof text - 1, file) > 0);
  (void)fclose(file);
  assert_null(strstr(text, "title 'CSR'"));
  assert_non_null(strstr(text, "title 'ELL'"));
  static const char *const names[] = {"comparison.csv", "comparison.gp", "comparison.svg",
                                      "comparison.png"};
  for (int i = 0; i < 4; i++) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    (void)unlink(path);
  }
  assert_int_equal(rmdir(folder), 0);
  for (int row = 0; row < comparison.num_rows; row++) comparison.cells[row][1] = 0;
  assert_fails(sl_comparison_plot(&comparison, folder), SL_ERR_USAGE, "nothing has been measured");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_least_of_each_row_is_marked),
      cmocka_unit_test(on_a_gpu_it_is_time_that_counts),
      cmocka_unit_test(nothing_to_compare_prints_nothing),
      cmocka_unit_test(the_plots_data_leave_out_what_was_not_measured),
      cmocka_unit_test(the_plot_keeps_no_room_for_an_empty_column),
  };
  return cmocka_run_group_tests_name("report_comparison", tests, NULL, NULL);
}
