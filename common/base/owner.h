/** @file owner.h
 *  Names for files of one process on a disk that several machines may share: they are unique, and
 *  show whether their process has ended.
 */
#ifndef SL_BASE_OWNER_H
#define SL_BASE_OWNER_H

#include <stdbool.h>

enum { SL_OWNER = 96 };

/** "PID-HOST", of this process; in a container with process numbers of its own
 * "PID-HOST-NAMESPACE".
 */
void sl_owner(char out[SL_OWNER]);

/** Whether `name` begins with what sl_owner made for a process that has ended, and a dot. False for
 * a process on another machine, whose state is unknown here. */
bool sl_owner_has_ended(const char *name);

#endif
