/** @file known_lines.h
 *  Lines that earlier runs of this program have looked up. The tool that finds lines takes longer
 *  to start than to answer, and the judge runs a program many times.
 */
#ifndef LENS_RUNTIME_KNOWN_LINES_H
#define LENS_RUNTIME_KNOWN_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "symbolise.h"

/** Reads the file that the environment names in LENS_LINES. Places in the file are relative to
 *  `bias`. Returns the number of places; the caller frees the arrays. A file of another program is
 *  ignored. */
size_t lens_known_lines_read(uintptr_t bias, uintptr_t **places_out, lens_line **lines_out);

/** Adds to that file, after lens_known_lines_read has read it. */
void lens_known_lines_add(uintptr_t bias, const uintptr_t *places, const lens_line *lines,
                          size_t count);

#endif
