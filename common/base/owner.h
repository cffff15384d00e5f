/** @file owner.h
 *  Names for files of one process on a disk that several machines may share. A name is unique, and
 *  shows whether its process has ended.
 */
#ifndef SL_BASE_OWNER_H
#define SL_BASE_OWNER_H

#include <stdbool.h>

enum { SL_OWNER = 96 };

/** Writes the name of this process to `out`: "PID-HOST", or "PID-HOST-NAMESPACE" in a container
 *  that has process numbers of its own. */
void sl_owner(char out[SL_OWNER]);

/** Whether `name` begins with a name from sl_owner and a dot, and that process has ended. False for
 *  a process on another machine, whose state cannot be known. */
bool sl_owner_has_ended(const char *name);

#endif
