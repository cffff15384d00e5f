/* extent.c: finds where functions begin and end in a source, well enough to show whole
 * functions. */
#include "report/sheet.h"

#include <ctype.h>
#include <string.h>

enum { MAX_DEPTH = 256, MOST_COMMENT_LINES = 8, WHOLE_FUNCTION_LINES = 120, CONTEXT = 3 };

typedef struct extent_reader {
  sl_sheet *sheet;
  bool (*wanted)(const sl_sheet_line *line, void *context);
  void *context;
  bool counts[MAX_DEPTH]; /* whether this brace opens a body, rather than a namespace */
  int braces, depth;      /* open braces, and those of them that count */
  int start;              /* first line of the declaration being read; −1 between two */
  const char *words;      /* where it begins */
} extent_reader;

static bool is_blank(const char *text, int length) {
  for (int i = 0; i < length; i++) {
    if (!isspace((unsigned char)text[i])) return false;
  }
  return true;
}

/* `namespace a {` and `extern "C" {` hold functions; any other brace opens a body. */
static bool opens_body(const extent_reader *r, const char *brace) {
  const char *word = r->words;
  if (r->depth > 0 || !word) return true;
  if (strncmp(word, "inline", 6) == 0) word += 6 + strspn(word + 6, " ");
  if (strncmp(word, "namespace", 9) == 0) return false;
  bool named = strncmp(word, "extern", 6) == 0;
  for (const char *c = word + 6; named && c < brace; c++) named = isspace((unsigned char)*c);
  return !named;
}

/* Marks a whole function, or only the neighbourhood if the function is very long. */
static void mark(extent_reader *r, int first, int last) {
  sl_sheet *sheet = r->sheet;
  bool whole = last - first < WHOLE_FUNCTION_LINES;
  bool any = false;
  for (int i = first; i <= last; i++) {
    if (!r->wanted(&sheet->lines[i], r->context)) continue;
    any = true;
    for (int k = i - CONTEXT; k <= i + CONTEXT; k++) {
      if (k >= first && k <= last) sheet->lines[k].shown = true;
    }
  }
  if (!any) return;
  for (int i = first; whole && i <= last; i++) sheet->lines[i].shown = true;
  sheet->lines[first].shown = true;
  for (int i = first - 1; i >= 0 && i >= first - MOST_COMMENT_LINES; i--) {
    const sl_sheet_line *line = &sheet->lines[i];
    bool comment = is_blank(line->code, line->length) && !is_blank(line->text, line->length);
    if (!comment) break;
    sheet->lines[i].shown = true;
  }
}

static void open_brace(extent_reader *r, const char *brace) {
  bool counts = opens_body(r, brace);
  if (r->braces < MAX_DEPTH) r->counts[r->braces] = counts;
  r->braces++;
  r->depth += counts;
  if (!counts) r->start = -1;
}

static void close_brace(extent_reader *r, int line) {
  if (r->braces == 0) return;
  r->braces--;
  bool counted = r->braces >= MAX_DEPTH || r->counts[r->braces];
  r->depth -= counted;
  if (r->depth == 0 && counted && r->start >= 0) mark(r, r->start, line);
  if (r->depth == 0) r->start = -1;
}

static void read_line(extent_reader *r, int number) {
  const sl_sheet_line *line = &r->sheet->lines[number];
  for (const char *c = line->code; c < line->code + line->length; c++) {
    if (isspace((unsigned char)*c)) continue;
    if (r->depth == 0 && r->start < 0 && *c != '}' && *c != ';') {
      r->start = number;
      r->words = c;
    }
    if (*c == '{') open_brace(r, c);
    if (*c == '}') close_brace(r, number);
    if (*c == ';' && r->depth == 0) r->start = -1;
  }
}

static bool is_directive(const sl_sheet_line *line) {
  int i = 0;
  while (i < line->length && isspace((unsigned char)line->code[i])) i++;
  return i < line->length && line->code[i] == '#';
}

static bool goes_on(const sl_sheet_line *line) {
  return line->length > 0 && line->text[line->length - 1] == '\\';
}

void sl_sheet_mark_functions(sl_sheet *sheet,
                             bool (*wanted)(const sl_sheet_line *line, void *context),
                             void *context) {
  extent_reader r = {.sheet = sheet, .wanted = wanted, .context = context, .start = -1};
  bool directive = false;
  for (int i = 0; i < sheet->num_lines; i++) {
    directive = directive || is_directive(&sheet->lines[i]);
    if (!directive) read_line(&r, i);
    if (directive && wanted(&sheet->lines[i], context)) sheet->lines[i].shown = true;
    directive = directive && goes_on(&sheet->lines[i]);
  }
}
