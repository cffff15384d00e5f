/* header_cache.c: lists, and inserts again, the names in the compiler's precompiled headers. */
#include "header_cache.h"

#include "check.h"
#include "names.h"

#include "base/memory.h"

#include <string.h>

/* ---- a list of names ------------------------------------------------------------------------- */

/* Adds the names of this kind, each as `f()`: from system headers, only names before a parenthesis
 * are needed. */
static void add_names(const lens_names *names, unsigned kind, lens_text *out) {
  for (int i = 0; i < names->capacity; i++) {
    const lens_name *it = &names->table[i];
    if (it->token < 0 || !(it->is & kind)) continue;
    const lens_token *t = &names->source->tokens[it->token];
    lens_text_add(out, t->text, t->length);
    lens_text_add_string(out, "()\n");
  }
}

static sl_status list_names(lens_source *source, lens_text *out) {
  bool *own;
  lens_names names = {0};
  SL_TRY(lens_check_read(source));
  SL_TRY(sl_alloc((size_t)source->num_others + 1, sizeof *own, "files", &own));
  sl_status status = lens_names_find(source, own, &names); /* no file belongs to the program */
  if (status == SL_OK) {
    if (names.modern) lens_text_add_string(out, "concept\n");
    add_names(&names, LENS_NAME_SYSTEM, out);
    lens_text_add_string(out, "namespace std {\n");
    add_names(&names, LENS_NAME_STANDARD, out);
    lens_text_add_string(out, "}\n");
    status = out->status;
  }
  lens_names_free(&names);
  sl_free(own);
  return status;
}

sl_status lens_header_cache_list(const char *text, size_t bytes, lens_text *out) {
  lens_source source = {.path = "headers", .text = text, .bytes = bytes};
  sl_status status = list_names(&source, out);
  lens_source_free(&source);
  return status;
}

/* ---- inserting the names --------------------------------------------------------------------- */

static const char mark[] = "#pragma GCC pch_preprocess \"", ending[] = ".gch\"";

/* Finds the line `#pragma GCC pch_preprocess "FILE.gch"`, which is before the program's own text.
 * Adds "FILE.names" to `name`, and returns what follows the line; NULL if there is no such line. */
static const char *find_mark(const char *text, const char *end, lens_text *name) {
  for (const char *line = text, *stop; line < end && *line == '#'; line = stop + 1) {
    stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop) return NULL;
    size_t length = (size_t)(stop - line), least = sizeof mark + sizeof ending - 2;
    if (length < least || memcmp(line, mark, sizeof mark - 1) != 0) continue;
    if (memcmp(stop - (sizeof ending - 1), ending, sizeof ending - 1) != 0) continue;
    lens_text_add(name, line + sizeof mark - 1, length - least);
    lens_text_add_string(name, ".names");
    return stop + 1;
  }
  return NULL;
}

static sl_status put_names(lens_read_file *read, const char *path, const char *rest,
                           const char *end, lens_text *out) {
  char *names;
  size_t bytes;
  SL_TRY(read(path, &names, &bytes));
  lens_text_add_string(out, "# 1 \"<headers>\"\n");
  lens_text_add(out, names, bytes);
  lens_text_add_string(out, "# 1 \"<command-line>\"\n");
  lens_text_add(out, rest, (size_t)(end - rest));
  sl_free(names);
  return out->status;
}

sl_status lens_header_cache_restore(lens_read_file *read, char **text, size_t *bytes) {
  lens_text name = {0}, restored = {0};
  const char *end = *text + *bytes, *rest = find_mark(*text, end, &name);
  sl_status status = name.status;
  if (rest && status == SL_OK) {
    lens_text_add(&restored, *text, (size_t)(rest - *text));
    status = put_names(read, name.data, rest, end, &restored);
  }
  lens_text_free(&name);
  if (!rest || status != SL_OK) {
    lens_text_free(&restored);
    return status;
  }
  sl_free(*text);
  *text = restored.data;
  *bytes = restored.length;
  return SL_OK;
}
