/** @file watchdog.h
 *  Watches the loops of the calling host thread: ends loops that make no trace entries, and marks
 *  blocks as idle whose loops never touch memory.
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

/** Begins to watch the calling thread, which will run the blocks of `host`. */
void lens_watchdog_start(lens_watchdog *dog, lens_host *host);
void lens_watchdog_stop(lens_watchdog *dog);

#endif
