/* fem.c: family fem: a mesh of hexahedra with several unknowns per node, which makes small dense
 * blocks. */
#include "generate/family.h"

enum { BLOCK = 1 }; /* index of the option */

static sl_status fem_shape(const sl_generator_request *request, sl_shape *out) {
  SL_TRY(sl_family_shape_grid(request, out));
  long long unknowns = sl_family_saturating_product(out->num_rows, request->option[BLOCK]);
  *out = (sl_shape){unknowns, unknowns};
  return SL_OK;
}

static int fem_row(const sl_generator_request *request, int row, int *columns) {
  int neighbours[27];
  int block = (int)request->option[BLOCK];
  int count = sl_family_grid_neighbours(request, row / block, false, neighbours);
  for (int k = 0; columns && k < count * block; k++) {
    columns[k] = neighbours[k / block] * block + k % block;
  }
  return count * block;
}

const sl_generator sl_generator_fem = {
    .num_sizes = 3,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"block", 3, 1, 16}, SL_SPD_OPTION},
    .shape = fem_shape,
    .row = fem_row,
    .value = sl_family_symmetric_value,
};
