/* contract.c: explains that the linker does not find a function that the lab asks for. */
#include "base/nearest.h"
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PARAMETERS = 24, PARAMETER = 96 };

/* The head of a function: its type, its name and its parameters. */
typedef struct contract_head {
  const char *name; /* points to the name; NULL: not found */
  char type[PARAMETER];
  char parameters[MOST_PARAMETERS][PARAMETER];
  int count;
} contract_head;

/* Copies the text between two places to one line, with single spaces, and stars next to the name.
 */
static void squeeze(const char *from, const char *end, char *out, size_t size) {
  size_t used = 0;
  for (const char *c = from; c < end && used + 2 < size; c++) {
    if (isspace((unsigned char)*c)) continue;
    bool blank = c > from && isspace((unsigned char)c[-1]);
    bool to_star = *c == '*' && used > 0 && sl_code_in_name(out[used - 1]);
    if (used > 0 && ((blank && out[used - 1] != '*' && out[used - 1] != '(') || to_star)) {
      out[used++] = ' ';
    }
    out[used++] = *c;
  }
  out[used] = '\0';
}

static void read_parameters(const char *open, const char *end, contract_head *out) {
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

/* Finds the head of a function that the code declares, or that it defines if `defined` is set. */
static bool find_head(const char *code, const char *function, bool defined, contract_head *out) {
  size_t length = strlen(function);
  *out = (contract_head){.name = NULL};
  for (const char *c = strstr(code, function); c; c = strstr(c + 1, function)) {
    const char *open = c + length + strspn(c + length, " \t\r\n");
    if ((c > code && sl_code_in_name(c[-1])) || sl_code_in_name(c[length]) || *open != '(')
      continue;
    const char *end = sl_code_after_bracket(open);
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

/* Writes the type in a parameter, without the parameter's name, a const of the value itself and
 * __restrict__. */
static void type_of(const char *parameter, char *out) {
  char plain[PARAMETER];
  (void)snprintf(plain, sizeof plain, "%s", parameter);
  for (char *at; (at = strstr(plain, "__restrict__"));) memset(at, ' ', strlen("__restrict__"));
  size_t end = strlen(plain);
  while (end > 0 && isspace((unsigned char)plain[end - 1])) end--;
  size_t name = (size_t)(sl_code_name_before(plain, plain + end) - plain);
  bool only_type = name == 0; /* the parameter has no name: "int" */
  char whole[PARAMETER];
  squeeze(plain, plain + (only_type ? end : name), whole, sizeof whole);
  bool array = strchr(parameter, '[') != NULL;
  (void)snprintf(out, PARAMETER, "%s%s",
                 strncmp(whole, "const ", 6) == 0 && !strchr(whole, '*') ? whole + 6 : whole,
                 array ? "?" : "");
}

/* Finds the function {function} in the contract and in the source. False: the contract does not
 * declare it. `own->name` is NULL if the source does not define it. */
static bool find_both(const sl_scene *scene, char function[SL_VALUE], contract_head *wanted,
                      contract_head *own) {
  if (!scene->contract || !sl_scene_value(scene, "function", function)) return false;
  if (!find_head(scene->contract->code, function, false, wanted)) return false;
  (void)find_head(scene->source->code, function, true, own);
  return true;
}

/* Returns the first parameter whose type differs, from 0; −1: there is none, or the numbers of
 * parameters differ. */
static int differing(const contract_head *wanted, const contract_head *own) {
  for (int i = 0; wanted->count == own->count && i < wanted->count; i++) {
    char one[PARAMETER], other[PARAMETER];
    type_of(wanted->parameters[i], one);
    type_of(own->parameters[i], other);
    if (strcmp(one, other) != 0) return i;
  }
  return -1;
}

static bool give_number(int number, char *out) {
  (void)snprintf(out, SL_VALUE, "%d", number);
  return true;
}

static bool give(const char *text, char *out) {
  (void)snprintf(out, SL_VALUE, "%s", text);
  return true;
}

static bool find_contract(const sl_scene *scene, char *out) {
  return scene->header && give(scene->header, out);
}

static bool find_own_line(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  return find_both(scene, out, &wanted, &own) && own.name &&
         give_number(sl_source_line_at(scene->source->code, own.name), out);
}

static bool find_own_count(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  return find_both(scene, out, &wanted, &own) && own.name && give_number(own.count, out);
}

static bool find_wanted_count(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  return find_both(scene, out, &wanted, &own) && give_number(wanted.count, out);
}

static bool find_count_differs(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  return find_both(scene, out, &wanted, &own) && own.name && wanted.count != own.count;
}

static bool find_parameter(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  int which = find_both(scene, out, &wanted, &own) && own.name ? differing(&wanted, &own) : -1;
  return which >= 0 && give_number(which + 1, out);
}

static bool find_own_parameter(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  return find_parameter(scene, out) && find_both(scene, out, &wanted, &own) &&
         give(own.parameters[differing(&wanted, &own)], out);
}

static bool find_wanted_parameter(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  return find_parameter(scene, out) && find_both(scene, out, &wanted, &own) &&
         give(wanted.parameters[differing(&wanted, &own)], out);
}

/* Finds the type that the contract gives to {declared function}. */
static bool find_wanted_type(const sl_scene *scene, char *out) {
  contract_head wanted;
  return scene->contract && sl_scene_value(scene, "declared function", out) &&
         find_head(scene->contract->code, out, false, &wanted) && give(wanted.type, out);
}

/* Finds a function that the file defines, that the contract does not ask for, and whose name is
 * most like {function}. Returns its line; 0: there is none. */
static int find_similar(const sl_scene *scene, char *out) {
  char function[SL_VALUE];
  if (!sl_scene_value(scene, "function", function)) return 0;
  const char *code = scene->source->code;
  int line = 0, best = -1, limit = (int)strlen(function) / 2;
  bool tied = false;
  for (const char *c = code; (c = strchr(c, '(')); c++) {
    const char *behind = sl_code_after_bracket(c), *end = c;
    if (!behind) break;
    if (behind[strspn(behind, " \t\r\n")] != '{') continue;
    while (end > code && isspace((unsigned char)end[-1])) end--;
    const char *from = sl_code_name_before(code, end);
    char name[SL_WORD];
    contract_head asked, own;
    (void)snprintf(name, sizeof name, "%.*s", (int)(end - from), from);
    if (!name[0] || !find_head(code, name, true, &own)) continue;
    if (find_head(scene->contract->code, name, false, &asked)) continue;
    int d = sl_nearest_distance(function, name);
    if (d < 0 || d > limit || (best >= 0 && d > best)) continue;
    tied = d == best;
    best = d;
    (void)snprintf(out, SL_VALUE, "%s", name);
    line = sl_source_line_at(code, from);
  }
  return tied ? 0 : line;
}

static bool find_similar_function(const sl_scene *scene, char *out) {
  return find_similar(scene, out) > 0;
}

static bool find_similar_line(const sl_scene *scene, char *out) {
  int line = find_similar(scene, out);
  return line > 0 && give_number(line, out);
}

/* Whether the source defines {function} as a template. */
static bool find_template(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  const char *code = scene->source->code, *before;
  if (!find_both(scene, out, &wanted, &own) || !own.name) return false;
  for (before = own.name; before > code && !strchr(";}", before[-1]);) before--;
  const char *template = strstr(before, "template");
  return template && template <own.name;
}

/* Whether the source defines {function} in a namespace. */
static bool find_namespace(const sl_scene *scene, char *out) {
  contract_head wanted, own;
  const char *c = scene->source->code;
  if (!find_both(scene, out, &wanted, &own) || !own.name) return false;
  for (; (c = strstr(c, "namespace")) && c < own.name; c++) {
    const char *open = strpbrk(c, "{;");
    const char *end = open && *open == '{' ? sl_code_after_bracket(open) : NULL;
    if (open && open < own.name && end && end > own.name) return true;
  }
  return false;
}

const sl_lookup sl_contract_lookups[] = {
    {"contract", find_contract},           {"own line", find_own_line},
    {"own count", find_own_count},         {"wanted count", find_wanted_count},
    {"count differs", find_count_differs}, {"parameter", find_parameter},
    {"own parameter", find_own_parameter}, {"wanted parameter", find_wanted_parameter},
    {"wanted type", find_wanted_type},     {"similar function", find_similar_function},
    {"similar line", find_similar_line},   {"template", find_template},
    {"namespace", find_namespace},         {NULL, NULL},
};
