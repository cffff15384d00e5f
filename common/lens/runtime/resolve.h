/** @file resolve.h
 *  Called after a launch: puts raw sightings into their final form, which does not depend on the
 *  order in which threads ran.
 */
#ifndef LENS_RUNTIME_RESOLVE_H
#define LENS_RUNTIME_RESOLVE_H

#include "count.h"
#include "guess.h"
#include "sighting.h"

/** Finds the place of each `tag` among the instructions of the launch; reports every race at
 *  the same one of its two sides; drops uninitialised reads that are really the early side of a
 *  race, and races of loads that are only guesses. */
void lens_resolve(lens_sightings *sightings, const lens_calls_counts *counts,
                  const lens_guesses *guesses, uintptr_t code_base);

#endif
