/* parts.c: partial credit: points of a failed task for the kinds of cases in which all cases
 * pass. */
#define _GNU_SOURCE
#include "grade/items.h"

#include "load/load.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 1024 };

static bool has_empty_row(const sl_csr *matrix) {
  for (int row = 0; row < matrix->num_rows; row++) {
    if (matrix->row_ptr[row] == matrix->row_ptr[row + 1]) return true;
  }
  return false;
}

/* Finds the kind of a case; each case has exactly one. The matrix of a small case is made again,
 * because a result contains only its sizes. */
static sl_status kind_of(const sl_grade_job *job, const sl_case_result *outcome,
                         sl_case_kind *out) {
  sl_csr matrix;
  *out = outcome->num_rows == outcome->num_cols ? SL_KIND_SQUARE : SL_KIND_RECTANGULAR;
  if (outcome->measured) *out = SL_KIND_LARGE;
  if (outcome->measured || outcome->nnz >= 1 << 20) return SL_OK;
  sl_status status = sl_load_matrix(outcome->spec, job->grading->cache_dir, &matrix);
  if (status == SL_OK && has_empty_row(&matrix)) *out = SL_KIND_EMPTY_ROWS;
  if (status == SL_OK) sl_csr_free(&matrix);
  return status == SL_ERR_MEMORY ? status : SL_OK;
}

typedef struct kind_count {
  size_t passed, all;
} kind_count;

static sl_status count_kinds(const sl_grade_job *job, const sl_task_result *task,
                             kind_count counts[SL_NUM_CASE_KINDS]) {
  for (size_t i = 0; i < task->num_cases; i++) {
    sl_case_kind kind;
    SL_TRY(kind_of(job, &task->cases[i], &kind));
    counts[kind].all++;
    counts[kind].passed += task->cases[i].verdict == SL_PASSED;
  }
  return SL_OK;
}

static sl_status append(char **text, const char *more) {
  char all[4 * TEXT_BYTES];
  (void)snprintf(all, sizeof all, "%s%s%s", *text, **text ? "\n" : "", more);
  return sl_record_set(text, all);
}

/* Whether the task can get partial credit. It cannot if it is not written, if no launch computed
 * the answer, if its host code writes to foreign memory, or if it gave no answer. */
static bool may_have_parts(const sl_task_result *task, const sl_record_item *item) {
  if (item->verdict == SL_GRADE_PASS || item->verdict == SL_GRADE_NOT_WRITTEN || !item->judged) {
    return false;
  }
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *outcome = &task->cases[i];
    if (outcome->elsewhere || outcome->foreign_store || outcome->verdict == SL_NO_ANSWER) {
      return false;
    }
  }
  return true;
}

/* Returns the points for the kinds of cases. Finds the task by name, because the judge uses its own
 * copies of tasks. */
static const double *parts_of(const sl_rubric *rubric, const char *name) {
  static const double none[SL_NUM_CASE_KINDS];
  for (size_t t = 0; t < rubric->lab->num_tasks; t++) {
    if (strcmp(rubric->lab->tasks[t].name, name) == 0) return rubric->parts[t];
  }
  return none;
}

sl_status sl_items_take_parts(const sl_grade_job *job, const sl_task_result *task,
                              sl_record_item *item) {
  const double *parts = parts_of(job->rubric, task->task->name);
  kind_count counts[SL_NUM_CASE_KINDS] = {{0, 0}};
  bool any = false;
  char text[TEXT_BYTES] = "";
  for (int k = 0; k < SL_NUM_CASE_KINDS; k++) any = any || parts[k] > 0;
  if (!any || !may_have_parts(task, item)) return SL_OK;
  SL_TRY(count_kinds(job, task, counts));
  for (int k = 0; k < SL_NUM_CASE_KINDS; k++) {
    size_t used = strlen(text);
    if (parts[k] <= 0 || counts[k].all == 0) continue;
    bool whole = counts[k].passed == counts[k].all;
    if (whole) item->points += parts[k];
    (void)snprintf(text + used, sizeof text - used, "%s%s: %zu of %zu pass, %g of %g points",
                   used ? "; " : "partial credit: ", sl_rubric_kind_name((sl_case_kind)k),
                   counts[k].passed, counts[k].all, whole ? parts[k] : 0, parts[k]);
  }
  if (item->points > 0) item->verdict = SL_GRADE_PARTIAL;
  return text[0] ? append(&item->detail, text) : SL_OK;
}
