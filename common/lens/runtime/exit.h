/** @file exit.h
 *  The report at the end of a program.
 */
#ifndef LENS_RUNTIME_EXIT_H
#define LENS_RUNTIME_EXIT_H

/** Does nothing. Whoever calls it gets exit.c linked, which works by itself. */
void lens_exit_link(void);

#endif
