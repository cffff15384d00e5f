/** @file align.h
 *  Merges the traces of the lanes of a warp into the steps the warp would take in lock step.
 *
 *  The client runs the lanes and hands over what they recorded; the merge hands back the steps in
 *  order. Memory stays bounded: a lane's buffer is handed over when it is full, and when the merge
 *  has used it up, the client continues the lane.
 */
#ifndef LENS_RUNTIME_ALIGN_H
#define LENS_RUNTIME_ALIGN_H

#include "flow.h"
#include "model.h"
#include "record.h"

#include <stdint.h>

/** One step: the lanes that do the same thing at the same time. */
typedef struct lens_step {
  uint64_t key;
  uint64_t what;  /**< from the first lane's record; all lanes agree except in addresses */
  uint32_t lanes; /**< the lanes that take part */
  unsigned count; /**< number of lanes */
  uint64_t address[LENS_WARP]; /**< addresses of the lanes that take part, in order; unset for a
                                * block entry */
} lens_step;

/** Takes `lanes` out of a step. */
static inline void lens_step_drop(lens_step *step, uint32_t lanes) {
  unsigned kept = 0;
  unsigned at = 0;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1, at++) {
    if (!(lanes & rest & -rest)) step->address[kept++] = step->address[at];
  }
  step->count = kept;
  step->lanes &= ~lanes;
}

typedef struct lens_align lens_align;

typedef struct lens_align_client {
  /** Called when the buffers of `lanes` are used up: must call lens_align_feed or lens_align_finish
   *  for each lane. */
  void (*refill)(lens_align *align, uint32_t lanes);
  void (*step)(lens_align *align, const lens_step *step);
  /** Called when `lanes` are at the same synchronisation: must call lens_align_park or
   *  lens_align_feed for each lane, or lens_align_pass if the meeting is over. */
  void (*sync)(lens_align *align, uint32_t lanes);
  /** Called after all lanes of the warp have met at this step and continued; NULL if the client
   *  does not need this. */
  void (*met)(lens_align *align, const lens_step *step);
} lens_align_client;

/** The state of a merge. The client embeds it in its own. */
struct lens_align {
  const lens_align_client *client;
  const lens_order *order; /**< the order of the basic blocks; NULL: by place */
  uint64_t key[LENS_WARP]; /**< the key of each lane's next record, or a LENS_KEY_… */
  const lens_record *next[LENS_WARP];
};

/** Initialises a merge in which all lanes are finished. */
void lens_align_init(lens_align *align, const lens_align_client *client, const lens_order *order);

/** Lets the lane continue with `records`, which end with a record whose key is LENS_KEY_STARVED. */
static inline void lens_align_feed(lens_align *align, unsigned lane, const lens_record *records) {
  align->next[lane] = records;
  align->key[lane] = records->key;
}

static inline void lens_align_finish(lens_align *align, unsigned lane) {
  align->key[lane] = LENS_KEY_FINISHED;
}

void lens_align_park(lens_align *align, uint32_t lanes);

/** Moves the lane beyond its current entry. */
static inline void lens_align_pass(lens_align *align, unsigned lane) {
  lens_align_feed(align, lane, align->next[lane] + 1);
}

/** Takes steps until every lane is finished or parked. */
void lens_align_run(lens_align *align);

#endif
