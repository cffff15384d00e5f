/** @file host_code.h
 *  Detects that a kernel calls through the address of a function, or of a table of virtual
 *  functions, that host code took. A GPU has its own code at other addresses, so such a call fails
 *  there. In the lens, kernels and host code share the same functions, so the lens checks which
 *  side wrote the pointer.
 */
#ifndef LENS_RUNTIME_HOST_CODE_H
#define LENS_RUNTIME_HOST_CODE_H

#include "access.h"

/** Whether the host handed a kernel the address of a function, or of a table. Most programs never
 *  do. */
typedef struct lens_host_code_seen {
  bool functions, tables; /* atomic */
} lens_host_code_seen;
extern lens_host_code_seen lens_host_code __attribute__((visibility("hidden")));

/** Called when host code stores an object's pointer to its table. */
void lens_host_code_stored(const void *object, uintptr_t table);
/** Called before the host copies these bytes to the device, or out of device memory. */
void lens_host_code_copied_in(const void *from, size_t bytes);
void lens_host_code_copied_out(const void *from, size_t bytes);
/** Search memory that the host and the device share, and the arguments of a launch, for such
 *  addresses. Called when a launch begins, and before an allocation is freed. */
void lens_host_code_begin(const lens_launch *launch);
void lens_host_code_freed(const lens_allocation *allocation);

/** Called when a thread enters a basic block at `place`: perhaps the first block of a function
 *  whose address the host took. */
void lens_host_code_entered(lens_lane *lane, uintptr_t place);
/** Called when a thread reads constant data of the program: perhaps an entry of a table of virtual
 *  functions. */
void lens_host_code_read(lens_lane *lane, const lens_access *access);

#endif
