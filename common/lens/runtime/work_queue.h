/** @file work_queue.h
 *  Launches whose warps take their work from a counter in memory, one piece after another. On the
 *  lens few blocks run at once, and the first of them take all the work. On a GPU, all resident
 *  warps take pieces, and a warp takes the next piece when it has finished one. So the pieces are
 *  distributed again: each goes to the warp that has had the least work so far.
 */
#ifndef LENS_RUNTIME_WORK_QUEUE_H
#define LENS_RUNTIME_WORK_QUEUE_H

#include "issue.h"

typedef struct lens_work_queue lens_work_queue;

/** Distributes the pieces of a launch. NULL if the launch does not take its work from a counter, if
 *  its pieces are already distributed evenly, or if memory is short. `most_resident`: number of
 *  blocks that run at once. */
lens_work_queue *lens_work_queue_make(lens_issuer *issuer, lens_dataflow *course,
                                      lens_recording *const *tapes, uint64_t num_blocks,
                                      uint64_t most_resident);
void lens_work_queue_free(lens_work_queue *deal);

/** Writes to `out` what a warp issues after the new distribution. False when memory is short. */
bool lens_work_queue_warp(const lens_work_queue *deal, uint64_t block, unsigned warp,
                          lens_issued *out);

#endif
