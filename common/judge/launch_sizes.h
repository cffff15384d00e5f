/** @file launch_sizes.h
 *  Launches that will fail on a matrix larger than the cases of the lens. If the number of blocks
 *  is always the same while the block size grows with the matrix, grid and block are probably
 *  swapped: CUDA refuses a block of more than 1,024 threads. If neither ever changes, the threads
 *  may be just enough for the cases. So the judge tries a larger matrix.
 */
#ifndef SL_JUDGE_LAUNCH_SIZES_H
#define SL_JUDGE_LAUNCH_SIZES_H

#include "judge/lens_report.h"

#include <stdbool.h>

enum { SL_LARGER_SPECS = 2, SL_LARGER_SPEC_BYTES = 64 };

/** The launches of one kernel. */
typedef struct sl_kernel_sizes {
  char kernel[64];
  unsigned long long blocks; /**< number of blocks in the first launch */
  unsigned threads;
  bool other_grids, other_blocks; /**< sizes have changed */
  int cases, last_case;           /**< number of cases with a launch, and the last such case */
  int fewest_times, most_times;   /**< number of launches per case */
  int most_levels;                /**< on one case: number of grid sizes, each smaller than the one
                                   *  before, down to a single block */
} sl_kernel_sizes;

/** Zero-initialise before the first case. */
typedef struct sl_launch_sizes {
  sl_kernel_sizes of[8]; /**< further kernels are ignored */
  int count, cases;
} sl_launch_sizes;

/** Takes in the launches of a case. */
void sl_launch_sizes_take(sl_launch_sizes *habits, const sl_lens_report *seen);

/** The number of threads in a launch that will fail on a larger matrix; 0: there is none. */
unsigned sl_launch_sizes_room(const sl_launch_sizes *habits);

/** Whether some kernel is launched several times on each case, and equally often on every case, as
 *  in a sort with a fixed number of bits. */
bool sl_launch_sizes_repeat(const sl_launch_sizes *habits);

/** How many numbers a kernel can process in launches with fewer and fewer blocks, down to a single
 *  one, if each thread takes one number; 0: there is no such kernel. */
double sl_launch_sizes_reach(const sl_launch_sizes *habits);

/** Writes the specification of a matrix. Number 0 has more rows than `room`, and HYB keeps its
 * entries in the ELL part. Number 1 has more entries than `room`, and HYB keeps them in the COO
 * part. With `sizes`, for a lab without matrices, writes a size larger than `room`. False: the
 * matrix or size would be too large for the lens. */
bool sl_launch_sizes_larger_spec(unsigned room, int number, bool sizes,
                                 char out[static SL_LARGER_SPEC_BYTES]);

#endif
