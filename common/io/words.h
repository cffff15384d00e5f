/** @file words.h
 *  Splits a line into words, for the header and for messages. Entries are scanned by scan.h, which
 *  is faster.
 */
#ifndef SL_IO_WORDS_H
#define SL_IO_WORDS_H

#include <stdbool.h>

enum { SL_WORDS_MAX = 8 };

/** The words of a line. `count` is the number of all words; the array holds the first
 *  SL_WORDS_MAX. */
typedef struct sl_words {
  struct {
    const char *text;
    int length;
  } word[SL_WORDS_MAX];
  int count;
} sl_words;

/** Splits the line, which must end in a newline, at blanks. */
void sl_words_cut(const char *line, sl_words *out);

/** A word in the form that messages show: in quotes, without unprintable characters, and shortened
 *  if it is long. */
typedef struct sl_quote {
  char text[40];
} sl_quote;

/** Quotes word `i`, or says that there is no such word. Meant for arguments of sl_fail. */
sl_quote sl_words_quote(const sl_words *words, int i);

/** Whether word `i` equals `other`, ignoring case. */
bool sl_words_is(const sl_words *words, int i, const char *other);

#endif
