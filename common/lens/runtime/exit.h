/** @file exit.h
 *  The report at the end of a program, also at one that comes early.
 */
#ifndef LENS_RUNTIME_EXIT_H
#define LENS_RUNTIME_EXIT_H

#include <stdbool.h>

/** Does nothing. Whoever calls it gets exit.c linked, which works by itself. */
void lens_exit_link(void);

/** Whether this process leaves a report when it ends. */
bool lens_exit_reports(void);

/** What the program gave to exit, or main returned; 0 before that. */
int lens_exit_status(void);

/** A launch is about to begin: from now on a signal that ends the program stops it first. */
void lens_exit_watch(void);

/** A launch has ended: from time to time all that was seen so far is written to the report, for the
 *  case that the program is killed. */
void lens_exit_note(void);

#endif
