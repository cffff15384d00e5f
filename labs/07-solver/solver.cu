// Lab 07: conjugate gradients with a diagonal preconditioner.
//
// solver.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 07      Look at its memory accesses:   ./lab lens 07
#include "solver.h"

// Task dot: a sum per block, and the sum of these.
void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  // TODO(dot): launch a kernel that leaves one sum per block in d_partial, and a second one
  // that adds these up. num_rows can be any number, also 0.
}

// Task update: all vectors in one pass, and the first level of both sums.
void launch_update(const cg_vectors *v) {
  // TODO(update): launch one kernel that reads α, does all three updates, and leaves two
  // sums per block; then add these up as in dot, into CG_NEW_RZ and CG_RR.
}

// Task spmv: y ← A x, in a format of your choice.
void *make_matrix(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                  const real *values) {
  // TODO(spmv): choose a format, fill its arrays, and copy them to the device. Return a
  // pointer to a struct of your own that points to them.
  return NULL;
}

void launch_spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  // TODO(spmv): launch your kernel. y has no contents before: write every element.
}

void free_matrix(void *matrix) {
  // TODO(spmv): free what make_matrix has allocated.
}

// Task loop: the scalars stay on the device.
void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  // TODO(loop): in each iteration call parts->spmv, parts->dot and parts->update, and launch
  // small kernels of your own that compute α, β and the new p.
}

// Task solve: begins, looks at the residual now and then, and stops.
int solve_cg(const cg_parts *parts, const cg_vectors *v, const real *d_b, real tolerance,
             int most) {
  // TODO(solve): set up the vectors and scalars, call parts->iterations for a few
  // iterations at a time, and copy CG_RR to the host in between.
  return -1;
}
