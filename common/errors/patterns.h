/** @file patterns.h
 *  patterns.txt in memory: what compilers say, what the kit says instead, and tables of names.
 */
#ifndef SL_ERRORS_PATTERNS_H
#define SL_ERRORS_PATTERNS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { SL_MOST_VALUES = 8, SL_VALUE = 256 };

/** The words of placeholders, and the text that each stands for. */
typedef struct sl_values {
  int count;
  struct {
    char word[24], text[SL_VALUE];
  } all[SL_MOST_VALUES];
} sl_values;

/** A line of the file: its first word, and the rest. An empty line has the word "". */
typedef struct sl_pattern_line {
  const char *word, *rest;
} sl_pattern_line;

typedef struct sl_patterns {
  char *text;
  sl_pattern_line *lines; /**< without comments */
  size_t count;
} sl_patterns;

/** Reads patterns.txt. Free `*out` in either case. Errors: SL_ERR_INPUT with the line of a word
 *  that does not exist, SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_patterns_read(sl_patterns *out);

void sl_patterns_free(sl_patterns *patterns);

/** Whether all of `text` fits the message. If it does, the values of the placeholders are added to
 *  `values`. */
bool sl_pattern_fits(const char *message, const char *text, sl_values *values);

/** Looks `name` up in the lines "TABLE NAME NAME…: TEXT" and returns the text, "" if a line has
 *  none, or NULL if no line has the name. */
const char *sl_patterns_find(const sl_patterns *patterns, const char *table, const char *name);

/** Calls `take` with each name of the lines "TABLE NAME NAME…". */
void sl_patterns_each(const sl_patterns *patterns, const char *table,
                      void (*take)(const char *name, void *context), void *context);

/** Whether `text` fits one of the messages in the lines "TABLE MESSAGE". */
bool sl_patterns_have(const sl_patterns *patterns, const char *table, const char *text);

#endif
