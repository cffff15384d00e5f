/* source.c: checks a submission's source. */
#include "gate/source.h"

#include "gate/joins.h"
#include "gate/unclear.h"
#include "gate/words.h"

#include <stdio.h>
#include <string.h>

/* Limits that keep the gate fast; no real source exceeds them. */
enum { MOST_IN_ATTRIBUTE = 100, MOST_PARAMETERS = 100, MOST_PASTES = 100 };

/* Data that the checks share. */
typedef struct source_look {
  const sl_tokens *made;
  const char *header;
  sl_refusals *out;
  size_t macros[SL_GATE_MOST_MACROS]; /* names of defined macros */
  size_t num_macros, pastes;
  bool says_ours;  /* whether "lens" or "__builtin" occurs: followed by an underscore, they begin
                      refused words */
  bool joins_fine; /* every ## of the source is fine: see joins.h */
} source_look;

static const sl_token *at(const source_look *l, size_t i) {
  return &l->made->all[i];
}

static bool is(const source_look *l, size_t i, const char *word) {
  return sl_token_is(l->made, i, word);
}

static bool is_word(const source_look *l, size_t i) {
  return i < l->made->count && at(l, i)->kind == SL_TOKEN_WORD;
}

static void refuse(const source_look *l, size_t i, const char *reason) {
  const sl_token *token = at(l, i);
  sl_refusal_add(l->out, token->line, token->text, token->length, reason);
}

/* Refuses the line from token `i` to its end, and quotes it. */
static void refuse_line(const source_look *l, size_t i, const char *reason) {
  size_t end = sl_tokens_line_end(l->made, i);
  const sl_token *first = at(l, i), *last = at(l, end - 1);
  sl_refusal_add(l->out, first->line, first->text,
                 (size_t)(last->text + last->length - first->text), reason);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool is_macro(const source_look *l, const sl_token *name) {
  for (size_t i = 0; i < l->num_macros; i++) {
    const sl_token *defined = at(l, l->macros[i]);
    if (defined->length == name->length && memcmp(defined->text, name->text, name->length) == 0) {
      return true;
    }
  }
  return false;
}

static const char attributes_reason[] =
    "Only attributes that change speed, warnings or layout are allowed; remove it.";

static bool is_plain(const source_look *l, size_t i) {
  return is_word(l, i) && sl_word_is_plain_attribute(at(l, i)->text, at(l, i)->length) &&
         !is_macro(l, at(l, i));
}

/* Whether gnu:: is at `i`, before a plain attribute. */
static bool is_plain_scope(const source_look *l, size_t i) {
  bool inside = i > 0 && (is(l, i - 1, "[") || is(l, i - 1, ","));
  return inside && is(l, i, "gnu") && is(l, i + 1, "::") && is_plain(l, i + 2);
}

/* Checks the names of attributes from `i` to the closing bracket: they must be plain, and may have
 * arguments in brackets. */
static void check_names(const source_look *l, size_t i, const char *closing) {
  size_t end = i + MOST_IN_ATTRIBUTE;
  for (int depth = 0; i < l->made->count && !(depth == 0 && is(l, i, closing)); i++) {
    if (i == end) {
      refuse(l, i, "This attribute is longer than any valid one; remove it.");
      return;
    }
    depth += is(l, i, "(") - is(l, i, ")");
    if (depth > 0 || !is_word(l, i) || is_plain_scope(l, i)) continue;
    if (!is_plain(l, i)) refuse(l, i, attributes_reason);
  }
}

static void check_attribute(const source_look *l, size_t i) {
  if (is(l, i, "[") && is(l, i + 1, "[")) check_names(l, i + 2, "]");
  if (!is(l, i, "__attribute__")) return;
  if (is(l, i + 1, "(") && is(l, i + 2, "(")) {
    check_names(l, i + 3, ")");
  } else {
    refuse(l, i, "It may only be used directly before ((...)).");
  }
}

/* ---- macros ---------------------------------------------------------------------------------- */

typedef struct source_macro {
  size_t parameters, body, end; /* the first parameter; if parameters == body, the macro has none */
} source_macro;

static bool is_parameter(const source_look *l, const source_macro *m, size_t i) {
  if (is(l, i, "__VA_ARGS__") || is(l, i, "__VA_OPT__")) return true;
  for (size_t p = m->parameters; p < m->body; p++) {
    const sl_token *a = at(l, p), *b = at(l, i);
    if (a->kind == SL_TOKEN_WORD && a->length == b->length &&
        memcmp(a->text, b->text, a->length) == 0)
      return true;
  }
  return false;
}

static const char paste_reason[] =
    "The ## here could build a forbidden name; write the names out, or use a template.";

/* Whether `part` could be a piece of `rest`, or continue it. */
static bool is_piece(const char *rest, const sl_token *part) {
  for (; *rest; rest++) {
    size_t length = strlen(rest) < part->length ? strlen(rest) : part->length;
    if (memcmp(rest, part->text, length) == 0) return true;
  }
  return false;
}

/* Whether the source contains something that completes the word, or joins something to it. */
static bool is_supplied(const char *rest, bool whole, const void *context) {
  const source_look *l = context;
  size_t length = strlen(rest);
  for (size_t i = 0; i < l->made->count; i++) {
    const sl_token *token = at(l, i);
    bool fits = whole ? token->length == length : token->length >= length;
    if (fits && memcmp(token->text, rest, length) == 0) return true;
    bool joined = (i > 0 && is(l, i - 1, "##")) || is(l, i + 1, "##");
    if (joined && is_piece(rest, token)) return true;
  }
  return length == 0;
}

/* Whether a ## is risky if only one side is known, because the other side could be any word of the
 * source. */
static bool is_risky(const source_look *l, size_t known, bool at_end) {
  const sl_token *part = at(l, known);
  if (part->kind != SL_TOKEN_WORD && part->kind != SL_TOKEN_NUMBER) return true;
  if (!at_end) return sl_word_can_be_completed(part->text, part->length, is_supplied, l);
  if (sl_word_could_be(part->text, part->length, true)) return true;
  return part->text[0] == '_' && l->says_ours;
}

/* Whether a ## with two known sides builds a refused word. */
static bool builds_refused(const source_look *l, size_t left, size_t right) {
  char joined[256];
  const sl_token *a = at(l, left), *b = at(l, right);
  if (a->length + b->length >= sizeof joined) return true;
  memcpy(joined, a->text, a->length);
  memcpy(joined + a->length, b->text, b->length);
  return sl_word_refusal(joined, a->length + b->length) ||
         sl_word_could_be(joined, a->length + b->length, false) ||
         sl_word_could_be(joined, a->length + b->length, true);
}

static bool paste_is_fine(const source_look *l, const source_macro *m, size_t i) {
  if (i == m->body || i + 1 >= m->end) return false;
  if (sl_joins_remove_comma(l->made, i)) return true;
  bool left = is_parameter(l, m, i - 1), right = is_parameter(l, m, i + 1);
  bool in_chain =
      (i >= m->body + 2 && is(l, i - 2, "##")) || (i + 2 < m->end && is(l, i + 2, "##"));
  if (left && right) return false;
  if (in_chain) { /* a ## _ ## b: the beginning of the chain decides */
    size_t first = i - 1;
    while (first >= m->body + 2 && is(l, first - 1, "##")) first -= 2;
    return !is_parameter(l, m, first) && !is_risky(l, first, false);
  }
  if (!left && !right) return !builds_refused(l, i - 1, i + 1);
  return left ? !is_risky(l, i + 1, true) : !is_risky(l, i - 1, false);
}

/* Whether the brackets of a body are balanced. If they are not, the body could end an attribute and
 * begin another one. */
static bool is_balanced(const source_look *l, const source_macro *m) {
  int round = 0, square = 0;
  for (size_t i = m->body; i < m->end; i++) {
    round += is(l, i, "(") - is(l, i, ")");
    square += is(l, i, "[") - is(l, i, "]");
    if (round < 0 || square < 0) return false;
  }
  return round == 0 && square == 0;
}

static void check_define(const source_look *l, size_t name, size_t end) {
  if (name >= end) return;
  const char *reason = sl_word_macro_refusal(at(l, name)->text, at(l, name)->length);
  if (reason) refuse(l, name, reason);
  source_macro m = {.parameters = name + 1, .body = name + 1, .end = end};
  if (m.body < end && is(l, m.body, "(") && at(l, m.body)->touches) {
    while (m.body < end && !is(l, m.body, ")")) m.body++;
    m.body += m.body < end;
  }
  if (m.body - m.parameters > MOST_PARAMETERS) {
    refuse(l, name, "It has too many parameters; write a function instead.");
    return;
  }
  for (size_t i = m.body; i < end && !l->joins_fine; i++) {
    if (!is(l, i, "##")) continue;
    if (l->pastes > MOST_PASTES || !paste_is_fine(l, &m, i)) refuse_line(l, name - 2, paste_reason);
  }
  if (!is_balanced(l, &m)) {
    refuse(l, name, "A macro must close each ( and [ that it opens; write the brackets out.");
  }
}

/* ---- directives ------------------------------------------------------------------------------ */

static void check_include(const source_look *l, size_t hash, size_t name, size_t end) {
  char reason[192];
  (void)snprintf(reason, sizeof reason,
                 "A submission may only include \"%s\", headers of C and C++ for computing, and "
                 "headers of CUDA's runtime; write everything else yourself.",
                 l->header);
  const sl_token *what = name < end ? at(l, name) : NULL;
  if (!what || what->kind != SL_TOKEN_HEADER || what->length < 3 || end != name + 1) {
    refuse_line(l, hash, "#include must name its header directly, not through a macro.");
    return;
  }
  const char *text = what->text + 1;
  size_t length = what->length - 2;
  bool labs = strlen(l->header) == length && memcmp(l->header, text, length) == 0;
  bool known = labs || sl_word_is_known_header(text, length);
  if (!what->closed || !known) refuse_line(l, hash, reason);
}

static const char pragma_reason[] = "It can hide code from the lens; remove it (#pragma unroll, "
                                    "once and GCC diagnostic are allowed).";

/* Whether a pragma only pushes, pops or changes one warning, which does not matter to the lens. It
 * must not contain the name of a macro, which could be replaced before the compiler reads the
 * pragma. */
static bool is_diagnostic(const source_look *l, size_t name, size_t end) {
  static const char *const actions[] = {"ignored", "warning", "error"};
  for (size_t i = name; i < end; i++) {
    if (is_word(l, i) && is_macro(l, at(l, i))) return false;
  }
  if (!is(l, name, "GCC") || !is(l, name + 1, "diagnostic")) return false;
  if (end == name + 3) return is(l, name + 2, "push") || is(l, name + 2, "pop");
  bool known = false;
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
    known = known || is(l, name + 2, actions[i]);
  }
  const sl_token *option = at(l, name + 3);
  return known && end == name + 4 && option->kind == SL_TOKEN_STRING && option->length > 4 &&
         memcmp(option->text, "\"-W", 3) == 0;
}

static void check_pragma(const source_look *l, size_t hash, size_t name, size_t end) {
  static const char *const fine[] = {"once",      "unroll", "nounroll", "region",
                                     "endregion", "mark",   "omp"};
  for (size_t i = 0; name < end && i < sizeof fine / sizeof *fine; i++) {
    if (is(l, name, fine[i]) && !is_macro(l, at(l, name))) return;
  }
  if (name + 1 < end && is(l, name, "GCC") &&
      (is(l, name + 1, "unroll") || is(l, name + 1, "ivdep")))
    return;
  if (is_diagnostic(l, name, end)) return;
  refuse_line(l, hash, pragma_reason);
}

/* Checks one preprocessor line, from its # up to `end`. */
static void check_directive(const source_look *l, size_t hash, size_t end) {
  static const char *const fine[] = {"if",   "ifdef", "ifndef",   "elif",  "elifdef",
                                     "else", "endif", "elifndef", "error", "warning"};
  size_t name = hash + 1;
  if (name == end) return;
  if (is(l, name, "include")) {
    check_include(l, hash, name + 1, end);
  } else if (is(l, name, "define")) {
    check_define(l, name + 1, end);
  } else if (is(l, name, "undef")) {
    const char *reason = name + 1 < end
                             ? sl_word_macro_refusal(at(l, name + 1)->text, at(l, name + 1)->length)
                             : NULL;
    if (reason) refuse(l, name + 1, reason);
  } else if (is(l, name, "pragma")) {
    check_pragma(l, hash, name + 1, end);
  } else {
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
      if (is(l, name, fine[i])) return;
    }
    refuse_line(
        l, hash,
        is(l, name, "line") || at(l, name)->kind == SL_TOKEN_NUMBER
            ? "The numbers of lines and the names of files must not be changed; remove it."
            : "The allowed directives are #include, #define, #if and related ones; remove it.");
  }
}

/* ---- the whole source ------------------------------------------------------------------------ */

static void find_macros(source_look *l) {
  for (size_t i = 0; i < l->made->count; i++) {
    l->pastes += is(l, i, "##");
    bool ours = is_word(l, i) && sl_word_begins_ours(at(l, i)->text, at(l, i)->length);
    l->says_ours = l->says_ours || ours;
    if (!at(l, i)->first || !is(l, i, "#") || !is(l, i + 1, "define") || !is_word(l, i + 2))
      continue;
    if (l->num_macros == SL_GATE_MOST_MACROS) {
      refuse(l, i + 2, "It defines 500 macros or more; write functions and constants instead.");
      l->pastes = MOST_PASTES + 1; /* prevents further checks, because the count is incomplete */
      return;
    }
    l->macros[l->num_macros++] = i + 2;
  }
}

/* Limits nesting, because compilers use stack for each open bracket. */
static void check_depth(const source_look *l) {
  int depth = 0;
  for (size_t i = 0; i < l->made->count; i++) {
    if (at(l, i)->kind != SL_TOKEN_MARK) continue;
    depth += is(l, i, "(") || is(l, i, "[") || is(l, i, "{");
    depth -= is(l, i, ")") || is(l, i, "]") || is(l, i, "}");
    if (depth > SL_GATE_MOST_DEPTH) {
      refuse(l, i, "Brackets are nested more than 200 deep; divide the expression or block.");
      return;
    }
  }
}

static void check_words(const source_look *l) {
  for (size_t i = 0; i < l->made->count; i++) {
    const sl_token *token = at(l, i);
    check_attribute(l, i);
    if (token->kind != SL_TOKEN_WORD || is_plain_scope(l, i)) continue;
    const char *reason = sl_word_refusal(token->text, token->length);
    if (reason) refuse(l, i, reason);
  }
}

static void check_directives(const source_look *l) {
  for (size_t i = 0, end; i < l->made->count; i = end) {
    end = sl_tokens_line_end(l->made, i);
    bool directive = is(l, i, "#");
    if (directive) check_directive(l, i, end);
    bool defines = directive && is(l, i + 1, "define");
    for (size_t j = i + directive; j < end; j++) {
      if ((is(l, j, "#") || is(l, j, "##")) && !defines) {
        refuse(
            l, j,
            "Outside a macro definition, # is only allowed at the beginning of a line; remove it.");
      }
    }
  }
}

sl_status sl_gate_source_lex(const char *text, size_t size, const char *header, sl_tokens *tokens,
                             sl_refusals *out) {
  memset(tokens, 0, sizeof *tokens);
  if (size > SL_GATE_MOST_BYTES) {
    sl_refusal_add(
        out, 0, "the file", 8,
        "It is larger than 256 KiB, more than the source of a lab needs; submit only the source.");
    return SL_OK;
  }
  SL_TRY(sl_tokens_make(text, size, SL_DIRECTIVES_CUT, tokens));
  sl_unclear_refuse(tokens, size, out);
  source_look l = {.made = tokens, .header = header, .out = out};
  find_macros(&l);
  if (l.pastes) SL_TRY(sl_joins_are_fine(tokens, &l.joins_fine));
  check_words(&l);
  check_directives(&l);
  check_depth(&l);
  sl_refusals_sort(out);
  return SL_OK;
}

sl_status sl_gate_source_text(const char *text, size_t size, const char *header, sl_refusals *out) {
  sl_tokens tokens;
  sl_status status = sl_gate_source_lex(text, size, header, &tokens, out);
  sl_tokens_free(&tokens);
  return status;
}
