/** @file exit.h
 *  The report at the end of a program, also if it ends early.
 */
#ifndef LENS_RUNTIME_EXIT_H
#define LENS_RUNTIME_EXIT_H

#include <stdbool.h>

/** Does nothing. A call makes the linker include exit.c, which works by itself. */
void lens_exit_link(void);

/** Whether this process leaves a report when it ends. */
bool lens_exit_reports(void);

/** What the program gave to exit, or main returned; 0 before that. */
int lens_exit_status(void);

/** A launch is about to begin: from now on a signal that ends the program stops it first. */
void lens_exit_watch(void);

/** A launch has ended. From time to time this writes everything seen so far to the report, in case
 *  the program is killed. */
void lens_exit_note(void);

#endif
