/* test_work.c: a student's work on one page: points, plots, and kernels whose ids are distinct. */
#include "captured.h"
#include "small_view.h"

#include "report/bars.h"
#include "report/roofline.h"
#include "report/work.h"

#include <string.h>

static int count(const char *text, const char *part) {
  int found = 0;
  for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) found++;
  return found;
}

static char *read_page(const char *path) {
  FILE *file = fopen(path, "r");
  static char text[400000];
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  (void)fclose(file);
  return text;
}

/* Checks that each id occurs once, and that each link within the page leads to one. */
static void check_ids(const char *text) {
  char id[100], wanted[120];
  for (const char *at = text; (at = strstr(at, " id=\"")); at++) {
    assert_int_equal(sscanf(at, " id=\"%99[^\"]", id), 1);
    (void)snprintf(wanted, sizeof wanted, " id=\"%s\"", id);
    assert_int_equal(count(text, wanted), 1);
  }
  for (const char *at = text; (at = strstr(at, "href=\"#")); at++) {
    assert_int_equal(sscanf(at, "href=\"#%99[^\"]", id), 1);
    (void)snprintf(wanted, sizeof wanted, " id=\"%s\"", id);
    assert_int_equal(count(text, wanted), 1);
  }
}

static void two_labs_share_a_page(void **state) {
  (void)state;
  small_view *small = small_view_make();
  static sl_work_lab labs[2];
  sl_task_result tasks[2][2];
  sl_case_result cases[2][4];
  for (int i = 0; i < 2; i++) {
    labs[i].judged = make_result(SL_LENS, tasks[i], cases[i]);
    labs[i].lab = labs[i].judged.lab;
    labs[i].seen = labs[i].judged;
    labs[i].seen.seen = small->view.seen;
    (void)snprintf(labs[i].seen.source, sizeof labs[i].seen.source, "%s", small->path);
    (void)strcpy(labs[i].verdicts[0], "passed");
  }
  labs[1].trouble = "It does <not> compile.";
  sl_work work = {.title = "My <b>work</b>",
                  .remark = "Remark.",
                  .device = "the lens.",
                  .date = "2026-01-02",
                  .matrix = "hpcg:10",
                  .labs = labs,
                  .num_labs = 2};
  char path[] = "work-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  (void)close(file);
  assert_int_equal(sl_report_work(path, &work), SL_OK);
  char *text = read_page(path);
  assert_int_equal(remove(path), 0);
  assert_non_null(strstr(text, "<b>4 of 14 points</b>"));
  assert_non_null(strstr(text, "<h1>My &lt;b&gt;work&lt;/b&gt;</h1>"));
  assert_non_null(strstr(text, "It does &lt;not&gt; compile."));
  assert_non_null(strstr(text, "Task kernel: not tried yet."));
  assert_int_equal(count(text, "<h3>What to try next</h3>"), 2);
  assert_int_equal(count(text, "Line by line on hpcg:10"), 2);
  assert_null(strstr(text, "src="));
  check_ids(text);
  small_view_free(small);
}

static void bars_need_two_figures(void **state) {
  (void)state;
  static sl_comparison comparison;
  sl_case_result matrices[2] = {{.name = "a & b", .nnz = 1000}, {.name = "alone", .nnz = 7}};
  comparison = (sl_comparison){.backend = SL_LENS,
                               .columns = {"csr", "ell"},
                               .num_columns = 2,
                               .rows = {&matrices[0], &matrices[1]},
                               .num_rows = 2};
  comparison.cells[0][0] = 2.5;
  comparison.cells[0][1] = 1.25;
  comparison.cells[1][0] = 5;
  captured *c = capture();
  assert_int_equal(sl_bars_draw(c->stream, &comparison, "bars"), 1);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "role=\"img\" aria-label=\"bars: a &amp; b\""));
  assert_non_null(strstr(c->text, "a &amp; b, 1,000 entries"));
  assert_non_null(strstr(c->text, "class=\"best\">1.25</text>"));
  assert_int_equal(count(c->text, "<rect"), 2);
  assert_null(strstr(c->text, "alone"));
  comparison.cells[0][0] = 0;
  assert_int_equal(sl_bars_draw(c->stream, &comparison, "bars"), 0);
  (void)fclose(c->stream);
  free(c->text);
}

/* 12.5 GFLOP/s at 100 GB/s is 1/8 operation per byte. There, the roof of 800 GB/s is at 100
 * GFLOP/s, so the vertical axis must reach at least 100.
 */
static void products_stand_below_the_roof(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  const sl_lab_result *results[] = {&result};
  cases[3].figures =
      (sl_figures){.cold_us = 8, .samples = 3, .gflops = 12.5, .gbps = 100, .copy_gbps = 800};
  captured *c = capture();
  assert_int_equal(sl_roofline_draw(c->stream, results, 1, "a <roof>"), 1);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "aria-label=\"a &lt;roof&gt;\""));
  assert_non_null(strstr(c->text, "copying, 800 GB/s"));
  assert_non_null(
      strstr(c->text, "<title>lab 01, kernel, large: 12.5 GFLOP/s, 100.0 GB/s</title>"));
  assert_non_null(strstr(c->text, ">01 kernel</text>"));
  /* from 0.1 to 0.2, from 10 to 500: the point at log 1.25 / log 2 and log 1.25 / log 50 */
  assert_non_null(strstr(c->text, "cx=\"156.0\" cy=\"210.0\""));
  assert_non_null(strstr(c->text, "<line class=\"roof\" x1=\"44.0\" y1=\"110.4\" x2=\"392.0\" "));
  (void)fclose(c->stream);
  free(c->text);
  cases[3].figures.below_floor = true;
  c = capture();
  assert_int_equal(sl_roofline_draw(c->stream, results, 1, "none"), 0);
  assert_printed(c, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_labs_share_a_page),
                                     cmocka_unit_test(bars_need_two_figures),
                                     cmocka_unit_test(products_stand_below_the_roof)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
