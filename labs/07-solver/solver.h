/** @file solver.h
 *  Lab 07: what your file `solver.cu` must supply.
 *
 *  You solve A x = b for a symmetric positive definite matrix A of `num_rows` rows and columns, by
 *  conjugate gradients with a diagonal preconditioner. D is the diagonal of A. One iteration is
 *
 *    q ← A p
 *    α ← rz / (p · q)
 *    x ← x + α p,   r ← r − α q,   z ← D⁻¹ r
 *    β ← (r · z) / rz,   rz ← r · z,   rr ← r · r
 *    p ← z + β p
 *
 *  It begins with x = 0, r = b, z = D⁻¹ r, p = z, rz = r · z and rr = r · r. All vectors have
 *  num_rows elements. Names that begin with d_, and all pointers in cg_vectors, are device memory.
 *
 *  Your functions launch on the default stream. They may allocate memory, and free what they have
 *  allocated.
 */
#ifndef LAB_SOLVER_H
#define LAB_SOLVER_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The scalars of an iteration, one after the other in device memory. */
enum {
  CG_RZ, /**< r · z of the last iteration; of b before the first */
  CG_RR, /**< r · r */
  CG_PQ, /**< p · q */
  CG_ALPHA,
  CG_BETA,
  CG_NEW_RZ, /**< r · z of this iteration, until it becomes CG_RZ */
  CG_SCALARS /**< how many there are */
};

/** Room for sums of blocks: no dot product needs more than this many blocks. */
enum { CG_MOST_BLOCKS = 512, CG_PARTIAL = 2 * CG_MOST_BLOCKS };

/** How many iterations may pass before `solve_cg` looks at the residual. */
enum { CG_LOOK_EVERY = 5 };

typedef struct cg_vectors {
  int num_rows;
  const real *inverse; /**< 1 over each element of the diagonal */
  real *x, *r, *z, *p, *q;
  real *partial; /**< [CG_PARTIAL] scratch */
  real *scalars; /**< [CG_SCALARS] */
} cg_vectors;

/** Task dot: *d_sum ← x · y, in two levels: first a sum per block in d_partial [CG_PARTIAL], then
 *  the sum of these. The same vectors give the same bits on every run, so no atomics. */
void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum);

/** Task update: with α from scalars[CG_ALPHA],
 *    x ← x + α p,   r ← r − α q,   z ← D⁻¹ r,
 *    scalars[CG_NEW_RZ] ← r · z,   scalars[CG_RR] ← r · r
 *  in one pass: each element of each vector is read once at most and written once. z has no
 * contents before, and the other scalars stay as they are. The sums are as deterministic as those
 * of dot. */
void launch_update(const cg_vectors *v);

/** Task spmv: y ← A x, in a format of your choice. make_matrix gets CSR in *host* memory, without
 *  duplicates, each row sorted by column, and returns whatever launch_spmv needs. */
void *make_matrix(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                  const real *values);
void launch_spmv(const void *matrix, int num_rows, const real *d_x, real *d_y);
void free_matrix(void *matrix);

/** The functions of earlier tasks. The judge passes its own, so that each task is judged by itself:
 *  call these, not yours. */
typedef struct cg_parts {
  void (*dot)(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum);
  void (*update)(const cg_vectors *v);
  void (*spmv)(const void *matrix, int num_rows, const real *d_x, real *d_y);
  const void *matrix; /**< for spmv */
  void (*iterations)(const struct cg_parts *parts, const cg_vectors *v, int count);
} cg_parts;

/** Task loop: does the given number of iterations. On entry x, r, z, p and the scalars are as the
 *  last iteration has left them, and on return too; only CG_RZ and CG_RR matter then. All scalars
 *  stay on the device: nothing is copied to the host, and nothing waits. If p · q is 0, because r
 *  has become 0, α is 0; so is β if the old r · z is 0. */
void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count);

/** Task solve: solves A x = b from x = 0, until the square root of r · r is at most
 *  tolerance · ‖b‖, and returns the number of iterations done. Look at r · r before the first
 *  iteration, and then after every CG_LOOK_EVERY iterations at the latest. Give up after `most`
 *  iterations. All vectors of v but `inverse` have no contents yet. */
int solve_cg(const cg_parts *parts, const cg_vectors *v, const real *d_b, real tolerance, int most);

#ifdef __cplusplus
}
#endif
#endif
