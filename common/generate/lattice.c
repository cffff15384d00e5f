/* lattice.c: families torus2d4 and qcd: periodic lattices, so all rows have equal lengths. */
#include "generate/family.h"

/* With at least three nodes per side, a node and all of its neighbors are different. */
enum { SHORTEST_SIDE = 3 };

/* Returns the neighbor of a node along an axis. `step` is 1 or −1, the axis has `side` nodes, and
 * their numbers differ by `stride`. */
static int next_node(int node, int stride, int side, int step) {
  int place = node / stride % side;
  int moved = (place + step + side) % side;
  return node + (moved - place) * stride;
}

static int torus_row(const sl_generator_request *request, int row, int *columns) {
  enum { POINTS = 4 };
  int width = request->size[0], height = request->size[1];
  if (!columns) return POINTS;
  columns[0] = next_node(row, width, height, -1);
  columns[1] = next_node(row, 1, width, -1);
  columns[2] = next_node(row, 1, width, 1);
  columns[3] = next_node(row, width, height, 1);
  return sl_family_sort_unique(columns, POINTS);
}

const sl_generator sl_generator_torus2d4 = {
    .num_sizes = 2,
    .lowest_size = SHORTEST_SIDE,
    .options = {SL_SEED_OPTION},
    .shape = sl_family_shape_grid,
    .row = torus_row,
};

/* Wilson's operator on a lattice of space and time, in the basis in which the matrix of time is
 * diagonal: K. Wilson, Confinement of quarks, Phys. Rev. D 10, 1974. A site has four spins with
 * three colors each. Along each of the three axes of space, a spin is coupled to itself and to one
 * partner, at the sites on both sides. Along time, a spin is coupled only to itself, half of the
 * spins forward and half backward. In total, a row has 3 · 2 · 2 · 3 + 3 = 39 entries. */
enum { COLOURS = 3, SPINS = 4, UNKNOWNS = SPINS * COLOURS, QCD_ROW = 39 };

static const int partner[3][SPINS] = {{3, 2, 1, 0}, {3, 2, 1, 0}, {2, 3, 0, 1}};

static sl_status qcd_shape(const sl_generator_request *request, sl_shape *out) {
  SL_TRY(sl_family_shape_grid(request, out));
  long long unknowns = sl_family_saturating_product(out->num_rows, UNKNOWNS);
  *out = (sl_shape){unknowns, unknowns};
  return SL_OK;
}

static int *put_colours(int site, int spin, int *columns) {
  for (int colour = 0; colour < COLOURS; colour++) {
    *columns++ = site * UNKNOWNS + spin * COLOURS + colour;
  }
  return columns;
}

static int qcd_row(const sl_generator_request *request, int row, int *columns) {
  if (!columns) return QCD_ROW;
  int site = row / UNKNOWNS, spin = row % UNKNOWNS / COLOURS;
  int *next = columns;
  int stride = 1;
  for (int axis = 0; axis < 3; axis++) {
    for (int step = -1; step <= 1; step += 2) {
      int neighbour = next_node(site, stride, request->size[axis], step);
      next = put_colours(neighbour, spin, next);
      next = put_colours(neighbour, partner[axis][spin], next);
    }
    stride *= request->size[axis];
  }
  (void)put_colours(next_node(site, stride, request->size[3], spin < 2 ? 1 : -1), spin, next);
  return sl_family_sort_unique(columns, QCD_ROW);
}

const sl_generator sl_generator_qcd = {
    .num_sizes = 4,
    .lowest_size = SHORTEST_SIDE,
    .options = {SL_SEED_OPTION},
    .shape = qcd_shape,
    .row = qcd_row,
};
