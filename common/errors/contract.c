/* contract.c: a function that the lab asks for and that the linker does not find. */
#include "base/nearest.h"
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PARAMETERS = 24, PARAMETER = 96 };

/* A function's head in some code. */
typedef struct head {
  const char *name; /* where it stands; NULL: nowhere */
  char type[PARAMETER];
  char parameters[MOST_PARAMETERS][PARAMETER];
  int count;
} head;

/* The text between two places on one line, with one space where there are more; stars stand at the
 * name. */
static void squeeze(const char *from, const char *end, char *out, size_t size) {
  size_t used = 0;
  for (const char *c = from; c < end && used + 2 < size; c++) {
    if (isspace((unsigned char)*c)) continue;
    bool blank = c > from && isspace((unsigned char)c[-1]);
    bool to_star = *c == '*' && used > 0 && sl_in_name(out[used - 1]);
    if (used > 0 && ((blank && out[used - 1] != '*' && out[used - 1] != '(') || to_star)) {
      out[used++] = ' ';
    }
    out[used++] = *c;
  }
  out[used] = '\0';
}

static void read_parameters(const char *open, const char *end, head *out) {
  const char *from = open + 1;
  int depth = 0;
  for (const char *c = from; c < end && out->count < MOST_PARAMETERS; c++) {
    bool ends = c == end - 1 || (*c == ',' && depth == 0);
    depth += (*c == '(') - (*c == ')');
    if (!ends) continue;
    squeeze(from, c, out->parameters[out->count], PARAMETER);
    if (out->parameters[out->count][0]) out->count++;
    from = c + 1;
  }
}

/* The head of a function that is declared or defined (`defined`) in a code. */
static bool find_head(const char *code, const char *function, bool defined, head *out) {
  size_t length = strlen(function);
  *out = (head){.name = NULL};
  for (const char *c = strstr(code, function); c; c = strstr(c + 1, function)) {
    const char *open = c + length + strspn(c + length, " \t\r\n");
    if ((c > code && sl_in_name(c[-1])) || sl_in_name(c[length]) || *open != '(') continue;
    const char *end = sl_behind_bracket(open);
    if (!end ||
        (defined ? end[strspn(end, " \t\r\n")] != '{' : end[strspn(end, " \t\r\n")] != ';')) {
      continue;
    }
    const char *from = c;
    while (from > code && !strchr(";}{\n", from[-1])) from--;
    squeeze(from, c, out->type, sizeof out->type);
    out->name = c;
    read_parameters(open, end, out);
    return true;
  }
  return false;
}

/* The type in a parameter: without its name, const of the value itself and __restrict__. */
static void type_of(const char *parameter, char *out) {
  char plain[PARAMETER];
  (void)snprintf(plain, sizeof plain, "%s", parameter);
  for (char *at; (at = strstr(plain, "__restrict__"));) memset(at, ' ', strlen("__restrict__"));
  size_t end = strlen(plain);
  while (end > 0 && isspace((unsigned char)plain[end - 1])) end--;
  size_t name = end;
  while (name > 0 && sl_in_name(plain[name - 1])) name--;
  bool only_type = name == 0; /* "int", without a name */
  char whole[PARAMETER];
  squeeze(plain, plain + (only_type ? end : name), whole, sizeof whole);
  bool array = strchr(parameter, '[') != NULL;
  (void)snprintf(out, PARAMETER, "%s%s",
                 strncmp(whole, "const ", 6) == 0 && !strchr(whole, '*') ? whole + 6 : whole,
                 array ? "?" : "");
}

static void say_difference(const sl_scene *scene, const head *wanted, const head *own,
                           const char *function, sl_error *error) {
  sl_error_what(error, "%s does not have the parameters that %s asks for", function, scene->header);
  if (wanted->count != own->count) {
    sl_error_advice(error, "It has %d, and should have %d. Copy the function's header from %s.",
                    own->count, wanted->count, scene->header);
    return;
  }
  for (int i = 0; i < wanted->count; i++) {
    char one[PARAMETER], other[PARAMETER];
    type_of(wanted->parameters[i], one);
    type_of(own->parameters[i], other);
    if (strcmp(one, other) == 0) continue;
    sl_error_advice(error, "Parameter %d is '%s' here and must be '%s'.", i + 1, own->parameters[i],
                    wanted->parameters[i]);
    return;
  }
  sl_error_advice(error, "Copy the function's header from %s.", scene->header);
}

/* Names of functions that the file defines and the contract does not ask for: the nearest. */
static bool find_renamed(const sl_scene *scene, const char *function, char *out, int *line_out) {
  const char *code = scene->source->code;
  int best = -1, limit = (int)strlen(function) / 2;
  bool tied = false;
  for (const char *c = code; (c = strchr(c, '(')); c++) {
    const char *behind = sl_behind_bracket(c), *end = c;
    if (!behind) break;
    if (behind[strspn(behind, " \t\r\n")] != '{') continue;
    while (end > code && isspace((unsigned char)end[-1])) end--;
    const char *from = end;
    while (from > code && sl_in_name(from[-1])) from--;
    char name[SL_WORD];
    head asked, own;
    (void)snprintf(name, sizeof name, "%.*s", (int)(end - from), from);
    if (!name[0] || !find_head(code, name, true, &own)) continue;
    if (find_head(scene->contract->code, name, false, &asked)) continue;
    int d = sl_word_distance(function, name);
    if (d < 0 || d > limit || (best >= 0 && d > best)) continue;
    tied = d == best;
    best = d;
    (void)snprintf(out, SL_WORD, "%s", name);
    *line_out = sl_source_line_at(code, from);
  }
  return best >= 0 && !tied;
}

static bool is_in_namespace(const char *code, const char *at) {
  for (const char *c = code; (c = strstr(c, "namespace")) && c < at; c++) {
    const char *open = strpbrk(c, "{;"),
               *end = open && *open == '{' ? sl_behind_bracket(open) : NULL;
    if (open && open < at && end && end > at) return true;
  }
  return false;
}

static bool is_hidden(const sl_scene *scene, const char *function, const head *own,
                      sl_error *error) {
  const char *code = scene->source->code, *template = strstr(code, "template");
  const char *before = own->name;
  while (before > code && !strchr(";}", before[-1])) before--;
  if (template && template >= before && template <own->name) {
    sl_error_what(error, "%s is a template here", function);
    sl_error_advice(error,
                    "%s wants a plain function. Keep the template under another name, and call "
                    "it from %s.",
                    scene->header, function);
    return true;
  }
  if (is_in_namespace(code, own->name)) {
    sl_error_what(error, "%s must not be inside a namespace", function);
    sl_error_advice(error, "Define it outside, with the name and parameters that %s gives.",
                    scene->header);
    return true;
  }
  return false;
}

void sl_explain_missing(const sl_scene *scene, const char *function, sl_error *error) {
  head wanted, own;
  char name[SL_WORD];
  int line = 0;
  bool asked = scene->contract && find_head(scene->contract->code, function, false, &wanted);
  if (!asked && strncmp(function, "cu", 2) == 0) {
    sl_error_what(error, "%s belongs to a library that is not linked here", function);
    sl_error_advice(error, "Write the operation as a kernel.");
    return;
  }
  if (!asked) {
    sl_error_what(error, "%s is declared and called, but nowhere defined", function);
    sl_error_advice(
        error,
        "Write its body, or check that its name and parameters are the same where it is defined.");
    return;
  }
  if (find_head(scene->source->code, function, true, &own)) {
    error->line = sl_source_line_at(scene->source->code, own.name);
    (void)snprintf(error->mark, sizeof error->mark, "%s", function);
    if (!is_hidden(scene, function, &own, error))
      say_difference(scene, &wanted, &own, function, error);
    return;
  }
  sl_error_what(error, "%s is missing", function);
  if (find_renamed(scene, function, name, &line)) {
    error->line = line;
    (void)snprintf(error->mark, sizeof error->mark, "%s", name);
    sl_error_advice(error, "%s asks for this name. Is it the function that you called %s?",
                    scene->header, name);
    return;
  }
  sl_error_advice(error, "The file must define it, with the name and parameters that %s gives.",
                  scene->header);
}
