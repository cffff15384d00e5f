/* repairs.c: the search for small repairs, for the record. */
#include "grade/items.h"

#include "repair/defect.h"
#include "repair/search.h"

#include <stdio.h>

/* Limits for one task, and for all tasks of a submission together; 400 candidates take about six
 * seconds of a core. */
enum { MOST_OF_TASK = 400, MOST_TRIED = 800 };

/* Limit in processor seconds. It is far more than so many candidates take, except on large
 * matrices. If this limit ends a search, the result is discarded, because it would depend on the
 * machine. */
static const double guard_seconds = 300;

static bool is_worth_it(const sl_task_result *task) {
  const sl_case_result *failure = task->failure;
  bool slow = task->verdict == SL_TIMED_OUT; /* candidates would be slow, too */
  /* A program that writes to foreign memory may damage other candidates, different ones each
   * time. */
  bool steady = failure && !failure->foreign_store && !failure->out_of_memory;
  return sl_search_can_explain(task->verdict) && !slow && !task->mistake && steady &&
         !failure->elsewhere;
}

static sl_status tell(const sl_grade_job *job, const sl_repair *repair, sl_record_item *item) {
  char text[512];
  if (repair->by_clock || !repair->line) return SL_OK;
  item->searched = true;
  item->line = repair->line;
  sl_defect_text(repair, text, sizeof text);
  return sl_items_set(&item->what, text, job->folder);
}

sl_status sl_items_search(const sl_grade_job *job, const sl_lab_result *result,
                          const sl_case_spec *cases, sl_record *record) {
  char folder[SL_SUBMISSION_PATH];
  size_t left = MOST_TRIED;
  (void)snprintf(folder, sizeof folder, "%s/repairs", job->folder);
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    if (!is_worth_it(task) || left == 0) continue;
    const sl_search_options options = {.precision = SL_F32,
                                       .seed = result->seed,
                                       .folder = folder,
                                       .cpu_seconds = guard_seconds,
                                       .searchers = 1,
                                       .most_tried = left < MOST_OF_TASK ? left : MOST_OF_TASK,
                                       .sandbox = job->grading->sandbox};
    sl_repair repair;
    SL_TRY(sl_search(result->lab, task, result->source, cases, &options, &repair));
    SL_TRY(tell(job, &repair, sl_items_find(record, task->task->name)));
    left -= repair.tried < left ? repair.tried : left;
  }
  return SL_OK;
}
