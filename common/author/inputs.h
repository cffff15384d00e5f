/** @file inputs.h
 *  Whether anything that a lab's mistakes are made from has changed since they were made. Making
 * all programs only to compare them takes a quarter of a second, and every run of the judge asks.
 */
#ifndef SL_AUTHOR_INPUTS_H
#define SL_AUTHOR_INPUTS_H

#include "base/sha256.h"

#include <stdbool.h>

/** A hash of all files that the kit in the folder `root` has for the lab `id`, and of the
 * identity of this program. Writes "" if a file cannot be read. */
void sl_inputs_hash(const char *root, const char *id, char hash_out[SL_SHA256_TEXT]);

/** Whether the file `note` has this hash. */
bool sl_inputs_are_noted(const char *note, const char *hash);

/** Writes the hash to the file `note`. If that fails, there is no note, and the next run compares
 * all programs again. */
void sl_inputs_note(const char *note, const char *hash);

#endif
