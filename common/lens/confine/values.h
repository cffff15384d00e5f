/** @file values.h
 *  What is known about the registers in straight-line code: which of them hold the same value, or
 *  values that differ by a known number. From this the pass learns that a store goes to an address
 *  that a hook has just checked.
 */
#ifndef LENS_CONFINE_VALUES_H
#define LENS_CONFINE_VALUES_H

#include "instruction.h"

/** A value: an unknown value plus a known number. */
typedef struct confine_value {
  int of; /**< the number of the unknown value; 0: none */
  long offset;
} confine_value;

enum { CONFINE_SLOTS = 64, CONFINE_CHECKED = 64 };

typedef struct confine_values {
  confine_value registers[CONFINE_REGISTERS];
  struct {
    long at; /**< distance from the frame's end */
    confine_value value;
  } slots[CONFINE_SLOTS]; /**< slots of the stack, of 8 bytes each */
  struct {
    confine_value start;
    unsigned long bytes;
  } checked[CONFINE_CHECKED];
  int num_slots, num_checked;
} confine_values;

/** Forgets everything, because the code after this may be reached in more than one way. */
void lens_values_forget(confine_values *values);

/** Updates the values after a call of a hook, which preserves memory and callee-saved registers. */
void lens_values_after_hook(confine_values *values);

/** The address of a memory operand. If it is not known, its `of` is 0. */
confine_value lens_values_address(confine_values *values, const confine_memory *memory);

/** Records that a hook has checked `bytes` bytes at the address in %rdi. */
void lens_values_check(confine_values *values, unsigned long bytes);
bool lens_values_is_checked(const confine_values *values, confine_value address, unsigned bytes);

/** Follows an instruction that is not a call. `stack_end` is the distance of %rsp from the frame's
 * end; negative: not known. */
void lens_values_follow(confine_values *values, const confine_instruction *it, long stack_end);

#endif
