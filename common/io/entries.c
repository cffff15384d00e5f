/* entries.c: reads the entry lines of a Matrix Market file, which takes most of the time of
 * reading. */
#include "base/huge.h"
#include "market.h"
#include "scan.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <float.h>
#include <math.h>

/* The position of the next value of an array file. Values are stored by column, of symmetric
 * matrices from the diagonal down, and of skew-symmetric matrices from the row below the
 * diagonal. */
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

/* Scans a row or column number, which must be followed by a blank. Files count from 1; `*index`
 * counts from 0. */
static inline const char *scan_index(const char *text, int limit, int *index) {
  int64_t number;
  text = sl_scan_index(sl_skip_blanks(text), &number);
  if (!text || number < 1 || number > limit || (!sl_is_blank(*text) && *text != '\n')) return NULL;
  *index = (int)number - 1;
  return text;
}

/* Whether the entry may be in the file: symmetric files store only the lower triangle, and the
 * diagonal of a skew-symmetric matrix is zero. */
static inline bool belongs(const sl_mm_shape *shape, const sl_mm_entry *entry) {
  if (shape->symmetry == MM_GENERAL) return true;
  if (shape->symmetry == MM_SKEW && entry->row == entry->col) return entry->value == 0;
  return entry->row >= entry->col;
}

/* Scans a whole line into `*entry`, which already contains the position if the file is an array.
 * Returns the newline at the end of the line, or NULL if the line is blank, a comment, or
 * malformed. */
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

/* ---- the list -------------------------------------------------------------------------------- */

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { FIRST_ROOM = 2 };
#else
enum { FIRST_ROOM = 4096 };
#endif

/* The room for entries to begin with: the number of entries that the header promises, but no more
 * than fit into the bytes of the file. The unpacked size of an archive is unknown, so it begins
 * with FIRST_ROOM. */
static size_t first_room(const sl_mm_shape *shape, const sl_input *input) {
  size_t count = (size_t)shape->count;
  int64_t shortest = shape->array ? 2 : shape->field == MM_PATTERN ? 4 : 6; /* "1 1 1\n" */
  int64_t bound = input->size < 0 ? FIRST_ROOM : input->size / shortest + 1;
  return (size_t)bound < count ? (size_t)bound : count;
}

/* Makes room for at least `count` entries. */
static sl_status grow(const sl_mm_shape *shape, size_t count, sl_mm_entries *entries) {
  size_t room = 2 * entries->room;
  if (room < count) room = count;
  if (room > (size_t)shape->count) room = (size_t)shape->count;
  SL_TRY(sl_resize(room, sizeof *entries->list, "the entries of the file", &entries->list));
  sl_prefer_huge_pages(entries->list, room * sizeof *entries->list);
  entries->room = room;
  return SL_OK;
}

void sl_market_entries_free(sl_mm_entries *entries) {
  sl_free(entries->list);
  *entries = (sl_mm_entries){0};
}

/* ---- the lines ------------------------------------------------------------------------------- */

/* Handles a current line that is not a plain entry, or that is one entry too many: skips it if it
 * is blank or a comment, and otherwise reports what is wrong. */
static sl_status pass_or_explain(sl_lines *lines, const sl_mm_shape *shape, size_t count) {
  bool filler;
  SL_TRY(sl_lines_check_length(lines));
  SL_TRY(sl_lines_pass_filler(lines, &filler));
  if (filler) return SL_OK;
  return count == (size_t)shape->count ? sl_market_too_many(lines, shape)
                                       : sl_market_explain(lines, shape);
}

/* What the threads share: the complete lines of a block, divided into pieces at the ends of
 * lines. */
typedef struct entries_sharing {
  const sl_mm_shape *shape;
  const sl_powers *powers;
  int num_pieces;
  char *begins[SL_MOST_PARTS + 1];
  size_t lines[SL_MOST_PARTS]; /* lines in each piece; later in all pieces before it */
  size_t plain[SL_MOST_PARTS]; /* entries of each piece, before any other line */
  char *stops[SL_MOST_PARTS];  /* where the scan of each piece ended */
  sl_mm_entry *list;           /* where the entries of the first piece go */
} entries_sharing;

static void count_lines(void *context, int piece) {
  entries_sharing *all = context;
  size_t count = 0;
  for (const char *at = all->begins[piece], *end = all->begins[piece + 1]; at < end; count++) {
    at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
  }
  all->lines[piece] = count;
}

static void scan_piece(void *context, int piece) {
  entries_sharing *all = context;
  char *at = all->begins[piece], *end = all->begins[piece + 1];
  sl_mm_entry *first = all->list + all->lines[piece], *next = first;
  while (at < end) {
    char *newline = scan_entry(at, all->shape, all->powers, next);
    if (!newline || (size_t)(newline - at) >= SL_LINES_BLOCK) break;
    at = newline + 1;
    next++;
  }
  all->plain[piece] = (size_t)(next - first);
  all->stops[piece] = at;
}

static void cut_pieces(const sl_lines *lines, int num_pieces, entries_sharing *all) {
  long long size = lines->whole - lines->next;
  all->num_pieces = num_pieces;
  all->begins[0] = lines->next;
  for (int piece = 1; piece <= num_pieces; piece++) {
    char *at = lines->next + sl_part_begin(size, num_pieces, piece);
    if (at < all->begins[piece - 1]) at = all->begins[piece - 1];
    while (at > all->begins[piece - 1] && at[-1] != '\n') at++;
    all->begins[piece] = at;
  }
}

static size_t add_up_lines(entries_sharing *all) {
  size_t before = 0;
  for (int piece = 0; piece < all->num_pieces; piece++) {
    size_t own = all->lines[piece];
    all->lines[piece] = before;
    before += own;
  }
  return before;
}

/* Takes over the entries of all pieces, in order. Stops at a line that is not a plain entry,
 * because messages about later lines need the line number. */
static void take_pieces(const entries_sharing *all, sl_lines *lines, sl_mm_entries *out) {
  for (int piece = 0; piece < all->num_pieces; piece++) {
    out->count += all->plain[piece];
    lines->number += (long long)all->plain[piece];
    lines->next = all->stops[piece];
    if (all->stops[piece] < all->begins[piece + 1]) return;
  }
}

/* Reads plain entries from the block with several threads. Does nothing if the block has more lines
 * than entries are expected. read_lines handles all other lines. */
static sl_status read_together(sl_lines *lines, const sl_mm_shape *shape, const sl_powers *powers,
                               sl_mm_entries *out) {
  int num_pieces = sl_parallel_parts(lines->whole - lines->next);
  if (num_pieces == 1 || shape->array) return SL_OK;
  entries_sharing all = {.shape = shape, .powers = powers};
  cut_pieces(lines, num_pieces, &all);
  sl_parallel_run_all(num_pieces, count_lines, &all);
  size_t count = out->count + add_up_lines(&all);
  if (count > (size_t)shape->count) return SL_OK;
  if (count > out->room) SL_TRY(grow(shape, count, out));
  all.list = out->list + out->count;
  sl_parallel_run_all(num_pieces, scan_piece, &all);
  take_pieces(&all, lines, out);
  return SL_OK;
}

static sl_status read_lines(sl_lines *lines, const sl_mm_shape *shape, const sl_powers *powers,
                            sl_mm_entries *out) {
  position at = {first_row(shape, 0), 0};
  for (;;) {
    char *line;
    bool fresh = lines->next == lines->whole;
    SL_TRY(sl_lines_at(lines, &line));
    if (line && fresh) {
      SL_TRY(read_together(lines, shape, powers, out));
      if (lines->next == lines->whole) continue;
      line = lines->next;
    }
    if (!line) break;
    sl_mm_entry entry = {at.row, at.col, 0};
    char *newline = scan_entry(line, shape, powers, &entry);
    if (!newline || out->count == (size_t)shape->count) {
      SL_TRY(pass_or_explain(lines, shape, out->count));
      continue;
    }
    if ((size_t)(newline - line) >= SL_LINES_BLOCK) SL_TRY(sl_lines_check_length(lines));
    if (out->count == out->room) SL_TRY(grow(shape, out->count + 1, out));
    out->list[out->count++] = entry;
    if (shape->array) advance(shape, &at);
    sl_lines_pass(lines, newline + 1);
  }
  return out->count < (size_t)shape->count ? sl_market_too_few(lines, shape, out->count) : SL_OK;
}

/* Enlarges the block if there is enough work for several threads. */
static sl_status widen(sl_lines *lines, const sl_mm_shape *shape) {
  enum { SHORTEST = 4 }; /* "1 1\n" */
  if (shape->array || sl_parallel_threads((long long)shape->count * SHORTEST) == 1) return SL_OK;
  if (lines->input->size >= 0 && lines->input->size < (int64_t)SL_LINES_BLOCK) return SL_OK;
  return sl_lines_widen(lines);
}

sl_status sl_market_read_entries(sl_lines *lines, const sl_mm_shape *shape, sl_mm_entries *out) {
  *out = (sl_mm_entries){.room = first_room(shape, lines->input)};
  SL_TRY(sl_alloc(out->room, sizeof *out->list, "the entries of the file", &out->list));
  sl_prefer_huge_pages(out->list, out->room * sizeof *out->list);
  sl_powers *powers;
  SL_TRY(widen(lines, shape));
  SL_TRY(sl_alloc(1, sizeof *powers, "the powers of ten", &powers));
  sl_scan_make_powers(powers);
  sl_status status = read_lines(lines, shape, powers, out);
  sl_free(powers);
  return status;
}
