/* test_forecast.c: the table of predicted times. */
#include "captured.h"

#include "judge/forecast.h"
#include "report/html.h"
#include "report/report.h"
#include "report/times.h"

static sl_forecast_row rows[2];
static sl_forecast made;

static sl_forecast *make(void) {
  memset(rows, 0, sizeof rows);
  rows[0] = (sl_forecast_row){.spec = "hpcg:20",
                              .nnz = 195112,
                              .sequential_us = 200,
                              .parallel_us = 100,
                              .own_us = 220,
                              .predicted_us = {10},
                              .within = {1.4}};
  rows[1] = (sl_forecast_row){.spec = "web:2000", .nnz = 14328, .sequential_us = 20};
  made = (sl_forecast){.tasks = {&made_up_tasks[1]},
                       .multiplies = {true},
                       .num_tasks = 1,
                       .own = &made_up_tasks[0],
                       .rows = rows,
                       .num_rows = 2,
                       .threads = 2,
                       .device = "A GPU",
                       .verified = true};
  return &made;
}

static char *printed(const sl_forecast *f) {
  captured *c = capture();
  sl_report_forecast(c->stream, f);
  assert_int_equal(fclose(c->stream), 0);
  return c->text;
}

static void times_are_called_predicted(void **state) {
  (void)state;
  char *text = printed(make());
  assert_non_null(strstr(text, "Predicted for A GPU (verified): 91 % within a factor"));
  assert_non_null(strstr(text, "kernel: predicted, with cold caches"));
  assert_non_null(strstr(
      text, "  hpcg:20               195112       200       100       220        10.0     ×20"));
  assert_non_null(
      strstr(text, "\n    range                                                      7.14–14.0\n"));
  assert_non_null(strstr(text, "Range: nine of ten measured times"));
  assert_non_null(strstr(text, "×10\n"));
  assert_non_null(strstr(text, "your cpu"));
  free(text);
  made.verified = false;
  text = printed(&made);
  assert_non_null(strstr(text, "(not verified"));
  assert_non_null(strstr(text, "Range: a factor of 2 in both"));
  free(text);
}

/* Task kernel is SpMV, task cpu has sequential code of its own. */
static void tasks_with_other_references_have_times_below(void **state) {
  (void)state;
  sl_forecast *f = make();
  f->own = NULL;
  f->tasks[1] = &made_up_tasks[0];
  f->num_tasks = 2;
  rows[0].predicted_us[1] = 4;
  rows[0].cpu[1] = (sl_cpu_times){.sequential_us = 60};
  char *text = printed(f);
  const char *row = strstr(text, "  hpcg:20 ");
  assert_non_null(row);
  assert_non_null(strstr(row, "    1 core                             200        60.0\n"
                              "    2 cores                            100\n"
                              "    × 1 core                           ×20         ×15\n"
                              "    × all                              ×10\n"
                              "  web:2000 "));
  assert_non_null(strstr(text, "the kit's CPU code for the same task"));
  assert_non_null(strstr(text, "only sequential"));
  free(text);
  captured *c = capture();
  sl_html_page_forecast(c->stream, f);
  assert_int_equal(fclose(c->stream), 0);
  assert_non_null(
      strstr(c->text, ">10.0 (7.14–14.0; 1 core 200; 2 cores 100; × 1 core ×20; × all ×10)</td>"));
  assert_non_null(strstr(c->text, ">4.00 (1 core 60.0; × 1 core ×15)</td>"));
  free(c->text);
  rows[0].cpu[1].parallel_us = 30;
  text = printed(f);
  assert_null(strstr(text, "only sequential"));
  assert_non_null(strstr(text, "    × all                              ×10        ×7.5\n"));
  free(text);
}

static void what_was_not_predicted_has_no_time(void **state) {
  (void)state;
  char *text = printed(make());
  const char *row = strstr(text, "web:2000");
  assert_non_null(row);
  assert_non_null(strstr(row, "–       –       –\n"));
  assert_null(strstr(row, "  range"));
  assert_non_null(strstr(row, "–: too"));
  free(text);
}

static void measured_times_stand_beside(void **state) {
  (void)state;
  sl_forecast *f = make();
  char *text = printed(f);
  assert_null(strstr(text, "this machine's GPU"));
  free(text);
  rows[0].measured_us[0] = 12.5;
  text = printed(f);
  assert_non_null(strstr(text, "  measured"));
  assert_non_null(strstr(text, "12.5"));
  assert_non_null(strstr(text, "measured: on this machine's GPU"));
  free(text);
}

static void measured_times_are_taken_by_matrix(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  sl_forecast *f = make();
  (void)strcpy(cases[2].spec, "web:2000");
  (void)strcpy(cases[3].spec, "hpcg:20");
  cases[2].figures.cold_us = 5;
  cases[3].figures.cold_us = 12.5;
  sl_forecast_add_measured(f, &result);
  assert_true(rows[0].measured_us[0] == 12.5);
  assert_true(rows[1].measured_us[0] == 0); /* nothing was predicted */
  cases[3].verdict = SL_WRONG;
  rows[0].measured_us[0] = 0;
  sl_forecast_add_measured(f, &result);
  assert_true(rows[0].measured_us[0] == 0);
}

static void without_a_device_nothing_is_shown(void **state) {
  (void)state;
  sl_forecast *f = make();
  f->device[0] = '\0';
  char *text = printed(f);
  assert_non_null(strstr(text, "No predicted times"));
  free(text);
  f->num_rows = 0;
  text = printed(f);
  assert_string_equal(text, "");
  free(text);
  text = printed(NULL);
  assert_string_equal(text, "");
  free(text);
}

static void all_launches_together_have_a_range(void **state) {
  (void)state;
  sl_launch launches[2] = {{.kernel = "scan"}, {.kernel = "spmv"}};
  sl_predicted predicted[2] = {
      {.is = {.made = true, .time_us = 10, .num_blocks = 1}},
      {.launch = 1, .is = {.made = true, .time_us = 22, .queued_us = 20, .num_blocks = 1}}};
  sl_lens_view view = {.seen = {.gpu = "A GPU",
                                .launches = launches,
                                .num_launches = 2,
                                .predicted = predicted,
                                .num_predicted = 2}};
  captured *c = capture();
  sl_times_print(c->stream, 100, &view);
  assert_int_equal(fclose(c->stream), 0);
  assert_non_null(strstr(c->text, "Predicted time on A GPU (not verified)"));
  assert_non_null(strstr(c->text, "All launches together: predicted 30.0 µs (15.0 µs to 60.0 µs)"));
  free(c->text);
}

static char *times_of(uint64_t recorded, uint64_t blocks) {
  sl_launch launch = {.kernel = "spmv"};
  sl_predicted predicted = {
      .is = {.made = true, .time_us = 10, .recorded_blocks = recorded, .num_blocks = blocks}};
  sl_lens_view view = {.seen = {.gpu = "A GPU",
                                .launches = &launch,
                                .num_launches = 1,
                                .predicted = &predicted,
                                .num_predicted = 1}};
  captured *c = capture();
  sl_times_print(c->stream, 100, &view);
  assert_int_equal(fclose(c->stream), 0);
  return c->text;
}

static void blocks_that_were_not_recorded_are_named(void **state) {
  (void)state;
  char *text = times_of(3, 12);
  assert_non_null(strstr(text, "Predicted from 3 of 12 blocks"));
  free(text);
  text = times_of(12, 12);
  assert_non_null(strstr(text, "spmv: predicted"));
  assert_null(strstr(text, "blocks"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(times_are_called_predicted),
      cmocka_unit_test(tasks_with_other_references_have_times_below),
      cmocka_unit_test(what_was_not_predicted_has_no_time),
      cmocka_unit_test(measured_times_stand_beside),
      cmocka_unit_test(measured_times_are_taken_by_matrix),
      cmocka_unit_test(without_a_device_nothing_is_shown),
      cmocka_unit_test(all_launches_together_have_a_range),
      cmocka_unit_test(blocks_that_were_not_recorded_are_named),
  };
  return cmocka_run_group_tests_name("report_forecast", tests, NULL, NULL);
}
