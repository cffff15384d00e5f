/** @file family.h
 *  What a family of synthetic matrices supplies, and the helpers families share. Inside this room
 *  only.
 *
 *  Most families are written row by row: a function computes the columns of row i from the request
 *  and i only. The rows can then be counted before anything is allocated, and row i does not depend
 *  on other rows.
 */
#ifndef SL_GENERATE_FAMILY_H
#define SL_GENERATE_FAMILY_H

#include "base/random.h"
#include "generate/generate.h"

enum { SL_MAX_SIZES = 4, SL_MAX_OPTIONS = 6 };

/** A name a specification may set; all options are whole numbers. */
typedef struct sl_option {
  const char *name; /**< NULL ends the list */
  long long fallback;
  long long lowest, highest;
} sl_option;

/** Every family with random numbers has the seed as its first option. */
#define SL_SEED_OPTION                                                                             \
  { "seed", 1, 0, 999999999999999999 }

/** With 1, a family of symmetric structure with a full diagonal has values that make the matrix
 *  symmetric and positive definite (sl_definite_make). */
#define SL_SPD_OPTION                                                                              \
  { "spd", 0, 0, 1 }

/** A parsed specification. */
typedef struct sl_generator_request {
  int size[SL_MAX_SIZES];           /**< 1 for sizes that the family does not have */
  long long option[SL_MAX_OPTIONS]; /**< in the order of the family's list */
} sl_generator_request;

/** Not int, because the product of sizes may exceed it; the caller then refuses it. */
typedef struct sl_shape {
  long long num_rows;
  long long num_cols;
} sl_shape;

typedef struct sl_generator {
  int num_sizes;   /**< 1 to 4; a single size given stands for all of them… */
  bool every_size; /**< …unless each has to be given */
  int lowest_size;
  sl_option options[SL_MAX_OPTIONS];

  /** Rows and columns, and checks that need several parts of the request. */
  sl_status (*shape)(const sl_generator_request *request, sl_shape *out);
  /** The number of entries of `row`; writes their columns unless `columns` is NULL. Called by
   *  several threads at the same time. */
  int (*row)(const sl_generator_request *request, int row, int *columns);
  /** The value at a place; NULL: random numbers. */
  double (*value)(const sl_generator_request *request, int row, int col);
  /** Makes the whole matrix, for a family that is not written row by row; else NULL. */
  sl_status (*make)(const sl_generator_request *request, const sl_shape *shape, sl_csr *out);
} sl_generator;

extern const sl_generator sl_generator_banded, sl_generator_circuit, sl_generator_dense,
    sl_generator_diagonal, sl_generator_empty, sl_generator_fem, sl_generator_gaps,
    sl_generator_hpcg, sl_generator_hypersparse, sl_generator_laplace2d5, sl_generator_laplace2d9,
    sl_generator_laplace3d7, sl_generator_messy, sl_generator_onedense, sl_generator_qcd,
    sl_generator_rail, sl_generator_rmat, sl_generator_road, sl_generator_torus2d4,
    sl_generator_traffic, sl_generator_uniform, sl_generator_web;

/** The matrix of a generator with a `row` function, counted first, then filled.
 *  Errors: SL_ERR_SIZE before any allocation, SL_ERR_MEMORY. */
sl_status sl_make_by_rows(const sl_generator *generator, const sl_generator_request *request,
                          const sl_shape *shape, sl_csr *out);

/** Shapes many families share: size[0] × size[1]; size[0] square; a grid of all sizes, square. */
sl_status sl_family_shape_matrix(const sl_generator_request *request, sl_shape *out);
sl_status sl_family_shape_square(const sl_generator_request *request, sl_shape *out);
sl_status sl_family_shape_grid(const sl_generator_request *request, sl_shape *out);

/** a · b, or LLONG_MAX if that overflows; for a, b of 0 or more. */
long long sl_family_saturating_product(long long a, long long b);

/** The nodes that a grid node is coupled to, including itself, in increasing order; x varies
 *  fastest. `star`: only along the axes (5 or 7 points), else the full box (9 or 27). As `row`
 *  above. */
int sl_family_grid_neighbours(const sl_generator_request *request, int node, bool star,
                              int *neighbours);

/** The numbers that decide the structure of one row, and those that decide its values. */
sl_random sl_row_random(const sl_generator_request *request, int row);
sl_random sl_family_value_random(const sl_generator_request *request, int row);

/** 64 random bits of the pair {i, j}, the same for {j, i}. */
uint64_t sl_family_pair_bits(const sl_generator_request *request, int i, int j);

/** ±[1/4, 1] from 64 random bits, in steps of 2^-20: exact in float, and large enough that a
 *  forgotten entry is always noticed. */
double sl_family_value_of_bits(uint64_t bits);

/** A random value that is the same at (i, j) and (j, i). */
double sl_family_symmetric_value(const sl_generator_request *request, int row, int col);

/** Random values for all entries of a matrix. */
void sl_family_fill_random_values(const sl_generator_request *request, sl_csr *matrix);

/** Sorts `count` columns and drops repetitions; returns how many are left. */
int sl_family_sort_unique(int *columns, int count);

/** Fills `columns` with `length` different columns in increasing order, calling `draw` as often as
 *  necessary; draw must have at least twice as many different results. */
void sl_family_draw_columns(int length, int (*draw)(void *context), void *context, int *columns);

/** The same, all sets of columns equally likely; any length up to num_cols. */
void sl_family_uniform_columns(sl_random *random, int num_cols, int length, int *columns);

#endif
