/** @file again.h
 *  What fails on a GPU is judged again on the lens, which sees what goes wrong.
 */
#ifndef SL_JUDGE_AGAIN_H
#define SL_JUDGE_AGAIN_H

#include "judge/judge.h"

/** Judges the tasks of `result` that failed on a GPU again on the lens, on the small ones of
 *  `cases`, and takes the mistake and its line from there. The verdict, the points and the cases
 *  stay those of the GPU. If the lens finds nothing wrong, or the file does not compile for it, no
 *  mistake is named. Without options->on_lens nothing changes. Errors: those of sl_judge and of
 *  options->on_lens. */
sl_status sl_again_on_lens(sl_lab_result *result, const sl_case_spec *cases, size_t num_cases,
                           const sl_judge_options *options);

#endif
