/** @file joins.h
 *  Macros that join words by underscores, as in `a##_##b`: whether their result can be a refused
 *  word.
 */
#ifndef SL_GATE_JOINS_H
#define SL_GATE_JOINS_H

#include "source/tokens.h"

/** True if every ## of the source joins a parameter to "_", "_word_" or the like, and no result can
 * be a refused word. Then every ## is fine. The words that can be joined are the arguments in calls
 * of such macros. The answer is false if these are not certain: an argument is empty, a macro is
 * passed as an argument, or a word may be a macro of the system. Errors: SL_ERR_MEMORY. */
sl_status sl_joins_are_fine(const sl_tokens *made, bool *fine_out);

/** Whether the ## at `i` is that of ", ## __VA_ARGS__": it removes the comma if there are no
 * further arguments, and builds no word. */
bool sl_joins_remove_comma(const sl_tokens *made, size_t i);

#endif
