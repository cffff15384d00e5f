/* road.c: family road: a street map as a graph. Each crossing has one to four neighbors, all of
 * them near. The structure is symmetric.
 *
 * Crossings are on a grid, in which some streets are missing. Source of the structure: the road
 * networks of the SuiteSparse collection (road_usa: 2.4 entries per row). */
#include "generate/family.h"

/* Whether there is a street from the crossing to the next one on the right. Every second street
 * exists, and so does the last one of each line. Therefore no crossing is isolated if lines have
 * two or more crossings. */
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
