/** @file sample.h
 *  Requests kept as examples: for each memory instruction, the worst request and a few requests of
 *  one watched warp.
 */
#ifndef LENS_RUNTIME_SAMPLE_H
#define LENS_RUNTIME_SAMPLE_H

#include "align.h"
#include "lens/lens.h"

#include <stdbool.h>
#include <stdint.h>

enum { LENS_KEPT = 4 }; /* requests of the watched warp, spread evenly over all its requests */

/** The examples of one instruction. */
typedef struct lens_samples {
  unsigned score;       /**< the score of `worst` */
  uint64_t worst_block; /**< linear index of the block of `worst` */
  lens_request worst;
  lens_request kept[LENS_KEPT];
  unsigned num_kept;
  uint64_t seen;   /**< requests of the watched warp so far */
  uint64_t stride; /**< one of this many requests is kept */
} lens_samples;

struct lens_count;
struct lens_block;

/** How interesting a request is: the work beyond the ideal, then the number of lanes. Always more
 *  than 0. */
static inline unsigned lens_sample_score(lens_cost cost, const lens_step *step) {
  unsigned beyond = cost.units > cost.ideal ? cost.units - cost.ideal : 0;
  return beyond * 64 + step->count;
}

/** Whether the requests of this warp of the block are kept. */
bool lens_sample_watches(uint64_t block, unsigned warp);

/** Keeps the step if its score is the instruction's highest so far, or if the warp is watched. Also
 *  names the instruction's array if it has no name yet. */
void lens_sample_take(struct lens_block *block, struct lens_count *row, const lens_step *step,
                      lens_cost cost);

/** Adds copies of `from`, which may be NULL. The higher score is kept. If scores are equal, the
 *  request in `*into` is kept, unless that in `from` is from a lower block of the same launch. */
void lens_samples_merge(lens_samples **into, const lens_samples *from);

#endif
