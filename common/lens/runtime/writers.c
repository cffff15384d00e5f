/* writers.c: what wrote device memory last, and whether launches read it. */
#include "writers.h"

#include <stdio.h>

#include "log.h"
#include "partial.h"
#include "symbolise.h"
#include "work.h"

enum { CELLS = LENS_GRANULE / 4 };

static bool accounts_are_kept; /* lens_mark_given was called; before that, accounts cost nothing */

static lens_granule *granule_of(size_t cell) {
  return &lens_device.granules[cell / CELLS];
}

static lens_cell *first_cell(const lens_granule *granule) {
  return &lens_device.cells[(size_t)(granule - lens_device.granules) * CELLS];
}

static lens_writer writer_of_word(uint64_t word) {
  return word == 0                                 ? LENS_WRITER_NOBODY
         : word == lens_word_by(LENS_WRITER_GIVEN) ? LENS_WRITER_GIVEN
         : word == lens_word_by(LENS_WRITER_HOST)  ? LENS_WRITER_HOST
                                                   : LENS_WRITER_LAUNCH;
}

/* Whether the granule's record applies to a cell with this word. */
static bool is_of_whole(const lens_granule *granule, uint64_t word) {
  if (!(granule->state & LENS_GRANULE_WHOLE)) return false;
  return word == 0 || lens_word_owner(word) < granule->since;
}

static lens_writer writer_of(const lens_granule *granule, uint64_t word) {
  return is_of_whole(granule, word) ? (lens_writer)granule->by : writer_of_word(word);
}

static lens_writer writer_of_cell(size_t cell) {
  return writer_of(granule_of(cell), lens_shadow_peek(&lens_device.cells[cell].writer));
}

void lens_writers_settle(lens_granule *granule) {
  if (!(granule->state & LENS_GRANULE_WHOLE)) return;
  lens_cell *cells = first_cell(granule);
  for (size_t i = 0; i < ((granule->state & LENS_GRANULE_VALID) + 3) / 4; i++) {
    if (is_of_whole(granule, cells[i].writer)) {
      cells[i].writer = lens_word_by((lens_writer)granule->by);
    }
  }
  granule->state &= ~LENS_GRANULE_WHOLE;
}

void lens_writers_forget_blocks(lens_granule *granule) {
  lens_cell *cells = first_cell(granule);
  for (size_t i = 0; i < CELLS; i++) {
    uint64_t word = cells[i].writer;
    if (word) {
      bool earlier = is_of_whole(granule, word);
      cells[i].writer = earlier ? 0 : lens_word_by(writer_of_word(word));
    }
    if (cells[i].reader) cells[i].reader = 0;
  }
}

/* ---- copies within the device --------------------------------------------------------------- */

/* The writer of a copied cell. A cell that nothing has written counts as written by the host. */
static lens_writer source_of(uintptr_t address) {
  lens_writer by = writer_of_cell((address - lens_device.base) / 4);
  return by == LENS_WRITER_NOBODY ? LENS_WRITER_HOST : by;
}

/* The end of the run of unwritten cells that starts at `cell`, at most `end`. */
static size_t end_of_unwritten(size_t cell, size_t end) {
  while (cell < end && writer_of_cell(cell) == LENS_WRITER_NOBODY) cell++;
  return cell;
}

/* The first unwritten cell at or after `cell`, or `end`. */
static size_t next_unwritten(size_t cell, size_t end) {
  while (cell < end) {
    if (granule_of(cell)->state & LENS_GRANULE_WHOLE)
      cell = (cell / CELLS + 1) * CELLS;
    else if (writer_of_cell(cell) == LENS_WRITER_NOBODY)
      return cell;
    else
      cell++;
  }
  return end;
}

static void mark_unwritten(size_t first, size_t count) {
  for (size_t cell = first; cell < first + count; cell++) {
    lens_writers_settle(granule_of(cell));
    lens_device.cells[cell] = (lens_cell){0, 0};
  }
}

/* Marks copies of unwritten cells as unwritten. Only whole cells are considered, and memory that
 * host code may use counts as written. Labs, where accounts are kept, do not use this function,
 * because their catalogues of mistakes were made without it. */
static void copy_unwritten(uintptr_t to, uintptr_t from, size_t bytes) {
  bool overlap = to < from + bytes && from < to + bytes;
  if (overlap || (to - from) % 4 != 0 || lens_memory_is_shared((const void *)to)) return;
  size_t into = (4 - from % 4) % 4;
  if (bytes < into + 4) return;
  size_t first = (from + into - lens_device.base) / 4, end = first + (bytes - into) / 4;
  size_t target = (to + into - lens_device.base) / 4;
  bool any = false;
  for (size_t cell = next_unwritten(first, end); cell < end;) {
    size_t behind = end_of_unwritten(cell, end);
    mark_unwritten(target + (cell - first), behind - cell);
    cell = next_unwritten(behind, end);
    any = true;
  }
  if (any) lens_partial_brought(to, bytes);
}

void lens_writers_copy(uintptr_t to, uintptr_t from, size_t bytes) {
  if (!accounts_are_kept) {
    lens_memory_mark_written(to, bytes, LENS_WRITER_HOST);
    copy_unwritten(to, from, bytes);
    return;
  }
  for (size_t at = 0; at < bytes; at += LENS_GRANULE) lens_note_read(from + at);
  for (size_t at = 0; at < bytes;) { /* one iteration per run of cells with one writer */
    lens_writer by = source_of(from + at);
    size_t end = at;
    while (end < bytes && source_of(from + end) == by) end += 4 - ((to + end) & 3);
    lens_memory_mark_written(to + at, (end < bytes ? end : bytes) - at, by);
    at = end;
  }
}

void lens_writers_by_host(uintptr_t address, size_t bytes) {
  lens_memory_mark_written(address, bytes, LENS_WRITER_HOST);
  if (!accounts_are_kept) return;
  lens_memory_lock();
  lens_allocation *array = lens_memory_find(address);
  if (array && array->given) array->written_by = lens_log_frames();
  lens_memory_unlock();
}

/* ---- functions of lens.h -------------------------------------------------------------------- */

void lens_mark_given(const void *device_pointer, size_t bytes) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  if (!device || bytes == 0) return;
  accounts_are_kept = true;
  lens_memory_mark_written(device, bytes, LENS_WRITER_GIVEN);
  size_t first = (device - lens_device.base) / LENS_GRANULE;
  size_t last = (device - lens_device.base + bytes - 1) / LENS_GRANULE;
  for (size_t i = first; i <= last; i++) lens_device.granules[i].read = 0;
  lens_memory_lock();
  lens_allocation *array = lens_memory_find(device);
  if (array) {
    array->given = true;
    array->written_by = (lens_frames){{0}};
  }
  lens_memory_unlock();
}

lens_writer lens_last_writer(const void *device_pointer) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  return device ? writer_of_cell((device - lens_device.base) / 4) : LENS_WRITER_NOBODY;
}

/* Finds the launch by the number of the block that wrote the cell. These numbers grow from launch
 * to launch; when they begin again, all words are forgotten. */
const char *lens_last_kernel(const void *device_pointer) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  if (!device || lens_last_writer(device_pointer) != LENS_WRITER_LAUNCH) return NULL;
  size_t cell = (device - lens_device.base) / 4;
  uint64_t word = lens_shadow_peek(&lens_device.cells[cell].writer);
  if (is_of_whole(granule_of(cell), word)) return NULL;
  uint64_t owner = lens_word_owner(word);
  for (size_t i = lens_num_launches(); i-- > 0;) {
    const lens_launch_record *launch = lens_get_launch(i);
    if (launch->first_owner && launch->first_owner <= owner) return launch->kernel;
  }
  return NULL;
}

bool lens_was_read(const void *device_pointer, size_t bytes) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  if (!device || bytes == 0) return false;
  size_t first = (device - lens_device.base) / LENS_GRANULE;
  size_t last = (device - lens_device.base + bytes - 1) / LENS_GRANULE;
  bool read = false;
  for (size_t i = first; i <= last; i++) read |= lens_device.granules[i].read;
  return read;
}

bool lens_find_host_write(const void *device_pointer, lens_host_write *out) {
  lens_line line = {.line = 0};
  lens_memory_lock();
  uintptr_t device = lens_memory_device_address(device_pointer);
  const lens_allocation *array = device ? lens_memory_find(device) : NULL;
  lens_frames frames = array ? array->written_by : (lens_frames){{0}};
  lens_memory_unlock();
  uintptr_t place = frames.at[0] ? lens_log_users_place(&frames) : 0;
  if (place) lens_symbolise(&place, 1, &line);
  (void)snprintf(out->file, sizeof out->file, "%s", line.file);
  out->line = line.line;
  return frames.at[0] != 0;
}
