/* gaps.c: families gaps (sequences of empty rows) and hypersparse (nearly all rows are empty). */
#include "generate/family.h"

enum { RUN = 1, ROW = 2, EVERY = 1 }; /* indices of the options */

/* Whether the row is in a sequence of empty rows. Sequences of empty and of nonempty rows
 * alternate; the first and the last are empty. */
static bool in_gap(const sl_generator_request *request, int row) {
  int num_rows = request->size[0];
  int quarter = num_rows < 4 ? 1 : num_rows / 4; /* small matrices have shorter sequences */
  int run = request->option[RUN] < quarter ? (int)request->option[RUN] : quarter;
  return row / run % 2 == 0 || row >= num_rows - run;
}

static int gaps_row(const sl_generator_request *request, int row, int *columns) {
  if (in_gap(request, row)) return 0;
  sl_random random = sl_row_random(request, row);
  int num_cols = request->size[1];
  int length = 1 + sl_random_below(&random, 2 * (int)request->option[ROW] - 1);
  if (length > num_cols) length = num_cols;
  if (columns) sl_family_uniform_columns(&random, num_cols, length, columns);
  return length;
}

const sl_generator sl_generator_gaps = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"run", 40, 1, 1000000}, {"row", 6, 1, 100000}},
    .shape = sl_family_shape_matrix,
    .row = gaps_row,
};

static int hypersparse_row(const sl_generator_request *request, int row, int *columns) {
  sl_random random = sl_row_random(request, row);
  if (sl_random_below(&random, (int)request->option[EVERY]) != 0) return 0;
  if (columns) columns[0] = sl_random_below(&random, request->size[1]);
  return 1;
}

const sl_generator sl_generator_hypersparse = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"every", 16, 1, 1000000}},
    .shape = sl_family_shape_matrix,
    .row = hypersparse_row,
};
