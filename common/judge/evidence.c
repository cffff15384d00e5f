/* evidence.c: the answers of a case, by name. */
#include "judge/task.h"

const double *sl_evidence_answer(const sl_evidence *evidence, const char *name) {
  const sl_array *array = sl_problem_find(evidence->problem, name);
  if (!array || !evidence->answers) return NULL;
  return evidence->answers[array - evidence->problem->arrays];
}
