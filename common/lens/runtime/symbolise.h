/** @file symbolise.h
 *  Turns return addresses into lines with the machine's own tools.
 */
#ifndef LENS_RUNTIME_SYMBOLISE_H
#define LENS_RUNTIME_SYMBOLISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lens_line {
  char file[256];   /**< "" when unknown */
  int line, column; /**< 0 when unknown */
  bool users;       /**< not code of the lens or of a system header */
  bool guessed;     /**< the code has no line; this is the next line after it */
} lens_line;

/** Looks up return addresses. In inlined functions, the result is the innermost line in user code.
 *  Results are cached, and the tool is started once for all new places. `lines` may be NULL: then
 *  the places are only looked up for later calls. */
void lens_symbolise(const uintptr_t *places, size_t count, lens_line *lines);

/** Whether a place is in the program itself, not in a shared object. */
bool lens_symbolise_is_of_program(uintptr_t place);

/** Reads a line such as "/a/b.cu:12:3" or "/a/b.cu:12 (discriminator 2)". False if the text has no
 *  line number. */
bool lens_symbolise_parse_line(const char *text, lens_line *line);

#endif
