/* macros.c: names, bodies and parameters of macros; expands macros that stand for words of CUDA. */
#include "macros.h"

#include "base/memory.h"
#include "source/tokens.h"

#include <string.h>

bool lens_macro_is_define(const lens_source *source, int token) {
  return lens_source_is_directive(source, token, "define");
}

lens_word lens_macro_name(const lens_source *source, int define) {
  lens_word name = {lens_source_after_directive(source, define, "define"), 0};
  while (sl_token_in_word(name.text[name.length])) name.length++;
  return name;
}

int lens_macro_end(const lens_source *source, int define) {
  int end = define + 1, macro = source->tokens[end].macro;
  while (macro && source->tokens[end].macro == macro) end++;
  return end;
}

bool lens_macro_is_function(const lens_source *source, int define) {
  lens_word name = lens_macro_name(source, define);
  return name.text[name.length] == '(';
}

int lens_macro_around(const lens_source *source, int token) {
  int define = token, macro = source->tokens[token].macro;
  if (!macro) return -1;
  while (define >= 0 && source->tokens[define].macro == macro) define--;
  return define;
}

bool lens_macro_same_word(lens_word a, lens_word b) {
  return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

bool lens_macro_is_word_at(const lens_source *source, int token, lens_word word) {
  const lens_token *t = &source->tokens[token];
  return t->kind == LENS_IDENTIFIER && t->length == word.length &&
         memcmp(t->text, word.text, word.length) == 0;
}

bool lens_macro_is_parameter(const lens_source *source, int token) {
  int define = lens_macro_around(source, token);
  if (define < 0) return false;
  const lens_token *head = &source->tokens[define], *name = &source->tokens[token];
  const char *text = head->text, *word = name->text;
  for (size_t i = 1; i + name->length < head->length; i++) {
    bool here = memcmp(text + i, word, name->length) == 0;
    if (here && strchr("(, \t", text[i - 1]) && strchr("), \t", text[i + name->length]))
      return true;
  }
  return false;
}

/* ---- CUDA's words ---------------------------------------------------------------------------- */

static bool has_space_word(const lens_source *source, int begin, int end) {
  static const char *const words[] = {"__host__",     "__device__",  "__global__", "__shared__",
                                      "__constant__", "__managed__", NULL};
  return lens_source_has_one_of(source, begin, end, words);
}

static bool same_body(const lens_source *source, int left, int right) {
  int count = lens_macro_end(source, left) - left;
  if (lens_macro_end(source, right) - right != count) return false;
  for (int i = 1; i < count; i++) {
    if (!lens_source_same_text(source, left + i, right + i)) return false;
  }
  return true;
}

/* Whether all definitions of a macro agree, because it is unknown which one is active. If the words
 * are for functions, a definition may also be empty: it is for compilers without CUDA. */
static bool all_agree(const lens_source *source, int define) {
  static const char *const functions[] = {"__host__", "__device__", "__global__", NULL};
  lens_word name = lens_macro_name(source, define);
  bool of_functions = lens_source_is_one_of(source, define + 1, functions);
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_macro_is_define(source, i)) continue;
    if (!lens_macro_same_word(lens_macro_name(source, i), name)) continue;
    bool empty = lens_macro_end(source, i) == i + 1;
    if (lens_macro_is_function(source, i)) return false;
    if (!(empty && of_functions) && !same_body(source, i, define)) return false;
  }
  return true;
}

/* Whether the body contains the macro's own name, which the preprocessor does not expand. */
static bool names_itself(const lens_source *source, int define) {
  lens_word name = lens_macro_name(source, define);
  for (int i = define + 1; i < lens_macro_end(source, define); i++) {
    if (lens_macro_is_word_at(source, i, name)) return true;
  }
  return false;
}

bool lens_macro_is_written_out(const lens_source *source, int define) {
  return lens_macro_is_define(source, define) && !lens_macro_is_function(source, define) &&
         has_space_word(source, define + 1, lens_macro_end(source, define)) &&
         !names_itself(source, define) && all_agree(source, define);
}

static void write_out(const lens_source *source, int define, lens_edits *edits) {
  lens_word name = lens_macro_name(source, define);
  lens_text body = {0};
  int end = lens_macro_end(source, define);
  for (int i = define + 1; i < end; i++) {
    const lens_token *t = &source->tokens[i];
    bool apart = i > define + 1 && t[-1].end < t->start;
    lens_text_add(&body, " ", apart);
    lens_text_add(&body, t->text, t->length);
  }
  if (body.status != SL_OK) edits->status = body.status;
  for (int i = 0; i < source->num_tokens && body.data; i++) {
    if ((i <= define || i >= end) && lens_macro_is_word_at(source, i, name) &&
        !lens_macro_is_parameter(source, i))
      lens_edit_replace(edits, i, body.data);
  }
  lens_text_free(&body);
}

static sl_status write_out_once(lens_source *source, lens_edits *edits, lens_text *out) {
  SL_TRY(lens_lex(source));
  for (int i = 0; i < source->num_tokens; i++) {
    if (lens_macro_is_written_out(source, i)) write_out(source, i, edits);
  }
  return edits->count > 0 ? lens_edits_apply(edits, out) : edits->status;
}

sl_status lens_macros_write_out(const char *path, char **text, size_t *bytes) {
  enum { DEEPEST = 8 }; /* depth of macros that expand to such macros */
  const size_t most = 1 << 20 > 8 * *bytes ? 1 << 20 : 8 * *bytes; /* circular macros grow */
  for (int round = 0; round < DEEPEST; round++) {
    lens_source source = {.path = path, .text = *text, .bytes = *bytes};
    lens_edits edits = {.source = &source};
    lens_text out = {0};
    sl_status status = write_out_once(&source, &edits, &out);
    bool changed = edits.count > 0;
    lens_edits_free(&edits);
    lens_source_free(&source);
    if (status != SL_OK || !changed || out.length > most) {
      lens_text_free(&out);
      return status;
    }
    sl_free(*text);
    *text = out.data;
    *bytes = out.length;
  }
  return SL_OK;
}
