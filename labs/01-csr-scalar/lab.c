/* lab.c: the tasks of lab 01, and how they are judged. The judge's side: never linked into a
 * worker. */
#include "judge/account.h"
#include "judge/effects.h"
#include "judge/findings.h"
#include "judge/quiz.h"
#include "judge/spmv.h"
#include "visits.h"

#include <math.h>
#include <stdio.h>

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static sl_status pose_spmv(const sl_case *given, enum sl_wire_place place, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_spmv_pose_csr(a, place, out));
  double traffic_bytes = sl_csr_spmv_bytes(a, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_vectors(given, place, traffic_bytes, out);
}

static sl_status pose_cpu(const sl_case *given, sl_problem *out) {
  return pose_spmv(given, SL_HOST, out);
}

static sl_status pose_kernel(const sl_case *given, sl_problem *out) {
  return pose_spmv(given, SL_DEVICE, out);
}

/* Describes the number that count_visits left at a row. If several descriptions fit, the last one
 * is used. */
static void say_visits(const sl_problem *problem, size_t row, double left, char *out, size_t size) {
  (void)problem;
  char times[400];
  const char *how = times;
  double count = left - OLD_CONTENTS;
  if (left >= 0 && left < OLD_CONTENTS / 2) {
    (void)snprintf(out, size, "row %zu: the value of y before the launch is lost", row);
    return;
  }
  (void)snprintf(times, sizeof times, " %.0f times instead of once", count);
  if (count != floor(count)) how = " several times, in blocks with fewer threads than a warp (32)";
  if (count == 0) how = " by no thread";
  if (count < 0) how = " in a block with fewer threads than a warp (32)";
  if (count <= OUT_OF_ORDER / 2) how = ", but the kernel received its arguments in the wrong order";
  (void)snprintf(out, size, "row %zu was reached%s", row, how);
}

/* Adds an array that is filled with `number`. */
static sl_status give_number(sl_problem *out, const char *name, enum sl_wire_type type, int number,
                             size_t count) {
  int *ints;
  double *reals;
  if (type == SL_INT) {
    SL_TRY(sl_problem_own(out, count, sizeof *ints, &ints));
    for (size_t i = 0; i < count; i++) ints[i] = number;
    return sl_problem_ints(out, name, SL_DEVICE, SL_IN, ints, count);
  }
  SL_TRY(sl_problem_own(out, count, sizeof *reals, &reals));
  for (size_t i = 0; i < count; i++) reals[i] = number;
  return sl_problem_reals(out, name, SL_DEVICE, SL_IN, reals, count);
}

/* Only the number of rows matters; each array holds one number that count_visits knows. The inputs
 * have one element more, like row_ptr, so that a launch for too many rows fails at the end of y. */
static sl_status pose_launch(const sl_case *given, sl_problem *out) {
  size_t rows = (size_t)given->matrix.num_rows;
  double *before, *expected;
  SL_TRY(sl_problem_int(out, "num_rows", given->matrix.num_rows));
  SL_TRY(give_number(out, "row_ptr", SL_INT, 1, rows + 1));
  SL_TRY(give_number(out, "col_idx", SL_INT, 2, rows + 1));
  SL_TRY(give_number(out, "values", SL_REAL, 3, rows + 1));
  SL_TRY(give_number(out, "x", SL_REAL, 4, rows + 1));
  SL_TRY(sl_problem_own(out, rows, sizeof *before, &before));
  for (size_t i = 0; i < rows; i++) before[i] = OLD_CONTENTS;
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_INOUT, before, rows));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t i = 0; i < rows; i++) expected[i] = OLD_CONTENTS + 1;
  out->say_answer = say_visits;
  out->elements = "rows";
  return SL_OK;
}

/* ---- which threads did the work -------------------------------------------------------------- */

static sl_judgement explains_own_kernel(const sl_evidence *evidence) {
  /* drive.cu launches count_visits */
  return sl_finding_launched_another(evidence, "count_visits") ? SL_FITS : SL_CONTRADICTS;
}

/* Explains that the kernel that counts has reached each row, and some rows in more than one launch.
 */
static sl_judgement explains_launched_again(const sl_evidence *evidence) {
  const double *left = sl_evidence_answer(evidence, "y");
  const sl_lens_report *seen = &evidence->seen;
  size_t rows = (size_t)evidence->given->matrix.num_rows;
  bool again = false;
  if (!left || seen->num_launches < 2 || seen->num_findings > 0) return SL_CONTRADICTS;
  for (size_t row = 0; row < rows; row++) {
    double times = left[row] - OLD_CONTENTS;
    if (times < 0 || times > (double)seen->num_launches) return SL_CONTRADICTS;
    again = again || times > 1;
  }
  return sl_finding_explains_if(again);
}

/* Explains that each row that was reached was reached by all threads with its index in x. These are
 * several threads, because blocks or the grid have more than one dimension. */
static sl_judgement explains_several_in_x(const sl_evidence *evidence) {
  const double *left = sl_evidence_answer(evidence, "y");
  const sl_lens_report *seen = &evidence->seen;
  if (!left || seen->num_launches != 1) return SL_CONTRADICTS;
  const sl_launch *launch = seen->launches;
  double of_one_x = (double)launch->block[1] * launch->block[2] * launch->grid[1] * launch->grid[2];
  if (of_one_x <= 1) return SL_CONTRADICTS;
  double visit = launch->block[0] < 32 ? SMALL_BLOCK * launch->block[0] : 1; /* as in drive.cu */
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    double count = left[row] - OLD_CONTENTS;
    bool fits = count == 0 || count == of_one_x || count == of_one_x * visit;
    if (!fits) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

/* Rules for mistakes that the host code can make in many ways. All other mistakes have programs as
 * examples. */
static const sl_rule launch_rules[] = {{"own-kernel", explains_own_kernel},
                                       {"nothing-launched", sl_account_nothing_launched},
                                       {"computed-by-host", sl_account_work_of_host},
                                       {"launched-twice", explains_launched_again},
                                       {"several-in-x", explains_several_in_x},
                                       {"too-few-threads", sl_effect_too_few_threads}};

/* A program with this mistake adds no products, but it still adds a sum of 0 to y, so it stores
 * something. */
static sl_judgement explains_row_never_entered(const sl_evidence *evidence) {
  return sl_effect_nothing_stored(evidence) == SL_EXPLAINS ? SL_CONTRADICTS : SL_FITS;
}

static const sl_rule kernel_rules[] = {{"barrier-missing", sl_finding_missing_barrier},
                                       {"row-never-entered", explains_row_never_entered},
                                       {"last-row-again", sl_effect_last_row_shared},
                                       {"row-of-several-threads", sl_effect_shared_rows},
                                       {"sum-in-integer", sl_effect_whole_sums},
                                       {"products-elsewhere", sl_effect_products_elsewhere}};

/* These rules look only at the answer, because this task runs on the host. */
static const sl_rule cpu_rules[] = {{"sum-in-integer", sl_effect_whole_sums},
                                    {"products-elsewhere", sl_effect_products_elsewhere}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "cpu",
     .title = "sequential CSR on the CPU",
     .function = "spmv_csr_cpu",
     .points = 2,
     .pose = pose_cpu,
     .hints = {"Two loops: one over the rows, one over the entries of a row.",
               "row_ptr gives the first entry of a row. Which element gives the end?",
               "For entry k the product is values[k] times the element of x at col_idx[k]. Add up "
               "the products in a local variable, and add that to y[row] once."},
     SL_RULES(cpu_rules)},
    {.name = "kernel",
     .title = "one thread per row",
     .column = "CSR scalar",
     .function = "spmv_csr_scalar",
     .points = 5,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .kernel = "spmv_csr_scalar",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints = {"The kernel is one iteration of the outer loop: it does not loop over rows.",
               "A thread finds its row from the number of its block, the size of a block, and its "
               "place in the block.",
               "blockIdx.x * blockDim.x + threadIdx.x; a thread whose row does not exist returns."},
     SL_RULES(kernel_rules)},
    {.name = "launch",
     .title = "launch for any row count",
     .function = "launch_spmv_csr",
     .points = 3,
     .pose = pose_launch,
     .launch_reads = "",
     .kernel = "count_visits",
     .hints = {"First choose the threads per block; the number of blocks follows from the rows.",
               "Integer division rounds down. You need to round up, even for 0 rows.",
               "Add one block if the remainder is not 0. If there are no blocks, launch nothing."},
     SL_RULES(launch_rules)},
};

/* ---- questions ------------------------------------------------------------------------------- */

static double csr_bytes(const sl_quiz_view *view) {
  return sl_spmv_csr_bytes(view->matrix, view->precision);
}

static double idle_threads(const sl_quiz_view *view) {
  return 32 - sl_quiz_counted(view, &(sl_quiz_count){SL_THREADS_A_REQUEST, NULL});
}

static const sl_answer_function quiz_numbers[] = {{"bytes", csr_bytes},
                                                  {"idle-threads", idle_threads}};

const sl_lab sl_lab_01_csr_scalar =
    SL_LAB_BESIDE("01-csr-scalar", "Sparse matrix times vector, one thread per row", tasks,
                  quiz_numbers, .peers_of = "06-warp");
