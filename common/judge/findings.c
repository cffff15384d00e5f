/* findings.c: mistakes that are recognised by the lens's findings alone. */
#include "judge/findings.h"

#include "lens/lens.h"

#include <string.h>

enum { WARP = 32 };

const sl_finding *sl_findings_first(const sl_evidence *evidence, sl_finding_rule *fits) {
  for (size_t i = 0; i < evidence->seen.num_findings; i++) {
    if (fits(evidence, &evidence->seen.findings[i])) return &evidence->seen.findings[i];
  }
  return NULL;
}

bool sl_findings_none_but(const sl_evidence *evidence, sl_finding_rule *fits) {
  for (size_t i = 0; i < evidence->seen.num_findings; i++) {
    if (!fits(evidence, &evidence->seen.findings[i])) return false;
  }
  return true;
}

bool sl_findings_all(const sl_evidence *evidence, sl_finding_rule *fits) {
  return evidence->seen.num_findings > 0 && sl_findings_none_but(evidence, fits);
}

bool sl_finding_is_between_streams(const sl_finding *finding) {
  return finding->kind == LENS_RACE && finding->reason == LENS_OTHER_STREAM;
}

/* Whether the finding is of this kind and, unless `array` is NULL, at this array. A race between
 * streams at the array does not count, because the labs' rules about races are about threads of one
 * kernel. */
static bool is_at(const sl_finding *f, int kind, const char *array) {
  if (f->kind != kind) return false;
  return !array || (strcmp(f->array, array) == 0 && !sl_finding_is_between_streams(f));
}

bool sl_finding_exists(const sl_evidence *evidence, int kind, const char *array) {
  for (size_t i = 0; i < evidence->seen.num_findings; i++) {
    if (is_at(&evidence->seen.findings[i], kind, array)) return true;
  }
  return false;
}

bool sl_finding_launched_another(const sl_evidence *evidence, const char *kernel) {
  const sl_lens_report *seen = &evidence->seen;
  for (size_t i = 0; i < seen->num_launches; i++) {
    if (strcmp(seen->launches[i].kernel, kernel) == 0) return false;
  }
  return seen->num_launches > 0;
}

bool sl_findings_only(const sl_evidence *evidence, int kind, const char *array) {
  for (size_t i = 0; i < evidence->seen.num_findings; i++) {
    if (!is_at(&evidence->seen.findings[i], kind, array)) return false;
  }
  return true;
}

bool sl_finding_is_wrong_side_of_copy(const sl_finding *finding) {
  bool pointer = finding->kind == LENS_HOST_POINTER || finding->kind == LENS_DEVICE_POINTER;
  return pointer && finding->reason == LENS_OF_COPY;
}

const sl_finding *sl_finding_to_show(const sl_lens_report *seen) {
  for (size_t i = 0; i < seen->num_findings; i++) {
    if (sl_finding_is_wrong_side_of_copy(&seen->findings[i])) return &seen->findings[i];
  }
  return seen->num_findings > 0 ? &seen->findings[0] : NULL;
}

bool sl_finding_is_out_of_bounds(const sl_finding *finding) {
  return finding->kind == LENS_OUT_OF_BOUNDS_READ || finding->kind == LENS_OUT_OF_BOUNDS_WRITE;
}

bool sl_finding_is_mask_of_absent(const sl_evidence *evidence, const sl_finding *finding) {
  (void)evidence;
  return finding->kind == LENS_BAD_MASK && finding->reason == LENS_LANES_NEVER_COME;
}

unsigned sl_finding_block_threads(const sl_launch *launch) {
  return launch->block[0] * launch->block[1] * launch->block[2];
}

unsigned long long sl_finding_grid_blocks(const sl_launch *launch) {
  return (unsigned long long)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* Uses the block size of the kernel's first launch, if it was launched with different ones. */
unsigned sl_finding_thread_number(const sl_evidence *evidence, const sl_finding *finding) {
  const sl_lens_report *seen = &evidence->seen;
  const unsigned *thread = finding->thread;
  for (size_t i = 0; i < seen->num_launches; i++) {
    const unsigned *block = seen->launches[i].block;
    if (strcmp(seen->launches[i].kernel, finding->kernel) != 0) continue;
    return thread[0] + block[0] * (thread[1] + block[1] * thread[2]);
  }
  return thread[0];
}

sl_counter sl_finding_counter_sum(const sl_lens_report *seen, int space, int operation,
                                  const char *array) {
  sl_counter sum = {.requests = 0};
  for (size_t i = 0; i < seen->num_counters; i++) {
    const sl_counter *c = &seen->counters[i];
    bool fits = (space == SL_ANY || c->space == space) &&
                (operation == SL_ANY || c->operation == operation);
    if (!fits || (array && strcmp(c->array, array) != 0)) continue;
    sum.requests += c->requests;
    sum.threads += c->threads;
    sum.sectors += c->sectors;
  }
  return sum;
}

/* Whether the finding is at an array of the problem. The lens may name the student's own memory
 * after a kernel parameter, so the length must agree, and the array must not be on the host if a
 * kernel used it. */
static bool is_of_problem(const sl_problem *problem, const sl_finding *f) {
  const sl_array *array = f->array[0] ? sl_problem_find(problem, f->array) : NULL;
  if (!array || (f->kernel[0] && array->place == SL_HOST)) return false;
  return f->length <= 0 || (size_t)f->length == array->count;
}

/* ---- mistakes -------------------------------------------------------------------------------- */

sl_judgement sl_finding_explains_if(bool yes) {
  return yes ? SL_EXPLAINS : SL_CONTRADICTS;
}

sl_judgement sl_finding_explains_all(const sl_evidence *evidence, sl_finding_rule *some,
                                     sl_finding_rule *each) {
  return sl_finding_explains_if(sl_findings_first(evidence, some) &&
                                sl_findings_none_but(evidence, each));
}

sl_judgement sl_finding_explains_only(const sl_evidence *evidence, int kind, const char *array) {
  return sl_finding_explains_if(evidence->seen.num_findings > 0 &&
                                sl_findings_only(evidence, kind, array));
}

static bool is_race_in_block(const sl_finding *f) {
  return f->kind == LENS_RACE && f->other.same_block;
}

static bool is_race_in_statement(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return is_race_in_block(f) && f->other.line && f->other.line == f->line;
}

sl_judgement sl_finding_race_in_statement(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, is_race_in_statement, is_race_in_statement);
}

/* Whether the finding is a race within a block, or a read of an element that was not written yet,
 * in memory that is not an array of the problem. A missing barrier can cause both. */
static bool is_of_missing_barrier(const sl_evidence *evidence, const sl_finding *f) {
  bool own = !is_of_problem(evidence->problem, f);
  return own && (is_race_in_block(f) || f->kind == LENS_UNINITIALISED_READ);
}

sl_judgement sl_finding_missing_barrier(const sl_evidence *evidence) {
  bool race = sl_finding_exists(evidence, LENS_RACE, NULL);
  return sl_finding_explains_if(race && sl_findings_all(evidence, is_of_missing_barrier));
}

static bool have_left(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_DIVERGENT_BARRIER && f->reason == LENS_THREADS_HAVE_LEFT;
}

/* Threads that have left the kernel also did not write elements that other threads read. */
static bool is_of_threads_that_left(const sl_evidence *evidence, const sl_finding *f) {
  return have_left(evidence, f) || f->kind == LENS_UNINITIALISED_READ;
}

sl_judgement sl_finding_left_before_barrier(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, have_left, is_of_threads_that_left);
}

/* ---- blocks of several dimensions ------------------------------------------------------------ */

static bool has_several_dimensions(const sl_launch *launch) {
  return launch->block[1] * launch->block[2] > 1;
}

/* Whether each lane of a request uses the same element as the lane with the same threadIdx.x. Sets
 * `*differ_out` if lanes with different threadIdx.x use different elements. */
static bool repeats(const sl_request *r, unsigned width, bool *differ_out) {
  long long offsets[WARP];
  for (unsigned lane = 0, i = 0; lane < WARP; lane++) {
    bool here = r->lanes >> lane & 1;
    if (here) offsets[lane] = r->offset[i++];
    if (lane < width) {
      bool neighbour = here && lane > 0 && (r->lanes >> (lane - 1) & 1);
      *differ_out = *differ_out || (neighbour && offsets[lane] != offsets[lane - 1]);
      continue;
    }
    bool other = r->lanes >> (lane - width) & 1;
    if (here != other || (here && offsets[lane] != offsets[lane - width])) return false;
  }
  return true;
}

/* Whether all reads of inputs in a kernel are repeated for each index of the second dimension. */
static bool reads_repeat(const sl_evidence *evidence, const sl_launch *launch) {
  const sl_lens_report *seen = &evidence->seen;
  bool differ = false;
  for (size_t i = 0; i < seen->num_requests; i++) {
    const sl_request *r = &seen->requests[i];
    if (r->counter >= seen->num_counters) continue;
    const sl_counter *c = &seen->counters[r->counter];
    bool of_input = c->space == LENS_GLOBAL && c->operation == LENS_LOAD && c->array[0] &&
                    sl_problem_find(evidence->problem, c->array);
    if (!of_input || strcmp(c->kernel, launch->kernel) != 0) continue;
    if (!repeats(r, launch->block[0], &differ)) return false;
  }
  return differ;
}

sl_judgement sl_finding_second_dimension(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  bool any = false;
  for (size_t i = 0; i < seen->num_launches; i++) {
    const sl_launch *launch = &seen->launches[i];
    if (!has_several_dimensions(launch)) continue;
    any = true;
    if (launch->block[0] < WARP && reads_repeat(evidence, launch)) return SL_EXPLAINS;
  }
  return any ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* Looks only at the finding to show, because a value that was never set may cause any of the later
 * findings. */
sl_judgement sl_finding_uninitialised(const sl_evidence *evidence) {
  const sl_finding *first = sl_finding_to_show(&evidence->seen);
  if (!first) return SL_CONTRADICTS;
  return sl_finding_explains_if(first->kind == LENS_UNINITIALISED_READ &&
                                !is_of_problem(evidence->problem, first));
}

sl_judgement sl_finding_not_freed(const sl_evidence *evidence) {
  return sl_finding_explains_only(evidence, LENS_LEAK, NULL);
}

sl_judgement sl_finding_own_memory(const sl_evidence *evidence) {
  return sl_finding_explains_if(evidence->fault_signal &&
                                strcmp(evidence->fault_array, SL_WIRE_OWN_MEMORY) == 0);
}
