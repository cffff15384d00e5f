/** @file again.h
 *  What is judged on a GPU is judged again on the lens, which checks every access.
 */
#ifndef SL_JUDGE_AGAIN_H
#define SL_JUDGE_AGAIN_H

#include "judge/judge.h"

/** Judges the tasks of `result`, which comes from a GPU, again on the lens, on the unmeasured ones
 *  of `cases`. A task that passed on the GPU fails if it fails on the lens, because a race or an
 *  access outside of an array often leaves the answer right. Of a task that failed, the mistake and
 *  its line come from the lens; the verdict and the list of cases stay those of the GPU, and if the
 *  lens finds nothing wrong, no mistake is named. result->lens_check says whether the lens could
 *  judge the file. Without options->on_lens nothing changes. Errors: those of sl_judge and of
 *  options->on_lens. */
sl_status sl_again_on_lens(sl_lab_result *result, const sl_case_spec *cases, size_t num_cases,
                           const sl_judge_options *options);

#endif
