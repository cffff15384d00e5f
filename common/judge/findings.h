/** @file findings.h
 *  What the lens found and counted, as the models of mistakes look at it: rules for one finding,
 * and the mistakes that it sees happen and that are the same in every lab, for a `lab.c` to use as
 *  sl_rule.explains.
 */
#ifndef SL_JUDGE_FINDINGS_H
#define SL_JUDGE_FINDINGS_H

#include "judge/lab.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether kernels were launched, and none of this name. */
bool sl_finding_launched_another(const sl_evidence *evidence, const char *kernel);

/** Whether one finding is of the kind that is looked for, on the case of the evidence. */
typedef bool sl_finding_rule(const sl_evidence *evidence, const sl_finding *finding);

/** The first finding that fits; NULL: none does. */
const sl_finding *sl_findings_first(const sl_evidence *evidence, sl_finding_rule *fits);

/** Each finding fits. True also when nothing was found. */
bool sl_findings_none_but(const sl_evidence *evidence, sl_finding_rule *fits);

/** Something was found, and each finding fits. */
bool sl_findings_all(const sl_evidence *evidence, sl_finding_rule *fits);

/** Something of this kind (lens_finding_kind) was found, unless `array` is NULL at this array. */
bool sl_finding_exists(const sl_evidence *evidence, int kind, const char *array);

/** All that was found is of this kind and, unless `array` is NULL, at this array. True also when
 *  nothing was found. */
bool sl_findings_only(const sl_evidence *evidence, int kind, const char *array);

/** A read or a write outside of an array. */
bool sl_finding_is_out_of_bounds(const sl_finding *finding);

/** A copy whose direction and addresses disagree. */
bool sl_finding_is_wrong_side_of_copy(const sl_finding *finding);

/** The finding that is shown: a copy that was refused leaves memory unwritten, so it is the cause
 * of reads that come first in the list; otherwise the first. NULL: nothing was found. */
const sl_finding *sl_finding_to_show(const sl_lens_report *seen);

/** A race with a kernel or a copy of another stream. */
bool sl_finding_is_between_streams(const sl_finding *finding);

/** A mask with lanes that never come to the exchange: a sl_finding_rule. */
bool sl_finding_is_mask_of_absent(const sl_evidence *evidence, const sl_finding *finding);

/** Threads of a block of this launch. */
unsigned sl_finding_block_threads(const sl_launch *launch);
unsigned long long sl_finding_grid_blocks(const sl_launch *launch);

/** The finding's thread by its number in the block, as warps count: x first, then y, then z. */
unsigned sl_finding_thread_number(const sl_evidence *evidence, const sl_finding *finding);

enum { SL_ANY = -1 };

/** Requests, threads and sectors that were counted, summed: in one lens_space, of one
 *  lens_operation, or of SL_ANY, and at the array `array` (NULL: at any). */
sl_counter sl_finding_counter_sum(const sl_lens_report *seen, int space, int operation,
                                  const char *array);

/* Rules of mistakes: see sl_rule. */

/** SL_EXPLAINS or SL_CONTRADICTS. */
sl_judgement sl_finding_explains_if(bool yes);

/** A finding fits `some`, and each fits `each`: whatever a mistake brings with it. */
sl_judgement sl_finding_explains_all(const sl_evidence *evidence, sl_finding_rule *some,
                                     sl_finding_rule *each);

/** Something was found, and all of it is of this kind and, unless `array` is NULL, at this array.
 */
sl_judgement sl_finding_explains_only(const sl_evidence *evidence, int kind, const char *array);

/** Threads of one block meet at an element without a barrier between them, and read and write in
 *  one statement, so that no barrier can stand between. */
sl_judgement sl_finding_race_in_statement(const sl_evidence *evidence);

/** Threads of one block meet without a barrier between them, in memory that is none of the
 *  problem's arrays. */
sl_judgement sl_finding_missing_barrier(const sl_evidence *evidence);

/** Threads have left the kernel before a barrier at which others of their block wait. */
sl_judgement sl_finding_left_before_barrier(const sl_evidence *evidence);

/** All that a kernel reads from the inputs, threads that differ only in their second or third
 * number read again, while those of another first number read something else: of a block that has
 * several dimensions, only the first counts. That threads of one first number meet would prove
 * nothing. */
sl_judgement sl_finding_second_dimension(const sl_evidence *evidence);

/** Memory of the student's own is read that was never filled: the first thing that was found. */
sl_judgement sl_finding_uninitialised(const sl_evidence *evidence);

/** Host code has gone past the end of memory that it allocated. */
sl_judgement sl_finding_own_memory(const sl_evidence *evidence);

/** The answer is right, and device memory was not freed. */
sl_judgement sl_finding_not_freed(const sl_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
