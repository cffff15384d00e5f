/** @file inputs.h
 *  Whether anything that a lab's mistakes are made from has changed since they were made. Making
 * all programs only to compare them takes a quarter of a second, and every run of the judge asks.
 */
#ifndef SL_AUTHOR_INPUTS_H
#define SL_AUTHOR_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

/** A hash of all files that the kit in the folder `root` has for the lab `id`, and of the identity
 * of this program. 0 if a file cannot be read: then nothing is known. */
uint64_t sl_inputs_hash(const char *root, const char *id);

/** Whether the file `note` has this hash. */
bool sl_inputs_are_noted(const char *note, uint64_t hash);

/** Writes the hash to the file `note`. A note that cannot be written is left out. */
void sl_inputs_note(const char *note, uint64_t hash);

#endif
