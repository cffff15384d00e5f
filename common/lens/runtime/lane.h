/** @file lane.h
 *  How a lane starts to wait: what it must do before, and the switch to the next lane. The
 *  functions are inline, because shuffles and barriers spend their time here.
 */
#ifndef LENS_RUNTIME_LANE_H
#define LENS_RUNTIME_LANE_H

#include "access.h"

/** The top of the lane's stack, which grows downwards. */
LENS_INLINE char *lens_lane_top(const lens_lane *lane) {
  return (char *)(lane->stack_low + LENS_STACK_BYTES);
}

/** lane.c: starts a lane that has not begun, on a new stack. */
void lens_lane_begin(lens_lane *lane, void **save);

/** The lane that runs next, in the seed's order; some lane must be ready. */
LENS_INLINE lens_lane *lens_lane_next(const lens_block *block) {
  return &block->running
              .lanes[(unsigned)__builtin_ctz(block->running.ready) ^ block->running.lane_flip];
}

/** Saves the running stack in `*save` and switches to the next ready lane or the scheduler.
 *  Switching directly from lane to lane halves the number of switches. */
LENS_INLINE void lens_lane_go_to_next(lens_block *block, void **save) {
  if (LENS_LIKELY(block->running.ready != 0)) {
    lens_lane *next = lens_lane_next(block);
    block->running.ready &= block->running.ready - 1;
    if (LENS_UNLIKELY(!next->stack_pointer)) {
      lens_lane_begin(next, save);
      return;
    }
    lens_lane_now = next;
    lens_fiber_switch(save, next->stack_pointer);
  } else {
    lens_lane_now = NULL;
    lens_fiber_switch(save, block->scheduler);
  }
}

/** Settles a suspected race before another lane runs. */
LENS_INLINE void lens_lane_settle(lens_block *block) {
  if (LENS_UNLIKELY(block->suspect.address != NULL)) lens_access_settle_suspect(block);
}

/** Closes the lane's trace, so that the merge can read it. */
LENS_INLINE void lens_lane_close(lens_lane *lane) {
  lens_lane_settle(lane->block);
  lane->out->key = LENS_KEY_STARVED;
}

/** lane.c: makes room in the buffer, and settles a suspected race, before the lane waits. */
void lens_lane_wait_slowly(lens_lane *lane, lens_lane_state state, uintptr_t frame);

/** The lane waits as lane->wait says, called from `frame`, and the next lane runs. */
LENS_INLINE void lens_lane_wait(lens_lane *lane, lens_lane_state state, uintptr_t frame) {
  lens_block *block = lane->block;
  if (LENS_UNLIKELY(lane->out == lane->limit || block->suspect.address)) {
    lens_lane_wait_slowly(lane, state, frame);
    return;
  }
  lens_access_record_put(lane, lens_access_key(lane, frame, lane->wait.place),
                         lens_make_class(LENS_RECORD_SYNC, 0, 0));
  lane->out->key = LENS_KEY_STARVED;
  lane->state = state;
  lens_lane_go_to_next(block, &lane->stack_pointer);
}

#endif
