/** @file describe.h
 *  Names for addresses and threads, and texts that are stored once.
 */
#ifndef LENS_RUNTIME_DESCRIBE_H
#define LENS_RUNTIME_DESCRIBE_H

#include "work.h"

/** Makes a sighting of this kind at `place`, with the lane's kernel, block and thread. */
lens_sighting lens_describe_lane(const lens_lane *lane, lens_finding_kind kind, uintptr_t place);
/** Sets array, index and length of the sighting for an address of the arena or of shared memory. */
void lens_describe_array(const lens_block *block, lens_space space, uintptr_t address,
                         unsigned bytes, lens_sighting *sighting);
/** Like lens_describe_array, but index and length are always in units of the access. */
void lens_describe_accessed(const lens_block *block, lens_space space, uintptr_t address,
                            unsigned bytes, lens_sighting *sighting);
/** Sets array, index and length for an address of the arena outside kernels: the array has the
 *  allocation's own name. */
void lens_describe_allocation(uintptr_t address, unsigned bytes, lens_sighting *sighting);
/** The number of bytes of the n-th argument that may hold pointers. */
size_t lens_describe_argument_bytes(const lens_launch *launch, int n);
/** The word at byte `at` of the n-th argument, which may be a pointer. */
uintptr_t lens_describe_argument_word(const lens_launch *launch, int n, size_t at);
/** Sets the array of the sighting to the kernel's argument that holds this host address. */
void lens_describe_argument(const lens_work *work, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting);

/** intern.c: returns the only copy of the text, which is never freed. */
const char *lens_intern(const char *text);

#endif
