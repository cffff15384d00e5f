/* html.c: text and code in a page. */
#include "report/html.h"

#include "base/utf8.h"

#include <ctype.h>
#include <string.h>

static const char *entity(char c) {
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return NULL;
  }
}

void sl_html_bytes(FILE *file, const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const unsigned char *c = (const unsigned char *)text + i;
    size_t size = sl_utf8_length(text + i, length - i);
    bool control = size == 1 && (iscntrl(*c) && *c != '\t' && *c != '\n');
    bool c1 = size == 2 && c[0] == 0xc2 && c[1] < 0xa0;
    const char *name = entity(text[i]);
    if (size == 0 || control || c1) {
      (void)fputs("\xef\xbf\xbd", file);
    } else if (name) {
      (void)fputs(name, file);
    } else {
      (void)fwrite(c, 1, size, file);
    }
    i += size ? size : 1;
  }
}

void sl_html_text(FILE *file, const char *text) {
  sl_html_bytes(file, text, strlen(text));
}

/* ---- code ------------------------------------------------------------------------------------ */

static bool is_one_of(const char *const *words, const char *text, int length) {
  for (; *words; words++) {
    if ((int)strlen(*words) == length && strncmp(*words, text, (size_t)length) == 0) return true;
  }
  return false;
}

static const char *class_of_word(const char *text, int length) {
  static const char *const keywords[] = {
      "if",     "else",      "for",      "while",  "do",      "return", "break",    "continue",
      "switch", "case",      "default",  "const",  "static",  "struct", "typename", "template",
      "int",    "float",     "double",   "char",   "void",    "bool",   "unsigned", "long",
      "short",  "size_t",    "auto",     "inline", "extern",  "sizeof", "true",     "false",
      "class",  "namespace", "using",    "enum",   "typedef", "goto",   "volatile", "constexpr",
      "signed", "nullptr",   "operator", "public", "private", "real",   NULL};
  static const char *const cuda[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                     "warpSize",  "dim3",     NULL};
  if (is_one_of(keywords, text, length)) return "k";
  if (length > 4 && strncmp(text, "__", 2) == 0) return "q";
  return is_one_of(cuda, text, length) ? "q" : NULL;
}

static void put_span(FILE *file, const char *class, const char *text, int length) {
  if (class) (void)fprintf(file, "<span class=\"%s\">", class);
  sl_html_bytes(file, text, (size_t)length);
  if (class) (void)fputs("</span>", file);
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* Whether a character is part of a comment or a string: blanked in `code`, but not blank. */
static bool is_blanked(const sl_sheet_line *line, int i) {
  return line->code[i] == ' ' && line->text[i] != ' ' && line->text[i] != '\t';
}

/* Returns the end of a comment or string. Blanks belong to it if a blanked character follows them.
 */
static int end_of_blanked(const sl_sheet_line *line, int i) {
  int end = i;
  for (; i < line->length && line->code[i] == ' '; i++) {
    if (is_blanked(line, i)) end = i + 1;
  }
  return end;
}

static const char *class_of_blanked(const char *text) {
  return text[0] == '"' || text[0] == '\'' ? "s" : "c";
}

void sl_html_code(FILE *file, const sl_sheet_line *line) {
  bool directive = false;
  for (int i = 0; i < line->length;) {
    const char *at = line->text + i;
    int end = i + 1;
    const char *class = NULL;
    if (is_blanked(line, i)) {
      end = end_of_blanked(line, i);
      class = class_of_blanked(at);
    } else if (is_word(*at)) {
      while (end < line->length && is_word(line->code[end])) end++;
      class = isdigit((unsigned char)*at) ? "n" : class_of_word(at, end - i);
      if (directive) class = "p";
      directive = false;
    } else if (*at == '#') {
      class = "p";
      directive = true;
    }
    put_span(file, class, at, end - i);
    i = end;
  }
}
