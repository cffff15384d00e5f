/** @file marker.h
 *  Lines such as `# 3 "a.h" 1`, which say where the text after them comes from. Compilers write and
 *  read such lines.
 */
#ifndef LENS_TRANSLATE_MARKER_H
#define LENS_TRANSLATE_MARKER_H

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct lens_marker {
  int line;         /**< number of the next line */
  const char *name; /**< of the file, as written between the quotes; NULL: the same file */
  size_t name_bytes;
  bool enters, leaves; /**< an included file starts; the text continues after an #include */
  bool system;         /**< the file is a header whose warnings are suppressed */
} lens_marker;

/** Reads the marker that starts at `text`; the form `#line 3 "a.h"` is also accepted. False if the
 *  line is not a marker. */
bool lens_marker_read(const char *text, size_t bytes, lens_marker *out);

/** Adds the file's name without the backslashes before quotes. */
void lens_marker_add_name(const lens_marker *marker, lens_text *name);

#endif
