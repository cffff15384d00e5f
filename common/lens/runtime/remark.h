/** @file remark.h
 *  Remarks: observations that prove nothing, but tell a user why the program may never end.
 */
#ifndef LENS_RUNTIME_REMARK_H
#define LENS_RUNTIME_REMARK_H

#include "work.h"

/** Prints that the lane is in a loop at `place` that may never end; `why` is the evidence. Prints
 *  only once per program, because a remark is not a finding, and only if the program leaves a
 *  report. */
void lens_remark_loop(const lens_lane *lane, uintptr_t place, const char *why);

/** The remark that was printed, as the end of a sentence about where the program was stopped; "" if
 *  there was none. */
const char *lens_remark_said(void);

#endif
