/* quiz.c: ./lab quiz: asks questions, then gives the answers. The right answer is computed when the
 * question is asked. */
#include "cli/cli.h"

#include "base/memory.h"
#include "cli/remember.h"
#include "judge/quiz.h"
#include "judge/quiz_file.h"
#include "report/paint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 96 };

/* How a question was answered. */
typedef enum grade { NOT_ASKED, RIGHT, RIGHT_AT_SECOND_TRY, MISSED, NUM_GRADES } grade;
static const char *const grade_names[] = {"", "right", "second", "missed"};

typedef struct quiz_session {
  const sl_lab *lab;
  const sl_options *options;
  sl_quiz quiz;
  grade *grades; /* grade of each question, from earlier sessions and this one */
  bool broken;   /* the student's file does not compile, which was already reported */
  size_t right, at_second_try, asked;
} quiz_session;

/* ---- what is remembered ---------------------------------------------------------------------- */

static void records_name(const sl_lab *lab, char *name, size_t size) {
  (void)snprintf(name, size, "%s.quiz", lab->id);
}

static grade grade_of(const char *word) {
  int found = NUM_GRADES - 1;
  while (found > NOT_ASKED && strcmp(grade_names[found], word) != 0) found--;
  return (grade)found;
}

static void load_grades(quiz_session *s) {
  char line[256], name[128];
  records_name(s->lab, name, sizeof name);
  FILE *file = sl_remember_open(name);
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    char *tab = strchr(line, '\t');
    if (!tab) continue;
    *tab = '\0';
    for (size_t i = 0; i < s->quiz.num_questions; i++) {
      if (strcmp(s->quiz.questions[i].name, line) == 0) s->grades[i] = grade_of(tab + 1);
    }
  }
  if (file) (void)fclose(file);
}

/* Saves the grades after each question, so that nothing is lost if the terminal is closed. */
static void save_grades(const quiz_session *s) {
  char name[128];
  sl_keeping keeping;
  if (s->options->solution || s->options->file) return; /* not the student's own work */
  records_name(s->lab, name, sizeof name);
  FILE *file = sl_remember_start(name, &keeping);
  for (size_t i = 0; file && i < s->quiz.num_questions; i++) {
    if (s->grades[i] == NOT_ASKED) continue;
    (void)fprintf(file, "%s\t%s\n", s->quiz.questions[i].name, grade_names[s->grades[i]]);
  }
  if (file) sl_remember_end(&keeping);
}

/* ---- what the person types ------------------------------------------------------------------- */

typedef enum said { SAID_NUMBER, SAID_NOTHING, SAID_STOP } said;

/* Reads a line of input without the newline. False at the end of the input. The rest of a line that
 * is too long is skipped, so that it does not become the next answer. */
static bool read_line(char *line, size_t size) {
  if (!fgets(line, (int)size, stdin)) return false;
  bool whole = strchr(line, '\n') != NULL;
  line[strcspn(line, "\r\n")] = '\0';
  for (int c = 0; !whole && c != EOF && c != '\n';) c = getchar();
  return true;
}

/* Prints a number again if it is not written in the usual form, to show how it was understood. */
static void repeat(const char *text, double number) {
  char written[64];
  bool plain = strtod(text, NULL) == number;
  if (plain || strcmp(text, sl_quiz_write(number, written, sizeof written)) == 0) return;
  (void)printf("  Read as %s.\n", written);
}

/* Reads an answer. "q" or the end of the input stops the quiz. */
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
      if (sl_quiz_num_choices(question) == 0) repeat(text, *number_out);
      return SAID_NUMBER;
    }
    sl_paint_wrapped(stdout, why, 2, WIDTH);
    (void)puts("  An empty line shows the answer, q quits.");
  }
}

/* ---- what is shown --------------------------------------------------------------------------- */

static void show_question(const sl_question *question, size_t number, size_t of) {
  char text[1024];
  (void)snprintf(text, sizeof text, "%zu/%zu  %s", number, of, question->ask);
  (void)fputc('\n', stdout);
  sl_paint_wrapped(stdout, text, 0, WIDTH);
  for (int i = 0; i < sl_quiz_num_choices(question); i++) {
    (void)snprintf(text, sizeof text, "%d  %s", i + 1, sl_quiz_choice(question, i));
    sl_paint_wrapped(stdout, text, 5, WIDTH);
  }
  if (sl_quiz_num_choices(question) > 0) return;
  int used = snprintf(text, sizeof text, "on %s, in %s", question->matrices[0], question->unit);
  if (question->tolerance > 0) {
    (void)snprintf(text + used, sizeof text - (size_t)used, "; an answer within %g %% counts",
                   100 * question->tolerance);
  }
  sl_paint_wrapped(stdout, text, 5, WIDTH);
}

/* Prints the right answer and its explanation. `choice`: the choice whose sentence was already
 * printed. */
static void tell(const sl_question *question, const sl_quiz_answer *right, int choice) {
  char text[1024], number[40];
  int of_right = (int)right->right - 1;
  if (question->num_choices > 0) {
    if (choice != of_right) {
      const char *choice_text = question->choices[of_right].text;
      bool is_sentence = strchr(".?!", choice_text[strlen(choice_text) - 1]);
      (void)snprintf(text, sizeof text, "It is %d: %s%s %s", of_right + 1, choice_text,
                     is_sentence ? "" : ".", question->choices[of_right].says);
      sl_paint_wrapped(stdout, text, 5, WIDTH);
    }
    if (right->num_values > 0) {
      sl_paint_line(stdout, 5, "     Counted now: %s %s.\n",
                    sl_quiz_write(right->values[0], number, sizeof number), question->unit);
    }
  } else if (question->matrices[1]) {
    for (int i = 0; i < right->num_values; i++) {
      (void)printf("     %d  %-24s %s %s\n", i + 1, question->matrices[i],
                   sl_quiz_write(right->values[i], number, sizeof number), question->unit);
    }
  } else {
    sl_paint_line(stdout, 5, "     It is %s %s.\n",
                  sl_quiz_write(right->right, number, sizeof number), question->unit);
  }
  if (question->why) sl_paint_wrapped(stdout, question->why, 5, WIDTH);
}

/* Prints "Yes." or "No.", and the sentence of the choice. */
static void judge_aloud(const sl_question *question, const char *word, sl_paint paint,
                        const char *says) {
  char text[1024];
  const char *sentence = question->num_choices > 0 ? says : "";
  (void)snprintf(text, sizeof text, "%s%s%s", word, *sentence ? " " : "", sentence);
  (void)fputs(sl_paint_code(stdout, paint), stdout);
  sl_paint_wrapped(stdout, text, 2, WIDTH);
  (void)fputs(sl_paint_code(stdout, SL_PLAIN), stdout);
}

/* After the first wrong answer, says whether the right number is larger or smaller, and prints the
 * pointer. */
static void point(const sl_question *question, const sl_quiz_answer *right, double number) {
  char text[1024];
  const char *direction = "";
  if (sl_quiz_num_choices(question) == 0) {
    direction = number < right->right ? "The answer is larger. " : "The answer is smaller. ";
  }
  (void)snprintf(text, sizeof text, "%s%s Try again.", direction, question->pointer);
  sl_paint_wrapped(stdout, text, 2, WIDTH);
}

/* ---- one question ---------------------------------------------------------------------------- */

/* Asks one question, a second time if necessary. Returns false if the person wants to stop; the
 * question then does not count as asked. */
static bool put(const sl_question *question, const sl_quiz_answer *right, grade *out) {
  enum { TRIES = 2 };
  int choice = -1;
  *out = MISSED;
  for (int try = 1; try <= TRIES; try++) {
    double number = 0;
    said what = read_answer(question, &number);
    if (what == SAID_STOP) return false;
    if (what == SAID_NOTHING) break;
    choice = question->num_choices > 0 ? (int)number - 1 : -1;
    const char *says = choice >= 0 ? question->choices[choice].says : "";
    if (sl_quiz_is_right(question, right, number)) {
      judge_aloud(question, "Yes.", SL_GOOD, says);
      *out = try == 1 ? RIGHT : RIGHT_AT_SECOND_TRY;
      break;
    }
    judge_aloud(question, "No.", SL_WARN, says);
    if (try < TRIES) point(question, right, number);
  }
  tell(question, right, choice);
  return true;
}

/* Counts what a question needs: judges its task on its matrix, on the lens. Sets `*ready` if that
 * task passed. */
static sl_status count_for(quiz_session *s, const sl_question *question, int matrix,
                           sl_lab_result *out, bool *ready) {
  sl_options judging = *s->options;
  judging.backend = SL_LENS;
  judging.task = question->task;
  const sl_case_spec given = {.spec = question->matrices[matrix], .measured = true};
  bool compiled = false;
  *ready = false;
  if (s->broken) return SL_OK;
  SL_TRY(sl_judging_run_lab(s->lab, &judging, &given, 1, &compiled, out));
  s->broken = !compiled;
  *ready = compiled && sl_judge_result_passed(out);
  return SL_OK;
}

static sl_status answer_question(quiz_session *s, const sl_question *question, sl_quiz_answer *out,
                                 bool *ready) {
  *ready = true;
  *out = (sl_quiz_answer){.right = sl_quiz_called_right(question)};
  for (int i = 0; i < SL_MAX_CHOICES && question->matrices[i] && *ready; i++) {
    sl_lab_result result = {.lab = NULL};
    sl_status status = SL_OK;
    if (question->task) status = count_for(s, question, i, &result, ready);
    if (status == SL_OK && *ready) {
      status = sl_quiz_compute(question, i, s->options->precision, sl_judging_cache_dir(),
                               &result.seen, out);
    }
    sl_judge_result_free(&result);
    SL_TRY(status);
  }
  return SL_OK;
}

static void say_not_ready(const quiz_session *s, const sl_question *question, size_t number) {
  sl_paint_line(stdout, 2, "\n%zu/%zu  appears after your %s %s%s: ./lab run %.2s --task %s\n",
                number, s->quiz.num_questions, s->broken ? "file compiles and task" : "task",
                question->task, " passes", s->lab->id, question->task);
}

/* ---- the whole quiz -------------------------------------------------------------------------- */

/* Prints the heading of a section before its first question. */
static void head(const quiz_session *s, size_t i) {
  const sl_question *question = &s->quiz.questions[i];
  if (i > 0 && s->quiz.questions[i - 1].section == question->section) return;
  (void)printf("\n%sAfter section %d%s\n", sl_paint_code(stdout, SL_BOLD), question->section,
               sl_paint_code(stdout, SL_PLAIN));
}

static bool is_wanted(const quiz_session *s, const sl_question *question) {
  return s->options->section == 0 || s->options->section == question->section;
}

static sl_status hold_quiz(quiz_session *s) {
  for (size_t i = 0; i < s->quiz.num_questions; i++) {
    const sl_question *question = &s->quiz.questions[i];
    sl_quiz_answer answer;
    grade got;
    bool ready;
    if (!is_wanted(s, question)) continue;
    head(s, i);
    SL_TRY(answer_question(s, question, &answer, &ready));
    if (!ready) {
      say_not_ready(s, question, i + 1);
      continue;
    }
    show_question(question, i + 1, s->quiz.num_questions);
    if (!put(question, &answer, &got)) return SL_OK;
    s->asked++;
    s->right += got != MISSED;
    s->at_second_try += got == RIGHT_AT_SECOND_TRY;
    s->grades[i] = got;
    save_grades(s);
  }
  return SL_OK;
}

static int conclude(const quiz_session *s) {
  (void)putchar('\n');
  if (s->asked == 0) {
    (void)puts("No question was answered.");
    return 0;
  }
  (void)printf("%zu of %zu right", s->right, s->asked);
  if (s->at_second_try > 0) {
    (void)printf(", %zu of them on the second try", s->at_second_try);
  }
  (void)puts(".");
  if (s->right == s->asked) return 0;
  sl_paint_line(stdout, 2, "./lab quiz %.2s --review shows the missed questions.\n", s->lab->id);
  return SL_EXIT_FAILED;
}

/* Shows the questions that were missed when they were last asked, with the answers. */
static sl_status review(quiz_session *s) {
  size_t counts[NUM_GRADES] = {0};
  for (size_t i = 0; i < s->quiz.num_questions; i++) counts[s->grades[i]]++;
  for (size_t i = 0; i < s->quiz.num_questions; i++) {
    const sl_question *question = &s->quiz.questions[i];
    sl_quiz_answer answer;
    bool ready;
    if (s->grades[i] != MISSED || !is_wanted(s, question)) continue;
    head(s, i);
    SL_TRY(answer_question(s, question, &answer, &ready));
    show_question(question, i + 1, s->quiz.num_questions);
    if (ready) {
      tell(question, &answer, -1);
    } else {
      say_not_ready(s, question, i + 1);
    }
  }
  sl_paint_line(stdout, 2,
                "\n%zu right, %zu of them on the second try, %zu missed, %zu not asked yet.\n",
                counts[RIGHT] + counts[RIGHT_AT_SECOND_TRY], counts[RIGHT_AT_SECOND_TRY],
                counts[MISSED], counts[NOT_ASKED]);
  sl_paint_line(stdout, 2, "./lab quiz %.2s asks again.\n", s->lab->id);
  return SL_OK;
}

static sl_status begin(const sl_options *options, quiz_session *s) {
  char path[4096];
  SL_TRY(sl_lab_find(options->lab, &s->lab));
  if (!sl_quiz_file_exists(s->lab)) {
    return sl_fail(SL_ERR_USAGE, "lab %s has no quiz", s->lab->id);
  }
  sl_quiz_file_path(s->lab, path, sizeof path);
  SL_TRY(sl_quiz_file_read(s->lab, path, &s->quiz));
  SL_TRY(sl_alloc(s->quiz.num_questions, sizeof *s->grades, "results", &s->grades));
  load_grades(s);
  for (size_t i = 0; i < s->quiz.num_questions; i++) {
    if (is_wanted(s, &s->quiz.questions[i])) return SL_OK;
  }
  return sl_fail(SL_ERR_USAGE, "section %d of lab %.2s has no questions; ./lab quiz %.2s asks all",
                 options->section, s->lab->id, s->lab->id);
}

int sl_cmd_quiz(int count, char **arguments) {
  sl_options options;
  quiz_session s = {.options = &options};
  sl_status status = sl_options_parse(count, arguments, &options);
  if (status == SL_OK && !options.lab) {
    status = sl_fail(SL_ERR_USAGE, "the lab is missing. For example: ./lab quiz 01");
  }
  if (status == SL_OK) status = begin(&options, &s);
  int exit_status = 0;
  if (status == SL_OK && options.review) {
    status = review(&s);
  } else if (status == SL_OK) {
    char text[200];
    (void)snprintf(text, sizeof text,
                   "%s: %zu questions. Think first, then type a number. An empty line shows the "
                   "answer, q quits.",
                   s.lab->id, s.quiz.num_questions);
    sl_paint_wrapped(stdout, text, 0, WIDTH);
    status = hold_quiz(&s);
    if (status == SL_OK) exit_status = conclude(&s);
  }
  sl_free(s.grades);
  sl_quiz_file_free(&s.quiz);
  return status == SL_OK ? exit_status : sl_complain(status);
}
