/* leaks.c: tokens of C and CUDA without names and layout, and the windows of a text. */
#include "export/leaks.h"

#include "base/hash.h"
#include "base/memory.h"
#include "source/tokens.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------------------------------- */

enum { LONGEST = 24 };

typedef struct token {
  char text[LONGEST]; /* "" if the token is a name */
  uint64_t name;      /* hash of the name; 0 if the token is not a name */
  int line;
} token;

typedef struct tokens {
  token *all;
  size_t count, room;
} tokens;

/* Words that keep their meaning. All other words count as names. */
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

/* Words of declarations, which all count as the same token. */
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

/* The length of the margin of a line: the numbers, bars and signs before a quoted line, or before a
 * line of a diff. */
static size_t margin_of(const char *line, const char *end) {
  size_t length = 0;
  bool figures = false;
  for (; line + length < end; length++) {
    unsigned char c = (unsigned char)line[length];
    bool margin = c > 126 || strchr(" \t.,|>", c) || (strchr("+-", c) && length == 0);
    if (!c || (!margin && !isdigit(c))) break;
    figures = figures || c > 32;
  }
  return figures ? length : 0;
}

/* Replaces the characters that this reading ignores by blanks. */
static void blank(char *text, size_t size, sl_reading reading) {
  for (size_t i = 0; i < size; i++) {
    bool starts_line = i == 0 || text[i - 1] == '\n';
    if (reading != SL_CODE && starts_line) {
      size_t length = margin_of(text + i, text + size);
      memset(text + i, ' ', length);
    }
    char c = text[i], next = i + 1 < size ? text[i + 1] : ' ';
    bool comment = (c == '/' && (next == '/' || next == '*')) || (c == '*' && next == '/');
    if (reading == SL_BARE && comment) text[i] = text[i + 1] = ' ';
    bool quote = reading == SL_BARE && (c == '"' || c == '\'' || c == '\\');
    if ((c < ' ' && c != '\n') || c > '~' || quote) text[i] = ' ';
  }
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

/* Keeps 0 and 1, which have a meaning. A different number may have been chosen in a copy, so all
 * others are equal. */
static sl_status take_number(const sl_token *number, tokens *out) {
  bool plain = number->length == 1 && (*number->text == '0' || *number->text == '1');
  return put(out, plain ? number->text : "#", 1, 0, number->line);
}

/* Joins a member with the name before it. The .x of threadIdx is dropped, because it carries no
 * information. */
static sl_status take_word(const sl_token *word, tokens *out) {
  const char *text = word->text;
  size_t length = word->length;
  if (is_one_of(text, length, types, sizeof types / sizeof *types)) {
    return last_is(out, "T") ? SL_OK : put(out, "T", 1, 0, word->line);
  }
  bool meaning = is_one_of(text, length, words, sizeof words / sizeof *words);
  bool member = last_is(out, ".") && out->count > 1;
  if (member) {
    out->count--;
    token *owner = &out->all[out->count - 1];
    if (owner->name) owner->name = sl_hash_bytes(owner->name, text, length) | 1;
    if (owner->name || owner->text[0] != ')') return SL_OK;
  }
  if (meaning) return put(out, text, length, 0, word->line);
  return put(out, "", 0, sl_hash_bytes(SL_HASH_START, text, length) | 1, word->line);
}

/* Removes a cast, "(T)" or "(T *)". */
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

/* Removes the head of a function, from its type to the parameters, because students get it. */
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

static sl_status take_mark(const sl_tokens *cut, size_t i, tokens *out) {
  static const char *const silent[] = {"{", "}", "\\", "`", "#", NULL};
  const sl_token *mark = &cut->all[i];
  if (sl_token_in(cut, i, silent)) return SL_OK;
  if (sl_token_is(cut, i, "->")) return put(out, ".", 1, 0, mark->line);
  if (sl_token_is(cut, i, ")")) {
    size_t before = out->count;
    drop_cast(out);
    if (out->count < before || drop_head(out)) return SL_OK;
  }
  return put(out, mark->text, mark->length, 0, mark->line);
}

static sl_status take(const sl_tokens *cut, size_t i, tokens *out) {
  switch (cut->all[i].kind) {
  case SL_TOKEN_NUMBER:
    return take_number(&cut->all[i], out);
  case SL_TOKEN_WORD:
    /* Preprocessor lines are not statements; but the replacement text of a macro is read as
     * code. */
    return i > 0 && sl_token_is(cut, i - 1, "#") ? SL_OK : take_word(&cut->all[i], out);
  case SL_TOKEN_MARK:
    return take_mark(cut, i, out);
  default:
    return SL_OK;
  }
}

static sl_status read_tokens(char *text, size_t size, sl_reading reading, tokens *out) {
  sl_tokens cut;
  blank(text, size, reading);
  sl_status status = sl_tokens_make(text, size, SL_DIRECTIVES_CUT, &cut);
  for (size_t i = 0; status == SL_OK && i < cut.count; i++) status = take(&cut, i, out);
  sl_tokens_free(&cut);
  return status;
}

/* ---- windows --------------------------------------------------------------------------------- */

/* Replaces names by numbers, in the order of their first use in the window, and hashes the
 * result. */
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

/* Whether the window is code of a program. Lists of names and numbers, as in tables and calls, are
 * not. */
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
  tokens all = {0};
  char *copy;
  SL_TRY(sl_alloc(size + 1, 1, "a file", &copy));
  memcpy(copy, text, size);
  sl_status status = read_tokens(copy, size, reading, &all);
  sl_free(copy);
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
