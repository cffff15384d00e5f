/* rail.c: family rail: a few very long rows with many columns, as in crew planning.
 *
 * Source of the structure: the rail matrices of the SuiteSparse collection (rail4284: 4284 rows,
 * 1.1 million columns, 10 entries per column). */
#include "generate/family.h"

enum { COLUMN = 1 }; /* index of the option */

static int rail_row(const sl_generator_request *request, int row, int *columns) {
  sl_random random = sl_row_random(request, row);
  int num_cols = request->size[1];
  long long mean = num_cols * request->option[COLUMN] / request->size[0];
  if (mean > num_cols) mean = num_cols;
  long long half = mean / 2;
  long long length = mean - half + sl_random_below(&random, (int)(2 * half + 1));
  if (length > num_cols) length = num_cols;
  if (columns) sl_family_uniform_columns(&random, num_cols, (int)length, columns);
  return (int)length;
}

const sl_generator sl_generator_rail = {
    .num_sizes = 2,
    .every_size = true, /* because the structure is never square */
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"column", 8, 1, 1000}},
    .shape = sl_family_shape_matrix,
    .row = rail_row,
};
