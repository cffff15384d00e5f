/* lab.c: the tasks of lab 05, and how they are judged. The judge's side: never linked into a
 * worker. */
#include "base/memory.h"
#include "columns.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "matrix/csc.h"
#include "reference/cpu_code.h"
#include "scans.h"

#include <math.h>
#include <string.h>

/* ---- what the CPU does ----------------------------------------------------------------------- */

#define CSR_TO_CSC "row_ptr col_idx values col_ptr row_idx csc_values"

static const sl_cpu_code cpu_count = {.arrays = "col_idx count", .part = sl_cpu_code_count};
static const sl_cpu_code cpu_scan = {.arrays = "in out", .part = sl_cpu_code_scan};
static const sl_cpu_code cpu_scatter = {.arrays = CSR_TO_CSC, .part = sl_cpu_code_scatter};
static const sl_cpu_code cpu_transpose = {.arrays = CSR_TO_CSC, .part = sl_cpu_code_transpose};

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static sl_status count_entries(const sl_csr *a, sl_problem *problem, int **out) {
  SL_TRY(sl_problem_own(problem, (size_t)a->num_cols, sizeof **out, out));
  for (int k = 0; k < a->nnz; k++) (*out)[a->col_idx[k]]++;
  return SL_OK;
}

static sl_status pose_count(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t cols = (size_t)a->num_cols;
  int *count;
  SL_TRY(count_entries(a, out, &count));
  SL_TRY(sl_problem_int(out, "nnz", a->nnz));
  SL_TRY(sl_problem_ints(out, "col_idx", SL_DEVICE, SL_IN, a->col_idx, (size_t)a->nnz));
  SL_TRY(sl_problem_change_ints(out, "count", SL_DEVICE, NULL, count, cols));
  /* A program need not read a column without entries, so the lower limit counts only necessary
   * reads. */
  out->read_bytes = sizeof(int) * (double)a->nnz;
  out->traffic_bytes = out->read_bytes + 2 * sizeof(int) * (double)cols;
  out->cpu = &cpu_count;
  return SL_OK;
}

/* Numbers of columns: the cases with this many columns get numbers that are set differently. With
 * MANY_NUMBERS numbers there are too many block sums for one block. */
enum { COLS_OF_LARGE_NUMBERS = 600, COLS_OF_NEGATIVE_NUMBERS = 30, MANY_NUMBERS = 1025 * 1024 };

/* The numbers to be summed are the entries of each column. Some small matrices are repeated side by
 * side many times, so that the numbers, or the sums including the total, fill exactly 255 blocks of
 * 256, or one element more, and the same with 256 blocks. The last case has too many block sums for
 * one block. */
static size_t numbers_for_scan(const sl_csr *a) {
  static const struct {
    int num_cols;
    size_t numbers;
  } stretched[] = {{COLS_OF_NEGATIVE_NUMBERS, 9000},
                   {300, 65536},
                   {COLS_OF_LARGE_NUMBERS, 65537},
                   {700, 65279},
                   {900, 65280}};
  size_t cols = (size_t)a->num_cols;
  if (a->num_cols == 2000 && a->nnz < a->num_cols / 4) return cols * 33;
  for (size_t i = 0; i < SL_COUNT(stretched); i++) {
    if (stretched[i].num_cols == a->num_cols) return stretched[i].numbers;
  }
  return cols;
}

/* Returns number `i` of those to sum. In one case the sums exceed what a float holds exactly; in
 * another many numbers are negative. */
static int number_for_scan(const sl_csr *a, const int *count, size_t i) {
  int larger = a->num_cols == COLS_OF_LARGE_NUMBERS      ? (int)(i * 2654435761u % 1024)
               : a->num_cols == COLS_OF_NEGATIVE_NUMBERS ? -5
                                                         : 0;
  return count[i % (size_t)a->num_cols] + larger;
}

/* Returns a case with too many block sums for one block of 1024 threads. NULL if the launch sizes
 * show that the scan works level by level, because the lens needs seconds for this case. */
static const char *beyond_scan(const sl_launch_sizes *habits) {
  return sl_launch_sizes_reach(habits) < MANY_NUMBERS ? "uniform:60x1049600,row=20" : NULL;
}

static sl_status pose_scan(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t n = numbers_for_scan(a);
  int *count, *in;
  double *expected;
  SL_TRY(count_entries(a, out, &count));
  SL_TRY(sl_problem_own(out, n, sizeof *in, &in));
  for (size_t i = 0; i < n; i++) in[i] = number_for_scan(a, count, i);
  SL_TRY(sl_problem_int(out, "n", (int)n));
  SL_TRY(sl_problem_ints(out, "in", SL_DEVICE, SL_IN, in, n));
  SL_TRY(sl_problem_ints(out, "out", SL_DEVICE, SL_OUT, NULL, n + 1));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t i = 0; i < n; i++) expected[i + 1] = expected[i] + in[i];
  out->read_bytes = sizeof(int) * (double)n;
  out->traffic_bytes = out->read_bytes + sizeof(int) * (double)(n + 1);
  out->cpu = &cpu_scan;
  return SL_OK;
}

/* The entries come before col_ptr, so that the judge reports a skeleton, which leaves them
 * unchanged, as not written. In `scatter` col_ptr has contents, which must come back, because
 * copying the pointers is the point of the task. */
static sl_status expect_csc(const sl_csc *csc, bool col_ptr_given, sl_problem *out) {
  size_t nnz = (size_t)csc->nnz, pointers = (size_t)csc->num_cols + 1;
  SL_TRY(sl_problem_expect_ints(out, "row_idx", SL_DEVICE, csc->row_idx, nnz));
  SL_TRY(sl_problem_expect_reals(out, "csc_values", SL_DEVICE, csc->values, nnz));
  const int *col_ptr = csc->col_ptr;
  return col_ptr_given
             ? sl_problem_change_ints(out, "col_ptr", SL_DEVICE, col_ptr, col_ptr, pointers)
             : sl_problem_expect_ints(out, "col_ptr", SL_DEVICE, col_ptr, pointers);
}

/* Counts each entry, with row and column, as read once and written once, and each pointer as read
 * or written once. */
static sl_status pose_transpose(const sl_csr *a, sl_precision precision, bool col_ptr_given,
                                sl_problem *out) {
  double entries_bytes = sl_spmv_entry_bytes(precision) * a->nnz;
  double row_ptr_bytes = sizeof(int) * (a->num_rows + 1.0);
  double col_ptr_bytes = sizeof(int) * (a->num_cols + 1.0);
  sl_csc csc;
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_problem_int(out, "num_cols", a->num_cols));
  SL_TRY(sl_problem_int(out, "nnz", a->nnz));
  SL_TRY(sl_spmv_pose_csr(a, SL_DEVICE, out));
  SL_TRY(sl_csc_from_csr(a, &csc));
  SL_TRY(sl_problem_keep(out, (void *[]){csc.col_ptr, csc.row_idx, csc.values}, 3));
  out->traffic_bytes = 2 * entries_bytes + row_ptr_bytes + col_ptr_bytes;
  out->read_bytes = entries_bytes + row_ptr_bytes + (col_ptr_given ? col_ptr_bytes : 0);
  out->cpu = col_ptr_given ? &cpu_scatter : &cpu_transpose;
  return expect_csc(&csc, col_ptr_given, out);
}

static void arrange(const sl_problem *problem, double *const *answers) {
  double *rows = answers[sl_problem_find(problem, "row_idx") - problem->arrays];
  double *values = answers[sl_problem_find(problem, "csc_values") - problem->arrays];
  const sl_array *col_ptr = sl_problem_find(problem, "col_ptr");
  /* Uses the right starts of columns, even if the answer's col_ptr is wrong. */
  sl_transpose_sort_columns(col_ptr->expected, (int)col_ptr->count - 1, rows, values);
}

/* Any order within a column is right: the judge compares in the order of `arrange`. */
static sl_status pose_scatter(const sl_case *given, sl_problem *out) {
  SL_TRY(pose_transpose(&given->matrix, given->precision, true, out));
  double *right[SL_WIRE_MAX_ARRAYS];
  for (int i = 0; i < out->num_arrays; i++) right[i] = out->arrays[i].expected;
  arrange(out, right);
  return SL_OK;
}

/* One matrix, the case "more columns than rows", has its columns spread out, so that their numbers
 * have 17 bits, which should be more than a sort with a fixed number of bits handles. */
enum { ROWS_PULLED_APART = 60, COLS_PULLED_APART = 700, TIMES_WIDER = 100 };

/* Returns a case with more than 20 bits in its column numbers, if the program launches equally many
 * kernels for any number of columns: its sort may look at 20 bits. */
static const char *beyond_sorted(const sl_launch_sizes *habits) {
  return sl_launch_sizes_repeat(habits) ? "uniform:60x1120000" : NULL;
}

static sl_status pose_sorted(const sl_case *given, sl_problem *out) {
  sl_csr a = given->matrix;
  if (a.num_rows == ROWS_PULLED_APART && a.num_cols == COLS_PULLED_APART) {
    int *col_idx;
    SL_TRY(sl_problem_own(out, (size_t)a.nnz, sizeof *col_idx, &col_idx));
    for (int k = 0; k < a.nnz; k++) col_idx[k] = (a.col_idx[k] + 1) * TIMES_WIDER - 1;
    a.col_idx = col_idx;
    a.num_cols *= TIMES_WIDER;
  }
  return pose_transpose(&a, given->precision, false, out);
}

/* ---- mistakes in counting -------------------------------------------------------------------- */

/* The lens sees the race, whatever its result. Threads that write a 1, instead of adding it, cannot
 * be distinguished from those whose additions got lost. */
static sl_judgement explains_lost_counts(const sl_evidence *evidence) {
  return sl_finding_explains_only(evidence, LENS_RACE, "count");
}

/* If a column is counted right by chance, the program passes. */
static sl_judgement explains_counted_once(const sl_evidence *evidence) {
  (void)evidence;
  return SL_FITS;
}

/* Whether all columns are right except the column of entry `k`. Its count must be too large if
 * `more`, otherwise too small by one. */
static bool all_but_one(const sl_evidence *evidence, int k, bool more) {
  const double *count = sl_evidence_answer(evidence, "count");
  const sl_array *right = sl_problem_find(evidence->problem, "count");
  const int *col_idx = sl_problem_find(evidence->problem, "col_idx")->ints;
  if (!count || evidence->seen.num_findings > 0) return false;
  for (int col = 0; col < (int)right->count; col++) {
    double difference = count[col] - right->expected[col];
    if (difference != 0 && col != col_idx[k]) return false;
    if (col == col_idx[k] && (more ? difference < 1 : difference != -1)) return false;
  }
  return true;
}

/* With a single column, other mistakes also count too many entries there. */
static sl_judgement explains_last_counted_again(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  if (a->nnz == 0) return SL_NEUTRAL;
  if (!all_but_one(evidence, a->nnz - 1, true)) return SL_CONTRADICTS;
  return a->num_cols > 1 ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_first_uncounted(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  if (a->nnz == 0) return SL_CONTRADICTS;
  if (!all_but_one(evidence, 0, false)) return SL_CONTRADICTS;
  return a->nnz > 1 ? SL_EXPLAINS : SL_NEUTRAL;
}

static bool is_in_front_of_count(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_WRITE && strcmp(f->array, "count") == 0 && f->index == -1;
}

/* Explains that the entries of column 0 are counted in the element before the array. If there are
 * no such entries, each column has the count of the next one. */
static sl_judgement explains_column_before_counted(const sl_evidence *evidence) {
  const double *count = sl_evidence_answer(evidence, "count");
  const sl_array *right = sl_problem_find(evidence->problem, "count");
  if (evidence->seen.num_findings > 0) {
    return sl_finding_explains_if(sl_findings_all(evidence, is_in_front_of_count));
  }
  for (size_t col = 0; count && col + 1 < right->count; col++) {
    if (count[col] != right->expected[col + 1]) return SL_CONTRADICTS;
  }
  return count ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* The texts, the order and the programs of these mistakes are in mistakes.txt. */
static const sl_rule count_rules[] = {{"no-atomics", explains_lost_counts},
                                      {"counted-once", explains_counted_once},
                                      {"column-before-counted", explains_column_before_counted},
                                      {"first-entry-missed", explains_first_uncounted},
                                      {"last-entry-again", explains_last_counted_again}};

/* ---- questions ------------------------------------------------------------------------------- */

/* Finds the slots of all entries, in the order of CSR, if each column is filled from the first row
 * on. */
static sl_status slots_by_rows(const sl_csr *a, int **slots_out) {
  sl_csc csc;
  SL_TRY(sl_csc_from_csr(a, &csc));
  sl_status status = sl_alloc((size_t)a->nnz, sizeof **slots_out, "slots", slots_out);
  for (int k = 0; status == SL_OK && k < a->nnz; k++)
    (*slots_out)[k] = csc.col_ptr[a->col_idx[k]]++;
  sl_csc_free(&csc);
  return status;
}

/* The number of different sectors of ints among `count` slots, at most a warp's. */
static int count_sectors_of(const int *slots, int count) {
  enum { INTS_OF_A_SECTOR = 8 };
  int different = 0;
  for (int i = 0; i < count; i++) {
    int k = 0;
    while (k < i && slots[k] / INTS_OF_A_SECTOR != slots[i] / INTS_OF_A_SECTOR) k++;
    different += k == i;
  }
  return different;
}

/* Sectors per request for row_idx of a scatter with one thread per row, independent of the
 * student's kernel. */
static double sectors_by_rows(const sl_quiz_view *view) {
  enum { WARP = 32 };
  const sl_csr *a = view->matrix;
  int *slots, turn[WARP];
  double sectors = 0, requests = 0;
  if (slots_by_rows(a, &slots) != SL_OK) return NAN;
  for (int begin = 0; begin < a->num_rows; begin += WARP) {
    for (int k = 0, count = 1; count > 0; k++) {
      count = 0;
      for (int row = begin; row < begin + WARP && row < a->num_rows; row++) {
        if (k < sl_csr_row_length(a, row)) turn[count++] = slots[a->row_ptr[row] + k];
      }
      sectors += count_sectors_of(turn, count);
      requests += count > 0;
    }
  }
  sl_free(slots);
  return requests > 0 ? sectors / requests : 0;
}

static double dense_over_entries(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  return a->nnz ? (double)a->num_rows * a->num_cols / a->nnz : 0;
}

static double bytes_an_entry(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  double entry_bytes = sizeof(float) + sizeof(int);
  double pointers = (double)a->num_rows + a->num_cols + 2;
  return a->nnz ? 2 * entry_bytes + sizeof(int) * pointers / a->nnz : 0;
}

/* The number of passes of a radix sort with one bit per pass. */
static double radix_turns(const sl_quiz_view *view) {
  return sl_transpose_bits(view->matrix->num_cols);
}

static double longest_column(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  int *count, longest = 0;
  if (sl_alloc((size_t)a->num_cols, sizeof *count, "counts", &count) != SL_OK) return 0;
  for (int k = 0; k < a->nnz; k++) {
    if (++count[a->col_idx[k]] > longest) longest++;
  }
  sl_free(count);
  return longest;
}

static const sl_answer_function quiz_numbers[] = {{"longest-column", longest_column},
                                                  {"bytes-an-entry", bytes_an_entry},
                                                  {"dense-over-entries", dense_over_entries},
                                                  {"sectors-by-rows", sectors_by_rows},
                                                  {"radix-turns", radix_turns}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "count",
     .title = "entries of each column",
     .function = "count_columns",
     .points = 2,
     .measured = true,
     .pose = pose_count,
     .launch_reads = "col_idx",
     .kernel = "count_columns",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .pieces = "col_idx",
     .hints = {"Each thread takes one entry. Rows do not matter here.",
               "Several threads may have entries of the same column: reading, adding and writing "
               "must be a single step.",
               "atomicAdd on the count of the entry's column; a thread whose entry does not exist "
               "returns."},
     SL_RULES(count_rules)},
    {.name = "scan",
     .title = "parallel exclusive scan",
     .function = "launch_exclusive_scan",
     .points = 4,
     .measured = true,
     .pose = pose_scan,
     .takes_long = true,
     .beyond = beyond_scan,
     .launch_reads = "in",
     .divided = SL_OVER_WARPS | SL_OVER_BLOCKS,
     .pieces = "in",
     .inspect = sl_transpose_inspect_scan,
     .hints = {"A block can scan as many numbers as it has threads, in shared memory. The distance "
               "doubles in each iteration.",
               "Each block still needs the sum of all blocks before it. That is another scan, over "
               "the sums of the blocks.",
               "The first kernel scans each block and writes its sum. Then this function calls "
               "itself to scan the sums. The second kernel adds to each block the sum of the "
               "blocks before it. If you treat element n as 0, its exclusive sum is the total."},
     .rules = {&sl_transpose_scan_rules, &sl_transpose_join_rules}},
    {.name = "scatter",
     .title = "entries to their columns",
     .function = "launch_scatter",
     .points = 4,
     .measured = true,
     .pose = pose_scatter,
     .launch_reads = "col_idx values",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .arrange = arrange,
     .hints = {"Every column has a next free slot. A thread takes it and advances it by one.",
               "Taking it and advancing it must be one step, and the pointers that you are given "
               "must be unchanged at the end.",
               "Copy d_col_ptr into an array that you allocate. atomicAdd on the copy returns the "
               "slot; write row and value there."},
     .rules = {&sl_transpose_move_rules, &sl_transpose_scatter_rules}},
    {.name = "sorted",
     .title = "whole transpose, sorted",
     .function = "launch_transpose",
     .points = 4,
     .measured = true,
     .pose = pose_sorted,
     .takes_long = true,
     .beyond = beyond_sorted,
     .launch_reads = "col_idx values",
     .divided = SL_OVER_WARPS | SL_OVER_BLOCKS | SL_BY_COLUMNS,
     .shuffled = true,
     .hints =
         {"The slot of an entry must depend on the matrix alone, not on which thread comes first.",
          "Either scatter and then sort each column, or sort all entries by column with a stable "
          "sort.",
          "Instead of rows and values, scatter the number that each entry has in CSR. Sort the "
          "numbers of each column, then fetch the row and value of each. Or use a radix sort: for "
          "each bit of the column, use your scan to move the entries with a 0 before those with a "
          "1."},
     .rules = {&sl_transpose_move_rules, &sl_transpose_sorted_rules}},
};

static const sl_peer peers[] = {{"csr2csc", "cusparse_csr2csc.cu", "sorted"}};

const sl_lab sl_lab_05_transpose = {.id = "05-transpose",
                                    .title = "From CSR to CSC: count, scan, scatter",
                                    SL_TASKS(tasks),
                                    SL_ANSWERS(quiz_numbers),
                                    SL_PEERS(peers),
                                    .compared = "sorted"};
