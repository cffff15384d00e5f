/** @file partial.h
 *  Copies that leave something unset: that end before the array does, because their count is in
 *  elements instead of bytes, or that bring what nothing had written. A read of what was left so
 *  names the copy.
 */
#ifndef LENS_RUNTIME_PARTIAL_H
#define LENS_RUNTIME_PARTIAL_H

#include "memory.h"
#include "sighting.h"

/** `name` (a function of CUDA's) has set these bytes of the device. */
void lens_partial_set(const char *name, uintptr_t address, size_t bytes);
/** A copy within the device has brought to these bytes what nothing had written. */
void lens_partial_brought(uintptr_t address, size_t bytes);

/** Whether the host copies an array that only a copy has set, and this one took as many bytes as
 *  the array has elements. Says so in `out`. */
bool lens_partial_counted_elements(uintptr_t address, size_t bytes, char *out, size_t size);

/** Names the copy in each uninitialised read of a launch, if a copy left it so. */
void lens_partial_tell(lens_sightings *sightings);

#endif
