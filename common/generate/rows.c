/* rows.c: what families share: making a matrix row by row, grids, random columns and values. */
#include "generate/family.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

sl_status sl_shape_matrix(const sl_request *request, sl_shape *out) {
  *out = (sl_shape){request->size[0], request->size[1]};
  return SL_OK;
}

sl_status sl_shape_square(const sl_request *request, sl_shape *out) {
  *out = (sl_shape){request->size[0], request->size[0]};
  return SL_OK;
}

long long sl_saturating_product(long long a, long long b) {
  return a != 0 && b > LLONG_MAX / a ? LLONG_MAX : a * b;
}

sl_status sl_shape_grid(const sl_request *request, sl_shape *out) {
  long long nodes = request->size[0];
  for (int axis = 1; axis < SL_MAX_SIZES; axis++) {
    nodes = sl_saturating_product(nodes, request->size[axis]);
  }
  *out = (sl_shape){nodes, nodes};
  return SL_OK;
}

int sl_grid_neighbours(const sl_request *request, int node, bool star, int *neighbours) {
  int width = request->size[0], height = request->size[1], depth = request->size[2];
  int x = node % width, y = node / width % height, z = node / width / height;
  int count = 0;
  for (int dz = z > 0 ? -1 : 0; dz <= (z < depth - 1); dz++) {
    for (int dy = y > 0 ? -1 : 0; dy <= (y < height - 1); dy++) {
      for (int dx = x > 0 ? -1 : 0; dx <= (x < width - 1); dx++) {
        if (star && abs(dx) + abs(dy) + abs(dz) > 1) continue;
        if (neighbours) neighbours[count] = ((z + dz) * height + y + dy) * width + x + dx;
        count++;
      }
    }
  }
  return count;
}

/* Every use of random numbers has streams of its own: rows, values and pairs never share one. */
#define VALUE_STREAMS (UINT64_C(1) << 62)
#define PAIR_STREAMS  (UINT64_C(1) << 63)

static uint64_t seed_of(const sl_request *request) {
  return (uint64_t)request->option[0];
}

sl_random sl_row_random(const sl_request *request, int row) {
  return sl_random_make(seed_of(request), (uint64_t)row);
}

uint64_t sl_pair_bits(const sl_request *request, int i, int j) {
  uint64_t low = (uint64_t)(i < j ? i : j);
  uint64_t high = (uint64_t)(i < j ? j : i);
  sl_random random = sl_random_make(seed_of(request), PAIR_STREAMS | low << 31 | high);
  return sl_random_bits(&random);
}

double sl_value_of_bits(uint64_t bits) {
  const uint64_t quarter = 1 << 18; /* of 2^20 */
  uint64_t steps = quarter + ((bits >> 32) * (3 * quarter + 1) >> 32);
  double magnitude = (double)steps * 0x1p-20;
  return bits & 1 ? -magnitude : magnitude;
}

double sl_symmetric_value(const sl_request *request, int row, int col) {
  /* Mixed once more: the bits themselves may have decided that the entry exists. */
  return sl_value_of_bits(sl_random_mix(sl_pair_bits(request, row, col)));
}

static void fill_random_row(const sl_request *request, int row, sl_csr *matrix) {
  sl_random random = sl_random_make(seed_of(request), VALUE_STREAMS | (uint64_t)row);
  for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
    matrix->values[k] = sl_value_of_bits(sl_random_bits(&random));
  }
}

void sl_fill_random_values(const sl_request *request, sl_csr *matrix) {
  for (int row = 0; row < matrix->num_rows; row++) fill_random_row(request, row, matrix);
}

static void fill_values(const sl_generator *generator, const sl_request *request, sl_csr *matrix) {
  for (int row = 0; row < matrix->num_rows; row++) {
    for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
      matrix->values[k] = generator->value(request, row, matrix->col_idx[k]);
    }
  }
}

enum { SAMPLED_ROWS = 1000, LONG_ROWS = SAMPLED_ROWS / 10, PATIENCE_ROWS = 1 << 22 };

static int compare_ints(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

/* About how many entries the rows will hold at least, from rows anywhere. The longest of them are
 * left out: a few rows may hold most entries, and one of them stands for no others. */
static double least_entries(const sl_generator *generator, const sl_request *request,
                            const sl_shape *shape) {
  int lengths[SAMPLED_ROWS];
  sl_random random = sl_random_make(1, 1);
  for (int i = 0; i < SAMPLED_ROWS; i++) {
    lengths[i] = generator->row(request, sl_random_below(&random, (int)shape->num_rows), NULL);
  }
  qsort(lengths, SAMPLED_ROWS, sizeof *lengths, compare_ints);
  double sum = 0;
  for (int i = 0; i < SAMPLED_ROWS - LONG_ROWS; i++) sum += lengths[i];
  return sum / SAMPLED_ROWS * (double)shape->num_rows;
}

/* Refuses at once what would be refused after minutes of counting. */
static sl_status check_size(const sl_generator *generator, const sl_request *request,
                            const sl_shape *shape) {
  if (shape->num_rows <= PATIENCE_ROWS) return SL_OK;
  double entries = least_entries(generator, request, shape);
  if (entries > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "%lld rows hold about %.3g entries, more than the %d the kit can number; ask "
                   "for a smaller matrix",
                   shape->num_rows, entries, INT_MAX);
  }
  double bytes = (double)shape->num_rows * sizeof(int) + entries * (sizeof(int) + sizeof(double));
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if (memory <= 0 || bytes <= memory) return SL_OK;
  return sl_fail(SL_ERR_MEMORY,
                 "the matrix takes %.1f GB or more, and this machine has %.1f GB; ask for a "
                 "smaller one",
                 bytes * 1e-9, memory * 1e-9);
}

sl_status sl_make_by_rows(const sl_generator *generator, const sl_request *request,
                          const sl_shape *shape, sl_csr *out) {
  long long entries = 0;
  SL_TRY(check_size(generator, request, shape));
  for (int row = 0; row < shape->num_rows; row++) {
    entries += generator->row(request, row, NULL);
    if (entries <= INT_MAX) continue;
    return sl_fail(SL_ERR_SIZE,
                   "the first %d of %lld rows hold more than the %d entries the kit can number; "
                   "ask for a smaller matrix",
                   row + 1, shape->num_rows, INT_MAX);
  }
  sl_csr made;
  SL_TRY(sl_csr_make((int)shape->num_rows, (int)shape->num_cols, (int)entries, &made));
  for (int row = 0; row < made.num_rows; row++) {
    int start = made.row_ptr[row];
    made.row_ptr[row + 1] = start + generator->row(request, row, made.col_idx + start);
  }
  if (generator->value) {
    fill_values(generator, request, &made);
  } else {
    sl_fill_random_values(request, &made);
  }
  *out = made;
  return SL_OK;
}

int sl_sort_unique(int *columns, int count) {
  int kept = 0;
  qsort(columns, (size_t)count, sizeof *columns, compare_ints);
  for (int k = 0; k < count; k++) {
    if (kept == 0 || columns[kept - 1] != columns[k]) columns[kept++] = columns[k];
  }
  return kept;
}

void sl_draw_columns(int length, int (*draw)(void *context), void *context, int *columns) {
  int have = 0;
  while (have < length) {
    for (int k = have; k < length; k++) columns[k] = draw(context);
    have = sl_sort_unique(columns, length);
  }
}

typedef struct uniform_draw {
  sl_random *random;
  int num_cols;
} uniform_draw;

static int draw_uniform(void *context) {
  const uniform_draw *uniform = context;
  return sl_random_below(uniform->random, uniform->num_cols);
}

/* Selection sampling (Knuth, TAOCP vol. 2, 3.4.2, algorithm S): one pass over all columns. */
static void select_columns(sl_random *random, int num_cols, int length, int *columns) {
  int chosen = 0;
  for (int col = 0; chosen < length; col++) {
    if (sl_random_below(random, num_cols - col) < length - chosen) columns[chosen++] = col;
  }
}

void sl_uniform_columns(sl_random *random, int num_cols, int length, int *columns) {
  if (length > num_cols / 2) {
    /* Drawing would mostly hit columns that are taken; a pass costs less than twice `length`. */
    select_columns(random, num_cols, length, columns);
    return;
  }
  uniform_draw uniform = {random, num_cols};
  sl_draw_columns(length, draw_uniform, &uniform, columns);
}
