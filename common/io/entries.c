/* entries.c: the entry lines of a Matrix Market file, at full speed; nearly all time goes here. */
#include "huge.h"
#include "market.h"
#include "scan.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>

/* Where the next value of an array belongs: down the columns, in symmetric storage from the
 * diagonal on, in skew-symmetric storage from below it. */
typedef struct position {
  int row, col;
} position;

static int first_row(const sl_mm_shape *shape, int col) {
  if (shape->symmetry == MM_GENERAL) return 0;
  return shape->symmetry == MM_SYMMETRIC ? col : col + 1;
}

static void advance(const sl_mm_shape *shape, position *at) {
  if (++at->row < shape->num_rows) return;
  at->col++;
  at->row = first_row(shape, at->col);
}

/* Scans a row or column number, in the file from 1 on, here from 0 on; a blank must follow. */
static inline const char *scan_index(const char *text, int limit, int *index) {
  int64_t number;
  text = sl_scan_index(sl_skip_blanks(text), &number);
  if (!text || number < 1 || number > limit || (!sl_is_blank(*text) && *text != '\n')) return NULL;
  *index = (int)number - 1;
  return text;
}

/* Only the lower triangle is stored, and of a skew matrix the diagonal is zero. */
static inline bool belongs(const sl_mm_shape *shape, const sl_mm_entry *entry) {
  if (shape->symmetry == MM_GENERAL) return true;
  if (shape->symmetry == MM_SKEW && entry->row == entry->col) return entry->value == 0;
  return entry->row >= entry->col;
}

/* Scans a whole line into `*entry`, where an array's position already stands. Returns its newline,
 * or NULL for all that is not one plain entry: blank lines, comments and every defect. */
static inline char *scan_entry(char *line, const sl_mm_shape *shape, const sl_powers *powers,
                               sl_mm_entry *entry) {
  const char *at = line;
  if (!shape->array) {
    at = scan_index(at, shape->num_rows, &entry->row);
    if (!at) return NULL;
    at = scan_index(at, shape->num_cols, &entry->col);
    if (!at) return NULL;
  }
  entry->value = 1;
  if (shape->field != MM_PATTERN) {
    at = sl_skip_blanks(at);
    at = shape->field == MM_REAL ? sl_scan_real(line + (at - line), powers, &entry->value)
                                 : sl_scan_integer(at, &entry->value);
    if (!at || !(fabs(entry->value) <= DBL_MAX)) return NULL;
  }
  at = sl_skip_blanks(at);
  return *at == '\n' && belongs(shape, entry) ? line + (at - line) : NULL;
}

/* ---- the list ---- */

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { FIRST_ROOM = 2 };
#else
enum { FIRST_ROOM = 4096 };
#endif

/* As many entries as are promised, but no more than the bytes of the file can hold. What an
 * archive holds is not known beforehand. */
static size_t first_room(const sl_mm_shape *shape, const sl_input *input) {
  size_t count = (size_t)shape->count;
  int64_t shortest = shape->array ? 2 : shape->field == MM_PATTERN ? 4 : 6; /* "1 1 1\n" */
  int64_t bound = input->size < 0 ? FIRST_ROOM : input->size / shortest + 1;
  return (size_t)bound < count ? (size_t)bound : count;
}

static sl_status grow(const sl_mm_shape *shape, sl_mm_entries *entries) {
  size_t room = 2 * entries->room;
  if (room > (size_t)shape->count) room = (size_t)shape->count;
  SL_TRY(sl_resize(room, sizeof *entries->list, "the entries of the file", &entries->list));
  sl_prefer_huge_pages(entries->list, room * sizeof *entries->list);
  entries->room = room;
  return SL_OK;
}

void sl_mm_entries_free(sl_mm_entries *entries) {
  sl_free(entries->list);
  *entries = (sl_mm_entries){0};
}

/* ---- the lines ---- */

/* The line at hand is no plain entry, or one too many: passes it if it is blank or a comment. */
static sl_status pass_or_explain(sl_lines *lines, const sl_mm_shape *shape, size_t count) {
  bool filler;
  SL_TRY(sl_lines_pass_filler(lines, &filler));
  if (filler) return SL_OK;
  return count == (size_t)shape->count ? sl_mm_too_many(lines, shape) : sl_mm_explain(lines, shape);
}

static sl_status read_lines(sl_lines *lines, const sl_mm_shape *shape, const sl_powers *powers,
                            sl_mm_entries *out) {
  position at = {first_row(shape, 0), 0};
  for (;;) {
    char *line;
    SL_TRY(sl_lines_at(lines, &line));
    if (!line) break;
    sl_mm_entry entry = {at.row, at.col, 0};
    char *newline = scan_entry(line, shape, powers, &entry);
    if (!newline || out->count == (size_t)shape->count) {
      SL_TRY(pass_or_explain(lines, shape, out->count));
      continue;
    }
    if (out->count == out->room) SL_TRY(grow(shape, out));
    out->list[out->count++] = entry;
    if (shape->array) advance(shape, &at);
    sl_lines_pass(lines, newline + 1);
  }
  return out->count < (size_t)shape->count ? sl_mm_too_few(lines, shape, out->count) : SL_OK;
}

sl_status sl_mm_read_entries(sl_lines *lines, const sl_mm_shape *shape, sl_mm_entries *out) {
  *out = (sl_mm_entries){.room = first_room(shape, lines->input)};
  SL_TRY(sl_alloc(out->room, sizeof *out->list, "the entries of the file", &out->list));
  sl_prefer_huge_pages(out->list, out->room * sizeof *out->list);
  sl_powers *powers;
  SL_TRY(sl_alloc(1, sizeof *powers, "the powers of ten", &powers));
  sl_powers_make(powers);
  sl_status status = read_lines(lines, shape, powers, out);
  sl_free(powers);
  return status;
}
