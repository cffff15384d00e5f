/* brackets.c: pairs ( [ { with the brackets that close them, even if each branch of an `#if` opens
 * one. */
#include "source.h"

#include "base/memory.h"

#include <string.h>

typedef struct pairing {
  lens_source *source;
  int open;  /* innermost open bracket, or −1; `parent` leads to the brackets around it */
  int outer; /* innermost open bracket outside of the current macro's body */
  int macro;
  int *saved; /* `open` at each enclosing #if: every branch starts with this value */
  int depth, capacity;
} pairing;

static sl_status follow_directive(pairing *now, int token) {
  if (lens_source_is_directive(now->source, token, "if")) {
    if (now->depth == now->capacity) {
      int capacity = 2 * now->capacity + 16;
      SL_TRY(sl_resize((size_t)capacity, sizeof *now->saved, "conditions", &now->saved));
      now->capacity = capacity;
    }
    now->saved[now->depth++] = now->open;
  } else if (lens_source_is_directive(now->source, token, "el") && now->depth > 0) {
    now->open = now->saved[now->depth - 1];
  } else if (lens_source_is_directive(now->source, token, "endif") && now->depth > 0) {
    now->depth--;
  }
  return SL_OK;
}

/* Called for each token: pairs the brackets of a macro's body only with each other. */
static void follow_macro(pairing *now, int macro) {
  if (macro == now->macro) return;
  if (now->macro == 0) now->outer = now->open;
  now->open = macro == 0 ? now->outer : -1;
  now->macro = macro;
}

static void close_bracket(pairing *now, int token, char opener) {
  lens_token *tokens = now->source->tokens;
  if (now->open < 0 || *tokens[now->open].text != opener) return;
  tokens[token].match = now->open;
  tokens[token].parent = tokens[now->open].parent;
  tokens[now->open].match = token;
  now->open = tokens[now->open].parent;
}

static void follow_punctuation(pairing *now, int token) {
  const lens_token *t = &now->source->tokens[token];
  if (t->length != 1) return;
  switch (*t->text) {
  case '(':
  case '[':
  case '{':
    now->open = token;
    break;
  case ')':
    close_bracket(now, token, '(');
    break;
  case ']':
    close_bracket(now, token, '[');
    break;
  case '}':
    close_bracket(now, token, '{');
    break;
  default:
    break;
  }
}

sl_status lens_source_pair_brackets(lens_source *source) {
  pairing now = {.source = source, .open = -1, .outer = -1};
  sl_status status = SL_OK;
  for (int i = 0; i < source->num_tokens && status == SL_OK; i++) {
    lens_token *token = &source->tokens[i];
    follow_macro(&now, token->macro);
    token->parent = now.open;
    if (token->kind == LENS_DIRECTIVE) status = follow_directive(&now, i);
    if (token->kind == LENS_PUNCTUATION) follow_punctuation(&now, i);
  }
  sl_free(now.saved);
  return status;
}
