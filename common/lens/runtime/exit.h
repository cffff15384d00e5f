/** @file exit.h
 *  The report at the end of a program, also if it ends early.
 */
#ifndef LENS_RUNTIME_EXIT_H
#define LENS_RUNTIME_EXIT_H

#include <stdbool.h>

/** Does nothing. A call makes the linker include exit.c, whose constructor does the rest. */
void lens_exit_link(void);

/** Whether this process leaves a report when it ends. */
bool lens_exit_reports(void);

/** The argument of exit, or the result of main; 0 before the program ends. */
int lens_exit_status(void);

/** Called before a launch: from now on, a signal that ends the program stops the launch first. */
void lens_exit_watch(void);

/** Called after a launch. From time to time, writes everything seen so far to the report, in case
 *  the program is killed. */
void lens_exit_note(void);

#endif
