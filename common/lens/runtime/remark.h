/** @file remark.h
 *  What proves nothing, and is worth knowing to somebody who waits.
 */
#ifndef LENS_RUNTIME_REMARK_H
#define LENS_RUNTIME_REMARK_H

#include "work.h"

/** The lane is in a loop at `place` that may never end: `why` says what points to it. Prints this
 *  once per program, because it is no finding; not for a program that leaves no report. */
void lens_remark_loop(const lens_lane *lane, uintptr_t place, const char *why);

/** What was said, as the end of a sentence on where the program was stopped; "" if nothing was. */
const char *lens_remark_said(void);

#endif
