/* quiz.c: ./lab quiz: questions before the answer. What is right is computed when it is asked. */
#include "cli/cli.h"

#include "judge/quiz.h"
#include "report/paint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 96 };

typedef enum said { SAID_NUMBER, SAID_NOTHING, SAID_STOP } said;

/* A line of the person's, without its end. False at the end of the input. What does not fit is
 * passed over, so that it is not taken for the next answer. */
static bool read_line(char *line, size_t size) {
  if (!fgets(line, (int)size, stdin)) return false;
  bool whole = strchr(line, '\n') != NULL;
  line[strcspn(line, "\r\n")] = '\0';
  for (int c = 0; !whole && c != EOF && c != '\n';) c = getchar();
  return true;
}

/* What is not written as a computer writes it is repeated, to show how it was understood. */
static void repeat(const char *text, double number) {
  char written[64];
  bool plain = strtod(text, NULL) == number;
  if (plain || strcmp(text, sl_quiz_write(number, written, sizeof written)) == 0) return;
  (void)printf("  Read as %s.\n", written);
}

/* Reads one answer from the person; "q" or the end of the input stops the quiz. */
static said read_answer(const sl_question *question, double *number_out) {
  char line[256], why[300];
  for (;;) {
    (void)fputs("  > ", stdout);
    (void)fflush(stdout);
    if (!read_line(line, sizeof line)) return SAID_STOP;
    char *text = line + strspn(line, " \t");
    if (strcmp(text, "q") == 0) return SAID_STOP;
    if (!*text) return SAID_NOTHING;
    if (sl_quiz_read(question, text, number_out, why, sizeof why)) {
      if (!question->matrices[1]) repeat(text, *number_out);
      return SAID_NUMBER;
    }
    sl_print_wrapped(stdout, why, 2, WIDTH);
    (void)puts("  An empty line shows the answer, q stops.");
  }
}

static void ask(const sl_question *question, size_t number, size_t of) {
  char text[1024];
  (void)snprintf(text, sizeof text, "%zu/%zu  %s", number, of, question->ask);
  (void)fputc('\n', stdout);
  sl_print_wrapped(stdout, text, 0, WIDTH);
  if (!question->matrices[1]) {
    (void)printf("     on %s, in %s", question->matrices[0], question->unit);
    if (question->tolerance > 0) {
      (void)printf("; %g %% off is near enough", 100 * question->tolerance);
    }
    (void)puts("");
    return;
  }
  for (int i = 0; i < SL_MAX_CHOICES && question->matrices[i]; i++) {
    (void)printf("     %d  %s\n", i + 1, question->matrices[i]);
  }
}

static void tell(const sl_question *question, const sl_quiz_answer *right) {
  char text[40];
  if (question->matrices[1]) {
    for (int i = 0; i < right->num_values; i++) {
      (void)printf("     %d  %-24s %s %s\n", i + 1, question->matrices[i],
                   sl_quiz_write(right->values[i], text, sizeof text), question->unit);
    }
  } else {
    (void)printf("     It is %s %s.\n", sl_quiz_write(right->right, text, sizeof text),
                 question->unit);
  }
  sl_print_wrapped(stdout, question->why, 5, WIDTH);
}

/* Asks one question. False when the person wants to stop. */
static bool put(const sl_question *question, const sl_quiz_answer *right, bool *was_right) {
  double number = 0;
  said what = read_answer(question, &number);
  if (what == SAID_STOP) return false;
  *was_right = what == SAID_NUMBER && sl_quiz_is_right(question, right, number);
  if (what == SAID_NUMBER) {
    (void)printf("  %s%s%s\n", sl_paint_code(stdout, *was_right ? SL_GOOD : SL_WARN),
                 *was_right ? "Yes." : "No.", sl_paint_code(stdout, SL_PLAIN));
  }
  tell(question, right);
  return true;
}

/* The counters that a question needs: its task judged on its matrix, on the lens. Sets `*ready`
 * when that task passed. */
static sl_status count_for(const sl_lab *lab, const sl_question *question,
                           const sl_options *options, int matrix, sl_lab_result *out, bool *ready) {
  sl_options judging = *options;
  judging.backend = SL_LENS;
  judging.task = question->task;
  const sl_case_spec given = {.spec = question->matrices[matrix], .measured = true};
  bool compiled;
  SL_TRY(sl_run_lab(lab, &judging, &given, 1, &compiled, out));
  *ready = compiled && sl_lab_result_passed(out);
  return SL_OK;
}

static sl_status answer_question(const sl_lab *lab, const sl_question *question,
                                 const sl_options *options, sl_quiz_answer *out, bool *ready) {
  *ready = true;
  *out = (sl_quiz_answer){.num_values = 0};
  for (int i = 0; i < SL_MAX_CHOICES && question->matrices[i] && *ready; i++) {
    sl_lab_result result = {.lab = NULL};
    sl_status status = SL_OK;
    if (question->task) status = count_for(lab, question, options, i, &result, ready);
    if (status == SL_OK && *ready) {
      status = sl_quiz_compute(question, i, options->precision, sl_cache_dir(), &result.seen, out);
    }
    sl_lab_result_free(&result);
    SL_TRY(status);
  }
  return SL_OK;
}

static sl_status hold_quiz(const sl_lab *lab, const sl_options *options, size_t *right_out,
                           size_t *asked_out) {
  for (size_t i = 0; i < lab->num_questions; i++) {
    const sl_question *question = &lab->questions[i];
    sl_quiz_answer answer;
    bool ready, was_right = false;
    SL_TRY(answer_question(lab, question, options, &answer, &ready));
    if (!ready) {
      (void)printf("\n%zu/%zu  comes when your task %s passes: ./lab run %s --task %s\n", i + 1,
                   lab->num_questions, question->task, lab->id, question->task);
      continue;
    }
    ask(question, i + 1, lab->num_questions);
    if (!put(question, &answer, &was_right)) return SL_OK;
    ++*asked_out;
    *right_out += was_right;
  }
  return SL_OK;
}

int sl_cmd_quiz(int count, char **arguments) {
  sl_options options;
  const sl_lab *lab = NULL;
  sl_status status = sl_options_parse(count, arguments, &options);
  if (status == SL_OK && !options.lab) {
    status = sl_fail(SL_ERR_USAGE, "which lab? For example: ./lab quiz 01");
  }
  if (status == SL_OK) status = sl_lab_find(options.lab, &lab);
  if (status != SL_OK) return sl_complain(status);
  size_t right = 0, asked = 0;
  (void)printf("%s: %zu questions. Think first, then type a number. The right answers are computed "
               "now.\n",
               lab->id, lab->num_questions);
  status = hold_quiz(lab, &options, &right, &asked);
  if (status != SL_OK) return sl_complain(status);
  (void)printf("\n%zu of %zu right.\n", right, asked);
  return asked > 0 && right == asked ? 0 : SL_EXIT_FAILED;
}
