/** @file findings.h
 *  Mistakes that the lens sees happen and that are the same in every lab, for a `lab.c` to use as
 *  sl_mistake.explains. A GPU shows none of them for certain.
 */
#ifndef SL_JUDGE_FINDINGS_H
#define SL_JUDGE_FINDINGS_H

#include "judge/lab.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Something was found, and each finding fits. */
bool sl_all_findings(const sl_evidence *evidence, bool (*fits)(const sl_finding *finding));

/** Threads of one block meet at an element without a barrier between them, and read and write in
 *  one statement, so that no barrier can stand between. */
sl_judgement sl_explains_race_in_statement(const sl_evidence *evidence);

/** Threads of one block meet without a barrier between them, in memory that is none of the
 *  problem's arrays. */
sl_judgement sl_explains_missing_barrier(const sl_evidence *evidence);

/** Threads have left the kernel, and others wait for them at a barrier. */
sl_judgement sl_explains_left_before_barrier(const sl_evidence *evidence);

/** Different blocks meet at elements of the array `name`. */
sl_judgement sl_explains_race_of_blocks(const sl_evidence *evidence, const char *name);

/** Memory of the student's own is read that was never filled: the first thing that was found. */
sl_judgement sl_explains_uninitialised(const sl_evidence *evidence);

/** The answer is right, and device memory was not freed. */
sl_judgement sl_explains_not_freed(const sl_evidence *evidence);

/** The program crashed at or behind the end of memory that it had taken for itself on the host. Of
 *  cases without that it says nothing. */
sl_judgement sl_explains_own_memory_too_short(const sl_evidence *evidence);

/** The launch was refused as one with a grid of no blocks is, on the lens or on a GPU. */
bool sl_grid_refused(const sl_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
