/* stencil.c: families laplace2d5, laplace2d9, laplace3d7 and hpcg: difference operators on grids.
 *
 * A row couples a node to its neighbors with -1. The diagonal entry is the number of neighbors of
 * an inner node. Nodes on the boundary have fewer neighbors, but the same diagonal entry. */
#include "generate/family.h"

static int star_row(const sl_generator_request *request, int row, int *columns) {
  return sl_family_grid_neighbours(request, row, true, columns);
}

static int box_row(const sl_generator_request *request, int row, int *columns) {
  return sl_family_grid_neighbours(request, row, false, columns);
}

static double value_4(const sl_generator_request *request, int row, int col) {
  (void)request;
  return row == col ? 4 : -1;
}

static double value_6(const sl_generator_request *request, int row, int col) {
  (void)request;
  return row == col ? 6 : -1;
}

static double value_8(const sl_generator_request *request, int row, int col) {
  (void)request;
  return row == col ? 8 : -1;
}

static double value_26(const sl_generator_request *request, int row, int col) {
  (void)request;
  return row == col ? 26 : -1;
}

const sl_generator sl_generator_laplace2d5 = {
    .num_sizes = 2,
    .lowest_size = 1,
    .shape = sl_family_shape_grid,
    .row = star_row,
    .value = value_4,
};

const sl_generator sl_generator_laplace2d9 = {
    .num_sizes = 2,
    .lowest_size = 1,
    .shape = sl_family_shape_grid,
    .row = box_row,
    .value = value_8,
};

const sl_generator sl_generator_laplace3d7 = {
    .num_sizes = 3,
    .lowest_size = 1,
    .shape = sl_family_shape_grid,
    .row = star_row,
    .value = value_6,
};

const sl_generator sl_generator_hpcg = {
    .num_sizes = 3,
    .lowest_size = 1,
    .shape = sl_family_shape_grid,
    .row = box_row,
    .value = value_26,
};
