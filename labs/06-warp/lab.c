/* lab.c: what lab 06 asks and how it is judged. The judge's side: never linked into a worker. */
#include "judge/account.h"
#include "judge/effects.h"
#include "taken.h"
#include "widths.h"

/* ---- the launches that the judge makes ------------------------------------------------------- */

static sl_status pose_static(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  setting s = setting_of(given);
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

/* How far the counter has gone past the last row depends on how many looked for another one. */
static void arrange_counter(const sl_problem *problem, double *const *answers) {
  const sl_array *array = sl_problem_find(problem, "next_row");
  double *next_row = answers[array - problem->arrays];
  if (*next_row > *array->expected) *next_row = *array->expected;
}

/* An iteration of a vector is at most one instruction, and so are its reads before and after an
 * aligned range. A single lane that handles a long row needs more than twice that. */
static const char *inspect_lanes(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  unsigned long long most = 0;
  for (int row = 0; row < s.a->num_rows; row++) {
    int length = sl_csr_row_length(s.a, row);
    if (length > 0) most += 2 * ((unsigned)((length - 1) / s.width) + 2);
  }
  sl_counter loads = sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_LOAD, "values");
  if (loads.requests <= most) return NULL;
  return "the vector_width lanes of a vector are to share the entries of its row, but values was "
         "read by far more instructions than that takes: fewer lanes have gone through a row";
}

/* The warps of all launches; 0 if some may have fewer vectors than others. */
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
static const char *inspect_static(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  int rows_a_warp = WARP / s.width, rows = s.a->num_rows;
  const char *found = inspect_lanes(evidence);
  for (int row = 0; row < rows; row++) {
    if (sl_csr_row_length(s.a, row) > s.width) return found;
  }
  if (launched_warps(evidence) == 0) return found;
  unsigned long long warps = ((unsigned)rows + (unsigned)rows_a_warp - 1) / (unsigned)rows_a_warp;
  sl_counter loads = sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_LOAD, "values");
  if (found || loads.requests <= 2 * warps) return found;
  return "the vector_width lanes of a vector are to share the entries of its row, but warps have "
         "read values for fewer rows at a time than they have vectors: more lanes have gone "
         "through a row";
}

/* The counter was 0 before and is the number of rows after, so some kernel added to it. The student
 * decides in which kernels, and in which steps. */
static const char *inspect_counter(const sl_evidence *evidence) {
  sl_counter atomics = sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_ATOMIC, NULL);
  if (evidence->given->matrix.num_rows == 0 || atomics.threads > 0) return inspect_lanes(evidence);
  return "next_row was set, and no thread has added to it: the rows must be handed out by an "
         "atomic addition";
}

/* A warp adds once per iteration of all its vectors, and once more to find that no row is left.
 * Twice that leaves room for atomics that fail and are repeated. */
static bool asks_for_each_vector(const sl_evidence *evidence) {
  unsigned vectors = WARP / (unsigned)setting_of(evidence->given).width;
  unsigned long long warps = launched_warps(evidence);
  if (vectors == 1 || warps == 0) return false;
  unsigned long long turns = (unsigned)evidence->given->matrix.num_rows / vectors + 1;
  sl_counter atomics =
      sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_ATOMIC, "next_row");
  return atomics.threads > 2 * (turns + warps);
}

static const char *inspect_warp(const sl_evidence *evidence) {
  const char *found = inspect_counter(evidence);
  if (found || !asks_for_each_vector(evidence)) return found;
  return "a warp is to take a row for each of its vectors by one addition to next_row, but there "
         "were far more than that takes: vectors have taken rows for themselves";
}

/* ---- questions ------------------------------------------------------------------------------- */

static double width_of_matrix(const sl_quiz_view *view) {
  return right_width(view->matrix->num_rows, view->matrix->nnz);
}

/* The share of lanes without an entry, in the last iteration of each row, among all lanes in all
 * iterations. */
static double percent_idle(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  int width = right_width(a->num_rows, a->nnz);
  double slots = 0;
  for (int row = 0; row < a->num_rows; row++) {
    slots += (double)((sl_csr_row_length(a, row) + width - 1) / width) * width;
  }
  return slots > 0 ? 100 * (1 - a->nnz / slots) : 0;
}

static const sl_answer_function quiz_numbers[] = {{"width", width_of_matrix},
                                                  {"percent-idle", percent_idle}};

/* ---- rules ----------------------------------------------------------------------------------- */

/* Mistakes that only the lens sees, however they are written, and mistakes whose answer depends on
 * timing. A task has the rules of its mistakes in mistakes.txt. */
static const sl_rule width_rules[] = {{"order-of-bounds", explains_order_of_bounds},
                                      {"mean-in-float", explains_mean_in_float},
                                      {"mean-rounded-up", explains_mean_rounded_up},
                                      {"other-bound", explains_other_bound},
                                      {"other-width", explains_other_width}};

static const sl_rule rules[] = {SL_RULES_OF_HOST,
                                {"second-dimension", sl_finding_second_dimension},
                                {"shift-too-far", explains_shift_too_far},
                                {"mask-of-first-vector", explains_mask_of_first_vector},
                                {"shift-of-block", explains_shift_of_block},
                                {"mask-of-absent", explains_mask_of_absent},
                                {"bound-too-far", explains_bound_too_far},
                                {"all-lanes-write", explains_all_lanes_write},
                                {"block-not-of-warps", explains_block_not_of_warps},
                                {"source-has-left", explains_source_has_left},
                                {"barrier-missing", explains_memory_not_ordered},
                                {"too-few-vectors", sl_effect_too_few_threads},
                                {"sum-in-integer", sl_effect_whole_sums},
                                {"sum-not-reset", explains_sum_not_reset},
                                {"fixed-distance", explains_fixed_distance},
                                {"first-step-missed", explains_first_step_missed},
                                {"reduced-over-warp", explains_reduced_over_warp},
                                {"own-part-twice", explains_own_part_twice},
                                {"entry-too-many", explains_entry_too_many},
                                {"beta-reversed", explains_beta_reversed},
                                {"beta-ignored", explains_beta_ignored},
                                {"first-thread-alone", explains_first_thread_alone},
                                {"worked-twice", explains_worked_twice},
                                {"first-row-missed", explains_first_row_missed},
                                {"counter-not-atomic", explains_not_atomic},
                                {"counter-reset", explains_counter_reset},
                                {"pointer-moved", explains_pointer_moved},
                                {"counter-falls", explains_counter_falls},
                                {"counter-by-lanes", explains_counter_by_lanes},
                                {"one-vector-asks", explains_one_vector_asks},
                                {"one-warp-asks", explains_one_warp_asks},
                                {"broadcast-forgotten", explains_broadcast_forgotten},
                                {"row-never-ends", explains_row_never_ends},
                                {"never-leaves", explains_turns_never_end},
                                {"one-turn", explains_one_turn},
                                {"row-by-every-lane", explains_row_by_every_lane},
                                {"broadcast-from-warp", explains_broadcast_from_warp},
                                {"counter-by-width", explains_counter_by_width},
                                {"same-row", explains_same_row},
                                {"row-by-vectors", explains_row_by_vectors},
                                {"counter-by-one", explains_counter_by_one},
                                {"rows-by-every-vector", explains_rows_by_every_vector},
                                {"rows-by-every-lane", explains_rows_by_every_lane},
                                {"vectors-ask", explains_vectors_ask},
                                {"row-of-several", explains_row_of_several},
                                {"rows-left-out", explains_rows_left_out}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "width",
     .title = "the vector width",
     .function = "choose_vector_width",
     .points = 2,
     .pose = pose_width,
     .hints = {"The mean length of a row decides, and there are four widths.",
               "Three comparisons, each with <. What do you do if there are no rows?",
               "Return 2 if there are no rows; else compare nnz / num_rows with 2, 4 and 64."},
     SL_RULES(width_rules)},
    {.name = "static",
     .title = "one vector per row",
     .column = "CSR vector",
     .function = "launch_spmv_static",
     .at = "spmv_static:",
     .points = 4,
     .measured = true,
     .pose = pose_static,
     .launch_reads = "values",
     .inspect = inspect_static,
     .hints = {"A vector is to a row what a thread was in lab 01. Its lanes share the entries.",
               "Lane i reads the entries i, i + vector_width, … of the row. Then the lanes add up "
               "their parts with shuffles, in log2(vector_width) steps.",
               "For offset = vector_width / 2, halved down to 1: sum += __shfl_down_sync(mask, "
               "sum, offset, vector_width). Then lane 0 writes. The mask has vector_width ones, "
               "shifted to the vector's first lane."},
     SL_RULES(rules)},
    {.name = "vector",
     .title = "rows taken by vectors",
     .function = "launch_spmv_vector",
     .at = "spmv_vector:",
     .points = 4,
     .measured = true,
     .pose = pose_dynamic,
     .launch_reads = "values",
     .inspect = inspect_counter,
     .arrange = arrange_counter,
     .hints = {"A vector does the same for a row as before. Only where the row comes from is new.",
               "An endless loop: take a row, leave if there is none, work on it. One lane asks the "
               "counter, and must tell the others the answer.",
               "Lane 0: row = atomicAdd(next_row, 1). All lanes: row = __shfl_sync(mask, row, 0, "
               "vector_width)."},
     SL_RULES(rules)},
    {.name = "warp",
     .title = "rows taken by warps",
     .column = "CSR warp",
     .function = "launch_spmv_warp",
     .at = "spmv_warp:",
     .points = 4,
     .measured = true,
     .pose = pose_dynamic,
     .launch_reads = "values",
     .inspect = inspect_warp,
     .arrange = arrange_counter,
     .hints = {"The rows of a warp's vectors can be taken with one atomic addition.",
               "Lane 0 of the warp takes 32 / vector_width rows. All 32 lanes learn the first of "
               "them; which is that of your vector?",
               "row = first + lane / vector_width. Lanes without a row skip the work, but stay in "
               "the loop until the first row of their warp is past the end."},
     .goals = {{"fem:6", SL_GOAL_SECTORS, 18000}},
     SL_RULES(rules)},
};

const sl_lab sl_lab_06_warp =
    SL_LAB("06-warp", "Rows shared out to vectors of lanes and to warps", tasks, quiz_numbers);
