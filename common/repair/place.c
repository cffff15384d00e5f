/* place.c: finds out whether an edit is in an index, an argument, a condition or a value. */
#include "repair/place.h"

#include <stdio.h>
#include <string.h>

/* Finds the first token that ends after the beginning of the edit; SL_NO_TOKEN if there is none. */
static size_t token_of(const sl_tokens *tokens, const sl_edit *edit) {
  for (size_t i = 0; i < tokens->count; i++) {
    if (tokens->all[i].to > edit->from) return i;
  }
  return SL_NO_TOKEN;
}

/* Finds the innermost opening bracket around token `i`, and the number of semicolons between the
 * two. SL_NO_TOKEN if there are only braces around the token. */
static size_t opening_of(const sl_tokens *tokens, size_t i, int *semicolons_out) {
  *semicolons_out = 0;
  while (i-- > 0) {
    if (sl_token_is(tokens, i, "{") || sl_token_is(tokens, i, "}")) break;
    if (sl_token_is(tokens, i, "(") || sl_token_is(tokens, i, "[")) return i;
    *semicolons_out += sl_token_is(tokens, i, ";");
    size_t partner = tokens->all[i].partner;
    if (partner != SL_NO_TOKEN && partner < i) i = partner;
  }
  return SL_NO_TOKEN;
}

static bool set(sl_place *out, sl_role role, const sl_tokens *tokens, size_t first, size_t last) {
  if (last < first || tokens->all[last].to - tokens->all[first].from >= sizeof out->of)
    return false;
  sl_tokens_copy(tokens, first, last, out->of, sizeof out->of);
  out->role = strchr(out->of, '\n') ? SL_OTHER_ROLE : role;
  return out->role != SL_OTHER_ROLE;
}

/* The condition of a `for` lies between its semicolons. */
static bool set_loop(sl_place *out, const sl_tokens *tokens, size_t open) {
  size_t ends[2], count = 0;
  for (size_t i = open + 1; i < tokens->all[open].partner && count < 2; i++) {
    if (sl_token_is(tokens, i, ";")) ends[count++] = i;
  }
  return count == 2 && set(out, SL_ASKED, tokens, ends[0] + 1, ends[1] - 1);
}

/* Finds the word before `at`. If there is an index before `at`, the word before that index. */
static size_t name_before(const sl_tokens *tokens, size_t at) {
  while (at-- > 0) {
    size_t partner = tokens->all[at].partner;
    if (sl_token_is(tokens, at, "]") && partner != SL_NO_TOKEN) {
      at = partner;
    } else {
      break;
    }
  }
  return at != SL_NO_TOKEN && sl_token_of(tokens, at, SL_TOKEN_WORD) ? at : SL_NO_TOKEN;
}

/* Finds the variable or array that the statement sets, if the edit is after the statement's `=`. */
static void find_target(const sl_tokens *tokens, size_t i, sl_place *out) {
  static const char *const sets[] = {"=", "+=", "-=", "*=", NULL};
  static const char *const ends[] = {";", "{", "}", "(", ",", NULL};
  while (i-- > 0 && !sl_token_in(tokens, i, ends)) {
    if (sl_token_in(tokens, i, sets)) {
      size_t name = name_before(tokens, i);
      if (name != SL_NO_TOKEN) (void)set(out, SL_GIVEN, tokens, name, name);
      return;
    }
    size_t partner = tokens->all[i].partner;
    if (partner != SL_NO_TOKEN && partner < i) i = partner;
  }
}

/* Whether the bracket determines what the edit is part of. */
static bool tells(const sl_tokens *tokens, size_t open, int semicolons, sl_place *out) {
  static const char *const asking[] = {"if", "while", NULL};
  static const char *const casting[] = {"return", "sizeof", "int", "real", "size_t", NULL};
  size_t close = tokens->all[open].partner;
  if (close == SL_NO_TOKEN || open == 0) return false;
  if (sl_token_is(tokens, open - 1, "for")) return semicolons == 1 && set_loop(out, tokens, open);
  if (semicolons > 0) return false;
  if (sl_token_in(tokens, open - 1, asking)) return set(out, SL_ASKED, tokens, open + 1, close - 1);
  size_t name = name_before(tokens, open);
  if (sl_token_is(tokens, open, "[")) {
    return name != SL_NO_TOKEN && set(out, SL_INDEX, tokens, name, name);
  }
  if (name == SL_NO_TOKEN || sl_token_in(tokens, name, casting)) return false;
  return set(out, SL_ARGUMENT, tokens, name, name);
}

void sl_place_find(const sl_tokens *tokens, const sl_edit *edit, sl_place *out) {
  *out = (sl_place){.role = SL_OTHER_ROLE};
  size_t at = token_of(tokens, edit);
  if (at == SL_NO_TOKEN) return;
  int semicolons;
  for (size_t open = at; (open = opening_of(tokens, open, &semicolons)) != SL_NO_TOKEN;) {
    if (tells(tokens, open, semicolons, out)) return;
    if (semicolons > 0) break;
  }
  find_target(tokens, at, out);
}

const char *sl_place_elements(const char *array) {
  static const char *const prefixes[] = {"d_", "ell_", "coo_", "jds_", "row_major_", "csc_"};
  static const struct {
    const char *array, *elements;
  } known[] = {{"x", "each column of the matrix"},
               {"y", "each row of the matrix"},
               {"values", "each entry or slot"},
               {"col_idx", "each entry or slot"},
               {"row_idx", "each entry"},
               {"row_ptr", "each row, and one more for the end"},
               {"col_ptr", "each column, and one more for the end"},
               {"diag_ptr", "each diagonal, and one more for the end"},
               {"section_row", "each section, and one more for the end"},
               {"section_ptr", "each section, and one more for the end"},
               {"perm", "each place"}};
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
    size_t length = strlen(prefixes[p]);
    if (strncmp(array, prefixes[p], length) == 0) array += length;
  }
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    if (strcmp(known[k].array, array) == 0) return known[k].elements;
  }
  return NULL;
}
