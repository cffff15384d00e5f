/** @file failed_case.h
 *  Prints a failed case in full: the matrix, the inputs, expected and actual values. Wrong values
 *  are marked by the word "wrong", so that a screen reader reads it and no colour is needed.
 */
#ifndef SL_REPORT_FAILED_CASE_H
#define SL_REPORT_FAILED_CASE_H

#include "judge/failed_case.h"

#include <stdio.h>

/** Prints the exhibit after `indent` spaces, or fewer on a narrow terminal. `drawn`: the matrix was
 *  already printed with an earlier case. */
void sl_failed_case_print(FILE *stream, const sl_failed_case *exhibit, bool drawn, int indent);

#endif
