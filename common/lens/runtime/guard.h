/** @file guard.h
 *  What would end the host's process becomes a finding: a thread's stack overflows, an integer is
 *  divided by zero.
 */
#ifndef LENS_RUNTIME_GUARD_H
#define LENS_RUNTIME_GUARD_H

#include "block.h"

/** Handles the processor's signal while a launch runs. What is not the lens's goes to whoever had
 *  it. */
void lens_guard_begin(void);
void lens_guard_end(void);

/** The lane that runs has come so far down its stack, at `place`: stops it. Where it may have
 *  written to other threads' stacks, none of its block goes on. */
void lens_guard_overflow(lens_lane *lane, uintptr_t frame, uintptr_t place)
    __attribute__((noreturn));

#endif
