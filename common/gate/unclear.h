/** @file unclear.h
 *  Text that compilers, editors and people may read in different ways.
 */
#ifndef SL_GATE_UNCLEAR_H
#define SL_GATE_UNCLEAR_H

#include "gate/refusals.h"
#include "source/tokens.h"

/** Refuses text that right sources do not contain and that could be used to mislead: control bytes,
 *  trigraphs, digraphs, raw strings over several lines. `size` is that of the text. */
void sl_unclear_refuse(const sl_tokens *tokens, size_t size, sl_refusals *refusals);

#endif
