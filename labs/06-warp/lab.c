/* lab.c: the tasks of lab 06, and how they are judged. The judge's side: never linked into a
 * worker. */
#include "rows.h"

#include <stdio.h>

/* ---- the launches that the judge makes ------------------------------------------------------- */

static sl_status pose_static(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  setting s = sl_warp_setting_of(given);
  SL_TRY(sl_problem_int(out, "vector_width", s.width));
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_spmv_pose_csr(a, SL_DEVICE, out));
  (void)snprintf(out->given, sizeof out->given, "V = %d, α = %g, β = %g", s.width, s.alpha, s.beta);
  double traffic_bytes = sl_csr_spmv_bytes(a, sl_spmv_precision_bytes(given->precision));
  return sl_spmv_pose_scaled_vectors(given, SL_DEVICE, s.alpha, s.beta, traffic_bytes, out);
}

/* The worker restores the counter before each launch that it times. */
static sl_status pose_dynamic(const sl_case *given, sl_problem *out) {
  SL_TRY(pose_static(given, out));
  return sl_problem_change_ints(out, "next_row", SL_DEVICE, NULL, &given->matrix.num_rows, 1);
}

/* Sets a counter past the last row back to the number of rows. How far it is past depends on how
 * many vectors looked for another row. */
static void arrange_counter(const sl_problem *problem, double *const *answers) {
  const sl_array *array = sl_problem_find(problem, "next_row");
  double *next_row = answers[array - problem->arrays];
  if (*next_row > *array->expected) *next_row = *array->expected;
}

/* ---- questions ------------------------------------------------------------------------------- */

static double width_of_matrix(const sl_quiz_view *view) {
  return sl_warp_right_width(view->matrix->num_rows, view->matrix->nnz);
}

/* The share of lanes without an entry, in the last iteration of each row, among all lanes in all
 * iterations. */
static double percent_idle(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  int width = sl_warp_right_width(a->num_rows, a->nnz);
  double slots = 0;
  for (int row = 0; row < a->num_rows; row++) {
    slots += (double)((sl_csr_row_length(a, row) + width - 1) / width) * width;
  }
  return slots > 0 ? 100 * (1 - a->nnz / slots) : 0;
}

static const sl_answer_function quiz_numbers[] = {{"width", width_of_matrix},
                                                  {"percent-idle", percent_idle}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "width",
     .title = "the vector width",
     .function = "choose_vector_width",
     .points = 2,
     .pose = sl_warp_pose_width,
     .hints = {"The mean length of a row decides, and there are four widths.",
               "Three comparisons, each with <. What do you do if there are no rows?",
               "Return 2 if there are no rows; otherwise compare nnz / num_rows with 2, 4 and 64."},
     .rules = {&sl_warp_width_rules}},
    {.name = "static",
     .title = "one vector per row",
     .column = "CSR vector",
     .function = "launch_spmv_static",
     .at = "spmv_static:",
     .points = 4,
     .measured = true,
     .pose = pose_static,
     .launch_reads = "values",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = sl_warp_inspect_static,
     .hints = {"A vector computes a row, as a thread did in lab 01. Its lanes share the entries.",
               "Lane i reads the entries i, i + vector_width, … of the row. Then the lanes add up "
               "their parts with shuffles, in log2(vector_width) steps.",
               "For offset = vector_width / 2, halved down to 1: sum += __shfl_down_sync(mask, "
               "sum, offset, vector_width). Then lane 0 writes. The mask has vector_width ones, "
               "shifted to the vector's first lane."},
     .rules = {&sl_warp_mask_rules, &sl_warp_lane_rules, &sl_warp_counter_rules}},
    {.name = "vector",
     .title = "rows taken by vectors",
     .function = "launch_spmv_vector",
     .at = "spmv_vector:",
     .points = 4,
     .measured = true,
     .pose = pose_dynamic,
     .launch_reads = "values",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS | SL_AT_RUN_TIME,
     .inspect = sl_warp_inspect_counter,
     .arrange = arrange_counter,
     .hints = {"A vector computes a row as before. The only difference is how it gets the row.",
               "Write an endless loop: take a row, leave if there is none, compute it. One lane "
               "reads the counter, and must pass the row to the others.",
               "Lane 0: row = atomicAdd(next_row, 1). All lanes: row = __shfl_sync(mask, row, 0, "
               "vector_width)."},
     .rules = {&sl_warp_mask_rules, &sl_warp_lane_rules, &sl_warp_counter_rules}},
    {.name = "warp",
     .title = "rows taken by warps",
     .column = "CSR warp",
     .function = "launch_spmv_warp",
     .at = "spmv_warp:",
     .points = 4,
     .measured = true,
     .pose = pose_dynamic,
     .launch_reads = "values",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS | SL_AT_RUN_TIME,
     .inspect = sl_warp_inspect_warp,
     .arrange = arrange_counter,
     .hints = {"The rows of a warp's vectors can be taken with one atomic addition.",
               "Lane 0 of the warp takes 32 / vector_width rows. All 32 lanes get the number of "
               "the first one; which row belongs to your vector?",
               "row = first + lane / vector_width. Lanes without a row skip the work, but stay in "
               "the loop until the first row of their warp is past the end."},
     .rules = {&sl_warp_mask_rules, &sl_warp_lane_rules, &sl_warp_counter_rules}},
};

static const sl_peer peers[] = {{"CSR 1", "cusparse_csr.cu", "static"},
                                {"CSR 2", "cusparse_csr_alg2.cu", "static"},
                                {"COO", "cusparse_coo.cu", "static"},
                                {"SELL", "cusparse_sell.cu", "static"}};

const sl_lab sl_lab_06_warp =
    SL_LAB_BESIDE("06-warp", "Rows divided among vectors of lanes and warps", tasks, quiz_numbers,
                  SL_PEERS(peers));
