/* joins.c: the words that macros can build by joining words with underscores. */
#include "gate/joins.h"

#include "base/memory.h"
#include "gate/words.h"

#include <ctype.h>
#include <string.h>

enum { MOST_MACROS = 100, LONGEST = 64 };

typedef struct joins_macro {
  size_t name, parameters, body, end; /* if parameters == body, the macro has none */
  bool joins;                         /* the macro joins words, or uses a macro that does */
} joins_macro;

typedef struct joins_view {
  const sl_tokens *made;
  joins_macro macros[MOST_MACROS];
  size_t count;
  bool *used;  /* for each token: whether it may be joined */
  bool direct; /* some ## joins without an underscore */
} joins_view;

static const sl_token *at(const joins_view *v, size_t i) {
  return &v->made->all[i];
}

static bool is(const joins_view *v, size_t i, const char *word) {
  return sl_token_is(v->made, i, word);
}

static bool is_word(const joins_view *v, size_t i) {
  return i < v->made->count && at(v, i)->kind == SL_TOKEN_WORD;
}

static bool same(const joins_view *v, size_t a, size_t b) {
  const sl_token *x = at(v, a), *y = at(v, b);
  return x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
}

/* ---- macros ---------------------------------------------------------------------------------- */

static bool find_macros(joins_view *v) {
  for (size_t i = 0; i < v->made->count; i++) {
    if (!at(v, i)->first || !is(v, i, "#") || !is(v, i + 1, "define")) continue;
    if (!is_word(v, i + 2) || v->count == MOST_MACROS) return false;
    size_t end = sl_tokens_line_end(v->made, i);
    joins_macro m = {.name = i + 2, .parameters = i + 3, .body = i + 3, .end = end};
    if (m.body < end && is(v, m.body, "(") && at(v, m.body)->touches) {
      while (m.body < end && !is(v, m.body, ")")) m.body++;
      m.body += m.body < end;
    }
    v->macros[v->count++] = m;
  }
  return true;
}

static const joins_macro *macro_around(const joins_view *v, size_t i) {
  for (size_t k = 0; k < v->count; k++) {
    if (i >= v->macros[k].name && i < v->macros[k].end) return &v->macros[k];
  }
  return NULL;
}

static bool is_parameter(const joins_view *v, const joins_macro *m, size_t i) {
  for (size_t p = m->parameters; p < m->body; p++) {
    if (is_word(v, p) && same(v, p, i)) return true;
  }
  return false;
}

/* Whether the token is a link: "_", "_kernel", "_kernel_". It has one underscore on each side on
 * which there is a parameter. */
static bool is_link(const joins_view *v, size_t i, bool before, bool after) {
  const sl_token *l = at(v, i);
  if (l->kind != SL_TOKEN_WORD) return false;
  if (l->length == 1) return l->text[0] == '_';
  const char *first = l->text, *last = l->text + l->length - 1;
  bool begins = first[0] == '_' && first[1] != '_', ends = last[0] == '_' && last[-1] != '_';
  return (!before || begins) && (!after || ends);
}

/* Whether this is a ## between a parameter and a link. On the other side of the link there must be
 * another parameter or the end. */
static bool is_join(const joins_view *v, size_t i) {
  const joins_macro *m = macro_around(v, i);
  if (!m || i <= m->body || i + 1 >= m->end) return false;
  bool left = is_parameter(v, m, i - 1), right = is_parameter(v, m, i + 1);
  if (left == right) return false;
  size_t link = left ? i + 1 : i - 1;
  bool before = link > m->body && is(v, link - 1, "##");
  bool after = link + 1 < m->end && is(v, link + 1, "##");
  return is_link(v, link, before, after);
}

static bool is_piece(const joins_view *v, size_t i) {
  return is_word(v, i) || (i < v->made->count && at(v, i)->kind == SL_TOKEN_NUMBER);
}

bool sl_joins_remove_comma(const sl_tokens *made, size_t i) {
  return i > 0 && sl_token_is(made, i - 1, ",") && sl_token_is(made, i + 1, "__VA_ARGS__");
}

/* Whether this is any other ## between words or numbers. */
static bool is_direct_join(const joins_view *v, size_t i) {
  const joins_macro *m = macro_around(v, i);
  return m && i > m->body && i + 1 < m->end && is_piece(v, i - 1) && is_piece(v, i + 1);
}

static bool mentions_join(const joins_view *v, const joins_macro *m) {
  for (size_t i = m->body; i < m->end; i++) {
    if (is(v, i, "##") && !sl_joins_remove_comma(v->made, i)) return true;
    for (size_t k = 0; k < v->count; k++) {
      if (v->macros[k].joins && is_word(v, i) && same(v, v->macros[k].name, i)) return true;
    }
  }
  return false;
}

static void find_joining(joins_view *v) {
  for (bool more = true; more;) {
    more = false;
    for (size_t k = 0; k < v->count; k++) {
      if (v->macros[k].joins || !mentions_join(v, &v->macros[k])) continue;
      v->macros[k].joins = more = true;
    }
  }
}

/* ---- words that may be joined ---------------------------------------------------------------- */

/* Marks the arguments of a call, from the bracket at `i`. False: an argument is empty, or the
 * bracket is not closed. */
static bool mark_arguments(joins_view *v, size_t i) {
  int depth = 0;
  for (; i < v->made->count; i++) {
    bool opens = is(v, i, "("), closes = is(v, i, ")");
    if (opens || is(v, i, ",")) {
      if (is(v, i + 1, ",") || is(v, i + 1, ")")) return false;
    }
    depth += opens - closes;
    v->used[i] = true;
    if (depth == 0) return true;
  }
  return false;
}

/* Whether a header may define the word as a macro, whose expansion is unknown. */
static bool may_be_replaced(const sl_token *l) {
  static const char *const names[] = {"malloc", "calloc", "realloc", "free", "unix", "linux"};
  bool reserved = l->length > 1 && l->text[0] == '_' &&
                  (l->text[1] == '_' || isupper((unsigned char)l->text[1]));
  if (reserved || (l->length > 4 && memcmp(l->text, "cuda", 4) == 0)) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strlen(names[i]) == l->length && memcmp(names[i], l->text, l->length) == 0) return true;
  }
  return false;
}

static bool mark_calls(joins_view *v) {
  for (size_t k = 0; k < v->count; k++) {
    const joins_macro *m = &v->macros[k];
    if (!m->joins) continue;
    if (m->parameters == m->body) return false;
    for (size_t i = m->parameters; i < m->body; i++) {
      if (is(v, i, "...")) return false;
    }
    for (size_t i = 0; i < v->made->count; i++) {
      bool named = i != m->name && is_word(v, i) && same(v, i, m->name);
      if (named && (!is(v, i + 1, "(") || !mark_arguments(v, i + 1))) return false;
    }
  }
  return true;
}

/* Marks the bodies of macros that are used as arguments. */
static bool mark_bodies(joins_view *v) {
  for (bool more = true; more;) {
    more = false;
    for (size_t k = 0; k < v->count; k++) {
      const joins_macro *m = &v->macros[k];
      bool found = false;
      for (size_t i = 0; i < v->made->count && !found; i++) {
        found = i != m->name && v->used[i] && is_word(v, i) && same(v, i, m->name);
      }
      if (!found) continue;
      if (m->body == m->end) return false; /* the macro expands to nothing */
      for (size_t i = m->body; i < m->end; i++) {
        more = more || !v->used[i];
        v->used[i] = true;
      }
    }
  }
  return true;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Whether the token is replaced by a number. */
static bool is_number_of_line(const joins_view *v, size_t i) {
  return is(v, i, "__LINE__") || is(v, i, "__COUNTER__");
}

static bool names_parameter(const joins_view *v, size_t i) {
  const joins_macro *m = macro_around(v, i);
  return m && is_parameter(v, m, i);
}

/* Returns the length of the part of a name that a token contributes. For a link, this is without
 * the underscores next to parameters. */
static size_t piece_of(const joins_view *v, size_t i, const char **text_out) {
  const sl_token *l = at(v, i);
  size_t from = 0, to = l->length;
  *text_out = l->text;
  if (l->kind != SL_TOKEN_WORD && l->kind != SL_TOKEN_NUMBER) return 0;
  bool before = i > 0 && is(v, i - 1, "##"), after = is(v, i + 1, "##");
  if (v->direct && (is_number_of_line(v, i) || names_parameter(v, i))) return 0;
  if (v->direct && (before || after)) return to;
  if (before || after) {
    from += before && l->text[0] == '_';
    to -= after && to > from && l->text[to - 1] == '_';
  } else if (!v->used[i]) {
    return 0;
  }
  *text_out = l->text + from;
  return to - from;
}

/* Whether pieces that are joined by underscores could form this word (or a longer one). */
static bool can_be_joined(const char *text, bool whole, const void *context) {
  const joins_view *v = context;
  bool reached[LONGEST + 1] = {true};
  size_t size = strlen(text);
  if (size >= LONGEST) return true;
  for (size_t from = 0; from < size; from++) {
    for (size_t i = 0; reached[from] && i < v->made->count; i++) {
      const char *piece;
      size_t length = piece_of(v, i, &piece), left = size - from;
      size_t common = length < left ? length : left;
      if (length == 0 || memcmp(piece, text + from, common) != 0) continue;
      if (length >= left) {
        if (length == left || !whole) return true;
      } else if (v->direct) {
        reached[from + length] = true;
      } else if (text[from + length] == '_') {
        reached[from + length + 1] = true;
      }
    }
  }
  return !whole && reached[size];
}

static bool look(joins_view *v) {
  if (!find_macros(v)) return false;
  for (size_t i = 0; i < v->made->count; i++) {
    if (!is(v, i, "##") || is_join(v, i) || sl_joins_remove_comma(v->made, i)) continue;
    if (!is_direct_join(v, i)) return false;
    v->direct = true;
  }
  find_joining(v);
  if (!mark_calls(v) || !mark_bodies(v)) return false;
  for (size_t i = 0; i < v->made->count; i++) {
    bool replaced = v->used[i] && is_word(v, i) && may_be_replaced(at(v, i));
    if (replaced && !is_number_of_line(v, i)) return false;
  }
  return !sl_word_any(can_be_joined, v);
}

sl_status sl_joins_are_fine(const sl_tokens *made, bool *fine_out) {
  joins_view *v;
  *fine_out = false;
  SL_TRY(sl_alloc(1, sizeof *v, "the macros of a submission", &v));
  v->made = made;
  sl_status status = sl_alloc(made->count, sizeof *v->used, "the words of a submission", &v->used);
  if (status == SL_OK) *fine_out = look(v);
  sl_free(v->used);
  sl_free(v);
  return status;
}
