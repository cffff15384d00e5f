/* scope.c: finds what the braces around a token belong to, and where the code in them runs. */
#include "syntax.h"

/* Whether the `}` at `token` ends an initialiser such as `a{1}` in `S() : a{1}, b{2} {`. */
static bool ends_initialiser(const lens_source *source, int token) {
  static const char *const words[] = {"else", "do", "try", "const", "noexcept", "override", NULL};
  int open = source->tokens[token].match;
  bool followed = lens_source_is(source, token + 1, ",") || lens_source_is(source, token + 1, "{");
  return lens_source_is(source, token, "}") && open > 0 && followed &&
         (lens_source_is_identifier(source, open - 1) || lens_source_is(source, open - 1, ">")) &&
         !lens_source_is_one_of(source, open - 1, words);
}

int lens_syntax_header_start(const lens_source *source, int brace) {
  int start = brace;
  static const char *const boundaries[] = {";", "{", "}", NULL};
  while (start > 0 &&
         (!lens_source_is_one_of(source, start - 1, boundaries) ||
          ends_initialiser(source, start - 1)) &&
         source->tokens[start - 1].kind != LENS_DIRECTIVE &&
         source->tokens[start - 1].macro == source->tokens[brace].macro) {
    int match = source->tokens[start - 1].match;
    start = match >= 0 && match < start - 1 ? match : start - 1;
  }
  return start;
}

static lens_brace_kind classify(const lens_source *source, int brace) {
  static const char *const aggregates[] = {"class", "struct", "union", "enum", NULL};
  lens_brace_kind kind = LENS_BRACE_FUNCTION;
  if (source->tokens[brace - (brace > 0)].kind == LENS_STRING) return LENS_BRACE_NAMESPACE;
  for (int i = lens_syntax_header_start(source, brace); i < brace; i++) {
    int behind = lens_syntax_skip_attribute(source, i);
    if (lens_source_is(source, i, "<") && lens_source_is(source, i - 1, "template"))
      behind = lens_syntax_skip_angles(source, i);
    if (behind > i) {
      i = behind - 1;
      continue;
    }
    if (lens_source_is(source, i, "namespace")) return LENS_BRACE_NAMESPACE;
    if (lens_source_is(source, i, "(") || lens_source_is(source, i, "="))
      return LENS_BRACE_FUNCTION;
    if (lens_source_is_one_of(source, i, aggregates)) kind = LENS_BRACE_CLASS;
  }
  return kind;
}

bool lens_syntax_at_namespace_scope(const lens_source *source, int token) {
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) {
    if (!lens_source_is(source, i, "{") || classify(source, i) != LENS_BRACE_NAMESPACE)
      return false;
  }
  return true;
}

/* The outermost brace of a function around `token`, or −1. */
static int function_brace(const lens_source *source, int token) {
  int found = -1;
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) {
    if (lens_source_is(source, i, "{") && classify(source, i) == LENS_BRACE_FUNCTION) found = i;
  }
  return found;
}

bool lens_syntax_in_function(const lens_source *source, int token) {
  return function_brace(source, token) >= 0;
}

char lens_syntax_space_word(const lens_source *source, int token) {
  static const char *const words[] = {"__device__", "__host__", "__global__"};
  static const char *const attributes[] = {"device", "host", "global"};
  bool attribute = lens_source_is(source, token - 3, "__attribute__");
  for (int i = 0; i < 3; i++) {
    if (lens_source_is(source, token, attribute ? attributes[i] : words[i]))
      return attributes[i][0];
  }
  return 0;
}

lens_brace lens_syntax_read_brace(const lens_source *source, int token) {
  lens_brace brace = {classify(source, token), false, false};
  for (int i = lens_syntax_header_start(source, token); i < token; i++) {
    char word = lens_syntax_space_word(source, i);
    brace.device = brace.device || word == 'd' || word == 'g';
    brace.host = brace.host || word == 'h';
  }
  return brace;
}

lens_space_of_code lens_syntax_space_of(const lens_source *source, int token) {
  int outer = function_brace(source, token);
  if (outer < 0) return LENS_CODE_HOST;
  lens_brace brace = lens_syntax_read_brace(source, outer);
  if (!brace.device) return LENS_CODE_HOST;
  return brace.host ? LENS_CODE_BOTH : LENS_CODE_DEVICE;
}

int lens_syntax_function_brace(const lens_source *source, int token) {
  int found = -1;
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) {
    if (!lens_source_is(source, i, "{")) continue;
    lens_brace brace = lens_syntax_read_brace(source, i);
    if (brace.kind != LENS_BRACE_FUNCTION) continue;
    found = i;
    if (brace.device || brace.host) break;
  }
  return found;
}
