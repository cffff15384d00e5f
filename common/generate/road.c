/* road.c: family road: a street map as a graph: one to four neighbours, all near, symmetric.
 *
 * Crossings are on a grid; of the streets between neighbours some are missing. Source of the
 * shape: the road networks of the SuiteSparse collection (road_usa: 2.4 entries per row).
 */
#include "generate/family.h"

/* The street from a crossing to the next one to the right. Every second street is always there, and
 * so is the last one of a line, so no crossing is isolated if lines have two or more. */
static bool goes_right(const sl_generator_request *request, int crossing) {
  int width = request->size[0];
  int x = crossing % width;
  if (x == width - 1) return false;
  return x % 2 == 0 || x == width - 2 ||
         sl_family_pair_bits(request, crossing, crossing + 1) % 8 < 3;
}

static bool goes_down(const sl_generator_request *request, int crossing) {
  int width = request->size[0];
  if (crossing / width == request->size[1] - 1) return false;
  return sl_family_pair_bits(request, crossing, crossing + width) % 2 == 0;
}

static int road_row(const sl_generator_request *request, int row, int *columns) {
  int width = request->size[0];
  int found[4];
  int count = 0;
  if (row >= width && goes_down(request, row - width)) found[count++] = row - width;
  if (row % width > 0 && goes_right(request, row - 1)) found[count++] = row - 1;
  if (goes_right(request, row)) found[count++] = row + 1;
  if (goes_down(request, row)) found[count++] = row + width;
  for (int k = 0; columns && k < count; k++) columns[k] = found[k];
  return count;
}

const sl_generator sl_generator_road = {
    .num_sizes = 2,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION},
    .shape = sl_family_shape_grid,
    .row = road_row,
    .value = sl_family_symmetric_value,
};
