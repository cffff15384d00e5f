/** @file guard.h
 *  Faults of the host's processor inside kernels become findings: a thread's stack overflows, an
 *  integer is divided by zero.
 */
#ifndef LENS_RUNTIME_GUARD_H
#define LENS_RUNTIME_GUARD_H

#include "runtime.h"

/** Handles the signals while a launch runs. What is not the lens's goes to whoever had them. */
void lens_guard_begin(void);
void lens_guard_end(void);

/** The calling host thread runs blocks from now on: gives it a stack for signals. */
void lens_guard_enter(void);
/** It runs this worker's block now. */
void lens_guard_worker(lens_worker *worker);
/** It runs no more blocks. */
void lens_guard_leave(void);

#endif
