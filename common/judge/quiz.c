/* quiz.c: computes the right answers. */
#include "judge/quiz.h"

#include "judge/case.h"
#include "judge/findings.h"

#include <math.h>
#include <stdlib.h>

int sl_quiz_num_choices(const sl_question *question) {
  int matrices = 0;
  if (question->num_choices > 0) return question->num_choices;
  while (matrices < SL_MAX_CHOICES && question->matrices[matrices]) matrices++;
  return matrices > 1 ? matrices : 0;
}

const char *sl_quiz_choice(const sl_question *question, int choice) {
  return question->num_choices > 0 ? question->choices[choice].text : question->matrices[choice];
}

double sl_quiz_called_right(const sl_question *question) {
  int right = 0;
  while (right < question->num_choices && !question->choices[right].right) right++;
  return right + 1;
}

/* Returns the number, from 1, of the choice that is nearest to `value`: the factor between the two
 * is smallest. */
static double nearest_choice(const sl_question *question, double value) {
  int nearest = 0;
  double least = INFINITY;
  for (int i = 0; i < question->num_choices; i++) {
    double offered = strtod(question->choices[i].text, NULL);
    double factor = offered > value ? offered / value : value / offered;
    if (!(factor < least)) continue;
    least = factor;
    nearest = i;
  }
  return nearest + 1;
}

sl_status sl_quiz_compute(const sl_question *question, int choice, sl_precision precision,
                          const char *cache_dir, const sl_lens_report *seen,
                          sl_quiz_answer *inout) {
  sl_csr matrix;
  SL_TRY(sl_case_load_matrix(question->matrices[choice], cache_dir, &matrix));
  const sl_quiz_view view = {&matrix, precision, *seen};
  double value =
      question->answer ? question->answer(&view) : sl_quiz_counted(&view, &question->count);
  sl_csr_free(&matrix);
  if (!isfinite(value)) {
    return sl_fail(SL_ERR_INTERNAL, "the question %s has no answer on %s", question->name,
                   question->matrices[choice]);
  }
  inout->values[inout->num_values++] = value;
  if (question->num_choices > 0) {
    inout->right = nearest_choice(question, value);
  } else if (!question->matrices[1]) {
    inout->right = value;
  } else if (choice == 0 || value > inout->values[(int)inout->right - 1]) {
    inout->right = choice + 1;
  }
  return SL_OK;
}

bool sl_quiz_is_right(const sl_question *question, const sl_quiz_answer *right, double number) {
  double tolerance = sl_quiz_num_choices(question) > 0 ? 0 : question->tolerance;
  return fabs(number - right->right) <= tolerance * fabs(right->right);
}

double sl_quiz_counted(const sl_quiz_view *view, const sl_quiz_count *count) {
  int operation = count->what == SL_SECTORS_AN_ATOMIC ? LENS_ATOMIC : SL_ANY;
  sl_counter sum = sl_finding_counter_sum(&view->seen, LENS_GLOBAL, operation, count->array);
  if (count->what == SL_NOT_COUNTED) return NAN;
  if (count->what == SL_REQUESTS) return (double)sum.requests;
  if (count->what == SL_THREADS) return (double)sum.threads;
  double of_all = (double)(count->what == SL_THREADS_A_REQUEST ? sum.threads : sum.sectors);
  return sum.requests ? of_all / (double)sum.requests : 0;
}
