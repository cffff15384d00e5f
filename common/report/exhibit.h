/** @file exhibit.h
 *  A failed case in full, for people: the matrix, the inputs, expected and got. What is wrong is
 *  marked by the word "wrong", so that it can be heard, and read without colour.
 */
#ifndef SL_REPORT_EXHIBIT_H
#define SL_REPORT_EXHIBIT_H

#include "judge/exhibit.h"

#include <stdio.h>

/** Prints it after `indent` spaces, fewer on a narrow terminal. `drawn`: its matrix stands above
 *  already, in another one. */
void sl_print_exhibit(FILE *stream, const sl_exhibit *exhibit, bool drawn, int indent);

#endif
