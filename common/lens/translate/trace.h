/** @file trace.h
 *  Which file included which, and where. This is read from the output of the compiler's own
 *  preprocessor, so that macros, conditions, guards and search paths are those of the compiler.
 */
#ifndef LENS_TRANSLATE_TRACE_H
#define LENS_TRANSLATE_TRACE_H

#include "marker.h"

/** One inclusion of a file; the same file may be included several times. Inclusions are numbered in
 *  the order of the text. */
typedef struct lens_inclusion {
  int parent; /**< the inclusion that contains the #include; −1 is the file that is compiled */
  int line;   /**< line on which the #include ends; 0 if the text ends before the included file does
               */
  bool own;   /**< the included file is the program's own, not a system header */
  lens_marker enters; /**< the marker at the file's start; points into the preprocessed text */
  lens_marker leaves; /**< the marker after the file's end */
} lens_inclusion;

typedef struct lens_trace {
  lens_inclusion *list;
  int count, capacity;
} lens_trace;

/** Reads the output of `cc -E`, even if it ends early. `text` must outlive the trace. Errors:
 *  SL_ERR_MEMORY. */
sl_status lens_trace_read(const char *text, size_t bytes, lens_trace *out);
void lens_trace_free(lens_trace *trace);

/** The inclusion by the #include that ends on `line` of `parent`, or −1. The search begins at
 *  `*next`, which must first be parent + 1, and advances `*next`, so lines must be requested in
 *  order. */
int lens_trace_find(const lens_trace *trace, int parent, int line, int *next);

#endif
