/** @file trace.h
 *  Which file included which, and where: read from the compiler's own preprocessor, so that macros,
 *  conditions, guards and search paths are those of the compiler.
 */
#ifndef LENS_TRANSLATE_TRACE_H
#define LENS_TRANSLATE_TRACE_H

#include "marker.h"

/** An included file; the same one may be included again. Numbered in the order of the text. */
typedef struct lens_inclusion {
  int parent;         /**< the inclusion that it is written in; −1 is the file that is compiled */
  int line;           /**< of the #include's end; 0 if that was never reached */
  bool own;           /**< the program's own, not a system header */
  lens_marker enters; /**< the marker at its start; points into the preprocessed text */
  lens_marker leaves; /**< the marker after its end */
} lens_inclusion;

typedef struct lens_trace {
  lens_inclusion *list;
  int count, capacity;
} lens_trace;

/** Reads the output of `cc -E`, even if it ends early. `text` must outlive the trace. Errors:
 *  SL_ERR_MEMORY. */
sl_status lens_trace_read(const char *text, size_t bytes, lens_trace *out);
void lens_trace_free(lens_trace *trace);

/** The inclusion by the #include that ends on `line` of `parent`, or −1. `next` is where the search
 *  begins, parent + 1 at first; it advances, so lines must be requested in order. */
int lens_trace_find(const lens_trace *trace, int parent, int line, int *next);

#endif
