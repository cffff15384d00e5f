/* scope.c: what the braces around a token belong to, and where the code in them runs. */
#include "syntax.h"

typedef enum brace_kind { BRACE_NAMESPACE, BRACE_CLASS, BRACE_FUNCTION } brace_kind;

/* The header is what stands between the last `;`, `{` or `}` and the brace. */
static int header_start(const lens_source *source, int brace) {
  int start = brace;
  static const char *const boundaries[] = {";", "{", "}", NULL};
  while (start > 0 && !lens_is_one_of(source, start - 1, boundaries) &&
         source->tokens[start - 1].kind != LENS_DIRECTIVE &&
         source->tokens[start - 1].macro == source->tokens[brace].macro) {
    int match = source->tokens[start - 1].match;
    start = match >= 0 && match < start - 1 ? match : start - 1;
  }
  return start;
}

static brace_kind classify(const lens_source *source, int brace) {
  static const char *const aggregates[] = {"class", "struct", "union", "enum", NULL};
  brace_kind kind = BRACE_FUNCTION;
  if (source->tokens[brace - (brace > 0)].kind == LENS_STRING) return BRACE_NAMESPACE;
  for (int i = header_start(source, brace); i < brace; i++) {
    int behind = lens_skip_attribute(source, i);
    if (lens_is(source, i, "<") && lens_is(source, i - 1, "template"))
      behind = lens_skip_angles(source, i);
    if (behind > i) {
      i = behind - 1;
      continue;
    }
    if (lens_is(source, i, "namespace")) return BRACE_NAMESPACE;
    if (lens_is(source, i, "(") || lens_is(source, i, "=")) return BRACE_FUNCTION;
    if (lens_is_one_of(source, i, aggregates)) kind = BRACE_CLASS;
  }
  return kind;
}

bool lens_at_namespace_scope(const lens_source *source, int token) {
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) {
    if (!lens_is(source, i, "{") || classify(source, i) != BRACE_NAMESPACE) return false;
  }
  return true;
}

/* The outermost brace around `token` that is of a function, or −1. */
static int function_brace(const lens_source *source, int token) {
  int found = -1;
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) {
    if (lens_is(source, i, "{") && classify(source, i) == BRACE_FUNCTION) found = i;
  }
  return found;
}

bool lens_in_function(const lens_source *source, int token) {
  return function_brace(source, token) >= 0;
}

lens_space_of_code lens_space_of(const lens_source *source, int token) {
  int brace = function_brace(source, token);
  bool device = false, host = false;
  for (int i = brace < 0 ? 0 : header_start(source, brace); i < brace; i++) {
    device = device || lens_is(source, i, "__device__") || lens_is(source, i, "__global__");
    host = host || lens_is(source, i, "__host__");
  }
  if (!device) return LENS_CODE_HOST;
  return host ? LENS_CODE_BOTH : LENS_CODE_DEVICE;
}
