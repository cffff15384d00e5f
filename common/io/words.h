/** @file words.h
 *  Splits a line into words, for the header and for messages; entries use scan.h.
 */
#ifndef SL_IO_WORDS_H
#define SL_IO_WORDS_H

#include <stdbool.h>

enum { SL_WORDS_MAX = 8 };

/** The words of a line; `count` counts them all, also those beyond SL_WORDS_MAX. */
typedef struct sl_words {
  struct {
    const char *text;
    int length;
  } word[SL_WORDS_MAX];
  int count;
} sl_words;

/** Splits the line, which ends in '\n', at its blanks. */
void sl_words_cut(const char *line, sl_words *out);

/** A word as messages show it: in quotes, without unprintable bytes, shortened if long. */
typedef struct sl_quote {
  char text[40];
} sl_quote;

/** Quotes word `i`, or says that there is none. Meant for use in the arguments of sl_fail. */
sl_quote sl_words_quote(const sl_words *words, int i);

/** True if word `i` is `other`, ignoring case. */
bool sl_words_is(const sl_words *words, int i, const char *other);

#endif
