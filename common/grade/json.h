/** @file json.h
 *  JSON by jansson, in the manner of the kit: its memory comes from sl_alloc, texts are made safe,
 *  and what failed while a value was put together is told once, when it is written.
 */
#ifndef SL_GRADE_JSON_H
#define SL_GRADE_JSON_H

#include "base/status.h"

#include <jansson.h>
#include <stdio.h>

/** Begins a value: forgets what failed before. Comes before all else here. */
void sl_json_start(void);

/** SL_OK, or what has failed since sl_json_start, with its sentence. */
sl_status sl_json_status(void);

/** A text as sl_record_text makes it, of at most `most` bytes, or of SL_RECORD_TEXT. */
json_t *sl_json_cut_text(const char *text, size_t most);
json_t *sl_json_text(const char *text);

/** A whole number where it is one. NaN and infinities are defects of the kit. */
json_t *sl_json_number(double value);

/** Sets a member of an object, appends to an array; NULL is what a failed call left. Both take what
 *  they are given, and free it where they fail: fill a value first, and then give it away. */
void sl_json_set(json_t *object, const char *name, json_t *value);
void sl_json_append(json_t *array, json_t *value);

/** Writes the value as a file, whole or not at all, and frees it in any event. Errors: what
 *  sl_json_status says; SL_ERR_SYSTEM. */
sl_status sl_json_write(const char *path, json_t *value);

/** The same into a stream, without telling of the stream's errors. */
sl_status sl_json_put(FILE *file, json_t *value);

/** The value as text, which the caller frees by sl_free; frees the value in any event. With `flags`
 *  of jansson. Errors: what sl_json_status says. */
sl_status sl_json_print(json_t *value, size_t flags, char **out);

/** Reads a file. Objects with a name twice are refused. Errors: SL_ERR_INPUT, SL_ERR_MEMORY; the
 *  messages do not name the file. */
sl_status sl_json_read(const char *path, json_t **out);

#endif
