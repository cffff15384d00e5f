/** @file watchdog.h
 *  Ends loops of the calling host thread that make no trace entries, or that never touch memory.
 */
#ifndef LENS_RUNTIME_WATCHDOG_H
#define LENS_RUNTIME_WATCHDOG_H

#include "work.h"

#include <signal.h>
#include <stdbool.h>
#include <time.h>

/** The signal of the timer. */
#define LENS_WATCHDOG SIGVTALRM

typedef struct lens_watchdog {
  bool watches;
  timer_t timer;
} lens_watchdog;

/** `host`: the blocks that the calling thread will run. */
void lens_watchdog_start(lens_watchdog *dog, lens_host *host);
void lens_watchdog_stop(lens_watchdog *dog);

#endif
