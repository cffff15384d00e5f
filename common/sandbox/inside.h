/** @file inside.h
 *  The messages between the launcher and the keeper in a sandbox.
 */
#ifndef SL_SANDBOX_INSIDE_H
#define SL_SANDBOX_INSIDE_H

#include <stdint.h>

/** A byte from the launcher to the keeper: send SIGUSR1 to the command. */
enum { SL_INSIDE_INTERRUPT = 'u' };

/** Why the command ended. Also the keeper's exit status, if there is no launcher to receive it. */
typedef enum sl_inside_reason {
  SL_INSIDE_BY_ITSELF = 0,
  SL_INSIDE_WALL = 124,   /**< the limit on wall-clock time */
  SL_INSIDE_OUTPUT = 123, /**< the limit on output */
  SL_INSIDE_MEMORY = 122, /**< the limit on the memory of all processes, as measured by the
                           *  keeper */
} sl_inside_reason;

/** From the keeper to the launcher: once with `started` after the command has been started, and
 *  once at the end. */
typedef struct sl_inside_word {
  int32_t started; /**< 1: the command has been started; the other members have no meaning */
  int32_t status;  /**< status of the command from waitpid */
  int32_t reason;
  int32_t processor_ms; /**< processor time of all processes that have ended */
} sl_inside_word;

#endif
