/** @file joins.h
 *  Macros that join words by underscores, as in `a##_##b`: whether what they build can be a word
 * that is refused.
 */
#ifndef SL_GATE_JOINS_H
#define SL_GATE_JOINS_H

#include "source/tokens.h"

/** True if every ## of the source joins a parameter to "_", "_word_" or the like, and no word that
 * is refused can come out of it. Then every ## is fine. The words that can be joined are those
 * between the brackets where such macros are called. If it is not clear which these are, the answer
 * is false: an argument is empty, a macro is handed on, or a word may be a macro of the system.
 * Errors: SL_ERR_MEMORY. */
sl_status sl_joins_are_fine(const sl_tokens *made, bool *fine_out);

#endif
