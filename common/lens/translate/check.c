/* check.c: checks the preprocessed text: first its brackets, then the uses of names. */
#include "check.h"

#include "calls.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- the text -------------------------------------------------------------------------------- */

/* Removes markers and pragmas, which may be in the middle of a declaration. */
static void drop_directives(lens_source *text) {
  int kept = 0;
  for (int i = 0; i < text->num_tokens; i++) {
    if (text->tokens[i].kind != LENS_DIRECTIVE) text->tokens[kept++] = text->tokens[i];
  }
  text->tokens[kept] = text->tokens[text->num_tokens];
  text->num_tokens = kept;
}

sl_status lens_check_read(lens_source *text) {
  SL_TRY(lens_lex(text));
  drop_directives(text);
  return lens_source_pair_brackets(text);
}

/* Finds the program's own files: those that its source names. */
static sl_status find_own_files(const lens_source *source, const lens_source *text, bool **own) {
  SL_TRY(sl_alloc((size_t)text->num_others + 1, sizeof **own, "files", own));
  for (int i = 0; i <= text->num_others; i++) {
    for (int j = 0; j <= source->num_others && !(*own)[i]; j++)
      (*own)[i] = strcmp(lens_source_file_name(text, i), lens_source_file_name(source, j)) == 0;
  }
  return SL_OK;
}

/* ---- brackets -------------------------------------------------------------------------------- */

static const char *closing_of(const lens_source *text, int token) {
  return lens_source_is(text, token, "(") ? ")" : lens_source_is(text, token, "[") ? "]" : "}";
}

/* Writes " of 'main'" if `brace` is that of the body of function main, and so on; otherwise "". */
static void name_owner(const lens_source *text, int brace, char *out, size_t size) {
  int close = brace - 1;
  out[0] = '\0';
  if (!lens_source_is(text, brace, "{") || !lens_source_is(text, close, ")")) return;
  int name = text->tokens[close].match - 1;
  if (text->tokens[close].match < 0 || text->tokens[brace].parent >= 0) return;
  if (lens_source_is_identifier(text, name))
    (void)snprintf(out, size, " of '%.*s'", (int)text->tokens[name].length,
                   text->tokens[name].text);
}

static void tell_unclosed(lens_source *source, const lens_source *text, int open, int instead) {
  char owner[128], before[64] = "";
  name_owner(text, open, owner, sizeof owner);
  if (instead >= 0)
    (void)snprintf(before, sizeof before, ": '%.1s' comes first, in line %d",
                   text->tokens[instead].text, text->tokens[instead].line);
  lens_calls_error(source, text, open, "this '%.1s'%s is never closed; a '%s' is missing%s",
                   text->tokens[open].text, owner, closing_of(text, open), before);
}

/* Returns whether all brackets in the program's own files match; reports the first one that does
 * not.
 */
static bool check_brackets(lens_source *source, const lens_source *text, const bool *own) {
  static const char *const openers[] = {"(", "[", "{", NULL};
  static const char *const closers[] = {")", "]", "}", NULL};
  int open = -1; /* the innermost unclosed bracket */
  for (int i = 0; i < text->num_tokens; i++) {
    const lens_token *t = &text->tokens[i];
    if (t->kind != LENS_PUNCTUATION || !own[t->file]) continue;
    if (lens_source_is_one_of(text, i, openers)) {
      open = i;
    } else if (lens_source_is_one_of(text, i, closers) && t->match >= 0) {
      open = text->tokens[t->match].parent;
    } else if (lens_source_is_one_of(text, i, closers)) {
      bool stray = open < 0 || (lens_source_is(text, open, "{") && !lens_source_is(text, i, "}"));
      if (stray)
        lens_calls_error(source, text, i, "this '%.1s' has no opening bracket", t->text);
      else
        tell_unclosed(source, text, open, i);
      return false;
    }
  }
  if (open < 0) return true;
  while (text->tokens[open].parent >= 0) open = text->tokens[open].parent;
  tell_unclosed(source, text, open, -1);
  return false;
}

/* ---- both ------------------------------------------------------------------------------------ */

static sl_status check_text(lens_source *source, lens_source *text, bool **own) {
  SL_TRY(lens_check_read(text));
  SL_TRY(find_own_files(source, text, own));
  if (!check_brackets(source, text, *own)) return SL_OK;
  lens_calls_check_redeclared(source, text, *own);
  return lens_calls_check(source, text, *own);
}

sl_status lens_check(lens_source *source, const char *preprocessed, size_t bytes) {
  lens_source text = {.path = source->path, .text = preprocessed, .bytes = bytes};
  bool *own = NULL;
  sl_status status = check_text(source, &text, &own);
  sl_free(own);
  lens_source_free(&text);
  return status;
}
