/** @file accuracy.h
 *  The accuracy of predicted times. All output with predicted times states these numbers, and the
 *  test docs.accuracy compares them with the tables of docs/results.
 */
#ifndef LENS_MODEL_ACCURACY_H
#define LENS_MODEL_ACCURACY_H

/** This percentage of the pairs of a kernel and a matrix is within this factor, in both directions,
 *  on a verified device, and no pair is off by more than the worst factor. */
#define MODEL_WITHIN         1.5
#define MODEL_PERCENT_WITHIN 91
#define MODEL_WORST          4.4

/** The shown range, by what limits the kernel (model_wait): nine of ten pairs with that limit are
 *  within this factor. A limit of fewer than ten pairs has the factor for all pairs. */
#define MODEL_RANGES {1.5, 1.5, 1.5, 1.7, 1.5, 1.5, 1.5, 1.4, 1.5}

/** The range on a device that is not verified. It is an assumption, because times were not compared
 *  there. */
#define MODEL_UNVERIFIED_WITHIN 2

#endif
