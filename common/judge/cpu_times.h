/** @file cpu_times.h
 *  The times of the CPU reference, y ← y + A x, on the matrices of a run.
 */
#ifndef SL_JUDGE_CPU_TIMES_H
#define SL_JUDGE_CPU_TIMES_H

#include "judge/case.h"
#include "judge/judge.h"

/** Stores in `figures` how long the reference takes on the case's matrix, which `spec` describes.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_cpu_times_take(const char *spec, const sl_case *given, sl_figures *figures);

#endif
