/* remark.c: takes a compiler's log apart. */
#include "errors/remark.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REMARKS = 400 };

/* The state while reading line after line. */
typedef struct remark_reader {
  const char *source;
  sl_remarks *out;
  int context;       /* the source line from which the code of the next remarks was made; 0: none */
  sl_remark *open;   /* for nvcc: the remark to which the following lines belong */
  const char *shown; /* the line of the source as nvcc prints it, with macros replaced */
} remark_reader;

static bool starts(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* ---- plain text ------------------------------------------------------------------------------ */

typedef struct remark_writer {
  char *out;
  size_t size, used;
} remark_writer;

static void put(remark_writer *w, char c) {
  if (w->used + 1 < w->size) w->out[w->used++] = c;
}

/* Returns the character after the bracket that closes the one at `open`. */
static const char *behind(const char *open, char opening, char closing) {
  int depth = 0;
  for (const char *c = open; *c; c++) {
    depth += (*c == opening) - (*c == closing);
    if (depth == 0) return c + 1;
  }
  return open + strlen(open);
}

/* Returns the end of the text to skip at this place; NULL: nothing is skipped. */
static const char *pass(const char *c) {
  static const char *const own[] = {"lens_shim::", "sl_own_"};
  if (starts(c, " {aka ")) return behind(c + 1, '{', '}');
  if (starts(c, " (aka ")) return behind(c + 1, '(', ')');
  if (starts(c, " [-W") || starts(c, " [-f")) return c + strlen(c);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (starts(c, own[i])) return c + strlen(own[i]);
  }
  return NULL;
}

/* Returns the number of bytes of a quote at `c`; 0: there is none. */
static size_t quote(const char *c) {
  static const char *const quotes[] = {"‘", "’", "\"", "`"};
  for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
    if (starts(c, quotes[i])) return strlen(quotes[i]);
  }
  return 0;
}

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static void make_plain(const char *text, char *out, size_t size) {
  remark_writer w = {.out = out, .size = size};
  for (const char *c = text; *c;) {
    const char *next = pass(c);
    size_t bytes = quote(c);
    if (next) {
      c = next;
    } else if (bytes) {
      put(&w, '\'');
      c += bytes;
    } else {
      /* "int*" but not "a*b" */
      bool pointer = *c == '*' && c > text && in_name(c[-1]) && !in_name(c[1]);
      if (pointer) put(&w, ' ');
      put(&w, *c++);
    }
  }
  while (w.used > 0 && out[w.used - 1] == ' ') w.used--;
  if (size) out[w.used] = '\0';
}

static sl_remark *begin(remark_reader *r, sl_remark_kind kind, const char *text) {
  if (r->out->count == MOST_REMARKS) return NULL;
  sl_remark *m = &r->out->all[r->out->count++];
  *m = (sl_remark){.kind = kind, .column = -1};
  make_plain(text, m->text, sizeof m->text);
  return m;
}

/* ---- places ---------------------------------------------------------------------------------- */

typedef struct remark_place {
  char *file; /* ended in place */
  int line;
  char *rest; /* the text after the place */
} remark_place;

/* Reads ":12:3: " or ":12: " after the name of a file. */
static bool read_colons(char *colon, remark_place *out) {
  char *end;
  long line = strtol(colon + 1, &end, 10);
  if (end == colon + 1 || line <= 0 || *end != ':') return false;
  if (isdigit((unsigned char)end[1])) {
    (void)strtol(end + 1, &end, 10);
    if (*end != ':' && *end != ',') return false;
  }
  out->line = (int)line;
  out->rest = end + 1 + strspn(end + 1, " ");
  return true;
}

/* Reads "(12): " after the name of a file. */
static bool read_brackets(char *open, remark_place *out) {
  char *end;
  long line = strtol(open + 1, &end, 10);
  if (end == open + 1 || line <= 0 || !starts(end, "): ")) return false;
  out->line = (int)line;
  out->rest = end + 3;
  return true;
}

/* Reads FILE:LINE:COLUMN: or FILE(LINE): at the start of a line. `*nvcc_out`: it is the second
 * form. */
static bool read_place(char *line, remark_place *out, bool *nvcc_out) {
  for (char *c = line; *c; c++) {
    *nvcc_out = *c == '(';
    if ((*c != ':' || !read_colons(c, out)) && (*c != '(' || !read_brackets(c, out))) continue;
    *c = '\0';
    out->file = line;
    return c > line;
  }
  return false;
}

/* ---- remarks with a place -------------------------------------------------------------------- */

static const struct {
  const char *sign;
  sl_remark_kind kind;
} signs[] = {
    {"fatal error: ", SL_REMARK_ERROR}, {"error: ", SL_REMARK_ERROR},
    {"error ", SL_REMARK_ERROR},        {"catastrophic error", SL_REMARK_ERROR},
    {"warning: ", SL_REMARK_WARNING},   {"warning ", SL_REMARK_WARNING},
    {"note: ", SL_REMARK_NOTE},         {"note ", SL_REMARK_NOTE},
};

/* Returns the text after "error: ", or after nvcc's "error #20-D: "; NULL if the line is not a
 * remark. */
static const char *read_sign(const char *rest, sl_remark_kind *kind_out) {
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (!starts(rest, signs[i].sign)) continue;
    const char *text = rest + strlen(signs[i].sign);
    *kind_out = signs[i].kind;
    if (text[-2] == ':') return text;
    const char *colon = strstr(text, ": ");
    if (colon && (*text == '#' || colon == text)) return colon + 2;
  }
  return NULL;
}

static int own_line(const remark_reader *r, const char *file, int line) {
  return file && strcmp(file, r->source) == 0 ? line : 0;
}

/* Records the line of the source that led to the code of the next remarks: "required from here"
 * names it. */
static void take_context(remark_reader *r, const remark_place *at) {
  int line = own_line(r, at->file, at->line);
  if (!line) return;
  if (starts(at->rest, "  required from") || starts(at->rest, "required from")) r->context = line;
}

static bool take_placed(remark_reader *r, char *line) {
  remark_place at;
  bool nvcc;
  sl_remark_kind kind;
  if (!read_place(line, &at, &nvcc)) return false;
  const char *text = read_sign(at.rest, &kind);
  if (!text) {
    take_context(r, &at);
    return true;
  }
  sl_remark *last = r->out->count ? &r->out->all[r->out->count - 1] : NULL;
  int own = own_line(r, at.file, at.line);
  if (kind == SL_REMARK_NOTE && last && !last->own_line) last->own_line = own;
  sl_remark *m = begin(r, kind, text);
  if (!m) return true;
  m->file = at.file;
  m->line = at.line;
  m->own_line = own || kind == SL_REMARK_NOTE ? own : r->context;
  if (kind != SL_REMARK_NOTE) r->context = 0;
  r->open = nvcc ? m : NULL;
  return true;
}

/* ---- other remarks --------------------------------------------------------------------------- */

/* Returns the line N in "SOURCE:N:"; 0 if the text does not name the source. */
static int line_named(const remark_reader *r, const char *line) {
  const char *at = strstr(line, r->source);
  if (!at || at[strlen(r->source)] != ':') return 0;
  return atoi(at + strlen(r->source) + 1);
}

static bool take_linker(remark_reader *r, const char *line) {
  static const struct {
    const char *sign;
    sl_remark_kind kind;
  } linker[] = {
      {"undefined reference to `", SL_REMARK_MISSING},
      {"undefined symbol: ", SL_REMARK_MISSING},           /* lld */
      {"Unresolved extern function '", SL_REMARK_MISSING}, /* ptxas */
      {"multiple definition of `", SL_REMARK_TWICE},
      {"duplicate symbol: ", SL_REMARK_TWICE},
  };
  for (size_t i = 0; i < sizeof linker / sizeof *linker; i++) {
    const char *name = strstr(line, linker[i].sign);
    if (!name) continue;
    char text[512];
    name += strlen(linker[i].sign);
    (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(name, "'"), name);
    sl_remark *m = begin(r, linker[i].kind, text);
    if (m) m->own_line = line_named(r, linker[i].kind == SL_REMARK_TWICE ? name : line);
    return true;
  }
  return false;
}

/* Reads a remark without a place: from ptxas, from nvcc itself, or from the kit. */
static bool take_placeless(remark_reader *r, const char *line) {
  if (starts(line, "This source needs more ") || starts(line, "The compiler had not ")) {
    (void)begin(r, SL_REMARK_ERROR, line);
    return true;
  }
  static const char *const tools[] = {"",        "ptxas ",   "nvcc ",
                                      "nvlink ", "lenscc: ", "At end of source: "};
  static const char *const kinds[] = {"error", "fatal"};
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
    if (!starts(line, tools[i])) continue;
    const char *rest = line + strlen(tools[i]);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      if (!starts(rest, kinds[k])) continue;
      const char *colon = rest + strlen(kinds[k]) + strspn(rest + strlen(kinds[k]), " ");
      if (*colon != ':') continue;
      (void)begin(r, SL_REMARK_ERROR, colon + 1 + strspn(colon + 1, " "));
      return true;
    }
  }
  return false;
}

/* Reads "inlined from 'f' at FILE:12:3:", which precedes gcc's remark. */
static void take_inlined(remark_reader *r, const char *line) {
  const char *at = strstr(line, " at ");
  if (starts(line + strspn(line, " "), "inlined from ") && at && line_named(r, at)) {
    r->context = line_named(r, at);
  }
}

/* Reads nvcc's lines after a remark: types of arguments, the line of the source, and a mark below
 * it. */
static void take_more(remark_reader *r, const char *line) {
  if (!r->open) return;
  sl_remark *m = r->open;
  size_t blanks = strspn(line, " "), used = strlen(m->text);
  const char *macro = r->shown ? strstr(r->shown, "__attribute__((") : NULL;
  if (strcmp(line + blanks, "^") == 0) {
    bool moved = macro && (size_t)(macro - r->shown) < blanks;
    m->column = moved || blanks < 2 ? -1 : (int)blanks - 2;
    r->open = NULL;
    r->shown = NULL;
  } else if (blanks >= 10 && (starts(line + blanks, "argument types are: ") ||
                              starts(line + blanks, "operand types are: "))) {
    char plain[512];
    make_plain(line + blanks, plain, sizeof plain);
    (void)snprintf(m->text + used, sizeof m->text - used, " %s", plain);
  } else if (!line[blanks]) {
    r->open = NULL;
    r->shown = NULL;
  } else {
    r->shown = line;
  }
}

static void take_line(remark_reader *r, char *line) {
  take_inlined(r, line);
  if (take_linker(r, line) || take_placed(r, line) || take_placeless(r, line)) return;
  take_more(r, line);
}

sl_status sl_remarks_read(const char *log, const char *source, sl_remarks *out) {
  size_t size = strlen(log);
  remark_reader r = {.source = source, .out = out};
  memset(out, 0, sizeof *out);
  sl_status status = sl_alloc(size + 1, 1, "the compiler's messages", &out->copy);
  if (status == SL_OK) {
    status = sl_alloc(MOST_REMARKS, sizeof *out->all, "the compiler's messages", &out->all);
  }
  if (status != SL_OK) {
    sl_remarks_free(out);
    return status;
  }
  memcpy(out->copy, log, size);
  for (char *line = out->copy, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    if (*end) *end++ = '\0';
    take_line(&r, line);
  }
  return SL_OK;
}

void sl_remarks_free(sl_remarks *remarks) {
  sl_free(remarks->copy);
  sl_free(remarks->all);
  memset(remarks, 0, sizeof *remarks);
}
