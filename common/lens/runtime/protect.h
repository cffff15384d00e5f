/** @file protect.h
 *  Device memory out of the reach of host code that is not traced: its pages cannot be touched but
 *  while a kernel runs, or a call of the runtime API is at work on them.
 */
#ifndef LENS_RUNTIME_PROTECT_H
#define LENS_RUNTIME_PROTECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The arena was made: nothing of it may be touched. */
void lens_protect_fresh(uintptr_t start, size_t bytes);
/** An array was cut from it. */
void lens_protect_cut(uintptr_t start, size_t bytes);
/** Host code may use the array, until it is taken back. */
void lens_protect_share(uintptr_t start, size_t bytes);
void lens_protect_unshare(uintptr_t start);

/** A kernel is about to run, or has run. */
void lens_protect_begin_launch(void);
void lens_protect_end_launch(void);

/** The runtime is about to touch two ranges, and has done so; of them only what lies in the arena
 *  matters. One thread at a time is between the two calls. */
void lens_protect_begin_copy(uintptr_t one, uintptr_t two, size_t bytes);
void lens_protect_end_copy(uintptr_t one, uintptr_t two, size_t bytes);

#endif
