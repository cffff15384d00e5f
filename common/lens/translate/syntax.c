/* syntax.c: recognises enough C++ to rewrite it. */
#include "syntax.h"

#include <string.h>

/* If the token is an opening bracket, the bracket that closes it; otherwise −1. */
static int closing(const lens_source *source, int token) {
  int match = source->tokens[token].match;
  return match > token ? match : -1;
}

int lens_syntax_skip_angles(const lens_source *source, int token) {
  static const char *const stops[] = {";", "}", ")", "]", NULL};
  int depth = 0, macro = source->tokens[token].macro;
  for (int i = token; i < source->num_tokens; i++) {
    if (source->tokens[i].macro != macro || lens_source_is_one_of(source, i, stops)) return -1;
    if (closing(source, i) > 0)
      i = closing(source, i);
    else if (lens_source_is(source, i, "<"))
      depth++;
    else if (lens_source_is(source, i, ">") && --depth == 0)
      return i + 1;
  }
  return -1;
}

int lens_syntax_open_angle(const lens_source *source, int token) {
  static const char *const stops[] = {";", "{", "(", "[", NULL};
  int depth = 0, macro = source->tokens[token].macro;
  for (int i = token; i >= 0; i--) {
    if (source->tokens[i].macro != macro || lens_source_is_one_of(source, i, stops)) return -1;
    int match = source->tokens[i].match;
    if (match >= 0 && match < i)
      i = match;
    else if (lens_source_is(source, i, ">"))
      depth++;
    else if (lens_source_is(source, i, "<") && --depth == 0)
      return i;
  }
  return -1;
}

/* Whether `token` can be the last token before a declaration. */
static bool is_boundary(const lens_source *source, int token, int macro) {
  static const char *const boundaries[] = {";", "{", "}", "(", "[", ":", NULL};
  return source->tokens[token].kind == LENS_DIRECTIVE || source->tokens[token].macro != macro ||
         lens_source_is_one_of(source, token, boundaries);
}

int lens_syntax_declaration_start(const lens_source *source, int token) {
  int start = token, macro = source->tokens[token].macro;
  while (start > 0 && !is_boundary(source, start - 1, macro)) {
    int before = start - 1, match = source->tokens[before].match;
    int angle = lens_source_is(source, before, ">") ? lens_syntax_open_angle(source, before) : -1;
    if (angle > 0 && lens_source_is(source, angle - 1, "template")) before = angle - 1;
    start = match >= 0 && match < before ? match : before;
  }
  return start;
}

int lens_syntax_skip_alignment(const lens_source *source, int token) {
  static const char *const words[] = {"alignas", "__align__", "__attribute__", NULL};
  if (!lens_source_is_one_of(source, token, words) || !lens_source_is(source, token + 1, "("))
    return token;
  int end = closing(source, token + 1);
  return end < 0 ? token : end + 1;
}

int lens_syntax_skip_attribute(const lens_source *source, int token) {
  static const char *const words[] = {"__launch_bounds__", "__cluster_dims__", "__maxnreg__",
                                      "__block_size__",    "decltype",         NULL};
  int behind = lens_syntax_skip_alignment(source, token);
  if (behind > token) return behind;
  if (!lens_source_is_one_of(source, token, words) || !lens_source_is(source, token + 1, "("))
    return token;
  int end = closing(source, token + 1);
  return end < 0 ? token : end + 1;
}

bool lens_syntax_is_type_word(const lens_source *source, int token) {
  static const char *const words[] = {
      "void",        "bool",       "char",         "short",      "int",        "long",
      "float",       "double",     "signed",       "unsigned",   "const",      "volatile",
      "struct",      "class",      "union",        "enum",       "typename",   "auto",
      "static",      "extern",     "inline",       "constexpr",  "mutable",    "register",
      "restrict",    "__restrict", "__restrict__", "__shared__", "__device__", "__constant__",
      "__managed__", NULL};
  return lens_source_is_one_of(source, token, words);
}

bool lens_syntax_ends_type(const lens_source *source, int token) {
  static const char *const operators[] = {"return", "else",   "do",     "case",      "throw",
                                          "new",    "delete", "sizeof", "co_return", "goto",
                                          "and",    "or",     "not",    "operator",  NULL};
  if (lens_source_is(source, token, ">")) return lens_syntax_open_angle(source, token) >= 0;
  if (lens_source_is(source, token, "&")) return lens_syntax_ends_type(source, token - 1);
  return lens_source_is(source, token, "*") || lens_source_is(source, token, "...") ||
         (lens_source_is_identifier(source, token) &&
          !lens_source_is_one_of(source, token, operators));
}

bool lens_syntax_is_later_declarator(const lens_source *source, int token) {
  static const char *const marks[] = {"*", "&", NULL};
  int before = token - 1;
  while (lens_source_is_one_of(source, before, marks)) before--;
  int start = lens_syntax_declaration_start(source, token), next = start + 1;
  if (lens_source_is(source, next, "<")) next = lens_syntax_skip_angles(source, next);
  while (lens_source_is_one_of(source, next, marks) || lens_source_is(source, next, "::")) next++;
  return lens_source_is(source, before, ",") && start < token &&
         lens_source_is_identifier(source, start) && lens_source_is_identifier(source, next) &&
         lens_syntax_ends_type(source, start);
}

static int skip_template_arguments(const lens_source *source, int token) {
  if (!lens_source_is(source, token, "<") || !lens_source_is_identifier(source, token - 1))
    return token;
  int behind = lens_syntax_skip_angles(source, token);
  return behind < 0 ? token : behind;
}

/* Follows the declarator's initialiser to the `,` or `;` after it. */
static int end_of_initialiser(const lens_source *source, int token, int macro) {
  for (int i = token; i < source->num_tokens && source->tokens[i].macro == macro; i++) {
    if (lens_source_is(source, i, ",") || lens_source_is(source, i, ";")) return i;
    if (lens_source_is(source, i, "}")) return -1;
    if (closing(source, i) > 0) i = closing(source, i);
  }
  return -1;
}

lens_declarator lens_syntax_read_declarator(const lens_source *source, int token) {
  static const char *const aggregates[] = {"struct", "class", "union", "enum", NULL};
  static const char *const ends[] = {"=", "{", "}", "[", ",", ";", NULL};
  lens_declarator found = {-1, -1, -1};
  int macro = source->tokens[token].macro;
  bool aggregate = false;
  int i = token;
  while (i < source->num_tokens && source->tokens[i].macro == macro) {
    int behind = skip_template_arguments(source, lens_syntax_skip_attribute(source, i));
    if (behind > i) {
      i = behind;
      continue;
    }
    aggregate = aggregate || lens_source_is_one_of(source, i, aggregates);
    if (aggregate && lens_source_is(source, i, "{") && closing(source, i) > 0) {
      i = closing(source, i) + 1;
      aggregate = false;
      continue;
    }
    bool grouped =
        lens_source_is(source, i + 1, "*") || lens_source_is(source, i + 1, "&"); /* T (*name)[3] */
    if (lens_source_is_one_of(source, i, ends) || (lens_source_is(source, i, "(") && !grouped))
      break;
    if (lens_source_is_identifier(source, i) && !lens_syntax_is_type_word(source, i))
      found.name = i;
    i++;
  }
  while (lens_source_is(source, i, "[") && closing(source, i) > 0) i = closing(source, i) + 1;
  if (lens_source_is(source, i, "=") || lens_source_is(source, i, "{") ||
      lens_source_is(source, i, "("))
    found.initialiser = i;
  found.end = end_of_initialiser(source, i, macro);
  return found;
}

void lens_syntax_join_tokens(const lens_source *source, int begin, int end, lens_text *text) {
  bool was_word = false;
  for (int i = begin; i < end; i++) {
    const lens_token *token = &source->tokens[i];
    bool word = token->kind == LENS_IDENTIFIER || token->kind == LENS_NUMBER;
    if (word && was_word) lens_text_add(text, " ", 1);
    lens_text_add(text, token->text, token->length);
    was_word = word;
  }
}
