/* lab.c: what lab 02 asks and how it is judged. The judge's side: never linked into a worker. */
#include "judge/quiz.h"
#include "judge/spmv.h"
#include "matrix/ell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what the tasks ask ---------------------------------------------------------------------- */

/* Refuses a matrix whose padding would take more memory than a case may. */
static sl_status check_padding(const sl_case *given) {
  int width = sl_csr_longest_row(&given->matrix);
  size_t slot_bytes = sl_precision_bytes(given->precision) + sizeof(int);
  char format[80];
  (void)snprintf(format, sizeof format, "ELL, padded to %d entries a row,", width);
  return sl_case_check_bytes(given, format,
                             (double)slot_bytes * given->matrix.num_rows * (double)width);
}

/* An entry that happens to be 0 is still an entry, and matrices in practice have some. The standard
 * cases have none, so the lab makes some: the first entries of rows 7, 23, 39, … */
static bool is_zeroed(int row, int i) {
  return row % 16 == 7 && i == 0;
}

/* The case with some of its values 0. The new values live as long as the problem. */
static sl_status with_zeros(const sl_case *given, sl_problem *problem, sl_case *out) {
  const sl_csr *a = &given->matrix;
  *out = *given;
  SL_TRY(sl_problem_own(problem, (size_t)a->nnz, sizeof(double), &out->matrix.values));
  double *values = out->matrix.values;
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      *values++ = is_zeroed(row, k - a->row_ptr[row]) ? 0 : a->values[k];
    }
  }
  return SL_OK;
}

static sl_status pad(const sl_case *zeroed, sl_order order, sl_ell *out) {
  return sl_csr_to_ell(&zeroed->matrix, sl_csr_longest_row(&zeroed->matrix), order, out);
}

static size_t count_slots(const sl_ell *ell) {
  return (size_t)ell->num_rows * (size_t)ell->width;
}

/* Adds `ell` as inputs. */
static sl_status give_ell(sl_problem *out, enum sl_wire_place place, const char *col_name,
                          const char *value_name, const sl_ell *ell) {
  SL_TRY(sl_problem_int(out, "num_rows", ell->num_rows));
  SL_TRY(sl_problem_int(out, "width", ell->width));
  SL_TRY(sl_problem_copy_ints(out, col_name, place, ell->col_idx, count_slots(ell)));
  return sl_problem_copy_reals(out, value_name, place, ell->values, count_slots(ell));
}

/* Adds host arrays that must come back as `ell`. */
static sl_status expect_ell(sl_problem *out, const char *col_name, const char *value_name,
                            const sl_ell *ell) {
  SL_TRY(sl_problem_expect_ints(out, col_name, SL_HOST, ell->col_idx, count_slots(ell)));
  return sl_problem_expect_reals(out, value_name, SL_HOST, ell->values, count_slots(ell));
}

/* The width comes last: a skeleton, which returns 0, then fails first in arrays that it left as
 * they were, and is told that it is not written. */
static sl_status pose_pad(const sl_case *given, sl_problem *out) {
  sl_case zeroed;
  sl_ell ell;
  SL_TRY(check_padding(given));
  SL_TRY(with_zeros(given, out, &zeroed));
  const sl_csr *a = &zeroed.matrix;
  SL_TRY(sl_pose_csr(a, SL_HOST, out));
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_problem_int(out, "width", sl_csr_longest_row(a)));
  SL_TRY(pad(&zeroed, SL_ROW_MAJOR, &ell));
  sl_status status = expect_ell(out, "ell_col_idx", "ell_values", &ell);
  sl_ell_free(&ell);
  SL_TRY(status);
  return sl_problem_returned(out, "ell_width", 0, sl_csr_longest_row(a));
}

static sl_status pose_transpose(const sl_case *given, sl_problem *out) {
  sl_case zeroed;
  sl_ell ell;
  SL_TRY(check_padding(given));
  SL_TRY(with_zeros(given, out, &zeroed));
  SL_TRY(pad(&zeroed, SL_ROW_MAJOR, &ell));
  sl_status status = give_ell(out, SL_HOST, "row_major_col_idx", "row_major_values", &ell);
  sl_ell_free(&ell);
  SL_TRY(status);
  SL_TRY(pad(&zeroed, SL_COLUMN_MAJOR, &ell));
  status = expect_ell(out, "col_idx", "values", &ell);
  sl_ell_free(&ell);
  return status;
}

static sl_status pose_spmv(const sl_case *given, sl_order order, sl_problem *out) {
  sl_case zeroed;
  sl_ell ell;
  SL_TRY(check_padding(given));
  SL_TRY(with_zeros(given, out, &zeroed));
  SL_TRY(pad(&zeroed, order, &ell));
  sl_status status = give_ell(out, SL_DEVICE, "col_idx", "values", &ell);
  double traffic_bytes = sl_ell_spmv_bytes(&ell, sl_precision_bytes(given->precision));
  sl_ell_free(&ell);
  SL_TRY(status);
  return sl_pose_vectors(&zeroed, SL_DEVICE, traffic_bytes, out);
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

/* How many times the bytes of CSR. */
static double bytes_over_csr(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  double entry_bytes = (double)sl_precision_bytes(view->precision) + sizeof(int);
  double csr = entry_bytes * a->nnz + sizeof(int) * ((double)a->num_rows + 1);
  return entry_bytes * a->num_rows * sl_csr_longest_row(a) / csr;
}

/* Of a kernel that looks at every slot, whatever the student's does. */
static double requests_for_all_slots(const sl_quiz_view *view) {
  double warps = ceil(view->matrix->num_rows / 32.0);
  return warps * sl_csr_longest_row(view->matrix);
}

static double percent_with_an_entry(const sl_quiz_view *view) {
  return 100 / slots_an_entry(view);
}

static double sectors_a_request(const sl_counter *sum) {
  return sum->requests ? (double)sum->sectors / (double)sum->requests : 0;
}

static double col_idx_sectors(const sl_quiz_view *view) {
  sl_counter sum = sl_quiz_sum(view, "col_idx", SL_ALL_OPERATIONS);
  return sectors_a_request(&sum);
}

static double x_sectors(const sl_quiz_view *view) {
  sl_counter sum = sl_quiz_sum(view, "x", SL_ALL_OPERATIONS);
  return sectors_a_request(&sum);
}

static const sl_question questions[] = {
    {.name = "most-padding",
     .ask = "For which of these matrices does ELL need the most slots for each entry?",
     .unit = "slots an entry",
     .matrices = {"hpcg:10", "road:55", "web:2000", "onedense:600"},
     .answer = slots_an_entry,
     .why = "The longest row pads all others. What counts is how much longer than the mean it is: "
            "one full row among rows of three entries is the worst that can happen."},
    {.name = "bytes-over-csr",
     .ask = "How many times the bytes of CSR does ELL take for hpcg:10, whose longest row has 27 "
            "entries and whose mean row has 21.95?",
     .unit = "times the bytes of CSR",
     .matrices = {"hpcg:10"},
     .answer = bytes_over_csr,
     .tolerance = 0.03,
     .why =
         "A slot costs as much as an entry, so it is nearly 27 / 21.95. ELL saves row_ptr, which "
         "is little."},
    {.name = "row-major-sectors",
     .ask = "The rows of dense:1024x27 have 27 slots and are stored row-major, one thread a row. "
            "How many sectors does a request for column indices ask for?",
     .unit = "sectors a request",
     .matrices = {"dense:1024x27"},
     .task = "row-major",
     .answer = col_idx_sectors,
     .tolerance = 0.01,
     .why = "Neighbouring threads read 27 · 4 = 108 bytes apart. A sector has 32 bytes, so no two "
            "of the 32 threads share one."},
    {.name = "column-major-sectors",
     .ask = "The same with column-major arrays: how many sectors does a request for column indices "
            "ask for?",
     .unit = "sectors a request",
     .matrices = {"dense:1024x27"},
     .task = "kernel",
     .answer = col_idx_sectors,
     .tolerance = 0.01,
     .why = "32 threads read 32 neighbouring ints: 128 bytes, which is 4 sectors."},
    {.name = "turns-for-one-dense-row",
     .ask = "onedense:600 has one row of 600 entries, and 599 of at most three. How many requests "
            "for column indices does a column-major kernel make that looks at every slot?",
     .unit = "requests",
     .matrices = {"onedense:600"},
     .task = "kernel",
     .answer = requests_for_all_slots,
     .why = "600 rows are 19 warps, and each warp takes 600 turns: 11,400 requests for 1,828 "
            "entries. Nearly all of them find padding."},
    {.name = "slots-with-an-entry",
     .ask = "The column-major kernel looks at every slot of hpcg:10: 1000 rows, 27 slots each, "
            "21,952 entries. In what share of these looks does a thread find an entry?",
     .unit = "per cent",
     .matrices = {"hpcg:10"},
     .task = "kernel",
     .answer = percent_with_an_entry,
     .tolerance = 0.01,
     .why = "21,952 of 27,000. Only those threads go on to read the value and x. The others have "
            "cost a column index, and wait for their warp."},
    {.name = "x-of-a-diagonal",
     .ask =
         "In diagonal:1024 the one entry of row r is in column r. How many sectors does a request "
         "for x ask for in the column-major kernel?",
     .unit = "sectors a request",
     .matrices = {"diagonal:1024"},
     .task = "kernel",
     .answer = x_sectors,
     .tolerance = 0.01,
     .why = "The entries of neighbouring rows stand in neighbouring columns, so x is read side by "
            "side too: 128 bytes in single precision. In a band it is the same, but what a warp "
            "reads need not begin at a multiple of 32 bytes, and then it is one sector more."},
};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "pad",
     .title = "CSR to ELL, row-major",
     .function = "csr_to_ell",
     .points = 3,
     .pose = pose_pad,
     .hints =
         {"Every row gets as many slots as the longest one needs. First its entries, then "
          "padding.",
          "The length of a row is the difference of two neighbours in row_ptr. Row r begins at "
          "element r * width.",
          "Loop over all slots i of a row: below the row's length copy entry row_ptr[row] + i, "
          "else write ELL_PADDING and 0."}},
    {.name = "transpose",
     .title = "row-major to column-major",
     .function = "ell_transpose",
     .points = 2,
     .pose = pose_transpose,
     .hints = {"The slots stay what they are, padding too. Only their places change.",
               "For each row and each slot of it: where does it stand now, where shall it stand?",
               "From row * width + i to i * num_rows + row, column index and value alike."}},
    {.name = "kernel",
     .title = "one thread a row, column-major",
     .column = "ELL",
     .function = "spmv_ell",
     .points = 5,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .hints = {"A loop over the slots of one row, as lab 01 had one over the entries of one row.",
               "All rows have `width` slots; slot i of your row is element i * num_rows + row.",
               "Read the column first. Only if it is not ELL_PADDING read the value and x, and "
               "add up."},
     .goals = {{"onedense:600", SL_GOAL_SECTORS, 5000}}},
    {.name = "row-major",
     .title = "one thread a row, row-major",
     .function = "spmv_ell_row_major",
     .points = 2,
     .measured = true,
     .pose = pose_row_major,
     .launch_reads = "values",
     .hints = {"The same kernel on the same slots. Only one thing is different.",
               "Where does slot i of row r stand in row-major arrays?", "Element row * width + i."},
     .goals = {{"hpcg:10", SL_GOAL_SECTORS, 20000}}},
};

const sl_lab sl_lab_02_ell = {.id = "02-ell",
                              .title = "ELL: padded rows, stored column by column",
                              .tasks = tasks,
                              .num_tasks = SL_COUNT(tasks),
                              .questions = questions,
                              .num_questions = SL_COUNT(questions)};
