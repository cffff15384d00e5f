/* inspect.c: checks with the lens's counters how a right answer of lab 06 was computed. */
#include "judge/findings.h"
#include "rows.h"

/* An iteration of a vector is at most one instruction, and so are its reads before and after an
 * aligned range. A single lane that handles a long row needs more than twice that. */
static const char *inspect_lanes(const sl_evidence *evidence) {
  setting s = sl_warp_setting_of(evidence->given);
  unsigned long long most = 0;
  for (int row = 0; row < s.a->num_rows; row++) {
    int length = sl_csr_row_length(s.a, row);
    if (length > 0) most += 2 * ((unsigned)((length - 1) / s.width) + 2);
  }
  sl_counter loads = sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_LOAD, "values");
  if (loads.requests <= most) return NULL;
  return "the vector_width lanes of a vector must share the entries of its row, but far more "
         "instructions than necessary read values: fewer lanes share a row";
}

/* Counts the warps of all launches; 0 if some warps may have fewer vectors than others. */
static unsigned long long launched_warps(const sl_evidence *evidence) {
  unsigned long long warps = 0;
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    const sl_launch *launch = &evidence->seen.launches[i];
    if (sl_finding_block_threads(launch) % WARP > 0) return 0;
    warps += sl_finding_grid_blocks(launch) * (sl_finding_block_threads(launch) / WARP);
  }
  return warps;
}

/* If no row needs more than one iteration, a warp reads a row of each of its vectors with one
 * instruction, or with two if it reads aligned ranges. With too wide vectors it has fewer rows, and
 * needs more instructions. In the other tasks vectors need not run in step. */
const char *sl_warp_inspect_static(const sl_evidence *evidence) {
  setting s = sl_warp_setting_of(evidence->given);
  int rows_a_warp = WARP / s.width, rows = s.a->num_rows;
  const char *found = inspect_lanes(evidence);
  for (int row = 0; row < rows; row++) {
    if (sl_csr_row_length(s.a, row) > s.width) return found;
  }
  if (launched_warps(evidence) == 0) return found;
  unsigned long long warps = ((unsigned)rows + (unsigned)rows_a_warp - 1) / (unsigned)rows_a_warp;
  sl_counter loads = sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_LOAD, "values");
  if (found || loads.requests <= 2 * warps) return found;
  return "the vector_width lanes of a vector must share the entries of its row, but warps read "
         "values for fewer rows at a time than they have vectors: more lanes share a row";
}

/* The counter was 0 before and is the number of rows after, so some kernel added to it. The student
 * decides in which kernels, and in which steps. */
const char *sl_warp_inspect_counter(const sl_evidence *evidence) {
  sl_counter atomics = sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_ATOMIC, NULL);
  if (evidence->given->matrix.num_rows == 0 || atomics.threads > 0) return inspect_lanes(evidence);
  return "next_row was set, and no thread has added to it: the rows must be handed out by an "
         "atomic addition";
}

/* A warp adds once per iteration of all its vectors, and once more to find that no row is left.
 * Twice that leaves room for atomics that fail and are repeated. */
bool sl_warp_asks_for_each_vector(const sl_evidence *evidence) {
  unsigned vectors = WARP / (unsigned)sl_warp_setting_of(evidence->given).width;
  unsigned long long warps = launched_warps(evidence);
  if (vectors == 1 || warps == 0) return false;
  unsigned long long turns = (unsigned)evidence->given->matrix.num_rows / vectors + 1;
  sl_counter atomics =
      sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_ATOMIC, "next_row");
  return atomics.threads > 2 * (turns + warps);
}

const char *sl_warp_inspect_warp(const sl_evidence *evidence) {
  const char *found = sl_warp_inspect_counter(evidence);
  if (found || !sl_warp_asks_for_each_vector(evidence)) return found;
  return "a warp must take a row for each of its vectors by one addition to next_row, but there "
         "were far more additions: vectors took rows separately";
}
