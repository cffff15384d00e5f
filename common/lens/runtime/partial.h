/** @file partial.h
 *  Copies that leave memory unset: they end before the array does, because their count is in
 *  elements instead of bytes, or they copy memory that nothing has written. The finding of a later
 *  read of the unset memory names the copy.
 */
#ifndef LENS_RUNTIME_PARTIAL_H
#define LENS_RUNTIME_PARTIAL_H

#include "memory.h"
#include "sighting.h"

/** Records that `name`, a CUDA function, has set these bytes of the device. */
void lens_partial_set(const char *name, uintptr_t address, size_t bytes);
/** Records that a copy within the device has copied unwritten memory to these bytes. */
void lens_partial_brought(uintptr_t address, size_t bytes);

/** Whether a copy to the host reads an array of which an earlier copy has set only as many bytes as
 *  the array has elements, and nothing has set the rest. Describes this in `out`. */
bool lens_partial_counted_elements(uintptr_t address, size_t bytes, char *out, size_t size);

/** Names the copy in each finding of an uninitialised read of a launch, if a copy is the cause. */
void lens_partial_tell(lens_sightings *sightings);

#endif
