/** @file watchdog.h
 *  Ends loops of the calling host thread in which nothing is reported.
 */
#ifndef LENS_RUNTIME_WATCHDOG_H
#define LENS_RUNTIME_WATCHDOG_H

#include <stdbool.h>
#include <time.h>

typedef struct lens_watchdog {
  bool watches;
  timer_t timer;
} lens_watchdog;

void lens_watchdog_start(lens_watchdog *dog);
void lens_watchdog_stop(lens_watchdog *dog);

#endif
