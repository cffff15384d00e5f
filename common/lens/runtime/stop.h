/** @file stop.h
 *  Ending before the program does: the running launch is stopped, and no other one begins.
 */
#ifndef LENS_RUNTIME_STOP_H
#define LENS_RUNTIME_STOP_H

#include "work.h"

/** A launch begins to run its blocks. It is stopped at once when all launches are to stop. */
void lens_stop_watch(lens_work *work);
/** Its blocks run no more. */
void lens_stop_forget(void);

/** Stops the launch that runs, and those that would follow; returns when none runs, or after a
 *  while. From then on device memory does not change. `*progress_out` says how far the program had
 *  come. */
void lens_stop_launches(char *progress_out, size_t size);

/** To be called where a launch is about to begin or has ended: does not return once launches are to
 *  stop, as the program must not go on with half a result. */
void lens_stop_here(void);

#endif
