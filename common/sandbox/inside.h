/** @file inside.h
 *  The messages between the launcher and the keeper inside a sandbox.
 */
#ifndef SL_SANDBOX_INSIDE_H
#define SL_SANDBOX_INSIDE_H

#include <stdint.h>

/** From the launcher, one byte: send the command SIGUSR1. */
enum { SL_INSIDE_INTERRUPT = 'u' };

/** Why the keeper ended the command; its exit status if nothing listens. */
typedef enum sl_inside_reason {
  SL_INSIDE_BY_ITSELF = 0,
  SL_INSIDE_WALL = 124,   /**< the wall clock */
  SL_INSIDE_OUTPUT = 123, /**< too much output */
  SL_INSIDE_MEMORY = 122, /**< all processes together hold too much, as measured by the keeper */
} sl_inside_reason;

/** From the keeper: once with `started` before it starts the command, and once at the end. */
typedef struct sl_inside_word {
  int32_t started; /**< 1; then the other fields have no meaning */
  int32_t status;  /**< of waitpid, of the command */
  int32_t reason;
  int32_t processor_ms; /**< the processor time of all processes that have ended */
} sl_inside_word;

#endif
