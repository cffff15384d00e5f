/** @file machine.h
 *  The state of the processor that a signal handler sees.
 */
#ifndef LENS_RUNTIME_MACHINE_H
#define LENS_RUNTIME_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/** Where a signal interrupted the program, as the return address of a call there, because places in
 *  the code are return addresses. Needs _GNU_SOURCE. */
static inline uintptr_t lens_machine_place(const void *context) {
  const ucontext_t *state = context;
#if defined(__x86_64__)
  return (uintptr_t)state->uc_mcontext.gregs[REG_RIP] + 1;
#else
  return (uintptr_t)state->uc_mcontext.pc + 1;
#endif
}

static inline uint64_t lens_machine_hash(uint64_t hash, const void *bytes, size_t count) {
  const unsigned char *at = (const unsigned char *)bytes;
  for (size_t i = 0; i < count; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
  return hash;
}

/** A hash of all registers that a program computes with, and of its place. */
static inline uint64_t lens_machine_state(const void *context) {
  const mcontext_t *state = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  uint64_t hash = lens_machine_hash(0, state->gregs, (REG_EFL + 1) * sizeof state->gregs[0]);
  return state->fpregs ? lens_machine_hash(hash, state->fpregs, sizeof *state->fpregs) : hash;
#else
  enum { FLOATING = 528 }; /* bytes of the first record: flags and vector registers */
  uint64_t hash = lens_machine_hash(0, state->regs, sizeof state->regs);
  hash = lens_machine_hash(hash ^ state->sp, &state->pc, sizeof state->pc);
  return lens_machine_hash(hash, state->__reserved, FLOATING);
#endif
}

#endif
