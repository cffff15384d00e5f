/* types.c: a value of one type where another is needed, and operands that do not match. */
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
    size_t length = sl_code_name_length(c);
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

/* Finds the only name in the line that the function declares as a pointer before this line, and
 * that is used as a whole. */
static bool find_pointer(const sl_scene *scene, char *out) {
  const char *begin, *end;
  size_t length;
  const char *code = sl_code_line(scene->source->code, scene->line, &length);
  out[0] = '\0';
  if (!code || !sl_scene_function(scene, scene->line, &begin, &end)) return false;
  for (const char *c = code; c < code + length;) {
    size_t name = sl_code_name_length(c);
    if (name == 0) {
      c++;
      continue;
    }
    const char *behind = c + name + strspn(c + name, " ");
    bool bare =
        name < SL_WORD && *behind != '[' && *behind != '(' && (c == code || !strchr("*.&>", c[-1]));
    bool pointer = false;
    for (const char *d = begin; bare && d < code; d++) { /* "*name" in front of this line */
      pointer =
          pointer || (*d == '*' && strncmp(d + 1, c, name) == 0 && !sl_code_in_name(d[1 + name]));
    }
    if (pointer && out[0] && (strncmp(out, c, name) != 0 || out[name])) return false;
    if (pointer) (void)snprintf(out, SL_WORD, "%.*s", (int)name, c);
    c += name;
  }
  return out[0] != '\0';
}

/* Finds the same name, if the line begins with it, as in "y = …". */
static bool find_assigned_pointer(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  const char *from = code + strspn(code, " \t");
  if (!find_pointer(scene, out) || strncmp(from, out, strlen(out)) != 0) return false;
  from += strlen(out);
  from += strspn(from, " ");
  return from[0] == '=' && from[1] != '=';
}

/* Finds how the types {from} and {to} differ. */
static bool find_mismatch(const sl_scene *scene, char *out) {
  char from[SL_VALUE], to[SL_VALUE];
  if (!sl_scene_value(scene, "from", from) || !sl_scene_value(scene, "to", to)) return false;
  type f = read_type(from), t = read_type(to);
  bool pointers = f.stars > 0 && t.stars > 0;
  const char *how = "";
  if (!f.known || !t.known) return false;
  if (is_number(&t) && f.stars > 0)
    how = "pointer for number";
  else if (is_number(&f) && t.stars > 0)
    how = "number for pointer";
  else if (pointers && f.points_to_const && !t.points_to_const)
    how = "const";
  else if (f.stars == 1 && strcmp(f.base, "void") == 0 && t.stars > 0)
    how = strcmp(t.base, "void") == 0 ? "" : "void";
  else if (pointers && strcmp(f.base, t.base) != 0)
    how = "other pointer";
  (void)snprintf(out, SL_VALUE, "%s", how);
  return how[0] != '\0';
}

/* Whether {to} is a type of strings. */
static bool find_string(const sl_scene *scene, char *out) {
  return sl_scene_value(scene, "to", out) && strstr(out, "char");
}

const sl_lookup sl_type_lookups[] = {
    {"pointer", find_pointer},
    {"assigned pointer", find_assigned_pointer},
    {"mismatch", find_mismatch},
    {"string", find_string},
    {NULL, NULL},
};
