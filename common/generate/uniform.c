/* uniform.c: families uniform and messy: entries at random positions. Rows of messy are unsorted
 * and contain duplicates, and on request also zeros. */
#include "generate/family.h"

enum { ROW = 1, ZEROS = 2 }; /* indices of the options */

/* Returns a random number with the binomial distribution of mean `mean`, which is close to a
 * Poisson distribution. It makes 8 · mean trials of probability 1/8: a trial succeeds if three
 * random bits are all 1. */
static int binomial(sl_random *random, int mean) {
  int successes = 0;
  for (long long left = 8LL * mean; left > 0; left -= 64) {
    uint64_t hits = sl_random_bits(random);
    hits &= sl_random_bits(random);
    hits &= sl_random_bits(random);
    if (left < 64) hits >>= 64 - left;
    for (; hits; hits &= hits - 1) successes++;
  }
  return successes;
}

static int uniform_row(const sl_generator_request *request, int row, int *columns) {
  sl_random random = sl_row_random(request, row);
  int num_cols = request->size[1];
  long long wanted = request->option[ROW];
  int length = binomial(&random, wanted < num_cols ? (int)wanted : num_cols);
  if (length > num_cols) length = num_cols;
  if (columns) sl_family_uniform_columns(&random, num_cols, length, columns);
  return length;
}

const sl_generator sl_generator_uniform = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"row", 8, 1, 100000}},
    .shape = sl_family_shape_matrix,
    .row = uniform_row,
};

/* Returns the length of a row, and writes its columns unless `columns` is NULL. They are unsorted,
 * and in a row of two or more entries the last duplicates the first. */
static int messy_row(const sl_generator_request *request, int row, int *columns) {
  sl_random random = sl_row_random(request, row);
  int length = sl_random_below(&random, 2 * (int)request->option[ROW] + 1);
  for (int k = 0; columns && k < length; k++) {
    columns[k] = sl_random_below(&random, request->size[1]);
  }
  if (columns && length >= 2) columns[length - 1] = columns[0];
  return length;
}

/* Makes the matrix, and then changes some values to 0. Explicit zeros are entries like any other.
 * The first entry of a row is never 0, so that no row has only zeros. */
static sl_status make_messy(const sl_generator_request *request, const sl_shape *shape,
                            sl_csr *out) {
  SL_TRY(sl_make_by_rows(&sl_generator_messy, request, shape, out));
  int percent = (int)request->option[ZEROS];
  for (int row = 0; percent > 0 && row < out->num_rows; row++) {
    for (int k = out->row_ptr[row] + 1; k < out->row_ptr[row + 1]; k++) {
      uint64_t bits = sl_random_mix(sl_family_pair_bits(request, row, k));
      if (bits % 100 < (uint64_t)percent) out->values[k] = 0;
    }
  }
  return SL_OK;
}

const sl_generator sl_generator_messy = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"row", 6, 1, 100000}, {"zeros", 0, 0, 100}},
    .shape = sl_family_shape_matrix,
    .row = messy_row,
    .make = make_messy,
};
