/** @file host_code.h
 *  Addresses of functions, and of tables of virtual functions, that host code took and a kernel
 *  uses. A GPU has its own code at other addresses, so such a call fails there. Here both sides
 *  share one copy, and what counts is who wrote the pointer.
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
/** A launch begins; memory of this allocation that host code may read is freed. */
void lens_host_code_begin(const lens_launch *launch);
void lens_host_code_freed(const lens_allocation *allocation);

/** Called when a thread enters a basic block at `place`: perhaps the first block of a function
 *  whose address the host took. */
void lens_host_code_entered(lens_lane *lane, uintptr_t place);
/** Called when a thread reads constant data of the program: perhaps an entry of a table of virtual
 *  functions. */
void lens_host_code_read(lens_lane *lane, const lens_access *access);

#endif
