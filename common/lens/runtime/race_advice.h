/** @file race_advice.h
 *  What would order the two sides of a race: which synchronisation is missing, and where in the
 *  order of execution.
 */
#ifndef LENS_RUNTIME_RACE_ADVICE_H
#define LENS_RUNTIME_RACE_ADVICE_H

#include "access.h"
#include "symbolise.h"

/** What the trace of the running lane, which is about to do `access`, shows about its race with
 *  `other`. `across`: the two threads are in different warps of one block. */
lens_race_advice lens_race_advice_of(const lens_lane *lane, const lens_access *access,
                                     const lens_other *other, bool across);

/** Whether the lane is in a loop in which nothing orders the two accesses. */
bool lens_race_advice_loops(const lens_lane *lane, const lens_access *access,
                            const lens_other *other);

/** Adds, at the end of a launch, which threads reached the two sides. */
void lens_race_advice_settle(lens_sighting *race, const lens_calls_counts *counts,
                             uintptr_t code_base);

/** The other side of the race in words, and what would order the two. */
void lens_race_advice_describe(const lens_sighting *race, const lens_line *mine,
                               const lens_line *theirs, const lens_line *since, char *out,
                               size_t size);

#endif
