/** @file group.h
 *  Control groups limit the memory and the number of processes of a command with all its
 *  descendants.
 */
#ifndef SL_SANDBOX_GROUP_H
#define SL_SANDBOX_GROUP_H

#include <stdbool.h>
#include <stddef.h>

/** Finds the folder in which this process can make groups that limit `controller` ("memory" or
 *  "pids"). `folder_out` is "" if there is none. `*unified_out` is whether the folder belongs to
 *  version 2. */
void sl_group_find(const char *controller, char *folder_out, size_t size, bool *unified_out);

/** Whether this process can make groups that limit `controller` in `folder`. */
bool sl_group_works(const char *folder, bool unified, const char *controller);

/** Makes a group in `folder` with the limit `most`, in bytes or processes. The path of the group
 *  goes to `group_out`. Returns false if the group cannot be made. */
bool sl_group_make(const char *folder, bool unified, const char *controller, const char *name,
                   unsigned long long most, char *group_out, size_t size);

/** Moves the calling process into the group. Returns false if this fails. */
bool sl_group_join(const char *group);

/** Whether the kernel has killed a process of the group because the group ran out of memory. */
bool sl_group_ran_out(const char *group, bool unified);

/** Kills the remaining processes of the group, and removes the group. */
void sl_group_remove(const char *group);

#endif
