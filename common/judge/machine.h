/** @file machine.h
 *  When a compiler fails: whose fault it is, the source's or the machine's.
 */
#ifndef SL_JUDGE_MACHINE_H
#define SL_JUDGE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/** Whether these words of a compiler tell of the machine: a full disk, a limit, memory that is
 *  short, a program that was killed. Copies the line that does into `line`. What the source itself
 *  has the compiler say (an error directive and its kin) does not count. */
bool sl_machine_is_to_blame(const char *log, char *line, size_t size);

/** The last line of a text that is not empty, as far as `size` allows. */
void sl_machine_last_line(const char *text, char *line, size_t size);

#endif
