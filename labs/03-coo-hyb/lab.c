/* lab.c: the tasks of lab 03, and how they are judged. The judge's side: never linked into a
 * worker. */
#include "base/random.h"
#include "judge/account.h"
#include "judge/effects.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "matrix/hyb.h"

#include <math.h>
#include <stdio.h>

/* ---- the size of the parts ------------------------------------------------------------------- */

/* The bytes of `entries` entries in COO. */
static double coo_bytes(double entries, sl_precision precision) {
  return entries * (sl_spmv_entry_bytes(precision) + sizeof(int));
}

/* Returns the width by the rule. It is NaN if there is not enough memory, so that all derived
 * figures are NaN, too. */
static double right_width(const sl_csr *a) {
  int width;
  return sl_hyb_width(a, &width) == SL_OK ? width : NAN;
}

/* The number of entries beyond the first `width` of their rows. */
static double entries_beyond(const sl_csr *a, double width) {
  double rest = 0;
  for (int row = 0; row < a->num_rows; row++) {
    int length = sl_csr_row_length(a, row);
    if (!(length <= width)) rest += length - width;
  }
  return rest;
}

static double hyb_bytes(const sl_csr *a, double width, sl_precision precision) {
  double slots = a->num_rows * width;
  return slots * sl_spmv_entry_bytes(precision) + coo_bytes(entries_beyond(a, width), precision);
}

/* The number of entries in the COO part if rows are cut by the rule. */
static double entries_in_coo(const sl_csr *a) {
  return entries_beyond(a, right_width(a));
}

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static sl_status give_row_ptr(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  return sl_problem_ints(out, "row_ptr", SL_HOST, SL_IN, a->row_ptr, (size_t)a->num_rows + 1);
}

static void name_rows(const sl_csr *a, int first, int end, void *context) {
  double *rows = context;
  for (int row = first; row < end; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) rows[k] = row;
  }
}

static sl_status pose_coo(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  double *expected;
  SL_TRY(give_row_ptr(given, out));
  SL_TRY(sl_problem_ints(out, "row_idx", SL_HOST, SL_OUT, NULL, (size_t)a->nnz));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  sl_csr_share_rows(a, name_rows, expected);
  return SL_OK;
}

static sl_status pose_width(const sl_case *given, sl_problem *out) {
  int width;
  SL_TRY(give_row_ptr(given, out));
  SL_TRY(sl_hyb_width(&given->matrix, &width));
  return sl_problem_returned(out, "hyb_width", 0, width);
}

static void swap_entries(sl_coo *coo, int i, int j) {
  int row = coo->row_idx[i], col = coo->col_idx[i];
  double value = coo->values[i];
  coo->row_idx[i] = coo->row_idx[j];
  coo->col_idx[i] = coo->col_idx[j];
  coo->values[i] = coo->values[j];
  coo->row_idx[j] = row;
  coo->col_idx[j] = col;
  coo->values[j] = value;
}

/* Shuffles the entries. Any order is as likely as any other (Fisher and Yates), and the same matrix
 * always gets the same order. */
static void shuffle(sl_coo *coo) {
  sl_random random = sl_random_make((uint64_t)coo->nnz, (uint64_t)coo->num_rows);
  for (int i = coo->nnz - 1; i > 0; i--) swap_entries(coo, i, sl_random_below(&random, i + 1));
}

static sl_status pose_kernel(const sl_case *given, sl_problem *out) {
  sl_coo coo;
  size_t count = (size_t)given->matrix.nnz;
  SL_TRY(sl_spmv_check_bytes(given, "COO", coo_bytes(given->matrix.nnz, given->precision)));
  SL_TRY(sl_coo_from_csr(&given->matrix, &coo));
  SL_TRY(sl_problem_keep(out, (void *[]){coo.row_idx, coo.col_idx, coo.values}, 3));
  shuffle(&coo);
  SL_TRY(sl_problem_int(out, "nnz", coo.nnz));
  SL_TRY(sl_problem_ints(out, "row_idx", SL_DEVICE, SL_IN, coo.row_idx, count));
  SL_TRY(sl_spmv_pose_entries("", SL_DEVICE, coo.col_idx, coo.values, count, out));
  double traffic_bytes = sl_coo_spmv_bytes(&coo, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_vectors(given, SL_DEVICE, traffic_bytes, out);
}

/* Cuts the matrix by the rule. At least a third of the rows fill the ELL part, so it has at most
 * three slots per entry. */
static sl_status cut(const sl_case *given, sl_hyb *out) {
  int width;
  char format[80];
  SL_TRY(sl_hyb_width(&given->matrix, &width));
  (void)snprintf(format, sizeof format, "HYB, cut at %d entries per row,", width);
  SL_TRY(sl_spmv_check_bytes(given, format, hyb_bytes(&given->matrix, width, given->precision)));
  return sl_hyb_from_csr(&given->matrix, width, out);
}

static sl_status pose_hyb(const sl_case *given, sl_problem *out) {
  sl_hyb hyb;
  SL_TRY(cut(given, &hyb));
  const sl_ell *ell = &hyb.ell;
  const sl_coo *coo = &hyb.coo;
  SL_TRY(sl_problem_keep(
      out, (void *[]){ell->col_idx, ell->values, coo->row_idx, coo->col_idx, coo->values}, 5));
  size_t slots = (size_t)ell->num_rows * (size_t)ell->width, rest = (size_t)coo->nnz;
  SL_TRY(sl_problem_int(out, "num_rows", ell->num_rows));
  SL_TRY(sl_problem_int(out, "width", ell->width));
  SL_TRY(sl_spmv_pose_entries("ell_", SL_DEVICE, ell->col_idx, ell->values, slots, out));
  SL_TRY(sl_problem_int(out, "coo_nnz", coo->nnz));
  SL_TRY(sl_problem_ints(out, "coo_row_idx", SL_DEVICE, SL_IN, coo->row_idx, rest));
  SL_TRY(sl_spmv_pose_entries("coo_", SL_DEVICE, coo->col_idx, coo->values, rest, out));
  double traffic_bytes = sl_hyb_spmv_bytes(&hyb, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_vectors(given, SL_DEVICE, traffic_bytes, out);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* Explains that each row with entries holds the product of one of its entries, and empty rows are
 * unchanged. If the lens sees the race, the fingerprint decides. */
static sl_judgement explains_overwritten_by_entry(const sl_evidence *evidence) {
  const sl_case *given = evidence->given;
  const double *y = sl_evidence_answer(evidence, "y");
  const double *bound = sl_problem_find(evidence->problem, "y")->bound;
  if (evidence->seen.num_findings > 0) return SL_FITS;
  if (!y) return SL_CONTRADICTS;
  for (int row = 0; row < given->matrix.num_rows; row++) {
    int k = given->matrix.row_ptr[row], end = given->matrix.row_ptr[row + 1];
    bool found = k == end && sl_within(y[row], given->y[row], bound[row]);
    for (; k < end && !found; k++) {
      found = sl_within(y[row], sl_spmv_row_product(given, k), bound[row]);
    }
    if (!found) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

/* Explains that only the row of the arrays' last entry is wrong, by one or more times the product
 * of this entry. */
static sl_judgement explains_last_entry_again(const sl_evidence *evidence) {
  enum { MOST_TIMES = 4096 };
  const sl_problem *problem = evidence->problem;
  bool of_part = sl_problem_find(problem, "coo_values") != NULL;
  const sl_array *rows = sl_problem_find(problem, of_part ? "coo_row_idx" : "row_idx");
  const sl_array *columns = sl_problem_find(problem, of_part ? "coo_col_idx" : "col_idx");
  const sl_array *values = sl_problem_find(problem, of_part ? "coo_values" : "values");
  const sl_array *right = sl_problem_find(problem, "y");
  const double *y = sl_evidence_answer(evidence, "y");
  if (!y || evidence->seen.num_findings > 0 || values->count == 0) return SL_CONTRADICTS;
  size_t last = values->count - 1, row_of_last = (size_t)rows->ints[last];
  for (size_t row = 0; row < right->count; row++) {
    if (row == row_of_last || sl_within(y[row], right->expected[row], right->bound[row])) continue;
    return SL_CONTRADICTS;
  }
  double product = values->reals[last] * evidence->given->x[columns->ints[last]];
  double times = round((y[row_of_last] - right->expected[row_of_last]) / product);
  double again = right->expected[row_of_last] + times * product;
  bool fits = times >= 1 && times <= MOST_TIMES &&
              sl_within(y[row_of_last], again, (times + 1) * right->bound[row_of_last]);
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Rules for mistakes that the host code can make in many ways. All other mistakes have programs as
 * examples. */
static const sl_rule hyb_rules[] = {SL_RULES_OF_HOST,
                                    {"no-atomic", sl_effect_shared_rows},
                                    {"last-entry-again", explains_last_entry_again},
                                    {"sum-in-integer", sl_effect_whole_sums},
                                    {"products-elsewhere", sl_effect_products_elsewhere}};

static const sl_rule width_rules[] = {{"own-memory-too-short", sl_finding_own_memory}};

static const sl_rule kernel_rules[] = {{"no-atomic", sl_effect_shared_rows},
                                       {"last-entry-again", explains_last_entry_again},
                                       {"sum-in-integer", sl_effect_whole_sums},
                                       {"products-elsewhere", sl_effect_products_elsewhere},
                                       {"overwritten", explains_overwritten_by_entry}};

/* ---- questions ------------------------------------------------------------------------------- */

static double width_by_rule(const sl_quiz_view *view) {
  return right_width(view->matrix);
}

static double percent_in_coo(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  return a->nnz ? 100 * entries_in_coo(a) / a->nnz : 0;
}

static double ell_over_hyb(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  double ell = sl_spmv_entry_bytes(view->precision) * a->num_rows * sl_csr_longest_row(a);
  double hyb = hyb_bytes(a, right_width(a), view->precision);
  return hyb == 0 ? 0 : ell / hyb;
}

static double searched_by_every_row(const sl_quiz_view *view) {
  return view->matrix->num_rows * entries_in_coo(view->matrix);
}

/* Atomic additions with one thread per entry, whatever the student's kernel does. */
static double additions_of_entries(const sl_quiz_view *view) {
  return view->matrix->nnz;
}

/* Sectors per request if all lanes of a request add to one element: each lane moves a sector. */
static double sectors_on_one_element(const sl_quiz_view *view) {
  double entries = entries_in_coo(view->matrix);
  return entries == 0 ? 0 : entries / ceil(entries / 32);
}

static const sl_answer_function quiz_numbers[] = {
    {"width-by-rule", width_by_rule},
    {"percent-in-coo", percent_in_coo},
    {"ell-over-hyb", ell_over_hyb},
    {"entries", additions_of_entries},
    {"sectors-on-one-element", sectors_on_one_element},
    {"searched-by-every-row", searched_by_every_row}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "coo",
     .title = "the row of each entry",
     .function = "csr_to_coo",
     .points = 2,
     .pose = pose_coo,
     .hints = {"row_ptr gives the first entry of each row. Here you need the reverse: the row of "
               "each entry.",
               "The entries from row_ptr[row] up to, but not including, the first one of the next "
               "row belong to `row`.",
               "Two loops, as in lab 01: over the rows, and over the entries k of a row; in the "
               "inner one row_idx[k] = row."}},
    {.name = "kernel",
     .title = "one thread per entry",
     .column = "COO",
     .function = "spmv_coo",
     .points = 4,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .kernel = "spmv_coo",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints = {"There is no loop at all: each thread has one entry, and adds one product to y.",
               "Threads of one row add to the same element of y. Which CUDA function adds to "
               "memory in one step?",
               "atomicAdd(&y[row_idx[k]], …) for entry k = blockIdx.x * blockDim.x + threadIdx.x, "
               "if there is such an entry."},
     SL_RULES(kernel_rules)},
    {.name = "width",
     .title = "where to cut the rows",
     .function = "hyb_width",
     .points = 2,
     .pose = pose_width,
     .hints = {"Count how many rows have 0, 1, 2, … entries. A row fills a width if it has at "
               "least as many entries.",
               "Begin at the longest length, go down, and add up the rows until they are a third "
               "of all.",
               "Check 3 * filled >= num_rows. The first width that passes is the largest; if none "
               "passes, it is 0."},
     SL_RULES(width_rules)},
    {.name = "hyb",
     .title = "an ELL part and a COO part",
     .column = "HYB",
     .function = "launch_spmv_hyb",
     .points = 5,
     .measured = true,
     .pose = pose_hyb,
     .launch_reads = "ell_values coo_values",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints = {"Two launches: lab 02's kernel for the first part, this lab's for the second.",
               "One thread per row for ELL, one thread per entry for COO. Both add to y.",
               "The number of blocks is the number of rows, or entries, divided by the threads per "
               "block, rounded up. Launch nothing if it is 0 or if the width is 0."},
     SL_RULES(hyb_rules)},
};

const sl_lab sl_lab_03_coo_hyb =
    SL_LAB_BESIDE("03-coo-hyb", "COO and HYB: one thread per entry, and rows cut in two", tasks,
                  quiz_numbers, .peers_of = "06-warp");
