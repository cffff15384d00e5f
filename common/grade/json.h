/** @file json.h
 *  JSON with jansson, adapted to the kit: memory comes from sl_alloc, texts are made safe, and
 *  errors while building a value are reported once, when it is written.
 */
#ifndef SL_GRADE_JSON_H
#define SL_GRADE_JSON_H

#include "base/status.h"

#include <jansson.h>
#include <stdio.h>

/** Begins a value and clears earlier errors. Call it before all other functions here. */
void sl_json_start(void);

/** Returns SL_OK, or the first error since sl_json_start, with its message. */
sl_status sl_json_status(void);

/** Make a text, which sl_record_text makes safe, of at most `most` bytes, or of SL_RECORD_TEXT. */
json_t *sl_json_cut_text(const char *text, size_t most);
json_t *sl_json_text(const char *text);

/** Makes an integer if the value is one. NaN and infinities are defects of the kit. */
json_t *sl_json_number(double value);

/** Set a member of an object, or append to an array. NULL is the result of a failed call. Both take
 *  ownership of the value, and free it if they fail, so fill a value first and then pass it on. */
void sl_json_set(json_t *object, const char *name, json_t *value);
void sl_json_append(json_t *array, json_t *value);

/** Writes the value as a file, completely or not at all, and frees it in either case. Errors: those
 *  of sl_json_status; SL_ERR_SYSTEM. */
sl_status sl_json_write(const char *path, json_t *value);

/** Writes a value to a stream, without reporting errors of the stream. */
sl_status sl_json_put(FILE *file, json_t *value);

/** Prints a value as text, which the caller frees with sl_free. Frees the value in either case.
 *  `flags` are those of jansson. Errors: those of sl_json_status. */
sl_status sl_json_print(json_t *value, size_t flags, char **out);

/** Reads a file. Objects with duplicate names are refused. Errors: SL_ERR_INPUT, SL_ERR_MEMORY; the
 *  messages do not name the file. */
sl_status sl_json_read(const char *path, json_t **out);

#endif
