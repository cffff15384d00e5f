/** @file guard.h
 *  Turns two faults that would end the host process into findings: stack overflow of a thread and
 *  integer division by zero.
 */
#ifndef LENS_RUNTIME_GUARD_H
#define LENS_RUNTIME_GUARD_H

#include "block.h"

/** Installs and removes the handler for the signal of a division by zero. It is active while a
 *  launch runs, and passes on a signal that no lane has caused to the earlier handler. */
void lens_guard_begin(void);
void lens_guard_end(void);

/** Stops the running lane, which has exceeded its stack at `place`; `frame` is the stack pointer
 *  there. If the lane may have written to other threads' stacks, the whole block stops. */
void lens_guard_overflow(lens_lane *lane, uintptr_t frame, uintptr_t place)
    __attribute__((noreturn));

#endif
