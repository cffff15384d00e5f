/** @file known_lines.h
 *  Lines that earlier runs of this program have looked up. The tool that is asked takes longer to
 *  start than to answer, and who judges a program runs it many times.
 */
#ifndef LENS_RUNTIME_KNOWN_LINES_H
#define LENS_RUNTIME_KNOWN_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "symbolise.h"

/** Reads the file that the environment names in LENS_LINES. Places are counted from `bias`. Returns
 *  how many there are; the arrays are to be freed. A file of another program is as good as none. */
size_t lens_known_lines_read(uintptr_t bias, uintptr_t **places_out, lens_line **lines_out);

/** Adds to that file, which lens_known_lines_read has looked at. */
void lens_known_lines_add(uintptr_t bias, const uintptr_t *places, const lens_line *lines,
                          size_t count);

#endif
