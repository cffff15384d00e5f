/** @file judging.h
 *  Judges a lab of two small tasks with the fake worker, which behaves as the test asks. Shared by
 *  the tests of the judge.
 */
#ifndef SL_JUDGE_TESTS_JUDGING_H
#define SL_JUDGE_TESTS_JUDGING_H

#include "left_behind.h"

#include "judge/judge.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char source[] = "/tmp/sparselab-judge-XXXXXX.cu";

static const sl_task tasks[] = {
    {.name = "first", .function = "f", .points = 4, .measured = true, .pose = sample_pose},
    {.name = "second", .function = "g", .points = 3, .pose = sample_pose}};
static const sl_lab lab = {.id = "00-sample", .title = "a sample", .tasks = tasks, .num_tasks = 2};

static const sl_case_spec small[] = {{.spec = "diagonal:8"}};
static const sl_case_spec several[] = {
    {.spec = "empty:0x0"},  {.spec = "diagonal:8"}, {.spec = "diagonal:33", .exact = true},
    {.spec = "diagonal:3"}, {.spec = "diagonal:5"}, {.spec = "diagonal:40", .measured = true}};
enum { NUM_SEVERAL = sizeof several / sizeof *several };

/* A worker that answers gets as much time as a busy machine may need. A worker that does not answer
 * gets a short deadline. In both cases the judge stops waiting long before the other limit. */
static const double long_deadline_seconds = 3600, short_deadline_seconds = 0.3, most_seconds = 900;

static inline void write_source(const char *text) {
  FILE *file = fopen(source, "w");
  assert_non_null(file);
  (void)fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static inline sl_status judge_within(double deadline_seconds, const char *how, const char *task,
                                     const sl_case_spec *cases, size_t num_cases,
                                     sl_lab_result *out) {
  (void)setenv("FAKE_WORKER", how, 1);
  const sl_judge_options options = {
      .backend = SL_GPU, .only_task = task, .deadline_seconds = deadline_seconds};
  return sl_judge(&lab, source, FAKE_WORKER, cases, num_cases, &options, out);
}

/* Judges with a worker that answers. */
static inline sl_status judge(const char *how, const char *task, const sl_case_spec *cases,
                              size_t num_cases, sl_lab_result *out) {
  return judge_within(long_deadline_seconds, how, task, cases, num_cases, out);
}

static inline int make_file(void **state) {
  int file = mkstemps(source, 3);
  if (file < 0 || close(file)) return -1;
  (void)setenv("FAKE_SOURCE", source, 1);
  write_source("void f() { work();\n}\n");
  return adopt_orphans(state);
}

static inline int remove_file(void **state) {
  (void)state;
  return unlink(source);
}

#endif
