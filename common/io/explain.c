/* explain.c: describes what is wrong with an entry line. This runs at most once, after reading has
 * failed. */
#include "market.h"
#include "scan.h"
#include "words.h"

#include <float.h>
#include <math.h>

/* A line that the scanner has rejected. */
typedef struct suspect {
  const char *name;
  long long number;
  char *line;
  const sl_mm_shape *shape;
  sl_words words;
} suspect;

static int words_wanted(const sl_mm_shape *shape) {
  if (shape->array) return 1;
  return shape->field == MM_PATTERN ? 2 : 3;
}

static sl_status wrong_word_count(const suspect *s) {
  static const char *const wanted[4] = {"", "one value", "'row column'", "'row column value'"};
  const char *remedy = "write one entry per line";
  if (!s->shape->array && s->shape->field == MM_PATTERN && s->words.count > 2) {
    remedy = "if the file has values, write 'real' for 'pattern' in line 1";
  } else if (!s->shape->array && s->words.count == 2) {
    remedy = "if no entry has a value, write 'pattern' for the field in line 1";
  } else if (s->words.count == words_wanted(s->shape) + 1) {
    remedy = "write one entry per line; complex values are not supported";
  }
  return sl_fail(SL_ERR_INPUT, "%s:%lld: the entry has %d word%s, where %s is expected; %s",
                 s->name, s->number, s->words.count, s->words.count == 1 ? "" : "s",
                 wanted[words_wanted(s->shape)], remedy);
}

static sl_status explain_index(const suspect *s, int i, const char *what, int limit, int *index) {
  sl_quote quote = sl_words_quote(&s->words, i);
  const char *word = s->words.word[i].text;
  int64_t number = 0;
  if (sl_scan_count(word, &number) != word + s->words.word[i].length) {
    return sl_fail(SL_ERR_INPUT, "%s:%lld: the %s is %s; it must be a whole number from 1 to %d",
                   s->name, s->number, what, quote.text, limit);
  }
  if (number == 0) {
    return sl_fail(SL_ERR_INPUT,
                   "%s:%lld: the %s is 0, but this format counts from 1; add 1 to all indices",
                   s->name, s->number, what);
  }
  if (number > limit) {
    return sl_fail(SL_ERR_INPUT,
                   "%s:%lld: %s %s of a matrix with %d; correct it, or the sizes in line %lld",
                   s->name, s->number, what, quote.text, limit, s->shape->size_line);
  }
  *index = (int)number - 1;
  return SL_OK;
}

static sl_status explain_real(const suspect *s, int i, double *value) {
  sl_quote quote = sl_words_quote(&s->words, i);
  char *word = s->line + (s->words.word[i].text - s->line);
  sl_powers powers;
  sl_scan_make_powers(&powers);
  if (sl_scan_real(word, &powers, value) != word + s->words.word[i].length) {
    return sl_fail(SL_ERR_INPUT,
                   "%s:%lld: the value is %s; it must be a finite number such as -1.5e-3", s->name,
                   s->number, quote.text);
  }
  if (fabs(*value) <= DBL_MAX) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "%s:%lld: the value %s is too large for a double; scale the matrix, or correct it",
                 s->name, s->number, quote.text);
}

static sl_status explain_integer(const suspect *s, int i, double *value) {
  const char *word = s->words.word[i].text;
  if (sl_scan_integer(word, value) == word + s->words.word[i].length) return SL_OK;
  SL_TRY(explain_real(s, i, value)); /* reports text that is not a number */
  return sl_fail(SL_ERR_INPUT,
                 "%s:%lld: the value %s is not a whole number of at most 2^53; write 'real' for "
                 "'integer' in line 1",
                 s->name, s->number, sl_words_quote(&s->words, i).text);
}

static sl_status explain_triangle(const suspect *s, const sl_mm_entry *entry) {
  if (entry->row < entry->col) {
    return sl_fail(
        SL_ERR_INPUT,
        "%s:%lld: entry (%d, %d) is above the diagonal, but a symmetric file stores the "
        "lower half; swap the two, or write 'general' in line 1 if both halves are there",
        s->name, s->number, entry->row + 1, entry->col + 1);
  }
  if (s->shape->symmetry == MM_SKEW && entry->row == entry->col && entry->value != 0) {
    return sl_fail(SL_ERR_INPUT,
                   "%s:%lld: entry (%d, %d) is on the diagonal, which is zero in a skew-symmetric "
                   "matrix; remove it, or correct line 1",
                   s->name, s->number, entry->row + 1, entry->col + 1);
  }
  return SL_OK;
}

sl_status sl_market_explain(const sl_lines *lines, const sl_mm_shape *shape) {
  suspect s = {lines->input->name, lines->number, lines->next, shape, {.count = 0}};
  sl_words_cut(s.line, &s.words);
  if (s.words.count != words_wanted(shape)) return wrong_word_count(&s);
  sl_mm_entry entry = {0, 0, 1};
  if (!shape->array) {
    SL_TRY(explain_index(&s, 0, "row", shape->num_rows, &entry.row));
    SL_TRY(explain_index(&s, 1, "column", shape->num_cols, &entry.col));
  }
  int last = s.words.count - 1;
  if (shape->field == MM_REAL) SL_TRY(explain_real(&s, last, &entry.value));
  if (shape->field == MM_INTEGER) SL_TRY(explain_integer(&s, last, &entry.value));
  if (!shape->array && shape->symmetry != MM_GENERAL) SL_TRY(explain_triangle(&s, &entry));
  return sl_fail(SL_ERR_INTERNAL, "%s:%lld: refused for an unknown reason; please report the line",
                 s.name, s.number);
}

sl_status sl_market_too_few(const sl_lines *lines, const sl_mm_shape *shape, size_t count) {
  return sl_fail(SL_ERR_INPUT,
                 "%s:%lld: the file ends after %zu of %d entries; it was cut short, so fetch it "
                 "again, or correct the sizes in line %lld",
                 lines->input->name, lines->number - 1, count, shape->count, shape->size_line);
}

sl_status sl_market_too_many(const sl_lines *lines, const sl_mm_shape *shape) {
  return sl_fail(SL_ERR_INPUT,
                 "%s:%lld: more than the %d entries that line %lld promises; correct the sizes "
                 "there, or remove the extra entries",
                 lines->input->name, lines->number, shape->count, shape->size_line);
}
