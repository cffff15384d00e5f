/** @file account.h
 *  Where the work was done: whether the host or launches wrote the elements of a right answer and
 *  read the inputs. Only the lens knows this; on a GPU it is unknown.
 */
#ifndef SL_JUDGE_ACCOUNT_H
#define SL_JUDGE_ACCOUNT_H

#include "judge/question.h"
#include "judge/reply.h"
#include "judge/shares.h"
#include "judge/task.h"

/** What launches have not done for a right answer although its task demands it; all zero if nothing
 *  is missing.
 */
typedef struct sl_account {
  const sl_array *unknown;          /**< the first array without a report */
  const sl_array *by_host;          /**< the first answer with elements that the host wrote */
  size_t by_host_count, by_host_at; /**< number of these elements; the first of them */
  char file[256];                   /**< the file of the host code that wrote; "": unknown */
  int line;                         /**< 0 unknown */
  const sl_array *unread;           /**< the first demanded input that no launch read */
  size_t launches;                  /**< the number of successful launches */
  size_t by_launch;                 /**< elements that a launch wrote */
  bool unlaunched;                  /**< the host wrote all answers, and nothing was launched */
  bool uncounted;                   /**< nothing else is missing, yet there was no launch, or none
                                     *  of its accesses was counted: the lens's report is
                                     *  incomplete */
  const sl_written *other_kernel;   /**< another kernel that wrote elements instead of the task's
                                     *  kernel; part of the reply; NULL: none did */
  const sl_launch *launch;          /**< the launch with the most steps; part of the reply */
  unsigned undivided; /**< the units over which the launch did not divide its work (sl_over) */
  bool asked;         /**< the task names its kernel, so work that was not divided is a failure */
  bool carried; /**< the function copied enough to the host and to the device for the host to have
                 *  computed the answer; this proves nothing */
} sl_account;

/** Makes the account of a right answer. If the host sets an element to 0 or to its old value, this
 *  does not count as its work, and an input need not be read for an answer whose elements are all 0
 *  or unchanged. An array that matters and has no report becomes `unknown`; it is never ignored.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_account_take(const sl_task *task, const sl_case *given, const sl_problem *problem,
                          const sl_answer *answer, const sl_reply *reply, sl_account *out);

/** Whether launches have not done something that the task demands. */
bool sl_account_is_bad(const sl_account *account);

/** Writes what is missing, as one sentence for the student. */
void sl_account_text(const sl_account *account, char *out, size_t size);

/** Returns why a person must look at a right answer, as a clause; NULL: no one needs to look. */
const char *sl_account_review(const sl_account *account);

/* Rules of mistakes: see sl_rule. */

/** Whether another kernel wrote elements of a right answer in place of the task's own. */
sl_judgement sl_account_other_kernel(const sl_evidence *evidence);

/** Whether the answer is right, but the task's kernel left nearly all of the work to one thread,
 *  warp or block. */
sl_judgement sl_account_not_divided(const sl_evidence *evidence);

/** Whether the host wrote elements of the answer and nothing was launched. Neutral if the host
 *  wrote none. */
sl_judgement sl_account_nothing_launched(const sl_evidence *evidence);

/** Whether the host wrote elements of the answer. */
sl_judgement sl_account_work_of_host(const sl_evidence *evidence);

/** Whether the answer is right although no launch has read an input that it depends on, and nothing
 *  else was found. Contradicts if the answer is wrong or something was found, because then nothing
 *  proves where the numbers come from. */
sl_judgement sl_account_inputs_unread(const sl_evidence *evidence);

/** The table rows of the last three rules, for tasks in which a host function launches kernels. */
#define SL_RULES_OF_HOST                                                                           \
  {"nothing-launched", sl_account_nothing_launched},                                               \
      {"computed-by-host", sl_account_work_of_host}, {                                             \
    "inputs-not-read", sl_account_inputs_unread                                                    \
  }

#endif
