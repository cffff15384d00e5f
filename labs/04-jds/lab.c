/* lab.c: the tasks of lab 04, and how they are judged. The judge's side: never linked into a
 * worker. */
#include "base/memory.h"
#include "judge/account.h"
#include "judge/effects.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "matrix/jds.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what the tasks ask ---------------------------------------------------------------------- */

/* Makes the row pointers of a matrix to sort. Sorting uses only the lengths of rows. In a matrix of
 * many, mostly empty rows, the last row gets so many more entries that (longest - length) *
 * num_rows, a key that students sort by, overflows an int. It gets no more than necessary, because
 * a program that scans all rows for each length must finish in time. */
static sl_status lengthen_last(const sl_csr *a, sl_problem *out, int **row_ptr_out) {
  enum { MANY_ROWS = 65536 };
  size_t bounds = (size_t)a->num_rows + 1;
  SL_TRY(sl_problem_own(out, bounds, sizeof **row_ptr_out, row_ptr_out));
  memcpy(*row_ptr_out, a->row_ptr, bounds * sizeof **row_ptr_out);
  if (a->num_rows < MANY_ROWS || a->nnz >= a->num_rows) return SL_OK;
  int more = INT_MAX / a->num_rows + 100;
  (*row_ptr_out)[a->num_rows] += more;
  (void)snprintf(out->given, sizeof out->given, "%d more entries in the last row", more);
  return SL_OK;
}

static sl_status pose_sort(const sl_case *given, sl_problem *out) {
  sl_csr a = given->matrix;
  size_t rows = (size_t)a.num_rows;
  int *perm;
  SL_TRY(lengthen_last(&given->matrix, out, &a.row_ptr));
  SL_TRY(sl_problem_own(out, rows, sizeof *perm, &perm));
  SL_TRY(sl_jds_sort_rows(&a, perm));
  SL_TRY(sl_problem_int(out, "num_rows", a.num_rows));
  SL_TRY(sl_problem_ints(out, "row_ptr", SL_HOST, SL_IN, a.row_ptr, rows + 1));
  return sl_problem_expect_ints(out, "perm", SL_HOST, perm, rows);
}

static sl_status make_jds(const sl_csr *a, sl_problem *problem, sl_jds *out) {
  SL_TRY(sl_jds_from_csr(a, out));
  return sl_problem_keep(problem, (void *[]){out->perm, out->diag_ptr, out->col_idx, out->values},
                         4);
}

static sl_status pose_diagonals(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t rows = (size_t)a->num_rows, entries = (size_t)a->nnz;
  sl_jds jds;
  SL_TRY(make_jds(a, out, &jds));
  size_t pointers = (size_t)jds.num_diags + 1;
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_spmv_pose_csr(a, SL_HOST, out));
  SL_TRY(sl_problem_ints(out, "perm", SL_HOST, SL_IN, jds.perm, rows));
  SL_TRY(sl_problem_int(out, "num_diags", jds.num_diags));
  SL_TRY(sl_problem_expect_ints(out, "diag_ptr", SL_HOST, jds.diag_ptr, pointers));
  return sl_spmv_expect_entries("jds_", jds.col_idx, jds.values, entries, out);
}

static sl_status pose_kernel(const sl_case *given, sl_problem *out) {
  size_t rows = (size_t)given->matrix.num_rows, entries = (size_t)given->matrix.nnz;
  sl_jds jds;
  SL_TRY(make_jds(&given->matrix, out, &jds));
  size_t pointers = (size_t)jds.num_diags + 1;
  SL_TRY(sl_problem_int(out, "num_rows", jds.num_rows));
  SL_TRY(sl_problem_int(out, "num_diags", jds.num_diags));
  SL_TRY(sl_problem_ints(out, "perm", SL_DEVICE, SL_IN, jds.perm, rows));
  SL_TRY(sl_problem_ints(out, "diag_ptr", SL_DEVICE, SL_IN, jds.diag_ptr, pointers));
  SL_TRY(sl_spmv_pose_entries("", SL_DEVICE, jds.col_idx, jds.values, entries, out));
  double traffic_bytes = sl_jds_spmv_bytes(&jds, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_vectors(given, SL_DEVICE, traffic_bytes, out);
}

/* The permutation ends before the empty rows, so a launch for their section reads past its end. */
static sl_status pose_sections(const sl_case *given, sl_problem *out) {
  sl_sections of;
  SL_TRY(sl_jds_sections_from_csr(&given->matrix, &of));
  SL_TRY(sl_problem_keep(
      out, (void *[]){of.perm, of.section_row, of.section_ptr, of.col_idx, of.values}, 5));
  size_t entries = (size_t)of.nnz, bounds = (size_t)of.num_sections + 1;
  size_t places = (size_t)sl_jds_sections_filled_rows(&of);
  SL_TRY(sl_problem_int(out, "num_sections", of.num_sections));
  SL_TRY(sl_problem_ints(out, "section_row", SL_HOST, SL_IN, of.section_row, bounds));
  SL_TRY(sl_problem_ints(out, "section_ptr", SL_HOST, SL_IN, of.section_ptr, bounds));
  SL_TRY(sl_problem_ints(out, "perm", SL_DEVICE, SL_IN, of.perm, places));
  SL_TRY(sl_spmv_pose_entries("", SL_DEVICE, of.col_idx, of.values, entries, out));
  double traffic_bytes = sl_jds_sections_spmv_bytes(&of, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_vectors(given, SL_DEVICE, traffic_bytes, out);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* Returns the length of a row in the posed matrix, whose last row may be longer than in the case.
 */
static int length_of(const sl_evidence *evidence, double row) {
  const int *begin = sl_problem_find(evidence->problem, "row_ptr")->ints + (int)row;
  return begin[1] - begin[0];
}

/* Whether each row is at exactly one place, in any order. False if there is not enough memory to
 * decide, so that no mistake is named. */
static bool is_permutation(const double *perm, int count) {
  bool *seen;
  if (sl_alloc((size_t)count, sizeof *seen, "the check of a permutation", &seen) != SL_OK)
    return false;
  int place = 0;
  for (; place < count; place++) {
    double row = perm[place];
    if (!(row >= 0 && row < count) || seen[(int)row]) break;
    seen[(int)row] = true;
  }
  sl_free(seen);
  return place == count;
}

/* Explains that each row occurs once, in an order that is neither descending, nor ascending, nor
 * the original one. */
static sl_judgement explains_sorted_in_part(const sl_evidence *evidence) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  int count = evidence->given->matrix.num_rows;
  if (!perm || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  if (!is_permutation(perm, count)) return SL_CONTRADICTS;
  for (int place = 1; place < count; place++) {
    if (length_of(evidence, perm[place - 1]) < length_of(evidence, perm[place])) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

/* Explains that each element is a row, and some rows are missing. */
static sl_judgement explains_rows_repeated(const sl_evidence *evidence) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  int count = evidence->given->matrix.num_rows;
  if (!perm || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  for (int place = 0; place < count; place++) {
    if (!(perm[place] >= 0 && perm[place] < count)) return SL_CONTRADICTS;
  }
  return is_permutation(perm, count) ? SL_CONTRADICTS : SL_EXPLAINS;
}

/* Explains that the lengths are in the right order, or with `rising` in the reverse order. The
 * reverse order decides nothing if all rows have the same length. */
static sl_judgement explains_order(const sl_evidence *evidence, bool rising) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  const double *right = sl_problem_find(evidence->problem, "perm")->expected;
  int last = evidence->given->matrix.num_rows - 1;
  if (!perm || last < 0) return SL_NEUTRAL;
  if (!is_permutation(perm, last + 1)) return SL_CONTRADICTS;
  int longest = length_of(evidence, right[0]), shortest = length_of(evidence, right[last]);
  if (rising && longest == shortest) return SL_NEUTRAL;
  for (int place = 0; place <= last; place++) {
    int wanted = length_of(evidence, right[rising ? last - place : place]);
    if (length_of(evidence, perm[place]) != wanted) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

SL_RULE_BY(explains_rising, explains_order, true)
SL_RULE_BY(explains_unstable, explains_order, false)

/* Rules for the ways in which a program can lose or reverse the order. All other mistakes have
 * programs as examples. */
static const sl_rule sort_rules[] = {
    {"rising-length", explains_rising},
    {"order-lost", explains_unstable},
    {"own-memory-too-short", sl_finding_own_memory},
    {"sorted-in-part", explains_sorted_in_part},
    {"rows-repeated", explains_rows_repeated},
};

/* Rules for mistakes that only the lens sees, however the program is written. */
static const sl_rule kernel_rules[] = {
    {"barrier-missing", sl_finding_missing_barrier},
    {"left-before-barrier", sl_finding_left_before_barrier},
    {"last-row-again", sl_effect_last_row_shared},
    {"row-of-several-threads", sl_effect_shared_rows},
    {"sum-in-integer", sl_effect_whole_sums},
};

/* Explains that in each section the first rows are right, as many as fill whole warps, and the
 * other rows were not reached. */
static sl_judgement explains_too_few_blocks(const sl_evidence *evidence) {
  const sl_problem *problem = evidence->problem;
  const int *begins = sl_problem_find(problem, "section_row")->ints;
  const sl_array *perm = sl_problem_find(problem, "perm"), *y = sl_problem_find(problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  bool cut = false;
  if (!got || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  for (int s = 0; s < sl_problem_find(problem, "num_sections")->ints[0]; s++) {
    size_t first = (size_t)begins[s], end = (size_t)begins[s + 1];
    sl_range reached;
    if (end > perm->count) break; /* a section of empty rows */
    if (!sl_effect_rows_cut(y, got, perm->ints + first, end - first, &reached)) continue;
    if (!sl_effect_fills_warps(&reached)) return SL_CONTRADICTS;
    cut = true;
  }
  return sl_finding_explains_if(cut);
}

static bool is_race_at_end_of_section(const sl_evidence *evidence, const sl_finding *f) {
  const sl_problem *problem = evidence->problem;
  const int *begins = sl_problem_find(problem, "section_row")->ints;
  const sl_array *perm = sl_problem_find(problem, "perm");
  if (f->kind != LENS_RACE || strcmp(f->array, "y") != 0) return false;
  for (int s = 0; s < sl_problem_find(problem, "num_sections")->ints[0]; s++) {
    size_t end = (size_t)begins[s + 1];
    if (end <= perm->count && end > 0 && perm->ints[end - 1] == f->index) return true;
  }
  return false;
}

static sl_judgement explains_last_rows_shared(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_all(evidence, is_race_at_end_of_section));
}

/* Rules for mistakes that the host code can make in many ways. */
static const sl_rule sections_rules[] = {
    SL_RULES_OF_HOST,
    {"too-few-blocks", explains_too_few_blocks},
    {"last-row-again", explains_last_rows_shared},
    {"row-of-several-threads", sl_effect_shared_rows},
    {"sum-in-integer", sl_effect_whole_sums},
};

/* ---- questions ------------------------------------------------------------------------------- */

/* The number of launches for the sections: the number of different lengths, except 0. */
static double launches(const sl_quiz_view *view) {
  sl_sections sections;
  if (sl_jds_sections_from_csr(view->matrix, &sections) != SL_OK) return NAN;
  double count = sections.num_sections;
  if (sl_jds_sections_filled_rows(&sections) < sections.num_rows) count--;
  sl_jds_sections_free(&sections);
  return count;
}

/* Requests of a kernel in which the thread of place p reads the lengths of the p rows before it: a
 * warp needs as many iterations as its last thread. */
static double prefix_requests(const sl_quiz_view *view) {
  double requests = 0;
  for (int begin = 0; begin < view->matrix->num_rows; begin += 32) {
    int end = begin + 32 < view->matrix->num_rows ? begin + 32 : view->matrix->num_rows;
    requests += end - 1;
  }
  return requests;
}

/* Slots per entry in SELL-32-256: rows are sorted within windows of 256 rows, and then padded in
 * slices of 32 rows, each to its own longest row, which comes first. */
static double slots_in_windows_of_256(const sl_quiz_view *view) {
  enum { WINDOW = 256, SLICE = 32 };
  const sl_csr *a = view->matrix;
  int perm[WINDOW];
  double slots = 0;
  for (int begin = 0; begin < a->num_rows; begin += WINDOW) {
    sl_csr window = {.num_rows = a->num_rows - begin, .row_ptr = a->row_ptr + begin};
    if (window.num_rows > WINDOW) window.num_rows = WINDOW;
    if (sl_jds_sort_rows(&window, perm) != SL_OK) return NAN;
    for (int place = 0; place < window.num_rows; place += SLICE) {
      slots += (double)SLICE * sl_csr_row_length(&window, perm[place]);
    }
  }
  return a->nnz ? slots / a->nnz : 0;
}

static const sl_answer_function quiz_numbers[] = {
    {"launches", launches},
    {"prefix-requests", prefix_requests},
    {"slots-in-windows-of-256", slots_in_windows_of_256}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "sort",
     .title = "rows by falling length",
     .function = "jds_sort_rows",
     .points = 2,
     .pose = pose_sort,
     .hints = {"perm says which row is at each place.",
               "Lengths are small whole numbers. The number of longer rows tells you where a row "
               "can go.",
               "Count the rows of each length. From the counts, compute the first place of each "
               "length, longest first. Then go through the rows, and give each one the next free "
               "place of its length."},
     SL_RULES(sort_rules)},
    {.name = "diagonals",
     .title = "CSR to jagged diagonals",
     .function = "csr_to_jds",
     .points = 3,
     .pose = pose_diagonals,
     .hints = {"Think of ELL with sorted rows and without padding.",
               "Diagonal d takes entry row_ptr[row] + d of each row that is long enough, in the "
               "order of the places.",
               "Loop over the diagonals d, and inside over the places, until the first row with d "
               "or fewer entries. Count the entries as you go: the count is what diag_ptr needs."}},
    {.name = "kernel",
     .title = "one thread per place",
     .column = "JDS",
     .function = "spmv_jds",
     .points = 4,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .kernel = "spmv_jds",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints =
         {"Loop over diagonals, as lab 02 did over slots. The loop ends earlier for shorter rows.",
          "Diagonal d has diag_ptr[d + 1] - diag_ptr[d] entries, which belong to the first places. "
          "Is your place among them?",
          "The entry is element diag_ptr[d] + place. Add up the products, leave the loop at the "
          "first diagonal that does not reach your place, and add the sum to y[perm[place]]."},
     SL_RULES(kernel_rules)},
    {.name = "sections",
     .title = "one launch per section",
     .column = "sections",
     .function = "spmv_section",
     .points = 4,
     .measured = true,
     .pose = pose_sections,
     .launch_reads = "values",
     .divided = SL_OVER_LANES,
     .hints = {"A section is a small ELL matrix without padding. Its kernel does not need to know "
               "about the others.",
               "In each launch, rows and entries are counted from 0. The pointers that you pass "
               "decide where 0 is.",
               "Rows: section_row[s + 1] - section_row[s]. Width: its entries divided by its rows. "
               "Advance d_perm by section_row[s], d_col_idx and d_values by section_ptr[s], and "
               "do not launch a section without entries."},
     SL_RULES(sections_rules)},
};

const sl_lab sl_lab_04_jds =
    SL_LAB_BESIDE("04-jds", "JDS: sorted rows, jagged diagonals and sections", tasks, quiz_numbers,
                  .peers_of = "06-warp");
