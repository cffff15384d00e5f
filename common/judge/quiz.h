/** @file quiz.h
 *  The right answers of a lab's questions: computed from matrix and counters.
 */
#ifndef SL_JUDGE_QUIZ_H
#define SL_JUDGE_QUIZ_H

#include "judge/lab.h"

/** The right answer to one question. */
typedef struct sl_quiz_answer {
  double values[SL_MAX_CHOICES]; /**< indexed by matrix */
  int num_values;
  double right; /**< the value; or the number, from 1, of the right choice or matrix */
} sl_quiz_answer;

/** The number of answers that a question offers; 0: the question asks for a number. */
int sl_quiz_num_choices(const sl_question *question);

/** The text of choice number `choice`, from 0. */
const char *sl_quiz_choice(const sl_question *question, int choice);

/** Returns the number, from 1, of the choice that is marked as right in a question without a
 *  computed number. */
double sl_quiz_called_right(const sl_question *question);

/** Computes the value for the question's matrix number `choice`, from the counters of its task
 * (none if it needs none), and updates `right`. Compute choices in order, from 0. Errors: those of
 * sl_load_matrix; SL_ERR_INTERNAL if the question has no finite answer. */
sl_status sl_quiz_compute(const sl_question *question, int choice, sl_precision precision,
                          const char *cache_dir, const sl_lens_report *seen, sl_quiz_answer *inout);

/** Whether the number that a person gave is the right answer, within the question's tolerance. */
bool sl_quiz_is_right(const sl_question *question, const sl_quiz_answer *right, double number);

/** Reads what a person typed in answer: a number, as "1234", "1,234", "1 234", "12.5", "12,5",
 * "1e3" or "3/4", with or without the question's unit after it; for several choices the number of
 * one; for several matrices also the name. A comma before groups of three digits separates
 * thousands, as in the handouts; otherwise it is a decimal point. False if it is none of these;
 * then `why` says in a sentence what is expected. */
bool sl_quiz_read(const sl_question *question, const char *text, double *number_out, char *why,
                  size_t size);

/** Writes a number for display, "16,698,000" or "139.59", to `text`, and returns `text`. */
const char *sl_quiz_write(double number, char *text, size_t size);

/** Returns what `count` names: a sum over the counters of global memory, or a quotient of two sums,
 *  which is 0 without requests. NaN for SL_NOT_COUNTED. */
double sl_quiz_counted(const sl_quiz_view *view, const sl_quiz_count *count);

#endif
