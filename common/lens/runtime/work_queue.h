/** @file work_queue.h
 *  Launches whose warps take their work from a counter in memory, one piece after another. On the
 *  lens few blocks run at once, and the first of them take it all. On a GPU all warps that are
 *  resident take pieces, each when it is done with its last one. So each piece is dealt again, to
 *  the warp that has had the least work so far.
 */
#ifndef LENS_RUNTIME_WORK_QUEUE_H
#define LENS_RUNTIME_WORK_QUEUE_H

#include "issue.h"

typedef struct lens_work_queue lens_work_queue;

/** NULL if the launch is not of this kind, if its pieces are dealt evenly already, or if memory is
 *  short. `most_resident`: so many blocks run at once. */
lens_work_queue *lens_work_queue_make(lens_issuer *issuer, lens_dataflow *course,
                                      lens_recording *const *tapes, uint64_t num_blocks,
                                      uint64_t most_resident);
void lens_work_queue_free(lens_work_queue *deal);

/** What a warp issues now. False when memory is short. */
bool lens_work_queue_warp(const lens_work_queue *deal, uint64_t block, unsigned warp,
                          lens_issued *out);

#endif
