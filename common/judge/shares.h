/** @file shares.h
 *  How the work of a launch was divided among lanes, warps and blocks, and which kernels wrote an
 *  answer. The lens counts it (lens_launch_record); on a GPU it is not known.
 */
#ifndef SL_JUDGE_SHARES_H
#define SL_JUDGE_SHARES_H

#include "judge/problem.h"
#include "judge/reply.h"
#include "judge/task.h"

/** Returns over which of sl_over the work was not divided, although the task asks for it. Only
 *  cases with many pieces of about the same size are judged, and only the launch that takes the
 *  most steps: helper kernels may be small. `launch_out` is that launch. */
unsigned sl_shares_missing(const sl_task *task, const sl_case *given, const sl_problem *problem,
                           const sl_reply *reply, const sl_launch **launch_out);

/** Describes `missing` as a clause: "one thread does most of the work". */
const char *sl_shares_text(unsigned missing);

/** Returns the first kernel other than the task's own that was the last to write elements of an
 *  answer; NULL: there is none, or any kernel may write. */
const sl_written *sl_shares_other_kernel(const sl_task *task, const sl_reply *reply);

#endif
