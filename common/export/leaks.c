/* leaks.c: tokens of C and CUDA without names and layout, and the windows of a text. */
#include "export/leaks.h"

#include "base/hash.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------------------------------- */

enum { LONGEST = 24 };

typedef struct token {
  char text[LONGEST]; /* of a name: "" */
  uint64_t name;      /* its hash; 0: not a name */
  int line;
} token;

typedef struct tokens {
  token *all;
  size_t count, room;
} tokens;

typedef struct leaks_reader {
  const char *text;
  size_t size, at;
  int line;
  sl_reading reading;
} leaks_reader;

/* Words with a meaning of their own. All others are names. */
static const char *const words[] = {
    "for",
    "if",
    "else",
    "while",
    "do",
    "return",
    "break",
    "continue",
    "switch",
    "case",
    "sizeof",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "atomicAdd",
    "atomicExch",
    "__syncthreads",
    "__syncwarp",
    "__shared__",
    "__shfl_sync",
    "__shfl_down_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
    "__ballot_sync",
    "__popc",
    "cudaMalloc",
    "cudaFree",
    "cudaMemcpy",
    "cudaMemset",
    "abort",
    "calloc",
    "malloc",
    "free",
};

/* What a variable or a function is declared with. */
static const char *const types[] = {
    "int",        "real",       "float",    "double",   "size_t",       "long",
    "unsigned",   "short",      "bool",     "char",     "auto",         "signed",
    "int32_t",    "int64_t",    "uint32_t", "uint64_t", "static",       "const",
    "inline",     "void",       "extern",   "volatile", "__restrict__", "restrict",
    "__global__", "__device__", "__host__", "register", "constexpr",
};

static bool is_one_of(const char *word, size_t length, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strlen(list[i]) == length && memcmp(list[i], word, length) == 0) return true;
  }
  return false;
}

static int look(const leaks_reader *r, size_t ahead) {
  return r->at + ahead < r->size ? (unsigned char)r->text[r->at + ahead] : 0;
}

static void step(leaks_reader *r, size_t count) {
  for (; count > 0 && r->at < r->size; count--) r->line += r->text[r->at++] == '\n';
}

static bool is_in_word(int c) {
  return isalnum(c) || c == '_';
}

static bool skip_comment(leaks_reader *r) {
  if (look(r, 0) != '/' || (look(r, 1) != '/' && look(r, 1) != '*')) return false;
  bool block = look(r, 1) == '*';
  step(r, 2);
  if (r->reading == SL_BARE) return true; /* the words in it are read */
  while (r->at < r->size) {
    if (!block && look(r, 0) == '\n') break;
    if (block && look(r, 0) == '*' && look(r, 1) == '/') {
      step(r, 2);
      break;
    }
    step(r, 1);
  }
  return true;
}

/* The figures, bars and signs that are in front of a quoted line, or of a changed one. */
static bool skip_margin(leaks_reader *r) {
  if (r->reading == SL_CODE || (r->at > 0 && r->text[r->at - 1] != '\n')) return false;
  size_t length = 0;
  bool figures = false;
  for (int c; (c = look(r, length)) != 0; length++) {
    bool margin = c > 126 || c == ' ' || c == '\t' || c == '.' || c == ',' || c == '|' ||
                  (c == '+' && length == 0) || (c == '-' && length == 0) || c == '>';
    if (!margin && !isdigit(c)) break;
    figures = figures || c > 32;
  }
  step(r, figures ? length : 0);
  return figures && length > 0;
}

static bool skip_string(leaks_reader *r) {
  int quote = look(r, 0);
  if (r->reading == SL_BARE || (quote != '"' && quote != '\'')) return false;
  for (step(r, 1); r->at < r->size && look(r, 0) != quote && look(r, 0) != '\n'; step(r, 1)) {
    if (look(r, 0) == '\\') step(r, 1);
  }
  step(r, 1);
  return true;
}

/* Lines of the preprocessor are no statements; what a macro stands for is read as code. */
static bool skip_directive(leaks_reader *r) {
  if (look(r, 0) != '#') return false;
  step(r, 1);
  while (look(r, 0) == ' ') step(r, 1);
  while (isalpha(look(r, 0))) step(r, 1);
  return true;
}

static bool skip(leaks_reader *r) {
  int c = look(r, 0);
  if (skip_margin(r) || skip_comment(r) || skip_string(r) || skip_directive(r)) return true;
  if (c <= ' ' || c > '~' || c == '{' || c == '}' || c == '\\' || c == '"' || c == '`' ||
      (c == '*' && look(r, 1) == '/')) {
    step(r, c == '*' ? 2 : 1);
    return true;
  }
  return false;
}

/* ---- one token ------------------------------------------------------------------------------- */

static sl_status put(tokens *out, const char *text, size_t length, uint64_t name, int line) {
  if (out->count == out->room) {
    size_t room = out->room ? 2 * out->room : 1024;
    SL_TRY(sl_resize(room, sizeof *out->all, "tokens", &out->all));
    out->room = room;
  }
  token *made = &out->all[out->count++];
  *made = (token){.name = name, .line = line};
  if (!name) memcpy(made->text, text, length < LONGEST - 1 ? length : LONGEST - 1);
  return SL_OK;
}

static bool last_is(const tokens *out, const char *text) {
  return out->count > 0 && strcmp(out->all[out->count - 1].text, text) == 0;
}

/* 0 and 1 have a meaning; any other number may be another one. */
static sl_status take_number(leaks_reader *r, tokens *out) {
  size_t length = 0;
  while (is_in_word(look(r, length)) || look(r, length) == '.') length++;
  const char *text = r->text + r->at;
  bool plain = length == 1 && (*text == '0' || *text == '1');
  int line = r->line;
  step(r, length);
  return put(out, plain ? text : "#", 1, 0, line);
}

/* A member belongs to the name in front of it, but for the .x of threadIdx, which says nothing. */
static sl_status take_word(leaks_reader *r, tokens *out) {
  const char *text = r->text + r->at;
  size_t length = 0;
  int line = r->line;
  while (is_in_word(look(r, length))) length++;
  step(r, length);
  if (is_one_of(text, length, types, sizeof types / sizeof *types)) {
    return last_is(out, "T") ? SL_OK : put(out, "T", 1, 0, line);
  }
  bool meaning = is_one_of(text, length, words, sizeof words / sizeof *words);
  bool member = last_is(out, ".") && out->count > 1;
  if (member) {
    out->count--;
    token *owner = &out->all[out->count - 1];
    if (owner->name) owner->name = sl_hash_bytes(owner->name, text, length) | 1;
    if (owner->name || owner->text[0] != ')') return SL_OK;
  }
  if (meaning) return put(out, text, length, 0, line);
  return put(out, "", 0, sl_hash_bytes(SL_HASH_START, text, length) | 1, line);
}

static const char *const signs[] = {"<<<", ">>>", "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=",
                                    "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "->"};

/* A cast, "(T)" or "(T *)", is taken back. */
static void drop_cast(tokens *out) {
  size_t n = out->count;
  while (n > 0 && strcmp(out->all[n - 1].text, "*") == 0) n--;
  bool cast = n > 1 && strcmp(out->all[n - 1].text, "T") == 0 &&
              strcmp(out->all[n - 2].text, "(") == 0 &&
              !(n > 2 && (out->all[n - 3].name || strcmp(out->all[n - 3].text, "sizeof") == 0));
  if (cast) out->count = n - 2;
}

static bool is_sign(const tokens *in, size_t at, const char *text) {
  return !in->all[at].name && strcmp(in->all[at].text, text) == 0;
}

/* The head of a function is taken back, from its type to the parameters: students are given it. */
static bool drop_head(tokens *out) {
  size_t at = out->count, depth = 1;
  while (at > 0 && depth > 0) {
    at--;
    depth += is_sign(out, at, ")");
    depth -= is_sign(out, at, "(");
  }
  bool head = depth == 0 && at > 1 && at + 1 < out->count && is_sign(out, at + 1, "T") &&
              out->all[at - 1].name && (is_sign(out, at - 2, "T") || is_sign(out, at - 2, "*"));
  if (!head) return false;
  for (at--; at > 0 && (is_sign(out, at - 1, "T") || is_sign(out, at - 1, "*")); at--) continue;
  out->count = at;
  return true;
}

static sl_status take_sign(leaks_reader *r, tokens *out) {
  const char *text = r->text + r->at;
  size_t length = 1;
  int line = r->line;
  for (size_t i = 0; i < sizeof signs / sizeof *signs && length == 1; i++) {
    size_t size = strlen(signs[i]);
    if (r->size - r->at >= size && memcmp(signs[i], text, size) == 0) length = size;
  }
  step(r, length);
  if (length == 2 && memcmp(text, "->", 2) == 0) return put(out, ".", 1, 0, line);
  if (*text == ')' && length == 1) {
    size_t before = out->count;
    drop_cast(out);
    if (out->count < before || drop_head(out)) return SL_OK;
  }
  return put(out, text, length, 0, line);
}

static sl_status read_tokens(leaks_reader *r, tokens *out) {
  while (r->at < r->size) {
    if (skip(r)) continue;
    int c = look(r, 0);
    if (isdigit(c)) {
      SL_TRY(take_number(r, out));
    } else if (is_in_word(c)) {
      SL_TRY(take_word(r, out));
    } else {
      SL_TRY(take_sign(r, out));
    }
  }
  return SL_OK;
}

/* ---- windows --------------------------------------------------------------------------------- */

/* Names as numbers, in the order of their first use in the window. */
static uint64_t hash_window(const token *first) {
  uint64_t seen[SL_LEAK_WINDOW], hash = SL_HASH_START;
  int names = 0;
  for (int i = 0; i < SL_LEAK_WINDOW; i++) {
    const token *t = &first[i];
    int number = 0;
    while (t->name && number < names && seen[number] != t->name) number++;
    if (t->name && number == names) seen[names++] = t->name;
    hash = t->name ? sl_hash_bytes(hash, &number, sizeof number)
                   : sl_hash_bytes(hash, t->text, sizeof t->text);
  }
  return hash;
}

/* Lists of names and numbers, as in tables and calls, are no program. */
static bool says_something(const token *first) {
  int signs_seen = 0, indexed = 0;
  for (int i = 0; i < SL_LEAK_WINDOW; i++) {
    const char *text = first[i].text;
    bool plain = first[i].name || *text == ',' || *text == '#' || *text == '0' || *text == '1' ||
                 *text == 'T' || strcmp(text, "*") == 0;
    signs_seen += !plain;
    indexed += *text == '[' || *text == '?' || strchr(text, '=') != NULL;
  }
  return 3 * signs_seen >= SL_LEAK_WINDOW && indexed >= 2;
}

static sl_status add_window(uint64_t hash, int line, int file, sl_windows *out) {
  if (out->count == out->room) {
    size_t room = out->room ? 2 * out->room : 1024;
    SL_TRY(sl_resize(room, sizeof *out->all, "windows", &out->all));
    out->room = room;
  }
  out->all[out->count++] = (sl_window){hash, line, file};
  return SL_OK;
}

sl_status sl_leaks_add(const char *text, size_t size, sl_reading reading, int file,
                       sl_windows *out) {
  leaks_reader r = {.text = text, .size = size, .line = 1, .reading = reading};
  tokens all = {0};
  sl_status status = read_tokens(&r, &all);
  for (size_t i = 0; status == SL_OK && i + SL_LEAK_WINDOW <= all.count; i++) {
    if (!says_something(&all.all[i])) continue;
    status = add_window(hash_window(&all.all[i]), all.all[i].line, file, out);
  }
  sl_free(all.all);
  return status;
}

static int by_hash(const void *left, const void *right) {
  const sl_window *a = left, *b = right;
  return (a->hash > b->hash) - (a->hash < b->hash);
}

void sl_leaks_sort(sl_windows *windows) {
  if (windows->count > 0) qsort(windows->all, windows->count, sizeof *windows->all, by_hash);
}

const sl_window *sl_leaks_find(const sl_windows *windows, uint64_t hash) {
  sl_window wanted = {.hash = hash};
  if (windows->count == 0) return NULL;
  return bsearch(&wanted, windows->all, windows->count, sizeof *windows->all, by_hash);
}

void sl_leaks_free(sl_windows *windows) {
  sl_free(windows->all);
  *windows = (sl_windows){0};
}
