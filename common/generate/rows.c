/* rows.c: functions that several families use: shapes, grids, random columns and random values. */
#include "generate/family.h"

#include <limits.h>
#include <stdlib.h>

sl_status sl_family_shape_matrix(const sl_generator_request *request, sl_shape *out) {
  *out = (sl_shape){request->size[0], request->size[1]};
  return SL_OK;
}

sl_status sl_family_shape_square(const sl_generator_request *request, sl_shape *out) {
  *out = (sl_shape){request->size[0], request->size[0]};
  return SL_OK;
}

long long sl_family_saturating_product(long long a, long long b) {
  return a != 0 && b > LLONG_MAX / a ? LLONG_MAX : a * b;
}

sl_status sl_family_shape_grid(const sl_generator_request *request, sl_shape *out) {
  long long nodes = request->size[0];
  for (int axis = 1; axis < SL_MAX_SIZES; axis++) {
    nodes = sl_family_saturating_product(nodes, request->size[axis]);
  }
  *out = (sl_shape){nodes, nodes};
  return SL_OK;
}

int sl_family_grid_neighbours(const sl_generator_request *request, int node, bool star,
                              int *neighbours) {
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

/* Rows, values and pairs have separate streams of random numbers. */
#define VALUE_STREAMS (UINT64_C(1) << 62)
#define PAIR_STREAMS  (UINT64_C(1) << 63)

static uint64_t seed_of(const sl_generator_request *request) {
  return (uint64_t)request->option[0];
}

sl_random sl_family_value_random(const sl_generator_request *request, int row) {
  return sl_random_make(seed_of(request), VALUE_STREAMS | (uint64_t)row);
}

sl_random sl_row_random(const sl_generator_request *request, int row) {
  return sl_random_make(seed_of(request), (uint64_t)row);
}

uint64_t sl_family_pair_bits(const sl_generator_request *request, int i, int j) {
  uint64_t low = (uint64_t)(i < j ? i : j);
  uint64_t high = (uint64_t)(i < j ? j : i);
  sl_random random = sl_random_make(seed_of(request), PAIR_STREAMS | low << 31 | high);
  return sl_random_bits(&random);
}

double sl_family_value_of_bits(uint64_t bits) {
  const uint64_t quarter = 1 << 18; /* of 1, in units of 2^-20 */
  uint64_t steps = quarter + ((bits >> 32) * (3 * quarter + 1) >> 32);
  double magnitude = (double)steps * 0x1p-20;
  return bits & 1 ? -magnitude : magnitude;
}

double sl_family_symmetric_value(const sl_generator_request *request, int row, int col) {
  /* The bits are mixed again, because they may have decided whether the entry exists. */
  return sl_family_value_of_bits(sl_random_mix(sl_family_pair_bits(request, row, col)));
}

static void insert_each(int *columns, int count) {
  for (int k = 1; k < count; k++) {
    int column = columns[k], slot = k;
    for (; slot > 0 && columns[slot - 1] > column; slot--) columns[slot] = columns[slot - 1];
    columns[slot] = column;
  }
}

static int middle_of(int a, int b, int c) {
  if (a > b) return c > a ? a : c > b ? c : b;
  return c > b ? b : c > a ? c : a;
}

/* Returns the median of three elements at scattered positions, which are the same on every machine.
 * The first, middle and last elements would lead to quadratic time for sorted columns followed by a
 * few new ones, which sl_family_draw_columns has after its first round. */
static int pivot_of(const int *columns, int count) {
  int probe[3];
  for (int k = 0; k < 3; k++) {
    uint64_t bits = sl_random_mix((uint64_t)count * 3 + (uint64_t)k);
    probe[k] = columns[(bits >> 32) * (uint64_t)count >> 32];
  }
  return middle_of(probe[0], probe[1], probe[2]);
}

/* Sorts with quicksort. Families that draw columns spend nearly all their time here, and qsort
 * takes three times as long. The recursion is only for the shorter part, so it is never deep. */
static void sort_columns(int *columns, int count) {
  enum { FEW = 24 };
  while (count > FEW) {
    int pivot = pivot_of(columns, count);
    int low = 0, high = count - 1;
    while (low <= high) {
      while (columns[low] < pivot) low++;
      while (columns[high] > pivot) high--;
      if (low > high) break;
      int kept = columns[low];
      columns[low++] = columns[high];
      columns[high--] = kept;
    }
    bool left_is_short = high + 1 < count - low;
    if (left_is_short) {
      sort_columns(columns, high + 1);
      columns += low;
      count -= low;
    } else {
      sort_columns(columns + low, count - low);
      count = high + 1;
    }
  }
  insert_each(columns, count);
}

int sl_family_sort_unique(int *columns, int count) {
  int kept = 0;
  sort_columns(columns, count);
  for (int k = 0; k < count; k++) {
    if (kept == 0 || columns[kept - 1] != columns[k]) columns[kept++] = columns[k];
  }
  return kept;
}

void sl_family_draw_columns(int length, int (*draw)(void *context), void *context, int *columns) {
  int have = 0;
  while (have < length) {
    for (int k = have; k < length; k++) columns[k] = draw(context);
    have = sl_family_sort_unique(columns, length);
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

/* Selects columns in one pass over all columns: selection sampling (Knuth, TAOCP vol. 2, 3.4.2,
 * algorithm S). */
static void select_columns(sl_random *random, int num_cols, int length, int *columns) {
  int chosen = 0;
  for (int col = 0; chosen < length; col++) {
    if (sl_random_below(random, num_cols - col) < length - chosen) columns[chosen++] = col;
  }
}

void sl_family_uniform_columns(sl_random *random, int num_cols, int length, int *columns) {
  if (length > num_cols / 2) {
    /* Drawing would mostly return columns that are taken already. A pass over all columns costs
     * less than 2 · `length` steps. */
    select_columns(random, num_cols, length, columns);
    return;
  }
  uniform_draw uniform = {random, num_cols};
  sl_family_draw_columns(length, draw_uniform, &uniform, columns);
}
