/** @file again.h
 *  A task that fails on a GPU is judged again on the lens, which sees the cause.
 */
#ifndef SL_JUDGE_AGAIN_H
#define SL_JUDGE_AGAIN_H

#include "judge/judge.h"

/** Judges the failed tasks of `result`, which comes from a GPU, again on the lens. This uses only
 *  the unmeasured ones of `cases`. The mistake and its line come from the lens; the verdict, the
 *  points and the list of cases stay those of the GPU. If the lens finds nothing wrong, or the file
 *  does not compile for it, no mistake is named. Without options->on_lens nothing changes. Errors:
 *  those of sl_judge and of options->on_lens. */
sl_status sl_again_on_lens(sl_lab_result *result, const sl_case_spec *cases, size_t num_cases,
                           const sl_judge_options *options);

#endif
