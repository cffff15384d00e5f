/* partial.c: copies that leave a part of their array unset. */
#define _GNU_SOURCE
#include "partial.h"

#include <stdio.h>
#include <string.h>

#include "log.h"
#include "symbolise.h"

void lens_partial_set(const char *name, uintptr_t address, size_t bytes) {
  lens_memory_lock();
  lens_allocation *array = lens_memory_find(address);
  if (array && address == array->start && array->partial.bytes != bytes) {
    array->partial.bytes = bytes;
    array->partial.name = name;
    if (bytes < array->bytes) array->partial.by = lens_log_frames();
  }
  lens_memory_unlock();
}

void lens_partial_brought(uintptr_t address, size_t bytes) {
  lens_memory_lock();
  lens_allocation *array = lens_memory_find(address);
  if (array) {
    array->brought.from = address;
    array->brought.to = address + bytes;
    array->brought.by = lens_log_frames();
  }
  lens_memory_unlock();
}

static lens_line place_of(const lens_frames *frames) {
  uintptr_t place = frames->at[0] ? lens_log_users_place(frames) : 0;
  lens_line line = {0};
  if (place) lens_symbolise(&place, 1, &line);
  return line.users ? line : (lens_line){0};
}

static int line_of(const lens_frames *frames) {
  return place_of(frames).line;
}

/* Whether the text of the statement does not mention bytes; then its count may be in elements. */
static bool counts_without_bytes(const lens_line *place) {
  static const char *const words[] = {"sizeof", "byte", "size", NULL};
  char text[512];
  bool known = false, ends = false, without = true;
  FILE *file = place->line > 0 ? fopen(place->file, "r") : NULL;
  for (int line = 1; file && !ends && fgets(text, sizeof text, file); line++) {
    if (line < place->line) continue;
    known = true;
    ends = strchr(text, ';') || line > place->line + 8;
    for (const char *const *word = words; *word; word++) without &= !strcasestr(text, *word);
  }
  if (file) (void)fclose(file);
  return known && without;
}

static bool is_partial(const lens_allocation *array) {
  return array->partial.bytes > 0 && array->partial.bytes < array->bytes;
}

static bool set_as_many_as_elements(const lens_allocation *array) {
  size_t unit = array->type ? array->type->bytes : 1;
  return unit > 1 && array->partial.bytes * unit == array->bytes;
}

static void describe(uintptr_t address, char *out, size_t size) {
  const lens_allocation *array = lens_memory_find(address);
  int line = 0;
  if (!array) return;
  if (address - array->brought.from < array->brought.to - array->brought.from) {
    line = line_of(&array->brought.by);
    if (line > 0) {
      (void)snprintf(
          out, size,
          "the copy in line %d put values here that nothing had written in its source array", line);
    }
  } else if (is_partial(array) && address >= array->start + array->partial.bytes) {
    line = line_of(&array->partial.by);
    if (line > 0) {
      (void)snprintf(out, size,
                     "nothing was written here yet: the %s in line %d set only the first %zu of "
                     "the %zu bytes of the array%s",
                     array->partial.name, line, array->partial.bytes, array->bytes,
                     set_as_many_as_elements(array) ? "; its count is in bytes" : "");
    }
  }
}

void lens_partial_tell(lens_sightings *sightings) {
  lens_memory_lock();
  for (size_t i = 0; i < sightings->count; i++) {
    lens_sighting *it = &sightings->items[i];
    if (it->kind == LENS_UNINITIALISED_READ && it->address)
      describe(it->address, it->detail, sizeof it->detail);
  }
  lens_memory_unlock();
}

/* Whether `by` was the last writer of the whole range. */
static bool was_written_by(uintptr_t begin, uintptr_t end, lens_writer by) {
  for (uintptr_t at = begin & ~(uintptr_t)3; at < end; at += 4) {
    if (lens_last_writer((const void *)at) != by) return false;
  }
  return true;
}

bool lens_partial_counted_elements(uintptr_t address, size_t bytes, char *out, size_t size) {
  lens_memory_lock();
  const lens_allocation *found = lens_memory_find(address);
  lens_allocation array = found ? *found : (lens_allocation){0};
  lens_memory_unlock();
  size_t set = array.partial.bytes;
  uintptr_t end = array.start + array.bytes;
  if (array.kept || array.variable || !is_partial(&array) || !set_as_many_as_elements(&array))
    return false;
  if (address > array.start + set || address + bytes != end) return false;
  if (!was_written_by(array.start, array.start + set, LENS_WRITER_HOST) ||
      !was_written_by(array.start + (set + 3) / 4 * 4, end, LENS_WRITER_NOBODY))
    return false;
  lens_line place = place_of(&array.partial.by);
  if (!counts_without_bytes(&place)) return false;
  (void)snprintf(out, size,
                 "copies %zu bytes to the host, but nothing has written the last %zu: the %s in "
                 "line %d set as many bytes as the array has elements, %zu; its count is in bytes",
                 bytes, array.bytes - set, array.partial.name, place.line, set);
  return true;
}
