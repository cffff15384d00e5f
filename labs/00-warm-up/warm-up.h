/** @file warm-up.h
 *  Lab 00: what your file `warm-up.cu` must supply.
 *
 *  Each function works on arrays of n numbers. n may be 0. Names with d_ and the parameters of
 *  kernels point to device memory, unless the comment says otherwise.
 *
 *  The judge launches your kernels with blocks of 256 threads (WARM_UP_BLOCK), and with enough
 *  blocks that there is a thread for each number. There are always more threads than numbers.
 */
#ifndef LAB_WARM_UP_H
#define LAB_WARM_UP_H

#include "matrix/real.h"

#include <cuda_runtime.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WARM_UP_BLOCK = 256 };

/** Task add: y[i] ← y[i] + x[i], one thread per element.
 *
 *    x  [n]
 *    y  [n]   has contents before the launch: add to them
 */
__global__ void add(int n, const real *x, real *y);

/** A kernel with the parameters of `add`. */
typedef void array_kernel(int n, const real *x, real *y);

/** Tasks arrays and errors: runs `kernel` on two arrays of the host. Allocates device memory,
 * copies both arrays there, launches the kernel with at least one thread per element, copies y
 * back, and frees the memory.
 *
 *    x  [n]   in host memory; stays as it is
 *    y  [n]   in host memory; the kernel changes its copy on the device
 *
 *  If a call of CUDA fails, the function does no more work, frees what it has allocated, and
 *  returns what that call returned. y is then as it was. Otherwise it returns cudaSuccess.
 *
 *  The judge hands in a kernel of its own, which computes y[i] + 2·x[i]. So these tasks do not
 *  depend on your `add`, and the judge can tell whether you launched what you were given. In task
 *  arrays n fits in an int. In task errors there is not enough memory: on the lens the first or the
 *  second cudaMalloc fails, and on a GPU n is so large that the first one does.
 */
cudaError_t run_on_arrays(array_kernel *kernel, size_t n, const real *x, real *y);

/** Task sums: each block adds the numbers of its 256 threads, in shared memory. Block b has the
 *  numbers x[256·b] … x[256·b + 255], as far as they exist.
 *
 *  The threads of the block share the work. A block that adds one number after the other is
 *  rejected: its warps make 240 requests or more that load from memory. Atomic additions to one
 *  variable are made one after the other, too.
 *
 *    x     [n]
 *    sums  [n / 256, rounded up]   to be written: sums[b] is the sum of block b
 */
__global__ void block_sums(int n, const real *x, real *sums);

/** Task scan: the running sums of each block's numbers: y[i] is the sum of the numbers of i's block
 *  from its first to x[i], included. The next block begins again with its own first number.
 *  The threads share the work as in task sums.
 *
 *    x  [n]
 *    y  [n]   to be written
 */
__global__ void block_scan(int n, const real *x, real *y);

/** Task warp: each warp adds the numbers of its 32 threads, by shuffles and without shared memory.
 *  Each number is read from memory once.
 *
 *    x     [n]
 *    sums  [n / 32, rounded up]   to be written: sums[w] is the sum of x[32·w] … x[32·w + 31], as
 *                                 far as they exist
 */
__global__ void warp_sums(int n, const real *x, real *sums);

#ifdef __cplusplus
}
#endif
#endif
