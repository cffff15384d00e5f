/** @file family.h
 *  What each family of synthetic matrices must define, and functions that several families use.
 *  Only this room uses this header.
 *
 *  Most families are made row by row: a function computes the columns of row i from the request and
 *  i alone. Therefore the entries can be counted before anything is allocated, and no row depends
 *  on other rows.
 */
#ifndef SL_GENERATE_FAMILY_H
#define SL_GENERATE_FAMILY_H

#include "base/random.h"
#include "generate/generate.h"

enum { SL_MAX_SIZES = 4, SL_MAX_OPTIONS = 6 };

/** An option of a family. All options are integers. */
typedef struct sl_option {
  const char *name; /**< NULL ends a list of options */
  long long fallback;
  long long lowest, highest;
} sl_option;

/** The first option of every family with random numbers. */
#define SL_SEED_OPTION                                                                             \
  { "seed", 1, 0, 999999999999999999 }

/** An option of families whose structure is symmetric with a full diagonal. If it is 1, the values
 *  make the matrix symmetric and positive definite (sl_definite_make). */
#define SL_SPD_OPTION                                                                              \
  { "spd", 0, 0, 1 }

/** The sizes and options of a specification. */
typedef struct sl_generator_request {
  int size[SL_MAX_SIZES];           /**< 1 for each size that the family does not have */
  long long option[SL_MAX_OPTIONS]; /**< in the order of the family's list of options */
} sl_generator_request;

/** The numbers of rows and columns. They are long long, because products of sizes may not fit into
 *  an int; the caller checks this. */
typedef struct sl_shape {
  long long num_rows;
  long long num_cols;
} sl_shape;

typedef struct sl_generator {
  int num_sizes;   /**< 1 to 4; a single size in a specification stands for all… */
  bool every_size; /**< …unless this is true: every size must be given */
  int lowest_size;
  sl_option options[SL_MAX_OPTIONS];

  /** Computes the numbers of rows and columns, and checks the sizes and options together. */
  sl_status (*shape)(const sl_generator_request *request, sl_shape *out);
  /** Returns the number of entries of `row`, and writes their columns to `columns` unless it is
   *  NULL. Several threads may call it at the same time. */
  int (*row)(const sl_generator_request *request, int row, int *columns);
  /** The value of an entry; NULL: random values. */
  double (*value)(const sl_generator_request *request, int row, int col);
  /** Makes the whole matrix, if the family is not made row by row; otherwise NULL. */
  sl_status (*make)(const sl_generator_request *request, const sl_shape *shape, sl_csr *out);
} sl_generator;

extern const sl_generator sl_generator_banded, sl_generator_circuit, sl_generator_dense,
    sl_generator_diagonal, sl_generator_empty, sl_generator_fem, sl_generator_gaps,
    sl_generator_hpcg, sl_generator_hypersparse, sl_generator_laplace2d5, sl_generator_laplace2d9,
    sl_generator_laplace3d7, sl_generator_messy, sl_generator_onedense, sl_generator_qcd,
    sl_generator_rail, sl_generator_rmat, sl_generator_road, sl_generator_torus2d4,
    sl_generator_traffic, sl_generator_uniform, sl_generator_web;

/** Makes a matrix with the generator's function `row`. It first counts all entries. Errors:
 *  SL_ERR_SIZE before anything is allocated, SL_ERR_MEMORY. */
sl_status sl_make_by_rows(const sl_generator *generator, const sl_generator_request *request,
                          const sl_shape *shape, sl_csr *out);

/** Shapes that many families use: size[0] × size[1]; a square matrix of size[0] rows; a square
 *  matrix with a row for each node of a grid. */
sl_status sl_family_shape_matrix(const sl_generator_request *request, sl_shape *out);
sl_status sl_family_shape_square(const sl_generator_request *request, sl_shape *out);
sl_status sl_family_shape_grid(const sl_generator_request *request, sl_shape *out);

/** a · b, or LLONG_MAX if the product overflows. Both must be at least 0. */
long long sl_family_saturating_product(long long a, long long b);

/** Returns how many nodes a grid node is coupled to, including itself, and writes them to
 *  `neighbours` in ascending order unless it is NULL. x varies fastest. With `star`, only neighbors
 *  along the axes count (5 or 7 points), otherwise all in the surrounding box (9 or 27). */
int sl_family_grid_neighbours(const sl_generator_request *request, int node, bool star,
                              int *neighbours);

/** Random number generators for the structure of a row, and for its values. */
sl_random sl_row_random(const sl_generator_request *request, int row);
sl_random sl_family_value_random(const sl_generator_request *request, int row);

/** 64 random bits for the pair {i, j}, which are the same for {j, i}. */
uint64_t sl_family_pair_bits(const sl_generator_request *request, int i, int j);

/** Computes a value in ±[1/4, 1] from 64 random bits. It is a multiple of 2^-20, so float
 *  represents it exactly. It is not small, so that a missing entry is always noticed. */
double sl_family_value_of_bits(uint64_t bits);

/** A random value that is the same for (i, j) and (j, i). */
double sl_family_symmetric_value(const sl_generator_request *request, int row, int col);

/** Sets all values of a matrix to random values. */
void sl_family_fill_random_values(const sl_generator_request *request, sl_csr *matrix);

/** Sorts `count` columns and removes duplicates. Returns the number that remains. */
int sl_family_sort_unique(int *columns, int count);

/** Fills `columns` with `length` different columns in ascending order, which come from `draw`. It
 *  calls `draw` repeatedly, so `draw` must have at least 2 · `length` different results. */
void sl_family_draw_columns(int length, int (*draw)(void *context), void *context, int *columns);

/** Fills `columns` with `length` different columns in ascending order, all sets being equally
 *  likely. `length` may be up to num_cols. */
void sl_family_uniform_columns(sl_random *random, int num_cols, int length, int *columns);

#endif
