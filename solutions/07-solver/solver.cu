//[
// Lab 07, reference solution: conjugate gradients with a diagonal preconditioner.
//
// The skeleton that students get is made from this file: lines between the bracket comments
// are left out, and the texts of the bar comments are put in.
//]
//| // Lab 07: conjugate gradients with a diagonal preconditioner.
//| //
//| // solver.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 07      Look at its memory accesses:   ./lab lens 07
#include "solver.h"

//[
#include <math.h>
#include <stdlib.h>

enum { THREADS = 256, LANES = 32 };

// As many blocks as the work needs, but at most as many as d_partial has room for.
static int blocks_for(int num_rows) {
  int blocks = num_rows / THREADS + (num_rows % THREADS != 0);
  return blocks < CG_MOST_BLOCKS ? blocks : CG_MOST_BLOCKS;
}

// Adds up `sum` of all threads of the block, in the same order on every run; thread 0 has the
// total.
static __device__ real sum_of_block(real sum) {
  __shared__ real of_warp[THREADS / LANES];
  for (int offset = LANES / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  __syncthreads(); // of_warp may still be in use from the last call
  if (threadIdx.x % LANES == 0) of_warp[threadIdx.x / LANES] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return 0;
  sum = 0;
  for (int warp = 0; warp < THREADS / LANES; warp++) sum += of_warp[warp];
  return sum;
}
//]
// Task dot: a sum per block, and the sum of these.
//[
static __global__ void dot_blocks(int num_rows, const real *x, const real *y, real *partial) {
  real sum = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < num_rows; i += gridDim.x * THREADS) {
    sum += x[i] * y[i];
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

// One block for each of the sums: block k adds up the `count` numbers from partial[k · count] on.
static __global__ void add_up(int count, const real *partial, real *first, real *second) {
  real sum = 0;
  for (int i = threadIdx.x; i < count; i += THREADS) sum += partial[blockIdx.x * count + i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) *(blockIdx.x == 0 ? first : second) = sum;
}
//]
void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  //[
  int blocks = blocks_for(num_rows);
  if (blocks > 0) dot_blocks<<<blocks, THREADS>>>(num_rows, d_x, d_y, d_partial);
  add_up<<<1, THREADS>>>(blocks, d_partial, d_sum, NULL);
  //]
  //|   // TODO(dot): launch a kernel that leaves one sum per block in d_partial, and a second one
  //|   // that adds these up. num_rows can be any number, also 0.
}

// Task update: all vectors in one pass, and the first level of both sums.
//[
static __global__ void update(cg_vectors v) {
  real alpha = v.scalars[CG_ALPHA], rz = 0, rr = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < v.num_rows; i += gridDim.x * THREADS) {
    real r = v.r[i] - alpha * v.q[i];
    real z = v.inverse[i] * r;
    v.x[i] += alpha * v.p[i];
    v.r[i] = r;
    v.z[i] = z;
    rz += r * z;
    rr += r * r;
  }
  rz = sum_of_block(rz);
  rr = sum_of_block(rr);
  if (threadIdx.x > 0) return;
  v.partial[blockIdx.x] = rz;
  v.partial[gridDim.x + blockIdx.x] = rr;
}
//]
void launch_update(const cg_vectors *v) {
  //[
  int blocks = blocks_for(v->num_rows);
  if (blocks > 0) update<<<blocks, THREADS>>>(*v);
  add_up<<<2, THREADS>>>(blocks, v->partial, v->scalars + CG_NEW_RZ, v->scalars + CG_RR);
  //]
  //|   // TODO(update): launch one kernel that reads α, does all three updates, and leaves two
  //|   // sums per block; then add these up as in dot, into CG_NEW_RZ and CG_RR.
}

// Task spmv: y ← A x, in a format of your choice.
//[
// Sliced ELL: slices of 32 rows, each as wide as its longest row, stored column by column so that
// the lanes of a warp read neighbours. A row with more than LONG_ROW entries would make its slice
// far too wide. It is cut into pieces, one block per piece.
enum { LONG_ROW = 512, PIECE = 2048 };

struct sliced {
  int num_slices, num_long, num_pieces;
  int *offset;                   // [num_slices + 1] first slot of each slice
  int *cols;                     // per slot; −1: padding
  real *values;                  // per slot
  int *long_row, *first_piece;   // [num_long], [num_long + 1]
  int *piece_begin, *long_cols;  // [num_pieces + 1], entries of long rows
  real *long_values, *piece_sum; // entries of long rows, [num_pieces]
};

static __global__ void multiply_slices(int num_rows, sliced a, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, slice = row / LANES;
  if (row >= num_rows) return;
  real sum = 0;
#pragma unroll 4
  for (int k = a.offset[slice] + row % LANES; k < a.offset[slice + 1]; k += LANES) {
    int col = a.cols[k];
    if (col >= 0) sum += a.values[k] * x[col];
  }
  y[row] = sum;
}

static __global__ void multiply_pieces(sliced a, const real *x) {
  real sum = 0;
  for (int k = a.piece_begin[blockIdx.x] + threadIdx.x; k < a.piece_begin[blockIdx.x + 1];
       k += THREADS) {
    sum += a.long_values[k] * x[a.long_cols[k]];
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) a.piece_sum[blockIdx.x] = sum;
}

static __global__ void add_up_pieces(sliced a, real *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.num_long) return;
  real sum = 0;
  for (int piece = a.first_piece[i]; piece < a.first_piece[i + 1]; piece++) {
    sum += a.piece_sum[piece];
  }
  y[a.long_row[i]] = sum;
}

// Copies an array to new device memory, and frees it on the host.
static void *move_to_device(void *host, size_t bytes) {
  void *device = NULL;
  cudaMalloc(&device, bytes + 1);
  cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
  free(host);
  return device;
}

static int *new_ints(int count) {
  return (int *)calloc((size_t)count + 1, sizeof(int));
}

static int *ints_to_device(int *host, int count) {
  return (int *)move_to_device(host, (size_t)count * sizeof(int));
}

static real *reals_to_device(real *host, int count) {
  return (real *)move_to_device(host, (size_t)count * sizeof(real));
}

// Where each slice begins, and how many entries and pieces the long rows have.
static int *place_slices(int num_rows, const int *row_ptr, sliced *a, int *num_entries_out) {
  int *offset = new_ints(a->num_slices + 1);
  int entries = 0;
  for (int slice = 0; slice < a->num_slices; slice++) {
    int width = 0;
    for (int row = slice * LANES; row < num_rows && row < (slice + 1) * LANES; row++) {
      int length = row_ptr[row + 1] - row_ptr[row];
      if (length > LONG_ROW) {
        a->num_long++;
        a->num_pieces += (length + PIECE - 1) / PIECE;
        entries += length;
      } else if (length > width) {
        width = length;
      }
    }
    offset[slice + 1] = offset[slice] + width * LANES;
  }
  *num_entries_out = entries;
  return offset;
}

static void fill_slices(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                        int *offset, sliced *a) {
  int slots = offset[a->num_slices];
  int *cols = new_ints(slots);
  real *slot_values = (real *)calloc((size_t)slots + 1, sizeof(real));
  for (int k = 0; k < slots; k++) cols[k] = -1;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > LONG_ROW) continue;
    for (int i = 0; i < length; i++) {
      int slot = offset[row / LANES] + i * LANES + row % LANES;
      cols[slot] = col_idx[row_ptr[row] + i];
      slot_values[slot] = values[row_ptr[row] + i];
    }
  }
  a->offset = ints_to_device(offset, a->num_slices + 1);
  a->cols = ints_to_device(cols, slots);
  a->values = reals_to_device(slot_values, slots);
}

static void fill_pieces(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                        int num_entries, sliced *a) {
  int *long_row = new_ints(a->num_long), *first_piece = new_ints(a->num_long + 1);
  int *begin = new_ints(a->num_pieces + 1), *cols = new_ints(num_entries);
  real *piece_values = (real *)calloc((size_t)num_entries + 1, sizeof(real));
  int rows = 0, pieces = 0, entries = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length <= LONG_ROW) continue;
    for (int i = 0; i < length; i++) {
      if (i % PIECE == 0) begin[pieces++] = entries;
      cols[entries] = col_idx[row_ptr[row] + i];
      piece_values[entries++] = values[row_ptr[row] + i];
    }
    long_row[rows++] = row;
    first_piece[rows] = pieces;
  }
  begin[pieces] = entries;
  a->long_row = ints_to_device(long_row, a->num_long);
  a->first_piece = ints_to_device(first_piece, a->num_long + 1);
  a->piece_begin = ints_to_device(begin, a->num_pieces + 1);
  a->long_cols = ints_to_device(cols, num_entries);
  a->long_values = reals_to_device(piece_values, num_entries);
  cudaMalloc(&a->piece_sum, (size_t)a->num_pieces * sizeof(real) + 1);
}
//]
void *make_matrix(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                  const real *values) {
  //[
  (void)nnz;
  sliced *a = (sliced *)calloc(1, sizeof *a);
  int num_entries = 0; // of long rows
  a->num_slices = num_rows / LANES + (num_rows % LANES != 0);
  int *offset = place_slices(num_rows, row_ptr, a, &num_entries);
  fill_slices(num_rows, row_ptr, col_idx, values, offset, a);
  fill_pieces(num_rows, row_ptr, col_idx, values, num_entries, a);
  return a;
  //]
  //|   // TODO(spmv): choose a format, fill its arrays, and copy them to the device. Return a
  //|   // pointer to a struct of your own that points to them.
  //|   return NULL;
}

void launch_spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  //[
  const sliced *a = (const sliced *)matrix;
  int blocks = num_rows / THREADS + (num_rows % THREADS != 0);
  if (blocks > 0) multiply_slices<<<blocks, THREADS>>>(num_rows, *a, d_x, d_y);
  if (a->num_pieces == 0) return;
  multiply_pieces<<<a->num_pieces, THREADS>>>(*a, d_x);
  add_up_pieces<<<a->num_long / THREADS + 1, THREADS>>>(*a, d_y);
  //]
  //|   // TODO(spmv): launch your kernel. y has no contents before: write every element.
}

void free_matrix(void *matrix) {
  //[
  sliced *a = (sliced *)matrix;
  int *ints[] = {a->offset, a->cols, a->long_row, a->first_piece, a->piece_begin, a->long_cols};
  real *reals[] = {a->values, a->long_values, a->piece_sum};
  for (int *each : ints) cudaFree(each);
  for (real *each : reals) cudaFree(each);
  free(a);
  //]
  //|   // TODO(spmv): free what make_matrix has allocated.
}

// Task loop: the scalars stay on the device.
//[
static __global__ void find_alpha(real *s) {
  s[CG_ALPHA] = s[CG_PQ] > 0 ? s[CG_RZ] / s[CG_PQ] : 0;
}

static __global__ void find_beta(real *s) {
  s[CG_BETA] = s[CG_RZ] > 0 ? s[CG_NEW_RZ] / s[CG_RZ] : 0;
  s[CG_RZ] = s[CG_NEW_RZ];
}

static __global__ void turn_direction(cg_vectors v) {
  real beta = v.scalars[CG_BETA];
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < v.num_rows) v.p[i] = v.z[i] + beta * v.p[i];
}
//]
void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  //[
  int blocks = v->num_rows / THREADS + (v->num_rows % THREADS != 0);
  if (blocks == 0) return;
  for (int i = 0; i < count; i++) {
    parts->spmv(parts->matrix, v->num_rows, v->p, v->q);
    parts->dot(v->num_rows, v->p, v->q, v->partial, v->scalars + CG_PQ);
    find_alpha<<<1, 1>>>(v->scalars);
    parts->update(v);
    find_beta<<<1, 1>>>(v->scalars);
    turn_direction<<<blocks, THREADS>>>(*v);
  }
  //]
  //|   // TODO(loop): in each iteration call parts->spmv, parts->dot and parts->update, and launch
  //|   // small kernels of your own that compute α, β and the new p.
}

// Task solve: begins, looks at the residual now and then, and stops.
//[
static __global__ void begin(cg_vectors v, const real *b) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= v.num_rows) return;
  v.x[i] = 0;
  v.r[i] = b[i];
  v.z[i] = v.p[i] = v.inverse[i] * b[i];
}

static real read_rr(const cg_vectors *v) {
  real rr;
  cudaMemcpy(&rr, v->scalars + CG_RR, sizeof rr, cudaMemcpyDeviceToHost);
  return rr;
}
//]
int solve_cg(const cg_parts *parts, const cg_vectors *v, const real *d_b, real tolerance,
             int most) {
  //[
  int blocks = v->num_rows / THREADS + (v->num_rows % THREADS != 0);
  if (blocks == 0) return 0;
  begin<<<blocks, THREADS>>>(*v, d_b);
  parts->dot(v->num_rows, v->r, v->z, v->partial, v->scalars + CG_RZ);
  parts->dot(v->num_rows, v->r, v->r, v->partial, v->scalars + CG_RR);
  real b_norm = sqrt(read_rr(v)); // ‖r‖² may be too small for a product with tolerance²
  int done = 0;
  while (done < most && sqrt(read_rr(v)) > tolerance * b_norm) {
    int count = most - done < CG_LOOK_EVERY ? most - done : CG_LOOK_EVERY;
    parts->iterations(parts, v, count);
    done += count;
  }
  return done;
  //]
  //|   // TODO(solve): set up the vectors and scalars, call parts->iterations for a few
  //|   // iterations at a time, and copy CG_RR to the host in between.
  //|   return -1;
}
