/** @file program_key.h
 *  The key under which the fingerprints of a program are recorded.
 */
#ifndef SL_AUTHOR_PROGRAM_KEY_H
#define SL_AUTHOR_PROGRAM_KEY_H

#include "base/status.h"

#include <stdint.h>

/** Continues `*key` with the code of a text. Comments, empty lines, and the number of blanks make
 *  no difference, so that they can be changed without running the program again. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_program_key_add(const char *text, uint64_t *key);

#endif
