/** @file rubric.h
 *  The rubric of a lab: the points of each item, and what students see at which time. It is a small
 *  text file that an instructor edits; docs/grading.md describes it.
 */
#ifndef SL_GRADE_RUBRIC_H
#define SL_GRADE_RUBRIC_H

#include "base/sha256.h"
#include "judge/goals.h"
#include "judge/judge.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SL_RUBRIC_MOST_TASKS = 16, SL_RUBRIC_MOST = 16, SL_RUBRIC_MATRIX_BYTES = 192 };

/** What students see of the results, as bits. */
enum {
  SL_SHOW_POINTS = 1,
  SL_SHOW_VERDICTS = 2,
  SL_SHOW_MISTAKES = 4, /**< the name and the sentence of a mistake */
  SL_SHOW_HINTS = 8,
  SL_SHOW_DETAILS = 16, /**< what was observed, with figures */
  SL_SHOW_LINES = 32,
  SL_SHOW_OUTPUT = 64,     /**< output of the compiler and of the student's program */
  SL_SHOW_EVERYTHING = 127 /**< all of these, and items on hidden matrices */
};

/** The kinds of cases that may give partial credit. Each case has one: the first that fits. */
typedef enum sl_case_kind {
  SL_KIND_LARGE,      /**< a measured case */
  SL_KIND_EMPTY_ROWS, /**< at least one row has no entry */
  SL_KIND_RECTANGULAR,
  SL_KIND_SQUARE,
  SL_NUM_CASE_KINDS
} sl_case_kind;

/** "large", "empty rows", … */
const char *sl_rubric_kind_name(sl_case_kind kind);

/** A figure of the lens that must not exceed a limit. */
typedef struct sl_rubric_bar {
  const sl_task *task;
  int number; /**< number of the bar among the bars of its task, from 1 */
  double points;
  sl_counted figure;
  char array[64]; /**< name of the array; "": any */
  double most;
  char matrix[SL_RUBRIC_MATRIX_BYTES];
  int line;
} sl_rubric_bar;

/** Time on a GPU over the reference solution's in the same run: all points up to `full`, none from
 *  `none`, and linear between. */
typedef struct sl_rubric_performance {
  const sl_task *task;
  double points, full, none;
  char matrix[SL_RUBRIC_MATRIX_BYTES]; /**< "": SL_RUBRIC_PERFORMANCE_MATRIX */
  int line;
} sl_rubric_performance;

/** The matrix for times if a rubric does not name one: 190 MB in CSR, more than any cache. */
#define SL_RUBRIC_PERFORMANCE_MATRIX "hpcg:96"

typedef struct sl_rubric_late {
  time_t after;
  double percent;
} sl_rubric_late;

typedef struct sl_rubric_matrix {
  char spec[SL_RUBRIC_MATRIX_BYTES];
  int line;
} sl_rubric_matrix;

typedef struct sl_rubric {
  const sl_lab *lab;
  char path[512];
  char digest[SL_SHA256_TEXT];                           /**< SHA-256 of the file's bytes */
  double tasks[SL_RUBRIC_MOST_TASKS];                    /**< points, by task of the lab */
  double parts[SL_RUBRIC_MOST_TASKS][SL_NUM_CASE_KINDS]; /**< partial points if the task fails */
  sl_rubric_bar bars[SL_RUBRIC_MOST];
  size_t num_bars;
  double clean; /**< points for the item `clean`; 0: there is no such item */
  sl_rubric_performance performances[SL_RUBRIC_MOST];
  size_t num_performances;
  sl_goals goals;      /**< the goals that give bonus points: those of the lab, or none */
  double most_bonus;   /**< most bonus points; 0: as many as the goals give */
  bool bonus_in_marks; /**< platforms get the sum of points and bonus points */
  sl_rubric_late lates[SL_RUBRIC_MOST]; /**< sorted by time */
  size_t num_lates;
  sl_rubric_matrix hidden[SL_RUBRIC_MOST];
  size_t num_hidden;
  time_t deadline;        /**< 0: there is no deadline, and all times count as after it */
  unsigned before, after; /**< what is shown before and after the deadline: SL_SHOW_… */
  bool unreadable;        /**< the file could not be read: only the lab is known, and students are
                           *  shown nothing */
} sl_rubric;

/** Reads the rubric of `lab`. Without a file (`path` NULL) it is the lab's default: the points of
 *  its tasks, and everything is shown. Errors: SL_ERR_INPUT, naming file, line and what to
 *  write. */
sl_status sl_rubric_read(const sl_lab *lab, const char *path, sl_rubric *out);

/** Finds the lab of a rubric's file, by its line `lab`. Errors: those of sl_rubric_read. */
sl_status sl_rubric_find_lab(const char *path, const sl_lab **out);

/** Writes the default path of a lab's rubric. */
void sl_rubric_path(const sl_lab *lab, char *path_out, size_t size);

/** Loads each matrix that the rubric names, so that a wrong name is reported before anything is
 *  graded. Errors: SL_ERR_INPUT, naming file and line. */
sl_status sl_rubric_check_matrices(const sl_rubric *rubric, const char *cache_dir);

/** Returns the matrix of a performance item. */
const char *sl_rubric_performance_matrix(const sl_rubric_performance *wanted);

/** Returns the points of a performance item for a time that is `ratio` times the reference's. */
double sl_rubric_performance_points(const sl_rubric_performance *wanted, double ratio);

/** Returns the deduction, in percent, for a submission at the time `handed_in`. */
double sl_rubric_late_percent(const sl_rubric *rubric, time_t handed_in);

/** Returns the deadline; without one, the first time after which points are deducted; 0: there is
 *  neither. */
time_t sl_rubric_due(const sl_rubric *rubric);

/** Returns the deduction, in percent, if the deadline, and with it all times of `lates`, is moved
 *  to `until`. */
double sl_rubric_extended_percent(const sl_rubric *rubric, time_t handed_in, time_t until);

/** Returns what students are shown at the time `now`: SL_SHOW_… */
unsigned sl_rubric_shown(const sl_rubric *rubric, time_t now);

/** "sectors per request" */
const char *sl_rubric_figure_name(sl_counted figure);

#endif
