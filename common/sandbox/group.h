/** @file group.h
 *  Control groups: limits of memory and of processes, for all that a command starts.
 */
#ifndef SL_SANDBOX_GROUP_H
#define SL_SANDBOX_GROUP_H

#include <stdbool.h>
#include <stddef.h>

/** The folder in which groups that limit `controller` ("memory" or "pids") can be made; "" if there
 *  is none that this process may write to. */
void sl_group_find(const char *controller, char *folder_out, size_t size, bool *unified_out);

/** Whether groups that limit `controller` can be made in `folder`. */
bool sl_group_works(const char *folder, bool unified, const char *controller);

/** Makes a group in `folder` with a limit, of bytes or of processes. False: it could not be made.
 */
bool sl_group_make(const char *folder, bool unified, const char *controller, const char *name,
                   unsigned long long most, char *group_out, size_t size);

/** Puts the calling process into it. */
bool sl_group_join(const char *group);

/** Whether the kernel has ended one of its processes because memory ran out. */
bool sl_group_ran_out(const char *group, bool unified);

/** Ends what is left in it, and removes it. */
void sl_group_remove(const char *group);

#endif
