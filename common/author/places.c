/* places.c: finds the lines of a change in a program. */
#include "author/places.h"

#include <ctype.h>
#include <string.h>

sl_status sl_place_cut_lines(const sl_source *source, sl_text_lines *out) {
  const char *code = source->code;
  out->count = 0;
  for (const char *text = source->text; *text;) {
    int length = (int)strcspn(text, "\n"), end = length;
    if (out->count == SL_MAX_LINES) return sl_fail(SL_ERR_INPUT, "%s is too long", source->path);
    while (end > 0 && isspace((unsigned char)code[end - 1])) end--;
    out->count++;
    out->of[out->count].text = text;
    out->of[out->count].length = length;
    out->of[out->count].code = end;
    code += length + (text[length] == '\n');
    text += length + (text[length] == '\n');
  }
  return SL_OK;
}

int sl_place_indentation(const char *text, int length) {
  int count = 0;
  while (count < length && text[count] == ' ') count++;
  return count < SL_MAX_INDENT ? count : SL_MAX_INDENT;
}

/* ---- whole lines ----------------------------------------------------------------------------- */

/* The author's line, without a comment after it; comments hold no code, and strings no "//". */
static bool is_line(const sl_text_lines *l, int number, const char *wanted) {
  const char *comment = strstr(wanted, "//");
  int length = (int)(comment ? (size_t)(comment - wanted) : strlen(wanted));
  while (length > 0 && isspace((unsigned char)wanted[length - 1])) length--;
  int before = sl_place_indentation(wanted, length);
  const char *text = l->of[number].text;
  int skipped = sl_place_indentation(text, l->of[number].code);
  return length - before == l->of[number].code - skipped &&
         memcmp(wanted + before, text + skipped, (size_t)(length - before)) == 0;
}

/* Compares the wanted lines with the program's lines from `number` on, and skips lines that hold
 * only comments. Returns the last line that matches, or 0 if one does not. */
static int match(const sl_text_lines *l, const sl_change_line *wanted, int count, int number) {
  int matched = 0;
  for (; number <= l->last; number++) {
    if (l->of[number].code == 0 && matched > 0) continue;
    if (l->of[number].code == 0 || !is_line(l, number, wanted[matched].text)) return 0;
    if (++matched == count) return number;
  }
  return 0;
}

static sl_status refuse(const sl_entries *entries, const sl_text_lines *l,
                        const sl_change_line *wanted, int count, int found) {
  return sl_fail(SL_ERR_INPUT, "%s:%d: \"%s\"%s %s in %s", entries->path, wanted->line,
                 wanted->text, count > 1 ? " with the lines after it" : "",
                 found ? "occurs more than once" : "does not occur", l->function);
}

static sl_status find_block(const sl_entries *entries, const sl_text_lines *l,
                            const sl_change_line *wanted, int count, sl_text_place *out) {
  int found = 0;
  for (int number = l->first; number <= l->last; number++) {
    int last = match(l, wanted, count, number);
    if (!last) continue;
    found++;
    out->first = number;
    out->last = last;
  }
  return found == 1 ? SL_OK : refuse(entries, l, wanted, count, found);
}

/* The lines that end the range of "- ..."; if there are none, the function's end does. */
static sl_status find_end(const sl_entries *entries, const sl_text_lines *l,
                          const sl_change_line *wanted, int count, sl_text_place *out) {
  int last = count == 0 ? l->last - 1 : 0;
  for (int number = out->last + 1; number <= l->last && !last; number++) {
    last = match(l, wanted, count, number);
  }
  if (last > out->last) {
    out->last = last;
    return SL_OK;
  }
  if (count == 0) {
    return sl_fail(SL_ERR_INPUT, "%s:%d: %s ends here already", entries->path, wanted[-1].line,
                   l->function);
  }
  return sl_fail(SL_ERR_INPUT, "%s:%d: \"%s\"%s does not occur after that in %s", entries->path,
                 wanted->line, wanted->text, count > 1 ? " with the lines after it" : "",
                 l->function);
}

static sl_status find_lines(const sl_entries *entries, const sl_text_lines *l,
                            const sl_change_line *wanted, int count, sl_text_place *out) {
  int head = 0;
  while (head < count && strcmp(wanted[head].text, "...") != 0) head++;
  if (head == 0) {
    return sl_fail(SL_ERR_INPUT, "%s:%d: a line that gives the place must come before \"...\"",
                   entries->path, wanted->line);
  }
  SL_TRY(find_block(entries, l, wanted, head, out));
  if (head == count) return SL_OK;
  return find_end(entries, l, wanted + head + 1, count - head - 1, out);
}

/* ---- a part of a line ------------------------------------------------------------------------ */

static sl_status find_part(const sl_entries *entries, const sl_text_lines *l,
                           const sl_change_line *wanted, sl_text_place *out) {
  int found = 0, length = (int)strlen(wanted->text);
  for (int number = l->first; number <= l->last; number++) {
    for (int column = 0; column + length <= l->of[number].code; column++) {
      if (memcmp(l->of[number].text + column, wanted->text, (size_t)length) != 0) continue;
      found++;
      out->first = out->last = number;
      out->column = column;
    }
  }
  return found == 1 ? SL_OK : refuse(entries, l, wanted, 1, found);
}

/* ---- all places ------------------------------------------------------------------------------ */

/* Finds the place that begins at line `i` of the change; returns the line after it. */
static sl_status find_place(const sl_entries *entries, const sl_text_lines *l,
                            const sl_change_line *change, int count, int *i, sl_text_place *out) {
  int begin = *i;
  *out = (sl_text_place){.sign = change[begin].sign, .begin = begin, .end = begin + 1};
  (*i)++;
  if (out->sign == '~') return find_part(entries, l, &change[begin], out);
  if (out->sign == '+') {
    return sl_fail(SL_ERR_INPUT,
                   "%s:%d: a line with -, before or after must come first: it gives the place",
                   entries->path, change[begin].line);
  }
  while (out->sign == '-' && *i < count && change[*i].sign == '-') (*i)++;
  SL_TRY(find_lines(entries, l, &change[begin], *i - begin, out));
  out->begin = *i;
  while (*i < count && change[*i].sign == '+') (*i)++;
  out->end = *i;
  if (out->sign == '-' || out->begin < out->end) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s:%d: a line with + must follow", entries->path,
                 change[begin].line);
}

sl_status sl_places_find(const sl_entries *entries, const sl_text_lines *lines,
                         const sl_change_line *change, int count, sl_text_place *out,
                         int *count_out) {
  int places = 0;
  for (int i = 0; i < count;) {
    const sl_change_line *begin = &change[i];
    if (begin->sign == '|') {
      i++;
      continue;
    }
    sl_text_place *p = &out[places];
    SL_TRY(find_place(entries, lines, change, count, &i, p));
    for (int k = 0; k < places; k++) {
      if (p->first > out[k].last || p->last < out[k].first) continue;
      return sl_fail(SL_ERR_INPUT, "%s:%d: this line is changed twice", entries->path, begin->line);
    }
    places++;
  }
  *count_out = places;
  return SL_OK;
}
