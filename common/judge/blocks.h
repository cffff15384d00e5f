/** @file blocks.h
 *  Grids that always have as many blocks, whose blocks grow with the matrix: probably the two
 *  numbers of a launch are swapped. CUDA refuses such a launch once a block would have more than
 *  1,024 threads, but no case on the lens is so large for every number of threads. One is, then,
 *  asked for that is.
 */
#ifndef SL_JUDGE_BLOCKS_H
#define SL_JUDGE_BLOCKS_H

#include "judge/seen.h"

#include <stdbool.h>

enum { SL_GROWING_SPECS = 2, SL_GROWING_SPEC_BYTES = 64 };

/** The launches of one kernel. */
typedef struct sl_launch_habit {
  char kernel[64];
  unsigned long long blocks; /**< of the first launch */
  unsigned threads;
  bool other_grids, other_blocks; /**< there were */
} sl_launch_habit;

/** Zero-initialise before the first case. */
typedef struct sl_launch_habits {
  sl_launch_habit of[8]; /**< further kernels are not looked at */
  int count;
} sl_launch_habits;

/** Takes in what was launched on a case. */
void sl_launch_habits_take(sl_launch_habits *habits, const sl_seen *seen);

/** The blocks of a grid that has always as many, and whose blocks differ; 0: there is none. */
unsigned sl_launch_habits_growing(const sl_launch_habits *habits);

/** Specification `number`, below SL_GROWING_SPECS, of a matrix for which the blocks of such a grid
 *  would have more than 1,024 threads, whether they are for rows or for entries. HYB keeps the
 *  entries of the first in its ELL part, and those of the second in its COO part. */
void sl_growing_spec(unsigned blocks, int number, char out[static SL_GROWING_SPEC_BYTES]);

#endif
