/** @file join.h
 *  Merges the fingerprints of one program from two compilers into one that accepts both.
 */
#ifndef SL_AUTHOR_JOIN_H
#define SL_AUTHOR_JOIN_H

#include "judge/fingerprint.h"

/** Widens `prints` so that they also accept what `other` says about the same program: a mark that
 *  only one of them has is no longer sure, and an answer in which they differ is dropped.
 *  `*changed` is set if `prints` was changed. Errors: SL_ERR_MEMORY. */
sl_status sl_join_prints(struct sl_prints *prints, const struct sl_prints *other, bool *changed);

#endif
