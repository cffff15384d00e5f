/** @file machine.h
 *  Decides whether a compiler failed because of the source or because of the machine.
 */
#ifndef SL_JUDGE_MACHINE_H
#define SL_JUDGE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/** Whether a compiler's output shows a problem of the machine: a full disk, a limit, too little
 *  memory, a program that was killed. Copies the line with the problem into `line`. Messages that
 *  the source itself produces (such as an error directive) do not count. */
bool sl_machine_is_to_blame(const char *log, char *line, size_t size);

/** Copies the last non-empty line of a text, as far as `size` allows. */
void sl_machine_last_line(const char *text, char *line, size_t size);

#endif
