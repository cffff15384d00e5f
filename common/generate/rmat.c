/* rmat.c: family rmat: a graph made by recursive choice of quadrants. A few rows are far longer
 * than the others.
 *
 * Source: D. Chakrabarti, Y. Zhan, C. Faloutsos, R-MAT: A Recursive Model for Graph Mining, SDM
 * 2004. The default weights of the quadrants are those of the Graph500 benchmark. */
#include "generate/family.h"

#include "base/parallel.h"
#include "matrix/coo.h"

#include <limits.h>

enum { EDGES = 1, A, B, C, SHUFFLE }; /* indices of the options */

static sl_status rmat_shape(const sl_generator_request *request, sl_shape *out) {
  int scale = request->size[0];
  long long rows = scale < 62 ? 1LL << scale : LLONG_MAX;
  long long edges = sl_family_saturating_product(rows, request->option[EDGES]);
  long long percent = request->option[A] + request->option[B] + request->option[C];
  if (percent > 100) {
    return sl_fail(SL_ERR_INPUT,
                   "a, b and c add up to %lld; they are percentages and d is the rest, so choose "
                   "at most 100 together",
                   percent);
  }
  if (edges > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "2^%d vertices of %lld edges each are more than the %d entries the kit can "
                   "number; ask for a smaller scale or fewer edges",
                   scale, request->option[EDGES], INT_MAX);
  }
  *out = (sl_shape){rows, rows};
  return SL_OK;
}

/* Places one edge. At each level, a quadrant is chosen according to the weights, which adds one bit
 * to the row and to the column. */
static void place_edge(const sl_generator_request *request, sl_random *random, int *row, int *col) {
  long long a = request->option[A];
  long long ab = a + request->option[B];
  long long abc = ab + request->option[C];
  *row = *col = 0;
  for (int level = 0; level < request->size[0]; level++) {
    int pick = sl_random_below(random, 100);
    bool lower = pick >= ab;
    bool right = lower ? pick >= abc : pick >= a;
    *row = 2 * *row + lower;
    *col = 2 * *col + right;
  }
}

enum { ROUNDS = 4 };

/* A permutation of the vertex numbers that is computed instead of stored. */
typedef struct renaming {
  int scale;
  uint64_t keys[ROUNDS];
} renaming;

static renaming make_renaming(const sl_generator_request *request) {
  renaming made = {.scale = request->size[0]};
  sl_random random = sl_row_random(request, INT_MAX); /* no edge has this number */
  for (int round = 0; round < ROUNDS; round++) made.keys[round] = sl_random_bits(&random);
  return made;
}

/* Returns the new number of a vertex. Each step is invertible in `scale` bits: adding a number,
 * multiplying by an odd number, and the exclusive or with the upper half. Therefore all new numbers
 * are different. */
static int rename_vertex(const renaming *names, int vertex) {
  uint64_t mask = (UINT64_C(1) << names->scale) - 1;
  uint64_t name = (uint64_t)vertex;
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t key = names->keys[round];
    name = (name + (key >> 32)) & mask;
    name = (name * (2 * key + 1)) & mask;
    name ^= name >> (names->scale + 1) / 2;
  }
  return (int)name;
}

typedef struct placing {
  const sl_generator_request *request;
  renaming names;
  sl_coo *edges;
  int num_parts;
} placing;

enum { STEPS_AN_EDGE = 20 };

static void place_part(void *context, int part) {
  const placing *all = context;
  sl_coo *edges = all->edges;
  int end = (int)sl_part_begin(edges->nnz, all->num_parts, part + 1);
  for (int k = (int)sl_part_begin(edges->nnz, all->num_parts, part); k < end; k++) {
    sl_random random = sl_row_random(all->request, k);
    place_edge(all->request, &random, &edges->row_idx[k], &edges->col_idx[k]);
    if (!all->request->option[SHUFFLE]) continue;
    edges->row_idx[k] = rename_vertex(&all->names, edges->row_idx[k]);
    edges->col_idx[k] = rename_vertex(&all->names, edges->col_idx[k]);
  }
}

static sl_status rmat_make(const sl_generator_request *request, const sl_shape *shape,
                           sl_csr *out) {
  int vertices = (int)shape->num_rows;
  int num_edges = vertices * (int)request->option[EDGES];
  sl_coo edges;
  sl_csr made;
  SL_TRY(sl_coo_make(vertices, vertices, num_edges, &edges));
  placing all = {request, make_renaming(request), &edges,
                 sl_parallel_parts((long long)STEPS_AN_EDGE * num_edges)};
  sl_parallel_run_all(all.num_parts, place_part, &all);
  sl_status status = sl_coo_to_csr(&edges, &made);
  sl_coo_free(&edges);
  SL_TRY(status);
  status = sl_coo_sum_duplicates_of_csr(&made);
  if (status != SL_OK) {
    sl_csr_free(&made);
    return status;
  }
  /* After summing duplicates, because their sums would not be in [-1, 1]. */
  sl_family_fill_random_values(request, &made);
  *out = made;
  return SL_OK;
}

const sl_generator sl_generator_rmat = {
    .num_sizes = 1,
    .lowest_size = 0,
    .options = {SL_SEED_OPTION,
                {"edges", 16, 1, 1024},
                {"a", 57, 0, 100},
                {"b", 19, 0, 100},
                {"c", 19, 0, 100},
                {"shuffle", 0, 0, 1}},
    .shape = rmat_shape,
    .make = rmat_make,
};
