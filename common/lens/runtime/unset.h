/** @file unset.h
 *  Local variables that a kernel stores and never set.
 *
 *  The compiler fills them with one byte over and over (-ftrivial-auto-var-init=pattern), and
 *  leaves that out where it sees that they are set. A word that a kernel stores and that is nothing
 *  but this byte was never set; so is, as a float or double, what was added to it. Where the host
 *  has handed the device such words, as a nearly white image may have them, or the source names
 *  one, nothing is said, nor of one that a store hits once in very many times. With clang nothing
 *  is said at all: it fills with NaN and 0xaaaaaaaa.
 */
#ifndef LENS_RUNTIME_UNSET_H
#define LENS_RUNTIME_UNSET_H

#include "block.h"

/** Whether the module at `code_base` fills any variable; if not, no store needs to be looked at. */
bool lens_unset_possible(uintptr_t code_base);
/** The step is a store, and most likely done: looks at what is there now. */
void lens_unset_look(lens_block *block, const lens_step *step);
/** The same of what an atomic is about to do. */
void lens_unset_operand(lens_lane *lane, const void *address, unsigned bytes, uint64_t operand,
                        uintptr_t place);
/** After a launch: keeps one of its sightings, of the lowest block, as what is stored spreads; none
 *  when there was one before. */
void lens_unset_settle(lens_sightings *sightings, const lens_calls_counts *counts,
                       uintptr_t code_base);
/** The host gives these bytes to the device. */
void lens_unset_from_host(const void *bytes, size_t count);

#endif
