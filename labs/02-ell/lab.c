/* lab.c: the tasks of lab 02, and how they are judged. The judge's side: never linked into a
 * worker. */
#include "base/parallel.h"
#include "judge/compare.h"
#include "judge/effects.h"
#include "judge/spmv.h"
#include "matrix/ell.h"

#include <math.h>
#include <stdio.h>

/* ---- what the tasks ask ---------------------------------------------------------------------- */

/* An entry that happens to be 0 is still an entry, and matrices in practice have some. The standard
 * cases have none, so the lab makes some: the first entries of rows 7, 23, 39, … */
static void zero_some(const sl_csr *a, double *values) {
  for (int row = 7; row < a->num_rows; row += 16) {
    if (sl_csr_row_length(a, row) > 0) values[a->row_ptr[row]] = 0;
  }
}

/* Makes a case with some values set to 0. The new values live as long as the problem. Refuses a
 * matrix whose padding would take more memory than a case may. */
static sl_status with_zeros(const sl_case *given, sl_problem *problem, sl_case *out) {
  const sl_csr *a = &given->matrix;
  int width = sl_csr_longest_row(a);
  double slots = (double)a->num_rows * width;
  char format[80];
  (void)snprintf(format, sizeof format, "ELL, padded to %d entries per row,", width);
  SL_TRY(sl_spmv_check_bytes(given, format, slots * sl_spmv_entry_bytes(given->precision)));
  *out = *given;
  SL_TRY(sl_problem_own(problem, (size_t)a->nnz, sizeof(double), &out->matrix.values));
  sl_parallel_copy(out->matrix.values, a->values, (size_t)a->nnz * sizeof *a->values);
  zero_some(a, out->matrix.values);
  problem->values = out->matrix.values;
  return SL_OK;
}

/* Converts the matrix to ELL. The problem owns the result. */
static sl_status pad(const sl_csr *a, sl_order order, sl_problem *problem, sl_ell *out,
                     size_t *slots_out) {
  int width = sl_csr_longest_row(a);
  *slots_out = (size_t)a->num_rows * (size_t)width;
  SL_TRY(sl_ell_from_csr(a, width, order, out));
  return sl_problem_keep(problem, (void *[]){out->col_idx, out->values}, 2);
}

/* Adds the matrix in ELL as inputs, and also puts it into `*ell_out`. */
static sl_status give_ell(const sl_csr *a, sl_order order, enum sl_wire_place place,
                          const char *prefix, sl_problem *out, sl_ell *ell_out) {
  size_t slots;
  SL_TRY(pad(a, order, out, ell_out, &slots));
  SL_TRY(sl_problem_int(out, "num_rows", ell_out->num_rows));
  SL_TRY(sl_problem_int(out, "width", ell_out->width));
  return sl_spmv_pose_entries(prefix, place, ell_out->col_idx, ell_out->values, slots, out);
}

/* Adds host arrays that must come back as the matrix in ELL. */
static sl_status expect_ell(const sl_csr *a, sl_order order, const char *prefix, sl_problem *out) {
  size_t slots;
  sl_ell ell;
  SL_TRY(pad(a, order, out, &ell, &slots));
  return sl_spmv_expect_entries(prefix, ell.col_idx, ell.values, slots, out);
}

/* The width comes last, so that a skeleton, which returns 0, fails first in arrays that it left
 * unchanged, and the judge reports it as not written. */
static sl_status pose_pad(const sl_case *given, sl_problem *out) {
  sl_case zeroed;
  SL_TRY(with_zeros(given, out, &zeroed));
  const sl_csr *a = &zeroed.matrix;
  int width = sl_csr_longest_row(a);
  SL_TRY(sl_spmv_pose_csr(a, SL_HOST, out));
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_problem_int(out, "width", width));
  SL_TRY(expect_ell(a, SL_ROW_MAJOR, "ell_", out));
  return sl_problem_returned(out, "ell_width", 0, width);
}

static sl_status pose_transpose(const sl_case *given, sl_problem *out) {
  sl_case zeroed;
  sl_ell ell;
  SL_TRY(with_zeros(given, out, &zeroed));
  SL_TRY(give_ell(&zeroed.matrix, SL_ROW_MAJOR, SL_HOST, "row_major_", out, &ell));
  return expect_ell(&zeroed.matrix, SL_COLUMN_MAJOR, "", out);
}

static sl_status pose_spmv(const sl_case *given, sl_order order, sl_problem *out) {
  sl_case zeroed;
  sl_ell ell;
  SL_TRY(with_zeros(given, out, &zeroed));
  SL_TRY(give_ell(&zeroed.matrix, order, SL_DEVICE, "", out, &ell));
  double traffic_bytes = sl_ell_spmv_bytes(&ell, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_vectors(&zeroed, SL_DEVICE, traffic_bytes, out);
}

static sl_status pose_kernel(const sl_case *given, sl_problem *out) {
  return pose_spmv(given, SL_COLUMN_MAJOR, out);
}

static sl_status pose_row_major(const sl_case *given, sl_problem *out) {
  return pose_spmv(given, SL_ROW_MAJOR, out);
}

/* ---- questions ------------------------------------------------------------------------------- */

static double slots_an_entry(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  return a->nnz ? (double)a->num_rows * sl_csr_longest_row(a) / a->nnz : 0;
}

/* How many times as many bytes ELL takes as CSR. */
static double bytes_over_csr(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  double ell = sl_spmv_entry_bytes(view->precision) * a->num_rows * sl_csr_longest_row(a);
  return ell / sl_spmv_csr_bytes(a, view->precision);
}

/* The requests with which a kernel reads every slot of one array, whatever the student's kernel
 * does. */
static double requests_for_all_slots(const sl_quiz_view *view) {
  double warps = ceil(view->matrix->num_rows / 32.0);
  return warps * sl_csr_longest_row(view->matrix);
}

static double percent_with_an_entry(const sl_quiz_view *view) {
  return 100 / slots_an_entry(view);
}

static const sl_answer_function quiz_numbers[] = {
    {"slots-an-entry", slots_an_entry},
    {"bytes-over-csr", bytes_over_csr},
    {"requests-for-all-slots", requests_for_all_slots},
    {"percent-with-an-entry", percent_with_an_entry}};

/* ---- the tables ------------------------------------------------------------------------------ */

/* Explains that all entries are in their places, and only the column of padding slots is wrong. */
static sl_judgement explains_padding_column(const sl_evidence *evidence) {
  static const char *const names[] = {"ell_col_idx", "ell_values", "ell_width"};
  bool any = false;
  if (evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  for (size_t a = 0; a < SL_COUNT(names); a++) {
    const sl_array *array = sl_problem_find(evidence->problem, names[a]);
    const double *got = sl_evidence_answer(evidence, names[a]);
    if (!array || !got) return SL_CONTRADICTS;
    for (size_t i = 0; i < array->count; i++) {
      if (got[i] == array->expected[i]) continue;
      bool written = !sl_compare_is_untouched(array, i, got[i], evidence->given->precision);
      if (a > 0 || array->expected[i] != SL_ELL_PADDING || !written) return SL_CONTRADICTS;
      any = true;
    }
  }
  return any ? SL_EXPLAINS : SL_CONTRADICTS;
}

static const sl_rule pad_rules[] = {{"padding-column", explains_padding_column}};

static const sl_rule kernel_rules[] = {{"last-row-again", sl_effect_last_row_shared},
                                       {"row-of-several-threads", sl_effect_shared_rows},
                                       {"sum-in-integer", sl_effect_whole_sums},
                                       {"products-elsewhere", sl_effect_products_elsewhere}};

static const sl_task tasks[] = {
    {.name = "pad",
     .title = "CSR to ELL, row-major",
     .function = "csr_to_ell",
     .points = 3,
     .pose = pose_pad,
     .hints =
         {"Every row gets as many slots as the longest one needs. First its entries, then padding.",
          "The length of a row is the difference of two neighbours in row_ptr. Row r begins at "
          "element r * width.",
          "Loop over all slots i of a row: if i is below the row's length, copy entry "
          "row_ptr[row] + i; otherwise write ELL_PADDING and 0."},
     SL_RULES(pad_rules)},
    {.name = "transpose",
     .title = "row-major to column-major",
     .function = "ell_transpose",
     .points = 2,
     .pose = pose_transpose,
     .hints =
         {"The contents of the slots stay the same, padding included. Only their places change.",
          "For each row and each of its slots: what is its index now, and what must it become?",
          "From row * width + i to i * num_rows + row, column index and value alike."}},
    {.name = "kernel",
     .title = "a thread per row, column-major",
     .column = "ELL",
     .function = "spmv_ell",
     .points = 5,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .kernel = "spmv_ell",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints =
         {"Loop over the slots of one row, as lab 01 did over the entries of one row.",
          "All rows have `width` slots; slot i of your row is element i * num_rows + row.",
          "Read the column first. Only if it is not ELL_PADDING, read the value and x, and add."},
     SL_RULES(kernel_rules)},
    {.name = "row-major",
     .title = "a thread per row, row-major",
     .function = "spmv_ell_row_major",
     .points = 2,
     .measured = true,
     .pose = pose_row_major,
     .launch_reads = "values",
     .kernel = "spmv_ell_row_major",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints = {"The kernel and the slots are the same. Only the index of a slot is different.",
               "Where is slot i of row r in row-major arrays?", "Element row * width + i."},
     SL_RULES(kernel_rules)},
};

const sl_lab sl_lab_02_ell = SL_LAB_BESIDE("02-ell", "ELL: padded rows, stored column by column",
                                           tasks, quiz_numbers, .peers_of = "06-warp");
