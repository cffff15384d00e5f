/** @file failed_case.h
 *  A failed case in full, for people: the matrix, the inputs, expected and got. What is wrong is
 *  marked by the word "wrong", so that it can be heard, and read without colour.
 */
#ifndef SL_REPORT_FAILED_CASE_H
#define SL_REPORT_FAILED_CASE_H

#include "judge/failed_case.h"

#include <stdio.h>

/** Prints it after `indent` spaces, fewer on a narrow terminal. `drawn`: its matrix stands above
 *  already, in another one. */
void sl_failed_case_print(FILE *stream, const sl_failed_case *exhibit, bool drawn, int indent);

#endif
