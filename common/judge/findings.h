/** @file findings.h
 *  Queries about what the lens found and counted, for rules of mistakes: rules for one finding, and
 *  rules that are the same in every lab, for a `lab.c` to use as sl_rule.explains.
 */
#ifndef SL_JUDGE_FINDINGS_H
#define SL_JUDGE_FINDINGS_H

#include "judge/lab.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether kernels were launched, but none of this name. */
bool sl_finding_launched_another(const sl_evidence *evidence, const char *kernel);

/** A condition on one finding, in the case of the evidence. */
typedef bool sl_finding_rule(const sl_evidence *evidence, const sl_finding *finding);

/** Returns the first finding for which `fits` is true; NULL: none. */
const sl_finding *sl_findings_first(const sl_evidence *evidence, sl_finding_rule *fits);

/** Whether `fits` is true for each finding; also true if nothing was found. */
bool sl_findings_none_but(const sl_evidence *evidence, sl_finding_rule *fits);

/** Whether something was found, and `fits` is true for each finding. */
bool sl_findings_all(const sl_evidence *evidence, sl_finding_rule *fits);

/** Whether there is a finding of this kind (lens_finding_kind), at this array if `array` is not
 *  NULL. */
bool sl_finding_exists(const sl_evidence *evidence, int kind, const char *array);

/** Whether all findings are of this kind, and at this array if `array` is not NULL. Also true if
 *  there are no findings. */
bool sl_findings_only(const sl_evidence *evidence, int kind, const char *array);

/** Whether the finding is a read or a write outside an array. */
bool sl_finding_is_out_of_bounds(const sl_finding *finding);

/** Whether the finding is a copy whose direction and addresses disagree. */
bool sl_finding_is_wrong_side_of_copy(const sl_finding *finding);

/** The finding to show: normally the first. A refused copy leaves memory unwritten, so it is shown
 *  before the reads that it causes, although these come first in the list. NULL: nothing was
 *  found. */
const sl_finding *sl_finding_to_show(const sl_lens_report *seen);

/** Whether the finding is a race with a kernel or a copy of another stream. */
bool sl_finding_is_between_streams(const sl_finding *finding);

/** Whether the finding is a mask that names lanes which never reach the exchange. For use as
 *  sl_finding_rule. */
bool sl_finding_is_mask_of_absent(const sl_evidence *evidence, const sl_finding *finding);

/** The number of threads in a block of this launch. */
unsigned sl_finding_block_threads(const sl_launch *launch);
unsigned long long sl_finding_grid_blocks(const sl_launch *launch);

/** Returns the number of the finding's thread in its block, in the order of warps: x first, then y,
 *  then z. */
unsigned sl_finding_thread_number(const sl_evidence *evidence, const sl_finding *finding);

enum { SL_ANY = -1 };

/** Adds up the counters of requests, threads and sectors for one lens_space and one lens_operation
 *  (each may be SL_ANY), at the array `array` (NULL: any). */
sl_counter sl_finding_counter_sum(const sl_lens_report *seen, int space, int operation,
                                  const char *array);

/* Rules of mistakes: see sl_rule. */

/** Returns SL_EXPLAINS if `yes`, otherwise SL_CONTRADICTS. */
sl_judgement sl_finding_explains_if(bool yes);

/** Whether `some` is true for at least one finding, and `each`, which includes the mistake's
 *  consequences, for all findings. */
sl_judgement sl_finding_explains_all(const sl_evidence *evidence, sl_finding_rule *some,
                                     sl_finding_rule *each);

/** Whether something was found, and all findings are of this kind and, unless `array` is NULL, at
 *  this array.
 */
sl_judgement sl_finding_explains_only(const sl_evidence *evidence, int kind, const char *array);

/** Whether threads of one block race on an element that a single statement reads and writes, so
 *  that no barrier can separate the two accesses. */
sl_judgement sl_finding_race_in_statement(const sl_evidence *evidence);

/** Whether threads of one block race without a barrier, in memory that is not one of the problem's
 *  arrays. */
sl_judgement sl_finding_missing_barrier(const sl_evidence *evidence);

/** Whether threads have left the kernel before a barrier at which other threads of their block
 *  wait. */
sl_judgement sl_finding_left_before_barrier(const sl_evidence *evidence);

/** Whether a kernel with blocks of several dimensions uses only the first index: threads that
 *  differ only in their second or third index read the same inputs, while threads that differ in
 *  the first index read something else. A race of threads with the same first index would not prove
 *  this. */
sl_judgement sl_finding_second_dimension(const sl_evidence *evidence);

/** Whether the first finding is a read of the student's own memory that was never filled. */
sl_judgement sl_finding_uninitialised(const sl_evidence *evidence);

/** Whether host code has accessed memory beyond the end of its allocation. */
sl_judgement sl_finding_own_memory(const sl_evidence *evidence);

/** Whether the answer is right, but device memory was not freed. */
sl_judgement sl_finding_not_freed(const sl_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
