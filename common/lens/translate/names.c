/* names.c: finds the meanings of the names of a program. It recognises declarations by their form;
 * a name with an uncertain meaning is LENS_NAME_OTHER, and nothing is reported about it. */
#include "names.h"

#include "syntax.h"

#include "base/memory.h"

#include <string.h>

/* ---- the table ------------------------------------------------------------------------------- */

static unsigned hash_of(const lens_source *source, int token) {
  const lens_token *t = &source->tokens[token];
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < t->length; i++) hash = (hash ^ (unsigned char)t->text[i]) * 16777619u;
  return hash;
}

/* The entry of the name, or the free entry for it. */
static lens_name *find_entry(const lens_names *names, int token) {
  unsigned mask = (unsigned)names->capacity - 1, at = hash_of(names->source, token) & mask;
  while (names->table[at].token >= 0 &&
         !lens_source_same_text(names->source, names->table[at].token, token))
    at = (at + 1) & mask;
  return &names->table[at];
}

static sl_status grow(lens_names *names) {
  lens_names larger = {.source = names->source,
                       .capacity = names->capacity ? 2 * names->capacity : 1024};
  SL_TRY(sl_alloc((size_t)larger.capacity, sizeof *larger.table, "names", &larger.table));
  for (int i = 0; i < larger.capacity; i++) larger.table[i].token = -1;
  for (int i = 0; i < names->capacity; i++) {
    if (names->table[i].token >= 0) *find_entry(&larger, names->table[i].token) = names->table[i];
  }
  sl_free(names->table);
  names->table = larger.table;
  names->capacity = larger.capacity;
  return SL_OK;
}

static sl_status mark(lens_names *names, int token, unsigned is, int uses) {
  if (2 * names->count >= names->capacity) SL_TRY(grow(names));
  lens_name *entry = find_entry(names, token);
  if (entry->token < 0) {
    entry->token = token;
    names->count++;
  }
  entry->is |= is;
  entry->uses += uses;
  return SL_OK;
}

const lens_name *lens_name_of(const lens_names *names, int token) {
  static const lens_name nothing = {-1, 0, 0};
  return names->capacity ? find_entry(names, token) : &nothing;
}

void lens_names_free(lens_names *names) {
  sl_free(names->table);
  *names = (lens_names){0};
}

/* ---- forms of names -------------------------------------------------------------------------- */

int lens_name_call_after(const lens_source *source, int token) {
  int behind = token + 1;
  if (lens_source_is(source, behind, "<")) behind = lens_syntax_skip_angles(source, behind);
  bool call = lens_source_is(source, behind, "(") || lens_source_is_launch(source, behind);
  return behind > 0 && call ? behind : -1;
}

/* Whether the token declares a variable, a parameter, a type or similar. */
static bool declares_other(const lens_source *source, int token) {
  static const char *const ends[] = {"=", ";", ",", ")", "{", "[", ":", ">", NULL};
  int parent = source->tokens[token].parent;
  bool member = lens_source_is(source, token - 1, ".") || lens_source_is(source, token - 1, "->");
  if (member) return false;
  if (lens_source_is(source, token + 1, "=")) return true;
  if (lens_syntax_ends_type(source, token - 1) && lens_source_is_one_of(source, token + 1, ends))
    return true;
  if (lens_source_is_one_of(source, token + 1, ends) &&
      lens_syntax_is_later_declarator(source, token))
    return true;
  if (parent >= 0 && lens_source_is(source, parent, "[")) /* auto [a, b] */
    return lens_source_is(source, token - 1, "[") || lens_source_is(source, token - 1, ",");
  return lens_source_is(source, token - 1, "::") &&
         lens_source_is(source, lens_syntax_declaration_start(source, token), "using");
}

/* The words before a function's name. */
typedef struct specifiers {
  bool device, host, kernel, special;
} specifiers;

static specifiers read_specifiers(const lens_source *source, int token) {
  static const char *const specials[] = {"constexpr", "consteval", "typedef", "using", "=", NULL};
  specifiers found = {false, false, false, false};
  for (int i = lens_syntax_declaration_start(source, token); i < token;) {
    int behind = lens_syntax_skip_attribute(source, i), match = source->tokens[i].match;
    if (lens_source_is(source, i, "<")) behind = lens_syntax_skip_angles(source, i);
    if (match > i) behind = match + 1;
    char word =
        lens_syntax_space_word(source, lens_source_is(source, i, "__attribute__") ? i + 3 : i);
    found.device = found.device || word == 'd';
    found.host = found.host || word == 'h';
    found.kernel = found.kernel || word == 'g';
    found.special = found.special || lens_source_is_one_of(source, i, specials);
    i = behind > i ? behind : i + 1;
  }
  return found;
}

/* Recognises `int f(int n) {`, `auto f() const -> int;` and similar declarations. */
bool lens_name_declares_function(const lens_source *source, int token, int open) {
  static const char *const behind[] = {"{",     ";",        "const", "noexcept",      "override",
                                       "final", "->",       "=",     "try",           "volatile",
                                       "&",     "requires", "throw", "__attribute__", NULL};
  int close = source->tokens[open].match;
  bool typed = lens_syntax_ends_type(source, token - 1) ||
               lens_source_is(source, token - 1, "::") || lens_source_is(source, token - 1, ")") ||
               lens_source_is(source, token - 1, "]");
  bool value = source->tokens[open + 1].kind == LENS_NUMBER ||
               source->tokens[open + 1].kind == LENS_STRING; /* int x(3); */
  return typed && !value && close > open && lens_source_is_one_of(source, close + 1, behind);
}

unsigned lens_name_function_is(const lens_source *source, int token, int open) {
  specifiers found = read_specifiers(source, token);
  int behind = source->tokens[open].match + 1;
  if (found.special || lens_source_is(source, behind, "=")) return LENS_NAME_OTHER;
  if (found.kernel) return LENS_NAME_KERNEL;
  if (found.device) return found.host ? LENS_NAME_BOTH : LENS_NAME_DEVICE;
  return LENS_NAME_HOST;
}

static unsigned name_is(const lens_source *source, int token) {
  static const char *const words[] = {
      "__attribute__", "alignas",  "decltype", "noexcept", "throw",  "static_assert", "asm",
      "requires",      "explicit", "operator", "if",       "while",  "for",           "switch",
      "sizeof",        "alignof",  "catch",    "typeid",   "return", "__asm__",       NULL};
  if (lens_source_is_one_of(source, token, words) || declares_other(source, token))
    return LENS_NAME_OTHER;
  int open = lens_name_call_after(source, token);
  if (open < 0 || !lens_source_is(source, open, "(")) return 0;
  if (lens_syntax_in_function(source, token)) {
    bool typed = !lens_source_is(source, token - 1, "*") &&
                 !lens_source_is(source, token - 1, "&") &&
                 lens_syntax_ends_type(source, token - 1);
    return typed ? LENS_NAME_OTHER : 0; /* Functor f(3); */
  }
  return lens_name_declares_function(source, token, open)
             ? lens_name_function_is(source, token, open)
             : 0;
}

/* ---- all names ------------------------------------------------------------------------------- */

/* If `namespace std {` is at `token`, the index of its `}`; otherwise `token`. */
static int skip_standard(const lens_source *source, int token) {
  static const char *const names[] = {"std", "__gnu_cxx", "__cxxabiv1", NULL};
  if (!lens_source_is(source, token, "namespace") ||
      !lens_source_is_one_of(source, token + 1, names))
    return token;
  int brace = token + 2;
  while (brace < source->num_tokens && !lens_source_is(source, brace, "{") && brace < token + 12)
    brace++;
  return lens_source_is(source, brace, "{") && source->tokens[brace].match > brace
             ? source->tokens[brace].match
             : token;
}

sl_status lens_names_find(const lens_source *source, const bool *own, lens_names *out) {
  int standard_end = -1;
  out->source = source;
  for (int i = 0; i < source->num_tokens; i++) {
    if (source->tokens[i].kind != LENS_IDENTIFIER) continue;
    if (own[source->tokens[i].file]) {
      SL_TRY(mark(out, i, name_is(source, i), 1));
      bool opened = lens_source_is(source, i, "std") && lens_source_is(source, i - 1, "namespace");
      out->uses_standard = out->uses_standard || (opened && lens_source_is(source, i - 2, "using"));
      continue;
    }
    if (lens_source_is(source, i, "concept")) out->modern = true;
    int end = skip_standard(source, i);
    if (end > standard_end) standard_end = end;
    if (lens_source_is(source, i + 1, "("))
      SL_TRY(mark(out, i, i < standard_end ? LENS_NAME_STANDARD : LENS_NAME_SYSTEM, 0));
  }
  return SL_OK;
}
