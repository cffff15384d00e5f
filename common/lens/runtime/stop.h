/** @file stop.h
 *  Ends a program early: the running launch is stopped, and no other launch begins.
 */
#ifndef LENS_RUNTIME_STOP_H
#define LENS_RUNTIME_STOP_H

#include "work.h"

/** Called before a launch runs its blocks. Stops the launch at once if all launches must stop. */
void lens_stop_watch(lens_work *work);
/** Called when the blocks of the launch have stopped running. */
void lens_stop_forget(void);

/** Stops the running launch and all later ones. Returns when no launch runs, or after some time.
 *  From then on, device memory does not change. Writes to `progress_out` how far the program had
 *  come. */
void lens_stop_launches(char *progress_out, size_t size);

/** Called before a launch begins and after it has ended: does not return if launches must stop,
 *  because the program must not continue with half a result. */
void lens_stop_here(void);

#endif
