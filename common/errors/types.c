/* types.c: a value of one type where another is wanted, and operands that do not go together. */
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TYPE = 128 };

typedef struct type {
  char base[TYPE]; /* "float", without const and stars */
  int stars;
  bool points_to_const, known;
} type;

static type read_type(const char *text) {
  type t = {.known = true};
  size_t used = 0;
  for (const char *c = text; *c;) {
    size_t length = 0;
    while (sl_in_name(c[length])) length++;
    if (length == 5 && strncmp(c, "const", 5) == 0) {
      t.points_to_const = t.points_to_const || t.stars == 0;
      c += 5;
    } else if (*c == '*') {
      t.stars++;
      c++;
    } else if (*c == ' ' || length > 0) {
      bool blank = *c == ' ';
      if (!blank && used > 0 && used + 1 < TYPE) t.base[used++] = ' ';
      for (size_t i = 0; !blank && i < length && used + 1 < TYPE; i++) t.base[used++] = c[i];
      c += blank ? 1 : length;
    } else { /* functions, references, templates */
      t.known = false;
      c++;
    }
  }
  t.base[used] = '\0';
  if (t.stars == 0) t.points_to_const = false;
  return t;
}

static bool is_number(const type *t) {
  static const char *const numbers[] = {
      "int",      "float",        "double", "real",  "bool",      "char",          "long",
      "unsigned", "unsigned int", "size_t", "short", "long long", "unsigned long", "unsigned char"};
  for (size_t i = 0; t->known && t->stars == 0 && i < sizeof numbers / sizeof *numbers; i++) {
    if (strcmp(t->base, numbers[i]) == 0) return true;
  }
  return false;
}

bool sl_find_bare_pointer(const sl_scene *scene, int line, char out[SL_WORD]) {
  const char *begin, *end;
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  out[0] = '\0';
  if (!code || !sl_scene_function(scene, line, &begin, &end)) return false;
  for (const char *c = code; c < code + length;) {
    size_t name = 0;
    while (sl_in_name(c[name])) name++;
    if (name == 0) {
      c++;
      continue;
    }
    const char *behind = c + name + strspn(c + name, " ");
    bool bare =
        name < SL_WORD && *behind != '[' && *behind != '(' && (c == code || !strchr("*.&>", c[-1]));
    bool pointer = false;
    for (const char *d = begin; bare && d < code; d++) { /* "*name" in front of this line */
      pointer = pointer || (*d == '*' && strncmp(d + 1, c, name) == 0 && !sl_in_name(d[1 + name]));
    }
    if (pointer && out[0] && (strncmp(out, c, name) != 0 || out[name])) return false;
    if (pointer) (void)snprintf(out, SL_WORD, "%.*s", (int)name, c);
    c += name;
  }
  return out[0] != '\0';
}

bool sl_is_const(const sl_scene *scene, int line, const char *name) {
  const char *begin, *end;
  size_t length, size = strlen(name);
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code || size == 0 || !sl_scene_function(scene, line, &begin, &end)) return false;
  for (const char *c = begin; c < code; c++) {
    if (strncmp(c, name, size) != 0 || sl_in_name(c[size]) || (c > begin && sl_in_name(c[-1])))
      continue;
    const char *from = c;
    while (from > begin && !strchr("(,;{}", from[-1])) from--;
    for (const char *d = from; d < c; d++) {
      if (strncmp(d, "const ", 6) == 0) return true;
    }
  }
  return false;
}

/* "y = …" at the begin of a line, where y is a pointer. */
static bool assigns_pointer(const sl_scene *scene, int line, char *out) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code || !sl_find_bare_pointer(scene, line, out)) return false;
  code += strspn(code, " \t");
  if (strncmp(code, out, strlen(out)) != 0) return false;
  code += strlen(out);
  code += strspn(code, " ");
  return code[0] == '=' && code[1] != '=';
}

/* Whether a line has & in front of a name, as in "+= &sum". */
static bool takes_address(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  for (size_t i = 1; code && i + 1 < length; i++) {
    if (code[i] != '&' || code[i + 1] == '&' || !sl_in_name(code[i + 1])) continue;
    size_t before = i;
    while (before > 0 && code[before - 1] == ' ') before--;
    if (before > 0 && strchr("=+-*/(,[", code[before - 1])) return true;
  }
  return false;
}

static void say_number_for_address(const sl_scene *scene, const char *from, const char *to,
                                   sl_error *error) {
  char name[SL_WORD];
  sl_error_what(error, "a number (%s) is used where an address (%s) is needed", from, to);
  if (assigns_pointer(scene, error->line, name)) {
    (void)snprintf(error->mark, sizeof error->mark, "%s", name);
    sl_error_advice(error,
                    "%s is the address of an array. To write to an element, index it: %s[…].", name,
                    name);
  } else if (strstr(to, "char")) {
    sl_error_advice(error, "A string is needed here, as in printf(\"%%d\\n\", n).");
  } else {
    sl_error_advice(error, "The address of a variable or an element is written with & before it, "
                           "and the name of an array by itself is its address.");
  }
}

static void say_pointer_for_value(const sl_scene *scene, const char *from, const char *to,
                                  sl_error *error) {
  char name[SL_WORD];
  sl_error_what(error, "a pointer (%s) is used where a number (%s) is needed", from, to);
  if (sl_find_bare_pointer(scene, error->line, name)) {
    sl_error_advice(error, "%s is the address of an array. Its elements are numbers: %s[…].", name,
                    name);
    (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  } else if (takes_address(scene, error->line)) {
    sl_error_advice(error, "The & takes the address of the variable: remove it.");
  } else {
    sl_error_advice(error,
                    "A pointer is the address of an array: index it, as in name[i], to get an "
                    "element.");
  }
}

bool sl_explain_types(const sl_scene *scene, const char *from, const char *to, sl_error *error) {
  type f = read_type(from), t = read_type(to);
  if (!f.known || !t.known) return false;
  if (is_number(&t) && f.stars > 0) {
    say_pointer_for_value(scene, from, to, error);
  } else if (is_number(&f) && t.stars > 0) {
    say_number_for_address(scene, from, to, error);
  } else if (f.stars > 0 && t.stars > 0 && f.points_to_const && !t.points_to_const) {
    sl_error_what(error, "this would drop const: '%s' becomes '%s'", from, to);
    sl_error_advice(error,
                    "const promises that the array is only read. Are two arguments exchanged? If "
                    "not, write const in front of the new pointer's type too, or work on an array "
                    "that may be changed.");
  } else if (f.stars == 1 && strcmp(f.base, "void") == 0 && t.stars > 0) {
    if (strcmp(t.base, "void") == 0) return false;
    sl_error_what(error, "a void pointer does not become '%s' by itself", to);
    sl_error_advice(error, "Write (%s) in front of the call, as in (int *)malloc(bytes).", to);
  } else if (f.stars > 0 && t.stars > 0 && strcmp(f.base, t.base) != 0) {
    sl_error_what(error, "'%s' is used where '%s' is needed", from, to);
    sl_error_advice(error,
                    "If it is an argument, compare the order of the arguments with that of the "
                    "parameters.");
  } else {
    return false;
  }
  return true;
}
