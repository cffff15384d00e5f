/** @file real.h
 *  The floating-point type of a lab: `real` is float, or double if the program is built with
 *  SL_REAL_IS_DOUBLE.
 */
#ifndef SL_MATRIX_REAL_H
#define SL_MATRIX_REAL_H

#ifdef SL_REAL_IS_DOUBLE
typedef double real;
#else
typedef float real;
#endif

#endif
