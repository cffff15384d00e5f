/** @file protect.h
 *  Protects device memory from untraced host code: its pages can be accessed only while a kernel
 *  runs, or while a call of the runtime API uses them.
 */
#ifndef LENS_RUNTIME_PROTECT_H
#define LENS_RUNTIME_PROTECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Called when the arena has been made: closes the whole arena to host code. */
void lens_protect_fresh(uintptr_t start, size_t bytes);
/** Called when an array has been allocated in the arena. */
void lens_protect_cut(uintptr_t start, size_t bytes);
/** lens_protect_share lets host code use the array, until lens_protect_unshare ends this. */
void lens_protect_share(uintptr_t start, size_t bytes);
void lens_protect_unshare(uintptr_t start);

/** Called before and after a kernel runs. */
void lens_protect_begin_launch(void);
void lens_protect_end_launch(void);

/** Called before and after the runtime touches two ranges. Only the parts in the arena matter. One
 *  thread at a time may be between the two calls. */
void lens_protect_begin_copy(uintptr_t one, uintptr_t two, size_t bytes);
void lens_protect_end_copy(uintptr_t one, uintptr_t two, size_t bytes);

#endif
