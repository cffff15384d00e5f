/** @file accuracy.h
 *  How far predicted times are from measured ones. Whatever shows a predicted time states this
 *  range, and the accuracy page is checked against it.
 */
#ifndef LENS_MODEL_ACCURACY_H
#define LENS_MODEL_ACCURACY_H

/** Of pairs of a kernel and a matrix, nine in ten are within this factor on a verified device. */
#define MODEL_NINE_IN_TEN_WITHIN 1.5

/** On a device that is not verified. Assumed, because nobody has compared times there. */
#define MODEL_UNVERIFIED_WITHIN 2

#endif
