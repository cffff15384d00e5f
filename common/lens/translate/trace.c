/* trace.c: finds which file included which, from the line markers of the preprocessed text. */
#include "trace.h"

#include "base/memory.h"

#include <string.h>

static sl_status add_inclusion(lens_trace *trace, lens_inclusion added) {
  if (trace->count == trace->capacity) {
    int capacity = 2 * trace->capacity + 64;
    SL_TRY(sl_resize((size_t)capacity, sizeof *trace->list, "inclusions", &trace->list));
    trace->capacity = capacity;
  }
  trace->list[trace->count++] = added;
  return SL_OK;
}

/* "<built-in>" and "<command-line>" are not files. */
static bool is_file(const lens_marker *marker) {
  return marker->name_bytes > 0 && marker->name[0] != '<';
}

static bool is_own(const lens_trace *trace, int parent, const lens_marker *marker) {
  return is_file(marker) && !marker->system && (parent < 0 || trace->list[parent].own);
}

/* Follows a marker that enters or leaves an included file. `*current` is the inclusion that
 * contains the text before the marker, and becomes the inclusion of the text after it. */
static sl_status follow_marker(lens_trace *trace, const lens_marker *marker, int *current) {
  if (marker->enters) {
    bool own = is_own(trace, *current, marker);
    SL_TRY(add_inclusion(trace, (lens_inclusion){*current, 0, own, *marker, {0}}));
    *current = trace->count - 1;
  } else if (marker->leaves && *current >= 0) {
    lens_inclusion *left = &trace->list[*current];
    left->line = is_file(marker) ? marker->line - 1 : 0;
    left->leaves = *marker;
    *current = left->parent;
  }
  return SL_OK;
}

sl_status lens_trace_read(const char *text, size_t bytes, lens_trace *out) {
  int current = -1;
  for (const char *line = text, *end = text + bytes; line < end;) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop) stop = end;
    lens_marker marker;
    if (lens_marker_read(line, (size_t)(stop - line), &marker) && marker.name)
      SL_TRY(follow_marker(out, &marker, &current));
    line = stop + 1;
  }
  return SL_OK;
}

void lens_trace_free(lens_trace *trace) {
  sl_free(trace->list);
  *trace = (lens_trace){0};
}

int lens_trace_find(const lens_trace *trace, int parent, int line, int *next) {
  for (; *next < trace->count && trace->list[*next].parent >= parent; ++*next) {
    const lens_inclusion *it = &trace->list[*next];
    if (it->parent != parent || it->line < line) continue;
    return it->line == line ? (*next)++ : -1;
  }
  return -1;
}
