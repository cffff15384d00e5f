/* dense.c: families dense (all entries), empty (no entries) and onedense (one full row among short
 * rows). */
#include "generate/family.h"

static int full_row(const sl_generator_request *request, int row, int *columns) {
  (void)row;
  int num_cols = request->size[1];
  for (int col = 0; columns && col < num_cols; col++) columns[col] = col;
  return num_cols;
}

const sl_generator sl_generator_dense = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION},
    .shape = sl_family_shape_matrix,
    .row = full_row,
};

static int empty_row(const sl_generator_request *request, int row, int *columns) {
  (void)request;
  (void)row;
  (void)columns;
  return 0;
}

const sl_generator sl_generator_empty = {
    .num_sizes = 2,
    .lowest_size = 0, /* a matrix without rows or columns is a useful test case */
    .shape = sl_family_shape_matrix,
    .row = empty_row,
};

enum { AT = 1 }; /* index of the option */

/* Returns the full row. The option is its position in percent of the rows; 100 means the last
 * row. */
static int dense_row(const sl_generator_request *request) {
  int num_rows = request->size[0];
  int row = (int)(num_rows * request->option[AT] / 100);
  return row < num_rows ? row : num_rows - 1;
}

static int onedense_row(const sl_generator_request *request, int row, int *columns) {
  if (row == dense_row(request)) return full_row(request, row, columns);
  sl_random random = sl_row_random(request, row);
  int num_cols = request->size[1];
  int length = 1 + sl_random_below(&random, num_cols < 3 ? num_cols : 3);
  if (columns) sl_family_uniform_columns(&random, num_cols, length, columns);
  return length;
}

const sl_generator sl_generator_onedense = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"at", 50, 0, 100}},
    .shape = sl_family_shape_matrix,
    .row = onedense_row,
};
