/* findings.c: mistakes that are told from the lens's findings alone. */
#include "judge/findings.h"

#include "lens/lens.h"

#include <stdio.h>
#include <string.h>

bool sl_all_findings(const sl_evidence *evidence, bool (*fits)(const sl_finding *finding)) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    if (!fits(&evidence->findings[i])) return false;
  }
  return evidence->num_findings > 0;
}

static sl_judgement explains_if(bool yes) {
  return yes ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_race_in_block(const sl_finding *f) {
  return f->kind == LENS_RACE && strstr(f->detail, "of the same block") != NULL;
}

/* The line of the other side stands in the sentence. */
static bool is_race_in_statement(const sl_finding *f) {
  int other = 0;
  const char *at = strstr(f->detail, " at line ");
  bool known = at && sscanf(at, " at line %d", &other) == 1;
  return is_race_in_block(f) && known && other == f->line;
}

/* The threads at fault may also read what nobody has written yet. */
static bool is_of_missing_barrier(const sl_finding *f) {
  return is_race_in_block(f) || f->kind == LENS_UNINITIALISED_READ;
}

static bool names_array_of(const sl_problem *problem, const char *name) {
  return name[0] && sl_problem_find(problem, name) != NULL;
}

sl_judgement sl_explains_race_in_statement(const sl_evidence *evidence) {
  return explains_if(sl_all_findings(evidence, is_race_in_statement));
}

sl_judgement sl_explains_missing_barrier(const sl_evidence *evidence) {
  bool race = false;
  for (size_t i = 0; i < evidence->num_findings; i++) {
    const sl_finding *f = &evidence->findings[i];
    if (names_array_of(evidence->problem, f->array)) return SL_CONTRADICTS;
    race = race || f->kind == LENS_RACE;
  }
  return explains_if(race && sl_all_findings(evidence, is_of_missing_barrier));
}

static bool is_uninitialised(const sl_finding *f) {
  return f->kind == LENS_UNINITIALISED_READ;
}

static bool have_left(const sl_finding *f) {
  return f->kind == LENS_DIVERGENT_BARRIER && strstr(f->detail, "have left") != NULL;
}

/* Whoever has left has also not written what others read. */
static bool is_of_threads_that_left(const sl_finding *f) {
  return have_left(f) || is_uninitialised(f);
}

sl_judgement sl_explains_left_before_barrier(const sl_evidence *evidence) {
  bool left = false;
  for (size_t i = 0; i < evidence->num_findings; i++) {
    left = left || have_left(&evidence->findings[i]);
  }
  return explains_if(left && sl_all_findings(evidence, is_of_threads_that_left));
}

static bool is_race_of_blocks(const sl_finding *f) {
  return f->kind == LENS_RACE && !is_race_in_block(f);
}

sl_judgement sl_explains_race_of_blocks(const sl_evidence *evidence, const char *name) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    if (strcmp(evidence->findings[i].array, name) != 0) return SL_CONTRADICTS;
  }
  return explains_if(sl_all_findings(evidence, is_race_of_blocks));
}

/* What is read then may send the program anywhere, so later findings are not looked at. */
sl_judgement sl_explains_uninitialised(const sl_evidence *evidence) {
  const sl_finding *first = evidence->findings;
  if (evidence->num_findings == 0) return SL_CONTRADICTS;
  return explains_if(is_uninitialised(first) && !names_array_of(evidence->problem, first->array));
}

static bool is_leak(const sl_finding *f) {
  return f->kind == LENS_LEAK;
}

sl_judgement sl_explains_not_freed(const sl_evidence *evidence) {
  return explains_if(sl_all_findings(evidence, is_leak));
}

sl_judgement sl_explains_own_memory_too_short(const sl_evidence *evidence) {
  const char *array = evidence->fault_array ? evidence->fault_array : "";
  bool behind = strcmp(array, SL_WIRE_OWN_MEMORY) == 0 && evidence->fault_index >= 0;
  return behind ? SL_EXPLAINS : SL_NEUTRAL;
}

/* cudaError_t: the lens calls it an invalid configuration, CUDA 13 on an H200 an invalid value. */
bool sl_grid_refused(const sl_evidence *evidence) {
  enum { INVALID_VALUE = 1, INVALID_CONFIGURATION = 9 };
  return evidence->cuda_error == INVALID_CONFIGURATION || evidence->cuda_error == INVALID_VALUE;
}
