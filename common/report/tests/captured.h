/** @file captured.h
 *  Captures the output of a test as text, and makes a sample result of the judge to print.
 */
#ifndef SL_REPORT_TESTS_CAPTURED_H
#define SL_REPORT_TESTS_CAPTURED_H

#include "base/test.h"

#include "judge/judge.h"

#include <stdio.h>
#include <stdlib.h>

/** A stream into memory. It is not a terminal, so nothing is coloured. */
typedef struct captured {
  FILE *stream;
  char *text;
  size_t size;
} captured;

static inline captured *capture(void) {
  static captured made;
  made.stream = open_memstream(&made.text, &made.size);
  assert_non_null(made.stream);
  return &made;
}

/** Compares what was printed, and ends the capture. */
static inline void assert_printed(captured *c, const char *expected) {
  assert_int_equal(fclose(c->stream), 0);
  assert_string_equal(c->text, expected);
  free(c->text);
}

static const sl_mistake made_up_mistake = {
    .name = "overwritten", .what = "y is overwritten", .hint = "What stood in y?"};

static const sl_task made_up_tasks[] = {
    {.name = "cpu", .title = "on the CPU", .points = 2},
    {.name = "kernel", .title = "one thread per row", .points = 5, .measured = true}};

static const sl_lab made_up_lab = {
    .id = "01-sample", .title = "A sample", .tasks = made_up_tasks, .num_tasks = 2};

/** Makes a result of two tasks on two cases, with `cases` as memory for 4 of them. All fields are
 *  zero, which means passed and no points. */
static inline sl_lab_result make_result(sl_backend_id backend, sl_task_result tasks[2],
                                        sl_case_result cases[4]) {
  memset(cases, 0, 4 * sizeof *cases);
  for (int t = 0; t < 2; t++) {
    tasks[t] = (sl_task_result){.task = &made_up_tasks[t], .cases = &cases[2 * t], .num_cases = 2};
    (void)strcpy(cases[2 * t].name, "small");
    (void)strcpy(cases[2 * t + 1].name, "large");
    cases[2 * t + 1].measured = true;
  }
  sl_lab_result made = {.lab = &made_up_lab,
                        .source = "/nowhere/sample.cu",
                        .backend = backend,
                        .device = "A GPU",
                        .tasks = tasks,
                        .num_tasks = 2};
  return made;
}

#endif
