/** @file unset.h
 *  Local variables that a kernel stores but never sets.
 *
 *  The compiler fills local variables with a repeated byte (-ftrivial-auto-var-init=pattern),
 *  except those of which it sees that they are set. A stored word that consists only of this byte
 *  was never set. As a float or double, the word is so large in magnitude that it stays the same if
 *  an ordinary number is added. Nothing is reported if the host has copied such words to the
 *  device, as in a nearly white image, if the source contains such a word, or if a store writes one
 *  only once in very many times. With clang, nothing is reported at all, because clang fills
 *  variables with NaN and 0xaaaaaaaa.
 */
#ifndef LENS_RUNTIME_UNSET_H
#define LENS_RUNTIME_UNSET_H

#include "block.h"

/** Whether the module at `code_base` fills any variable; if not, no store needs to be checked. */
bool lens_unset_possible(uintptr_t code_base);
/** Checks the value that a step has stored. The step must be a store, which has most likely been
 *  done. */
void lens_unset_look(lens_block *block, const lens_step *step);
/** Checks the operand of an atomic that is about to run. */
void lens_unset_operand(lens_lane *lane, const void *address, unsigned bytes, uint64_t operand,
                        uintptr_t place);
/** Called after a launch: keeps only one of its sightings of unset variables, that of the lowest
 *  block, because unset values spread. Keeps none if an earlier launch has one. */
void lens_unset_settle(lens_sightings *sightings, const lens_calls_counts *counts,
                       uintptr_t code_base);
/** Called when the host copies these bytes to the device. */
void lens_unset_from_host(const void *bytes, size_t count);

#endif
