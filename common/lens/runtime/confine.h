/** @file confine.h
 *  Functions that a confined program (lens/confine) calls before it stores, calls, or returns.
 *
 *  Each stack has a second stack at a fixed distance, where functions keep their return addresses.
 *  No store of the program can reach the second stack.
 */
#ifndef LENS_RUNTIME_CONFINE_H
#define LENS_RUNTIME_CONFINE_H

#include "lens/confine/contracts.h"
#include "lens/lens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Distance from the running stack to its second one; 0: there is none. */
extern _Thread_local intptr_t lens_confine_distance __attribute__((tls_model("initial-exec")));

/** Whether the program is confined. */
bool lens_confine_is_on(void);

/** Allocates the second stack for a stack. Returns the distance to the second stack; 0 if there is
 *  no memory or the program is not confined. */
intptr_t lens_confine_make_second(const void *stack, size_t bytes);
void lens_confine_free_second(const void *stack, size_t bytes, intptr_t distance);

/** Sets the stack of host code. */
void lens_confine_host_stack(const void *low, size_t bytes);

/** The program's stack pointer when it last called a function of another file. */
extern _Thread_local uintptr_t lens_confine_floor __attribute__((tls_model("initial-exec")));

/** Called when a function that the program has called is about to store: refuses the unused part of
 *  the program's stack, because the function's own frames are there. */
void lens_confine_above(const void *to, size_t bytes, uintptr_t place);

/** Called before the runtime stores for a confined program. The store is not counted. */
void lens_confine_store(const void *to, size_t bytes, uintptr_t place, uintptr_t frame);

/** Whether the program may call the function at this address. */
bool lens_confine_may_call(uintptr_t target);

/** Refuses a target that a confined program may not call. */
void lens_confine_require_target(uintptr_t target);

#ifdef __x86_64__
/** A confined program calls this to call a function through a pointer. C code must not call it. */
void lens_confine_call(void);
#endif

/** Calls a function of the program: its registers and its stack are not used afterwards. Returns
 *  its result. */
intptr_t lens_confine_upcall(const void *function, const void *first, const void *second);

/** Stops the program's current action: in a kernel with a finding of this kind, in host code with
 *  the finding of a foreign write. */
void lens_confine_refuse(lens_finding_kind kind, const char *what, uintptr_t place)
    __attribute__((noreturn));

/* confine_library.c */
/** Checks a call of a library function. */
void lens_confine_library_call(enum lens_contract contract, const uintptr_t *arguments,
                               uintptr_t place);
/** Whether the address is a library function in a virtual table of the library's own classes. */
bool lens_confine_is_library_target(uintptr_t target);

#endif
