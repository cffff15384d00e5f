/** @file account.h
 *  Where the work was done: who wrote the elements of a right answer, and who read the inputs. The
 *  lens knows it; on a GPU nobody does.
 */
#ifndef SL_JUDGE_ACCOUNT_H
#define SL_JUDGE_ACCOUNT_H

#include "judge/question.h"
#include "judge/reply.h"
#include "judge/task.h"

/** What a right answer lacks of what its task demands of launches; all zero when that is nothing.
 */
typedef struct sl_account {
  const sl_array *unknown;          /**< the first array of which nothing was told */
  const sl_array *by_host;          /**< the first answer with elements that the host has written */
  size_t by_host_count, by_host_at; /**< these elements; the first of them */
  char file[256];                   /**< where the host did it; "" unknown */
  int line;                         /**< 0 unknown */
  const sl_array *unread;           /**< the first demanded input that no launch has read */
  size_t launches;                  /**< that came about */
  size_t by_launch;                 /**< elements that a launch has written */
  bool unlaunched;                  /**< all answers are the host's, and nothing was launched */
  bool uncounted;                   /**< and yet there was no launch, or none of its accesses was
                                         counted: what the lens saw is not all there */
  bool carried; /**< the launch has copied to the host, and to the device, enough for the host to
                     have computed the answer; no proof of it */
} sl_account;

/** Takes the account of a right answer. What the host has set to 0, or to what stood there before,
 *  is no work of its own, and an input need not be read for an answer in which all is 0 or as it
 *  was. Where nothing was told of an array that matters, that is `unknown`, never nothing.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_account_take(const sl_task *task, const sl_problem *problem, sl_precision precision,
                          const sl_answer *answer, const sl_reply *reply, sl_account *out);

/** Whether something is lacking. */
bool sl_account_is_bad(const sl_account *account);

/** What, in a sentence for the student. */
void sl_account_text(const sl_account *account, char *out, size_t size);

/* Rules of mistakes: see sl_rule. */

/** Nothing was launched, on any case on which the host wrote elements of the answer. */
sl_judgement sl_account_nothing_launched(const sl_evidence *evidence);

/** The host wrote elements of the answer. */
sl_judgement sl_account_work_of_host(const sl_evidence *evidence);

/** The answer is right although no launch has read an input that it depends on, and nothing else
 *  was found. Contradicts where the answer is wrong or something was found: then nothing proves
 *  where the numbers come from. */
sl_judgement sl_account_inputs_unread(const sl_evidence *evidence);

/** These three, for tasks in which a function of the host launches kernels. */
#define SL_RULES_OF_HOST                                                                           \
  {"nothing-launched", sl_account_nothing_launched},                                               \
      {"computed-by-host", sl_account_work_of_host}, {                                             \
    "inputs-not-read", sl_account_inputs_unread                                                    \
  }

#endif
