/* json.c: makes, writes and reads values of jansson. */
#include "grade/json.h"

#include "base/memory.h"
#include "base/regular.h"
#include "grade/record.h"
#include "io/replace.h"

#include <math.h>

/* With fifteen digits, numbers are unchanged when they are read back, and 0.1 stays 0.1. */
enum { JSON_LAYOUT = JSON_INDENT(2) | JSON_REAL_PRECISION(15), MOST_BYTES = 64 << 20 };

static _Thread_local sl_status failed;

static void *take(size_t size) {
  void *memory;
  sl_status status = sl_alloc(size, 1, "JSON", &memory);
  if (status != SL_OK) failed = status;
  return memory;
}

void sl_json_start(void) {
  json_set_alloc_funcs(take, sl_free);
  failed = SL_OK;
}

sl_status sl_json_status(void) {
  if (failed == SL_ERR_INTERNAL) return sl_fail(failed, "a number for JSON is infinite or NaN");
  if (failed != SL_OK) return sl_fail(SL_ERR_MEMORY, "not enough memory for JSON");
  return SL_OK;
}

json_t *sl_json_cut_text(const char *text, size_t most) {
  char *safe;
  sl_status status = sl_record_text(text, most, &safe);
  if (status != SL_OK) {
    failed = status;
    return NULL;
  }
  json_t *value = json_string_nocheck(safe);
  sl_free(safe);
  return value;
}

json_t *sl_json_text(const char *text) {
  return sl_json_cut_text(text, SL_RECORD_TEXT);
}

json_t *sl_json_number(double value) {
  if (!isfinite(value)) {
    failed = SL_ERR_INTERNAL;
    return NULL;
  }
  bool whole = value == floor(value) && fabs(value) < 1e15;
  return whole ? json_integer((json_int_t)value) : json_real(value);
}

void sl_json_set(json_t *object, const char *name, json_t *value) {
  (void)json_object_set_new_nocheck(object, name, value); /* errors are recorded in `failed` */
}

void sl_json_append(json_t *array, json_t *value) {
  (void)json_array_append_new(array, value);
}

sl_status sl_json_put(FILE *file, json_t *value) {
  sl_status status = sl_json_status();
  if (status == SL_OK) {
    bool written = json_dumpf(value, file, JSON_LAYOUT) == 0;
    (void)fputc('\n', file);
    status = sl_json_status();
    if (!written && !ferror(file) && status == SL_OK) {
      status = sl_fail(SL_ERR_INTERNAL, "a value cannot be written as JSON");
    }
  }
  json_decref(value);
  return status;
}

sl_status sl_json_write(const char *path, json_t *value) {
  sl_replacement replacement;
  sl_status status = sl_json_status();
  if (status == SL_OK) status = sl_replace_start(path, false, &replacement);
  if (status != SL_OK) {
    json_decref(value);
    return status;
  }
  return sl_replace_end(&replacement, sl_json_put(replacement.file, value));
}

sl_status sl_json_print(json_t *value, size_t flags, char **out) {
  *out = NULL;
  sl_status status = sl_json_status();
  if (status == SL_OK) {
    *out = json_dumps(value, flags | JSON_REAL_PRECISION(15));
    status = sl_json_status();
    if (status != SL_OK) {
      sl_free(*out);
      *out = NULL;
    } else if (!*out) {
      status = sl_fail(SL_ERR_INTERNAL, "a value cannot be printed as JSON");
    }
  }
  json_decref(value);
  return status;
}

/* Reads a whole file. If the file grows meanwhile, its text is cut, and is no longer valid JSON. */
static sl_status read_bytes(const char *path, char **out, size_t *size_out) {
  char why[96];
  *out = NULL;
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot be read: %s", why);
  sl_status status = SL_OK;
  size_t room = 0;
  *size_out = 0;
  while (status == SL_OK && !feof(file) && !ferror(file) && *size_out <= MOST_BYTES) {
    if (*size_out == room) {
      room = room ? 2 * room : 65536;
      status = sl_resize(room, 1, "a file of JSON", out);
    }
    if (status == SL_OK) *size_out += fread(*out + *size_out, 1, room - *size_out, file);
  }
  if (status == SL_OK && ferror(file)) status = sl_fail(SL_ERR_INPUT, "cannot be read completely");
  if (status == SL_OK && *size_out > MOST_BYTES) {
    status = sl_fail(SL_ERR_INPUT, "is larger than %d MiB", MOST_BYTES >> 20);
  }
  (void)fclose(file);
  if (status != SL_OK) {
    sl_free(*out);
    *out = NULL;
  }
  return status;
}

sl_status sl_json_read(const char *path, json_t **out) {
  char *bytes;
  size_t size = 0;
  json_error_t error;
  *out = NULL;
  sl_json_start();
  SL_TRY(read_bytes(path, &bytes, &size));
  *out = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
  sl_free(bytes);
  sl_status status = sl_json_status(); /* jansson does not report every failed allocation */
  if (*out && status == SL_OK) return SL_OK;
  json_decref(*out);
  *out = NULL;
  if (status != SL_OK) return status;
  return sl_fail(SL_ERR_INPUT, "is not JSON: line %d, column %d: %s", error.line, error.column,
                 error.text);
}
