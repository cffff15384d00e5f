/** @file accuracy.h
 *  How far predicted times are from measured ones. Whatever shows a predicted time states these
 *  numbers, and the test docs.accuracy compares them with the tables of docs/results.
 */
#ifndef LENS_MODEL_ACCURACY_H
#define LENS_MODEL_ACCURACY_H

/** The range that is shown: this factor in both directions. So many of a hundred pairs of a kernel
 *  and a matrix lie in it on a verified device, and none is off by more than the worst factor. */
#define MODEL_WITHIN         1.5
#define MODEL_PERCENT_WITHIN 82
#define MODEL_WORST          4.4

/** The range on a device that is not verified. Assumed, because nobody has compared times there. */
#define MODEL_UNVERIFIED_WITHIN 2

#endif
