/** @file words.h
 *  Tables of names: words that a source must not contain, and headers that it may include.
 */
#ifndef SL_GATE_WORDS_H
#define SL_GATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/** Returns why a source must not contain this word, in a sentence; NULL: it may. */
const char *sl_word_refusal(const char *word, size_t length);

/** Returns why `#define` and `#undef` must not name this word; NULL: they may. */
const char *sl_word_macro_refusal(const char *word, size_t length);

/** Whether a refused word could begin with these letters (with `at_end`: end with them), so that ##
 *  could complete it. */
bool sl_word_could_be(const char *part, size_t length, bool at_end);

/** Like sl_word_could_be for the beginning of a word, if the possible continuations are known:
 *  calls `can_end` with the text that would complete each refused word. `whole`: exactly this text,
 *  otherwise anything that begins with it. */
bool sl_word_can_be_completed(const char *part, size_t length,
                              bool can_end(const char *rest, bool whole, const void *context),
                              const void *context);

/** Whether `visit` returns true for one of the refused words. `whole`: exactly this word, otherwise
 *  all words that begin with it. */
bool sl_word_any(bool visit(const char *text, bool whole, const void *context),
                 const void *context);

/** Whether refused words begin with this word and an underscore: "__builtin", "lens". */
bool sl_word_begins_ours(const char *word, size_t length);

/** Whether this attribute changes nothing but speed, warnings or layout. */
bool sl_word_is_plain_attribute(const char *name, size_t length);

/** Whether this is a system header that right programs need. */
bool sl_word_is_known_header(const char *name, size_t length);

#endif
