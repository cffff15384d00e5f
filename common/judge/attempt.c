/* attempt.c: sends a job to the worker, and compares the answer with the right one. */
#include "judge/attempt.h"

#include "lens/lens.h"

#include <string.h>

/* Drops reports of leaked memory, unless the answer is right, because a leak does not explain a
 * wrong answer. */
static void drop_leaks(const sl_difference *difference, sl_reply *reply) {
  bool wrong = difference->wrong || difference->damaged || difference->changed_input;
  if (reply->collected && !reply->cuda_error && !wrong) return;
  size_t kept = 0;
  for (size_t i = 0; i < reply->seen.num_findings; i++) {
    if (reply->seen.findings[i].kind != LENS_LEAK)
      reply->seen.findings[kept++] = reply->seen.findings[i];
  }
  reply->seen.num_findings = kept;
}

sl_status sl_attempt_ask(sl_child *child, const sl_task *task, const sl_case *given,
                         const sl_problem *problem, const sl_job_options *options,
                         sl_attempt *out) {
  *out = (sl_attempt){.task = task, .given = given, .problem = problem, .options = options};
  return sl_child_run(child, problem, task->name, given->precision, options, &out->reply,
                      &out->answer, &out->ending);
}

sl_status sl_attempt_look(sl_attempt *attempt) {
  const sl_task *task = attempt->task;
  const sl_problem *problem = attempt->problem;
  sl_precision precision = attempt->given->precision;
  if (attempt->reply.collected) {
    SL_TRY(sl_compare_decode(problem, &attempt->answer, precision, &attempt->decoded));
    if (task->arrange) task->arrange(problem, attempt->decoded.answers);
    SL_TRY(
        sl_compare(problem, &attempt->answer, &attempt->decoded, precision, &attempt->difference));
    SL_TRY(sl_attempt_check(attempt));
    if (attempt->options->accounts && !attempt->difference.wrong) {
      SL_TRY(sl_account_take(task, attempt->given, problem, &attempt->answer, &attempt->reply,
                             &attempt->account));
    }
  }
  drop_leaks(&attempt->difference, &attempt->reply);
  return SL_OK;
}

sl_status sl_attempt_make(sl_child *child, const sl_task *task, const sl_case *given,
                          const sl_problem *problem, const sl_job_options *options,
                          sl_attempt *out) {
  SL_TRY(sl_attempt_ask(child, task, given, problem, options, out));
  return sl_attempt_look(out);
}

void sl_attempt_free(sl_attempt *attempt) {
  sl_compare_free_decoded(&attempt->decoded);
  sl_question_free_answer(&attempt->answer);
  sl_reply_free(&attempt->reply);
}

/* Whether a function called itself: then the call stack has the same return address many times. */
static bool recursed(const sl_reply *reply) {
  enum { ENOUGH_CALLS = 8 };
  for (int i = 0; i < reply->num_frames; i++) {
    int calls = 0;
    for (int j = i; j < reply->num_frames; j++) calls += reply->frames[j] == reply->frames[i];
    if (calls >= ENOUGH_CALLS) return true;
  }
  return false;
}

sl_evidence sl_attempt_evidence(const sl_attempt *attempt) {
  const sl_reply *reply = &attempt->reply;
  const double *const *answers = (const double *const *)attempt->decoded.answers;
  return (sl_evidence){.given = attempt->given,
                       .problem = attempt->problem,
                       .answers = reply->collected ? answers : NULL,
                       .seen = reply->seen,
                       .account = &attempt->account,
                       .difference = &attempt->difference,
                       .cuda_error = reply->cuda_error,
                       .fault_signal = reply->fault_signal,
                       .past_end = attempt->difference.past_end,
                       .fault_array = reply->fault_array,
                       .fault_index = reply->fault_index,
                       .recursed = recursed(reply),
                       .memories = reply->memories,
                       .num_memories = reply->num_memories};
}
