/** @file rounds.h
 *  Whether a thread that only spins counts its rounds: then the loop may have an end of its own.
 */
#ifndef LENS_RUNTIME_ROUNDS_H
#define LENS_RUNTIME_ROUNDS_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

#define LENS_ROUNDS_HALVES 128 /**< half words at the lower end of a stack that are looked at */

/** What lies there, each time the thread stops at the same place: at the lower end of its stack are
 *  the registers that it keeps, and the variables of the innermost functions. */
typedef struct lens_rounds {
  uint64_t key;       /**< of the thread's last entry, where it is looked at; 0: nowhere yet */
  uintptr_t stack;    /**< its stack pointer there */
  unsigned seen;      /**< so often it came to stand there again */
  unsigned elsewhere; /**< so often in a row it stood somewhere else */
  uint64_t up[2];     /**< half words that have grown each time */
  uint64_t down[2];   /**< and those that have shrunk */
  int32_t last[LENS_ROUNDS_HALVES];
} lens_rounds;

/** The thread stops with `key` as its last entry; its stack reaches from `stack` to `top`. */
void lens_rounds_note(lens_rounds *rounds, uint64_t key, const void *stack, const void *top);

/** Whether some small integer there has only grown, or only shrunk. */
bool lens_rounds_count(const lens_rounds *rounds);

#endif
