/** @file join.h
 *  What two compilers make of the same program, as one fingerprint that both fit.
 */
#ifndef SL_AUTHOR_JOIN_H
#define SL_AUTHOR_JOIN_H

#include "judge/fingerprint.h"

/** Widens `prints` so that what `other` says of the same program fits them, too: a mark that only
 *  one of the two has is no longer sure, and an answer in which they differ is left out. Tells
 *  whether anything was changed. Errors: SL_ERR_MEMORY. */
sl_status sl_join_prints(struct sl_prints *prints, const struct sl_prints *other, bool *changed);

#endif
