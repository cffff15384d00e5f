/* evidence.c: finds the answers of a case by name. */
#include "judge/compare.h"
#include "judge/reply.h"
#include "judge/task.h"

#include <string.h>

const double *sl_evidence_answer(const sl_evidence *evidence, const char *name) {
  const sl_array *array = sl_problem_find(evidence->problem, name);
  if (!array || !evidence->answers) return NULL;
  return evidence->answers[array - evidence->problem->arrays];
}

bool sl_evidence_right(const sl_evidence *evidence) {
  const sl_difference *d = evidence->difference;
  return d && !d->wrong && evidence->seen.num_findings == 0;
}

bool sl_evidence_unread(const sl_evidence *evidence, const char *name) {
  for (size_t i = 0; i < evidence->num_memories; i++) {
    const sl_memory *memory = &evidence->memories[i];
    if (strcmp(memory->array, name) == 0) return !memory->read;
  }
  return false;
}
