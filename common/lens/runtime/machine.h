/** @file machine.h
 *  What a signal's handler sees of the processor.
 */
#ifndef LENS_RUNTIME_MACHINE_H
#define LENS_RUNTIME_MACHINE_H

#include <stdint.h>
#include <ucontext.h>

/** Where a signal interrupted the program, as the return address of a call there: places in the
 * code are such. Needs _GNU_SOURCE. */
static inline uintptr_t lens_machine_place(const void *context) {
  const ucontext_t *state = context;
#if defined(__x86_64__)
  return (uintptr_t)state->uc_mcontext.gregs[REG_RIP] + 1;
#else
  return (uintptr_t)state->uc_mcontext.pc + 1;
#endif
}

#endif
