/** @file guard.h
 *  Turns two faults that would end the host process into findings: stack overflow of a thread and
 *  integer division by zero.
 */
#ifndef LENS_RUNTIME_GUARD_H
#define LENS_RUNTIME_GUARD_H

#include "block.h"

/** Handles the processor's signal while a launch runs. Signals that are not the lens's go to the
 *  earlier handler. */
void lens_guard_begin(void);
void lens_guard_end(void);

/** Called when the running lane has gone too deep in its stack, at `place`: stops the lane. If it
 *  may have written to other threads' stacks, the whole block stops. */
void lens_guard_overflow(lens_lane *lane, uintptr_t frame, uintptr_t place)
    __attribute__((noreturn));

#endif
