/* names.c: an undeclared name, and what was probably meant. */
#include "base/nearest.h"
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool find_name(const sl_scene *scene, char *out) {
  return sl_scene_value(scene, "name", out);
}

/* ---- headers --------------------------------------------------------------------------------- */

static bool find_header_in(const sl_scene *scene, const char *table, char *out) {
  char name[SL_VALUE];
  if (!find_name(scene, name)) return false;
  const char *header = sl_patterns_find(scene->patterns, table, name);
  (void)snprintf(out, SL_VALUE, "%s", header ? header : "");
  return header != NULL;
}

static bool find_std_header(const sl_scene *scene, char *out) {
  return find_header_in(scene, "std", out);
}

static bool find_header(const sl_scene *scene, char *out) {
  return find_header_in(scene, "std", out) || find_header_in(scene, "header", out);
}

static bool find_missing_header(const sl_scene *scene, char *out) {
  return find_header(scene, out) && !sl_scene_includes(scene, out);
}

static bool find_removed(const sl_scene *scene, char *out) {
  return find_header_in(scene, "removed", out);
}

/* Finds the contract, if the name comes from it and the source does not include it. */
static bool find_from_contract(const sl_scene *scene, char *out) {
  char name[SL_VALUE];
  if (!scene->contract || !find_name(scene, name)) return false;
  (void)snprintf(out, SL_VALUE, "%s", scene->header);
  return !sl_scene_includes(scene, scene->header) &&
         (strcmp(name, "real") == 0 || sl_scene_has_word(scene->contract->code, name));
}

/* Whether the name is used as a type: "reel sum = 0;". This type is unknown, so the compiler
 * ignores the declaration. */
static bool find_stands_for_type(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  if (!find_name(scene, out) || !sl_scene_line_begins(scene, scene->line, out)) return false;
  sl_scene_code(scene, scene->line, code);
  const char *behind = code + strspn(code, " \t") + strlen(out);
  size_t blanks = strspn(behind, " \t*");
  return blanks > 0 && sl_code_in_name(behind[blanks]);
}

/* ---- near-misses ----------------------------------------------------------------------------- */

typedef struct names_search {
  const char *name;
  char best[SL_WORD];
  int distance; /* −1: no name was found so far */
  bool tied;
} names_search;

/* Whether two names differ only in case and underscores: blockidx and blockIdx, rowptr and row_ptr.
 */
static bool same_letters(const char *a, const char *b) {
  for (;; a++, b++) {
    while (*a == '_') a++;
    while (*b == '_') b++;
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
    if (!*a) return true;
  }
}

static void consider(names_search *s, const char *candidate) {
  if (strcmp(candidate, s->name) == 0 || strcmp(candidate, s->best) == 0) return;
  int length = (int)strlen(s->name);
  int d = same_letters(candidate, s->name) ? 0 : sl_nearest_distance(s->name, candidate);
  int limit = length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3;
  if (d < 0 || d > limit || (s->distance >= 0 && d > s->distance)) return;
  s->tied = d == s->distance;
  s->distance = d;
  (void)snprintf(s->best, sizeof s->best, "%s", candidate);
}

static bool is_reported(const sl_scene *scene, const char *name) {
  char quoted[SL_WORD + 2];
  (void)snprintf(quoted, sizeof quoted, "'%s'", name);
  for (size_t i = 0; scene->remarks && i < scene->remarks->count; i++) {
    const sl_remark *m = &scene->remarks->all[i];
    const char *at = m->kind == SL_REMARK_ERROR ? strstr(m->text, quoted) : NULL;
    if (at && (strstr(m->text, "declared") || strstr(m->text, "undefined"))) {
      if (at < m->text + 40) return true; /* skips names in "did you mean" */
    }
  }
  return false;
}

/* Considers each name in the code between `from` and `end`. */
static void consider_names(names_search *s, const sl_scene *scene, const char *from,
                           const char *end) {
  for (const char *c = from; c < end && *c;) {
    size_t length = sl_code_name_length(c);
    if (length > 1 && length < SL_WORD && !isdigit((unsigned char)*c)) {
      char word[SL_WORD];
      (void)snprintf(word, sizeof word, "%.*s", (int)length, c);
      if (!is_reported(scene, word)) consider(s, word);
    }
    c += length ? length : 1;
  }
}

/* Considers the names of the functions that the code declares or defines. */
static void consider_functions(names_search *s, const sl_scene *scene, const char *code) {
  for (const char *c = code; (c = strchr(c, '(')); c++) {
    const char *end = c, *behind = sl_code_after_bracket(c);
    if (!behind) break;
    behind += strspn(behind, " \t\r\n");
    while (end > code && isspace((unsigned char)end[-1])) end--;
    const char *from = sl_code_name_before(code, end);
    if (*behind == '{' || *behind == ';') consider_names(s, scene, from, end);
  }
}

static void consider_word(const char *name, void *context) {
  consider(context, name);
}

/* Finds a name of which the undeclared name may be a misspelling. */
static bool find_similar_name(const sl_scene *scene, char *out) {
  const char *begin, *end, *translated;
  char name[SL_VALUE];
  names_search s = {.name = name, .distance = -1};
  if (!find_name(scene, name)) return false;
  if ((translated = sl_patterns_find(scene->patterns, "says", name))) {
    (void)snprintf(out, SL_VALUE, "%s", translated);
    return true;
  }
  if (sl_scene_function(scene, scene->line, &begin, &end)) consider_names(&s, scene, begin, end);
  consider_functions(&s, scene, scene->source->code);
  if (scene->contract) {
    consider_functions(&s, scene, scene->contract->code);
    consider(&s, "real");
  }
  sl_patterns_each(scene->patterns, "cuda", consider_word, &s);
  sl_patterns_each(scene->patterns, "c", consider_word, &s);
  (void)snprintf(out, SL_VALUE, "%s", s.best);
  return s.distance >= 0 && !s.tied;
}

/* Finds the similar name if it differs only in case and underscores, and is not a word of C. */
static bool find_same_letters(const sl_scene *scene, char *out) {
  char name[SL_VALUE];
  return find_name(scene, name) && find_similar_name(scene, out) && same_letters(name, out) &&
         !sl_patterns_find(scene->patterns, "c", out);
}

/* ---- scopes ---------------------------------------------------------------------------------- */

/* Whether the code declares the name at `at`: it follows the name of a type, or a * that follows
 * one. */
static bool declares(const char *code, const char *at, size_t length) {
  static const char *const no_types[] = {"return", "else", "case", "goto", "sizeof", "new"};
  const char *before = at, *behind = at + length + strspn(at + length, " \t");
  while (before > code && strchr(" \t\r\n*&", before[-1])) before--;
  if (before == at || before == code) return false;
  bool starred = memchr(before, '*', (size_t)(at - before)) != NULL;
  if (!sl_code_in_name(before[-1]) && before[-1] != '>') return false;
  const char *type = sl_code_name_before(code, before);
  for (size_t i = 0; i < sizeof no_types / sizeof *no_types; i++) {
    size_t own = strlen(no_types[i]);
    if ((size_t)(before - type) == own && strncmp(type, no_types[i], own) == 0) return false;
  }
  if (starred && before[-1] != '>') { /* "a *b" is a product unless a is a type */
    const char *c = type;
    while (c > code && strchr(" \t\r\n", c[-1])) c--;
    if (c > code && !strchr("{};(,", c[-1]) && !sl_code_in_name(c[-1])) return false;
  }
  return *behind && strchr("=;,[):", *behind) && strncmp(behind, "==", 2) != 0;
}

/* Returns the line between two places that declares the name; 0: none. */
static int declared_in(const sl_scene *scene, const char *from, const char *end, const char *name) {
  size_t length = strlen(name);
  const char *code = scene->source->code;
  for (const char *c = from; c && c < end; c++) {
    c = strstr(c, name);
    if (!c || c >= end) break;
    if ((c > code && sl_code_in_name(c[-1])) || sl_code_in_name(c[length])) continue;
    if (declares(code, c, length)) return sl_source_line_at(code, c);
  }
  return 0;
}

static bool has_error(const sl_scene *scene, int line) {
  for (size_t i = 0; line && i < scene->remarks->count; i++) {
    const sl_remark *remark = &scene->remarks->all[i];
    if (remark->kind == SL_REMARK_ERROR && remark->own_line == line) return true;
  }
  return false;
}

/* Returns the line that declares the name in the function of the error; 0: none. `*earlier_out`: it
 * comes before the error. */
static int declaring_line(const sl_scene *scene, bool *earlier_out) {
  const char *begin, *end;
  char name[SL_VALUE];
  *earlier_out = false;
  if (!find_name(scene, name) || !sl_scene_function(scene, scene->line, &begin, &end)) return 0;
  int line = declared_in(scene, begin, end, name);
  if (has_error(scene, line)) return 0; /* the compiler did not understand it */
  *earlier_out = line < scene->line;
  return line;
}

static bool find_earlier_line(const sl_scene *scene, char *out) {
  bool earlier;
  int line = declaring_line(scene, &earlier);
  return earlier && sl_scene_give_line(line, out);
}

static bool find_later_line(const sl_scene *scene, char *out) {
  bool earlier;
  int line = declaring_line(scene, &earlier);
  return !earlier && sl_scene_give_line(line, out);
}

/* Finds the earlier line that declares the name, if it is the head of a `for`. */
static bool find_loop(const sl_scene *scene, char *out) {
  bool earlier;
  return find_earlier_line(scene, out) &&
         sl_scene_line_has(scene, declaring_line(scene, &earlier), "for");
}

/* Finds the same line, if this `for` repeats nothing but its semicolon. */
static bool find_empty_loop(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  bool earlier;
  if (!find_loop(scene, out)) return false;
  sl_scene_code(scene, declaring_line(scene, &earlier), code);
  const char *open = strchr(code, '('), *end = open ? sl_code_after_bracket(open) : NULL;
  return end && end[strspn(end, " \t")] == ';';
}

/* Finds the line that declares the name in another function, and the name of that function. */
static int line_elsewhere(const sl_scene *scene, char function[SL_VALUE]) {
  const char *begin, *end, *code = scene->source->code;
  char name[SL_VALUE];
  bool earlier;
  if (!find_name(scene, name) || !sl_scene_function(scene, scene->line, &begin, &end)) return 0;
  if (declaring_line(scene, &earlier) || has_error(scene, declared_in(scene, begin, end, name)))
    return 0;
  int line = declared_in(scene, code, begin, name);
  if (!line) line = declared_in(scene, end, code + strlen(code), name);
  if (!line || !sl_scene_function(scene, line, &begin, &end)) return 0;
  const char *open = strchr(begin, '(');
  while (open && open > begin && isspace((unsigned char)open[-1])) open--;
  const char *from = open ? sl_code_name_before(begin, open) : NULL;
  (void)snprintf(function, SL_VALUE, "%.*s", open ? (int)(open - from) : 0, from ? from : "");
  return line;
}

static bool find_other_line(const sl_scene *scene, char *out) {
  char function[SL_VALUE];
  return sl_scene_give_line(line_elsewhere(scene, function), out);
}

static bool find_other_function(const sl_scene *scene, char *out) {
  if (!line_elsewhere(scene, out)) return false;
  if (!out[0]) (void)snprintf(out, SL_VALUE, "another function");
  return true;
}

/* Finds the line of a function of this name that is defined further down. */
static bool find_later_function(const sl_scene *scene, char *out) {
  char name[SL_VALUE];
  int first, last;
  return find_name(scene, name) && sl_source_function(scene->source, name, &first, &last) &&
         first > scene->line && sl_scene_give_line(first, out);
}

/* ---- headers that do not exist --------------------------------------------------------------- */

/* Finds the contract, if all but one or two characters of {header file} are the same. */
static bool find_similar_header(const sl_scene *scene, char *out) {
  char name[SL_VALUE];
  if (!scene->header || !sl_scene_value(scene, "header file", name)) return false;
  size_t same = 0, tail = 0, length = strlen(scene->header), own = strlen(name);
  if (own < 4 || strcmp(name, scene->header) == 0) return false;
  while (same < length && name[same] == scene->header[same]) same++;
  while (tail + same < length && tail + same < own &&
         name[own - 1 - tail] == scene->header[length - 1 - tail])
    tail++;
  (void)snprintf(out, SL_VALUE, "%s", scene->header);
  return same + tail + 2 >= length && same + tail + 2 >= own;
}

static bool find_example_header(const sl_scene *scene, char *out) {
  return sl_scene_value(scene, "header file", out) && strncmp(out, "helper_", 7) == 0;
}

const sl_lookup sl_name_lookups[] = {
    {"std header", find_std_header},
    {"header", find_header},
    {"missing header", find_missing_header},
    {"removed", find_removed},
    {"from contract", find_from_contract},
    {"stands for type", find_stands_for_type},
    {"similar name", find_similar_name},
    {"same letters", find_same_letters},
    {"earlier line", find_earlier_line},
    {"later line", find_later_line},
    {"loop", find_loop},
    {"empty loop", find_empty_loop},
    {"other line", find_other_line},
    {"other function", find_other_function},
    {"later function", find_later_function},
    {"similar header", find_similar_header},
    {"example header", find_example_header},
    {NULL, NULL},
};
