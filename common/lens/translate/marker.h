/** @file marker.h
 *  Lines `# 3 "a.h" 1` that tell where text came from: compilers write them, and read them.
 */
#ifndef LENS_TRANSLATE_MARKER_H
#define LENS_TRANSLATE_MARKER_H

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct lens_marker {
  int line;         /**< what the next line is called */
  const char *name; /**< of the file, as between the quotes; NULL when it stays the same */
  size_t name_bytes;
  bool enters, leaves; /**< an included file starts; the text goes on behind its #include */
  bool system;         /**< a header whose warnings nobody wants */
} lens_marker;

/** Reads the line that starts at `text`, also `#line 3 "a.h"`. False when it is no marker. */
bool lens_marker_read(const char *text, size_t bytes, lens_marker *out);

/** Adds the file's name without the backslashes in front of quotes. */
void lens_marker_add_name(const lens_marker *marker, lens_text *name);

#endif
