/* header.c: reads the banner and the size line of a Matrix Market file. */
#include "market.h"
#include "scan.h"
#include "words.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- the banner ------------------------------------------------------------------------------ */

/* A word of the banner: its value, or the reason why the kit cannot read the file. */
typedef struct meaning {
  const char *word;
  int value;
  const char *refusal;
} meaning;

#define COMPLEX_REFUSAL "the labs work on real numbers; fetch a real matrix, or store its real part"

static const meaning objects[] = {
    {"matrix", 0, NULL},
    {"vector", 0, "the kit reads matrices; write it as an array of one column"},
    {0},
};

static const meaning formats[] = {{"coordinate", false, NULL}, {"array", true, NULL}, {0}};

static const meaning fields[] = {
    {"real", MM_REAL, NULL},
    {"integer", MM_INTEGER, NULL},
    {"pattern", MM_PATTERN, NULL},
    {"double", MM_REAL, NULL},              /* not in the standard, but some programs write it */
    {"unsigned-integer", MM_INTEGER, NULL}, /* not in the standard either */
    {"complex", 0, COMPLEX_REFUSAL},
    {0},
};

static const meaning symmetries[] = {
    {"general", MM_GENERAL, NULL},
    {"symmetric", MM_SYMMETRIC, NULL},
    {"skew-symmetric", MM_SKEW, NULL},
    {"hermitian", 0, "without complex values that is the same as symmetric: write 'symmetric'"},
    {0},
};

/* Looks up word `i` of the banner in `table`. `expected` lists the words that are allowed, for
 * messages. */
static sl_status look_up(const char *name, const sl_words *words, int i, const meaning *table,
                         const char *expected, int *value) {
  for (const meaning *entry = table; entry->word; entry++) {
    if (!sl_words_is(words, i, entry->word)) continue;
    *value = entry->value;
    if (!entry->refusal) return SL_OK;
    return sl_fail(SL_ERR_INPUT, "%s:1: the header says '%s'; %s", name, entry->word,
                   entry->refusal);
  }
  return sl_fail(SL_ERR_INPUT, "%s:1: word %d of the header is %s; it must be %s", name, i + 1,
                 sl_words_quote(words, i).text, expected);
}

/* Whether there are at least `least` words from index `first` on, and all of them are integers. */
static bool holds_counts(const sl_words *words, int first, int least) {
  int64_t count;
  int known = words->count < SL_WORDS_MAX ? words->count : SL_WORDS_MAX;
  for (int i = first; i < known; i++) {
    const char *text = words->word[i].text;
    if (sl_scan_count(text, &count) != text + words->word[i].length) return false;
  }
  return words->count >= first + least;
}

/* Whether the first word is a type code of the Harwell-Boeing format such as RUA: the kind of
 * values, the symmetry, and whether the matrix is assembled. */
static bool is_type_of_harwell(const sl_words *words) {
  static const char letters[3][11] = {"RCPIrcpi", "SUHZRsuhzr", "AEae"};
  if (words->count == 0 || words->word[0].length != 3) return false;
  for (int i = 0; i < 3; i++) {
    if (!strchr(letters[i], words->word[0].text[i])) return false;
  }
  return true;
}

/* Whether the file has the Harwell-Boeing format: after a title, a line of integers, and a line
 * with the type code and the sizes. */
static bool is_harwell(sl_lines *lines) {
  char *line;
  sl_words words;
  sl_lines_skip(lines);
  if (sl_lines_at(lines, &line) != SL_OK || !line) return false;
  sl_words_cut(line, &words);
  if (!holds_counts(&words, 0, 4)) return false;
  sl_lines_skip(lines);
  if (sl_lines_at(lines, &line) != SL_OK || !line) return false;
  sl_words_cut(line, &words);
  return is_type_of_harwell(&words) && holds_counts(&words, 1, 3);
}

static sl_status read_banner(sl_lines *lines, sl_mm_shape *shape) {
  const char *name = lines->input->name;
  char *line;
  SL_TRY(sl_lines_at(lines, &line));
  if (!line) {
    return sl_fail(SL_ERR_INPUT, "%s:1: the file is empty; fetch or write it again", name);
  }
  sl_words words;
  sl_words_cut(line, &words);
  if (!sl_words_is(&words, 0, "%%MatrixMarket")) {
    if (is_harwell(lines)) {
      return sl_fail(SL_ERR_INPUT,
                     "%s:1: this is a Harwell-Boeing file, and the kit reads Matrix Market; fetch "
                     "the same matrix as .mtx, or convert it (in Python, "
                     "scipy.io.mmwrite('a.mtx', scipy.io.hb_read(file)))",
                     name);
    }
    return sl_fail(SL_ERR_INPUT,
                   "%s:1: the file does not begin with %%%%MatrixMarket; it must, followed by for "
                   "example 'matrix coordinate real general'",
                   name);
  }
  int object = 0, array = 0, field = 0, symmetry = 0;
  SL_TRY(look_up(name, &words, 1, objects, "'matrix'", &object));
  SL_TRY(look_up(name, &words, 2, formats, "'coordinate' or 'array'", &array));
  SL_TRY(look_up(name, &words, 3, fields, "'real', 'integer' or 'pattern'", &field));
  SL_TRY(look_up(name, &words, 4, symmetries, "'general', 'symmetric' or 'skew-symmetric'",
                 &symmetry));
  if (words.count > 5) {
    return sl_fail(SL_ERR_INPUT, "%s:1: the header continues with %s; it must end after five words",
                   name, sl_words_quote(&words, 5).text);
  }
  if (field == MM_PATTERN && (array || symmetry == MM_SKEW)) {
    return sl_fail(SL_ERR_INPUT,
                   "%s:1: a pattern has no values, so it cannot be %s; write 'coordinate pattern "
                   "general' or '... symmetric', or give the values",
                   name, array ? "an array" : "skew-symmetric");
  }
  shape->array = array;
  shape->field = (mm_field)field;
  shape->symmetry = (mm_symmetry)symmetry;
  sl_lines_skip(lines);
  return SL_OK;
}

/* ---- the size line --------------------------------------------------------------------------- */

static const char *const size_names[3] = {"rows", "columns", "entries"};

/* Scans the `wanted` (two or three) numbers of the size line. */
static sl_status scan_sizes(const char *name, long long number, const char *line, int wanted,
                            int64_t *sizes) {
  sl_words words;
  sl_words_cut(line, &words);
  if (words.count != wanted) {
    return sl_fail(SL_ERR_INPUT, "%s:%lld: the size line has %d words; it must be '%s'", name,
                   number, words.count, wanted == 3 ? "rows columns entries" : "rows columns");
  }
  for (int i = 0; i < wanted; i++) {
    const char *end = sl_scan_count(words.word[i].text, &sizes[i]);
    if (end != words.word[i].text + words.word[i].length) {
      return sl_fail(SL_ERR_INPUT,
                     "%s:%lld: the number of %s is %s; it must be a whole number of at least 0",
                     name, number, size_names[i], sl_words_quote(&words, i).text);
    }
    if (sizes[i] > INT_MAX) {
      return sl_fail(SL_ERR_SIZE, "%s:%lld: %s %s; the kit counts up to %d, take a smaller matrix",
                     name, number, sl_words_quote(&words, i).text, size_names[i], INT_MAX);
    }
  }
  return SL_OK;
}

/* The number of entry lines of an array file: one per element, or per element of the lower triangle
 * with or without the diagonal. It is at most 2^62, so it fits into int64_t. */
static int64_t array_count(mm_symmetry symmetry, int64_t rows, int64_t cols) {
  if (symmetry == MM_GENERAL) return rows * cols;
  return symmetry == MM_SYMMETRIC ? rows * (rows + 1) / 2 : rows * (rows - (rows > 0)) / 2;
}

/* The smallest number of entries that the whole matrix can have, with both halves. */
static int64_t least_expanded(mm_symmetry symmetry, int64_t rows, int64_t count) {
  if (symmetry == MM_GENERAL) return count;
  int64_t diagonal = symmetry == MM_SKEW ? 0 : rows < count ? rows : count;
  return 2 * count - diagonal;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum {
  SPARE_LINES = 1 << 12,
  LINES_PER_ENTRY = 4
}; /* low, because rows without entries would take most of the time */
#else
/* Rows (or columns) that may be empty: 16 million, and 1000 per entry. */
enum { SPARE_LINES = 1 << 24, LINES_PER_ENTRY = 1000 };
#endif

/* Rejects nearly empty matrices, because a size line of forty bytes could request 2^31 row
 * pointers. */
static sl_status check_proportion(const char *name, const sl_mm_shape *shape) {
  int longest = shape->num_rows > shape->num_cols ? shape->num_rows : shape->num_cols;
  if (longest <= SPARE_LINES + (int64_t)LINES_PER_ENTRY * shape->count) return SL_OK;
  return sl_fail(
      SL_ERR_SIZE,
      "%s:%lld: %d rows and %d columns for %d entries; nearly all would be empty; check the sizes",
      name, shape->size_line, shape->num_rows, shape->num_cols, shape->count);
}

static sl_status check_sizes(const char *name, const int64_t *sizes, sl_mm_shape *shape) {
  if (shape->symmetry != MM_GENERAL && sizes[0] != sizes[1]) {
    return sl_fail(SL_ERR_INPUT,
                   "%s:%lld: %lld rows and %lld columns; a symmetric matrix is square, correct the "
                   "sizes or write 'general' in line 1",
                   name, shape->size_line, (long long)sizes[0], (long long)sizes[1]);
  }
  int64_t count = shape->array ? array_count(shape->symmetry, sizes[0], sizes[1]) : sizes[2];
  if (count > INT_MAX || least_expanded(shape->symmetry, sizes[0], count) > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "%s:%lld: %lld entries%s; the kit counts up to %d, take a smaller matrix", name,
                   shape->size_line, (long long)count,
                   shape->symmetry == MM_GENERAL ? ""
                                                 : ", and nearly twice as many when the other "
                                                   "half is filled in",
                   INT_MAX);
  }
  shape->num_rows = (int)sizes[0];
  shape->num_cols = (int)sizes[1];
  shape->count = (int)count;
  return check_proportion(name, shape);
}

sl_status sl_market_read_header(sl_lines *lines, sl_mm_shape *out) {
  const char *name = lines->input->name;
  *out = (sl_mm_shape){0};
  SL_TRY(read_banner(lines, out));
  int wanted = out->array ? 2 : 3;
  char *line;
  bool filler = true;
  do {
    SL_TRY(sl_lines_at(lines, &line));
    if (!line) {
      return sl_fail(SL_ERR_INPUT,
                     "%s:%lld: the file ends before the size line; add '%s', or fetch it again",
                     name, lines->number, wanted == 3 ? "rows columns entries" : "rows columns");
    }
    SL_TRY(sl_lines_pass_filler(lines, &filler));
  } while (filler);
  int64_t sizes[3] = {0};
  out->size_line = lines->number;
  SL_TRY(scan_sizes(name, out->size_line, line, wanted, sizes));
  SL_TRY(check_sizes(name, sizes, out));
  sl_lines_skip(lines);
  return SL_OK;
}

void sl_market_describe(const sl_mm_shape *shape, sl_mm_header *out) {
  (void)snprintf(out->format, sizeof out->format, "%s", shape->array ? "array" : "coordinate");
  (void)snprintf(out->field, sizeof out->field, "%s", fields[shape->field].word);
  (void)snprintf(out->symmetry, sizeof out->symmetry, "%s", symmetries[shape->symmetry].word);
}
