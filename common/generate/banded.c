/* banded.c: families banded and diagonal: all entries are near the diagonal. */
#include "generate/family.h"

static int banded_row(const sl_generator_request *request, int row, int *columns) {
  long long half = request->option[1];
  int last = request->size[0] - 1;
  int from = row > half ? row - (int)half : 0;
  int to = last - row > half ? row + (int)half : last;
  int length = to - from + 1;
  for (int k = 0; columns && k < length; k++) columns[k] = from + k;
  return length;
}

const sl_generator sl_generator_banded = {
    .num_sizes = 1,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"half", 4, 0, 1000000}},
    .shape = sl_family_shape_square,
    .row = banded_row,
};

static int diagonal_row(const sl_generator_request *request, int row, int *columns) {
  if (row >= request->size[1]) return 0;
  if (columns) columns[0] = row;
  return 1;
}

const sl_generator sl_generator_diagonal = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION},
    .shape = sl_family_shape_matrix,
    .row = diagonal_row,
};
