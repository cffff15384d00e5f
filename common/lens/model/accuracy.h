/** @file accuracy.h
 *  How far predicted times are from measured ones. Whatever shows a predicted time states these
 *  numbers, and the test docs.accuracy compares them with the tables of docs/results.
 */
#ifndef LENS_MODEL_ACCURACY_H
#define LENS_MODEL_ACCURACY_H

/** So many of a hundred pairs of a kernel and a matrix lie within this factor in both directions on
 *  a verified device, and none is off by more than the worst factor. */
#define MODEL_WITHIN         1.5
#define MODEL_PERCENT_WITHIN 91
#define MODEL_WORST          4.4

/** The range that is shown, by what limits the kernel (model_wait): the factor within which nine of
 *  ten pairs with that limit lie. A limit of fewer than ten pairs has the factor for all pairs. */
#define MODEL_RANGES {1.5, 1.5, 1.5, 1.7, 1.5, 1.5, 1.5, 1.4, 1.5}

/** The range on a device that is not verified. Assumed, because nobody has compared times there. */
#define MODEL_UNVERIFIED_WITHIN 2

#endif
