/** @file words.h
 *  Tables of names: what a source must not say, and the headers that it may include.
 */
#ifndef SL_GATE_WORDS_H
#define SL_GATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/** Why a source must not hold this word, in a sentence; NULL: it may. */
const char *sl_word_refusal(const char *word, size_t length);

/** Why `#define` and `#undef` must not name this word; NULL: they may. */
const char *sl_word_macro_refusal(const char *word, size_t length);

/** Whether a word that is refused could begin with (`at_end`: end with) these letters, so that ##
 *  could complete it. */
bool sl_word_could_be(const char *part, size_t length, bool at_end);

/** The same for what a word begins with, where it is known what could stand behind it: calls
 *  `can_end` with what would complete each word that is refused, `whole`: just this, else anything
 *  that begins so. */
bool sl_word_can_be_completed(const char *part, size_t length,
                              bool can_end(const char *rest, bool whole, const void *context),
                              const void *context);

/** Whether `visit` says yes to one of the words that are refused: `whole`: just this one, else all
 * that begin like it. */
bool sl_word_any(bool visit(const char *text, bool whole, const void *context),
                 const void *context);

/** Whether refused words begin with this and an underscore: "__builtin", "lens". */
bool sl_word_begins_ours(const char *word, size_t length);

/** Whether this attribute changes nothing but speed, warnings or layout. */
bool sl_word_is_plain_attribute(const char *name, size_t length);

/** Whether it is a header of the system that right programs need. */
bool sl_word_is_known_header(const char *name, size_t length);

#endif
