/** @file guess.h
 *  A plain load that is only a first guess for an atomic on the same word:
 *
 *      old = *p; do { assumed = old; old = atomicCAS(p, assumed, …); } while (old != assumed);
 *
 *  Strictly the load races with the atomics of other threads. But so CUDA's own guide writes the
 *  atomics that the hardware lacks, and a stale guess costs no more than another round. Such a race
 *  is held back until the thread's atomic on the word, and told only if none comes.
 */
#ifndef LENS_RUNTIME_GUESS_H
#define LENS_RUNTIME_GUESS_H

#include "access.h"

/** The load clashes with an atomic: `sighting` waits for what the thread does with it. */
void lens_guess_hold(lens_lane *lane, const lens_access *access, const lens_sighting *sighting);
/** The thread does an atomic on the word. */
void lens_guess_confirm(lens_lane *lane, const void *address);
/** The atomic clashes with the plain load of another thread: whether it is a guess too, as this
 *  thread itself has just loaded its own. */
bool lens_guess_of_both(const lens_lane *lane, const lens_access *access);
/** The block has ended: what is still held back was no guess. */
void lens_guess_settle(lens_worker *worker);

#endif
