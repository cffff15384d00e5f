/** @file rerun.h
 *  Mistakes that show only if a failed case runs again: alone, or with cleared memory.
 */
#ifndef SL_JUDGE_RERUN_H
#define SL_JUDGE_RERUN_H

#include "judge/session.h"

/** Names sl_kept_from_earlier_call or sl_own_memory_not_cleared if the task's failed case passes
 *  when nothing ran before it in its worker, or when malloc returns zeros. Errors: those of
 *  sl_judge. */
sl_status sl_rerun_explain(sl_session *s, sl_task_result *task, const sl_case_spec *cases);

#endif
