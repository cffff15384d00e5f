/* shares.c: whether a launch divided its work, and whether the right kernel did it. */
#include "judge/shares.h"

#include "base/memory.h"
#include "judge/findings.h"

#include <string.h>

/* With fewer pieces, a right program may use few warps. The work for a row is proportional to its
 * number of entries. If no row is much longer than the mean, any sensible division gives each warp
 * a small share. */
enum { ENOUGH_PIECES = 2048, UNEVEN = 4 };

static bool is_even(const sl_csr *a) {
  for (int row = 0; row < a->num_rows; row++) {
    double length = sl_csr_row_length(a, row);
    if (length * a->num_rows > (double)UNEVEN * a->nnz) return false;
  }
  return true;
}

/* Like is_even, for columns. Also false if there is not enough memory to decide. */
static bool is_even_by_columns(const sl_csr *a) {
  int *length, longest = 0;
  if (sl_alloc((size_t)a->num_cols, sizeof *length, "lengths of columns", &length) != SL_OK) {
    return false;
  }
  for (int k = 0; k < a->nnz; k++) {
    int now = ++length[a->col_idx[k]];
    longest = now > longest ? now : longest;
  }
  sl_free(length);
  return (double)longest * a->num_cols <= (double)UNEVEN * a->nnz;
}

static size_t count_pieces(const sl_task *task, const sl_case *given, const sl_problem *problem) {
  const sl_array *array = task->pieces ? sl_problem_find(problem, task->pieces) : NULL;
  if (array) return array->count;
  if (task->divided & SL_BY_COLUMNS && !given->of_size) {
    const sl_csr *a = &given->matrix;
    bool even = is_even(a) && is_even_by_columns(a);
    int fewer = a->num_rows < a->num_cols ? a->num_rows : a->num_cols;
    return even ? (size_t)fewer : 0;
  }
  return given->of_size || is_even(&given->matrix) ? given->n : 0;
}

static bool is_of_kit(const sl_launch *launch) {
  return strncmp(launch->kernel, SL_KIT_KERNEL, strlen(SL_KIT_KERNEL)) == 0;
}

static const sl_launch *busiest_launch(const sl_reply *reply) {
  const sl_launch *busiest = NULL;
  for (size_t i = 0; i < reply->seen.num_launches; i++) {
    const sl_launch *it = &reply->seen.launches[i];
    if (it->error || is_of_kit(it)) continue;
    if (!busiest || it->working_warp_steps > busiest->working_warp_steps) busiest = it;
  }
  return busiest;
}

/* Returns a launch in which a single warp takes as many steps as there are pieces; NULL: none. A
 * program could make a larger launch only to hide such a launch. */
static const sl_launch *serial_launch(const sl_reply *reply, size_t num_pieces) {
  for (size_t i = 0; i < reply->seen.num_launches; i++) {
    const sl_launch *it = &reply->seen.launches[i];
    bool serial = it->busiest_warp >= num_pieces && 2 * it->busiest_warp > it->working_warp_steps;
    if (serial && !it->error && !is_of_kit(it)) return it;
  }
  return NULL;
}

/* Returns over which of sl_over the launch did not divide its work. A warp that takes work at run
 * time may get all of it on the lens, which runs one warp after the other. Such a launch
 * only needs several blocks, and several warps that asked for work. */
static unsigned concentrated(const sl_launch *launch, bool at_run_time) {
  unsigned in = launch->working_thread_steps < 2 * launch->working_warp_steps ? SL_OVER_LANES : 0;
  if (at_run_time) {
    if (launch->working_warps <= 1) in |= SL_OVER_WARPS;
    if (sl_finding_grid_blocks(launch) == 1) in |= SL_OVER_BLOCKS;
    return in;
  }
  if (2 * launch->busiest_warp > launch->working_warp_steps) in |= SL_OVER_WARPS;
  if (2 * launch->busiest_block > launch->working_warp_steps) in |= SL_OVER_BLOCKS;
  return in;
}

unsigned sl_shares_missing(const sl_task *task, const sl_case *given, const sl_problem *problem,
                           const sl_reply *reply, const sl_launch **launch_out) {
  *launch_out = busiest_launch(reply);
  if (!task->divided || !*launch_out) return 0;
  size_t num_pieces = count_pieces(task, given, problem);
  if (num_pieces < ENOUGH_PIECES) return 0;
  unsigned at_run_time = task->divided & SL_AT_RUN_TIME;
  unsigned missing = concentrated(*launch_out, at_run_time) & task->divided;
  if (missing || task->kernel || at_run_time) return missing;
  const sl_launch *serial = serial_launch(reply, num_pieces);
  if (!serial) return 0;
  *launch_out = serial;
  return concentrated(serial, false) & task->divided;
}

const char *sl_shares_text(unsigned missing) {
  if (missing & SL_OVER_WARPS) {
    return missing & SL_OVER_LANES ? "one thread does most of the work"
                                   : "one warp does most of the work";
  }
  return missing & SL_OVER_BLOCKS ? "one block does most of the work"
                                  : "mostly a single lane of each warp works";
}

const sl_written *sl_shares_other_kernel(const sl_task *task, const sl_reply *reply) {
  for (size_t i = 0; task->kernel && i < reply->num_written; i++) {
    if (strcmp(reply->written[i].kernel, task->kernel) != 0) return &reply->written[i];
  }
  return NULL;
}
