/* quiz_file.c: reads the questions of a lab. Malformed lines are refused, with their numbers.
 */
#include "judge/quiz_file.h"

#include "base/memory.h"
#include "base/regular.h"
#include "judge/toolchain.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_QUIZ_BYTES = 1 << 20, MAX_QUESTIONS = 64 };

typedef struct quiz_file_reader {
  const char *name;
  int line, section;
  const sl_lab *lab;
  sl_quiz *out;
} quiz_file_reader;

static sl_status malformed(const quiz_file_reader *r, const char *what) {
  return sl_fail(SL_ERR_INPUT, "%s:%d: %s", r->name, r->line, what);
}

/* ---- the keywords ---------------------------------------------------------------------------- */

typedef sl_status take_word(quiz_file_reader *r, sl_question *question, char *text);

static sl_status take_any_choice(quiz_file_reader *r, sl_question *question, char *text,
                                 bool right) {
  char *bar = strstr(text, " | ");
  if (!bar) return malformed(r, "a choice is an answer and a sentence, with | between them");
  if (question->num_choices == SL_MAX_CHOICES) return malformed(r, "one choice too many");
  *bar = '\0';
  question->choices[question->num_choices++] =
      (sl_choice_text){.text = text, .says = bar + 3, .right = right};
  return SL_OK;
}

static sl_status take_choice(quiz_file_reader *r, sl_question *question, char *text) {
  return take_any_choice(r, question, text, false);
}

static sl_status take_right(quiz_file_reader *r, sl_question *question, char *text) {
  return take_any_choice(r, question, text, true);
}

static sl_status take_matrices(quiz_file_reader *r, sl_question *question, char *text) {
  int count = 0;
  for (char *rest = text; rest;) {
    if (count == SL_MAX_CHOICES) return malformed(r, "one matrix too many");
    question->matrices[count++] = strsep(&rest, " ");
  }
  return SL_OK;
}

static sl_status take_task(quiz_file_reader *r, sl_question *question, char *text) {
  const sl_task *task;
  question->task = text;
  return sl_lab_find_task(r->lab, text, &task) == SL_OK ? SL_OK : malformed(r, "no such task");
}

static sl_status take_answer(quiz_file_reader *r, sl_question *question, char *text) {
  for (size_t i = 0; i < r->lab->num_answers; i++) {
    if (strcmp(r->lab->answers[i].name, text) == 0) {
      question->answer = r->lab->answers[i].compute;
      return SL_OK;
    }
  }
  return malformed(r, "the lab has no answer of this name");
}

static sl_status take_count(quiz_file_reader *r, sl_question *question, char *text) {
  static const char *const names[] = {[SL_REQUESTS] = "requests",
                                      [SL_THREADS] = "threads",
                                      [SL_THREADS_A_REQUEST] = "threads-a-request",
                                      [SL_SECTORS_A_REQUEST] = "sectors-a-request",
                                      [SL_SECTORS_AN_ATOMIC] = "sectors-an-atomic"};
  char *rest = text;
  const char *what = strsep(&rest, " ");
  for (size_t i = SL_REQUESTS; i < SL_COUNT(names); i++) {
    if (strcmp(what, names[i]) == 0) {
      question->count = (sl_quiz_count){(sl_counted)i, rest};
      return SL_OK;
    }
  }
  return malformed(r, "there is no counter of this name");
}

static sl_status take_tolerance(quiz_file_reader *r, sl_question *question, char *text) {
  char *end;
  question->tolerance = strtod(text, &end);
  bool good = end != text && !*end && question->tolerance >= 0 && question->tolerance < 1;
  return good ? SL_OK : malformed(r, "a tolerance is a number from 0 to 1");
}

/* Keywords whose text is stored unchanged in a member of the question. */
static const struct {
  const char *word;
  size_t member;
} plain_words[] = {{"ask", offsetof(sl_question, ask)},
                   {"pointer", offsetof(sl_question, pointer)},
                   {"why", offsetof(sl_question, why)},
                   {"unit", offsetof(sl_question, unit)}};

static const struct {
  const char *word;
  take_word *take;
} words[] = {{"choice", take_choice},      {"right", take_right},   {"on", take_matrices},
             {"task", take_task},          {"answer", take_answer}, {"count", take_count},
             {"tolerance", take_tolerance}};

static sl_status take_member(quiz_file_reader *r, const char *word, char *text) {
  sl_question *question = &r->out->questions[r->out->num_questions - 1];
  for (size_t i = 0; i < SL_COUNT(plain_words); i++) {
    if (strcmp(word, plain_words[i].word) != 0) continue;
    memcpy((char *)question + plain_words[i].member, &text, sizeof text);
    return SL_OK;
  }
  for (size_t i = 0; i < SL_COUNT(words); i++) {
    if (strcmp(word, words[i].word) == 0) return words[i].take(r, question, text);
  }
  return malformed(r, "no such word");
}

/* ---- whole questions ------------------------------------------------------------------------- */

static bool begins_with_number(const char *text) {
  return text[0] >= '0' && text[0] <= '9';
}

/* Checks that a question is complete. */
static sl_status check(const quiz_file_reader *r) {
  if (r->out->num_questions == 0) return SL_OK;
  const sl_question *q = &r->out->questions[r->out->num_questions - 1];
  bool computed = q->answer || q->count.what != SL_NOT_COUNTED;
  int right = 0, numbers = 0;
  for (int i = 0; i < q->num_choices; i++) {
    right += q->choices[i].right;
    numbers += begins_with_number(q->choices[i].text);
  }
  if (!q->ask || !q->pointer) return malformed(r, "the question above needs ask and pointer");
  if (q->num_choices == 1) return malformed(r, "the question above has only one choice");
  if (computed != (q->matrices[0] != NULL) || computed != (q->unit != NULL)) {
    return malformed(r, "a number needs on, unit, and answer or count");
  }
  if (q->count.what != SL_NOT_COUNTED && !q->task) return malformed(r, "a count needs a task");
  if (computed && q->num_choices > 0 && (right > 0 || numbers < q->num_choices || q->matrices[1])) {
    return malformed(
        r, "the choices of a number must be numbers, for one matrix, and none is marked right");
  }
  if (!computed && right != 1) return malformed(r, "exactly one choice must be right");
  if (computed && !q->why) return malformed(r, "the question above needs why");
  return SL_OK;
}

static sl_status begin(quiz_file_reader *r, const char *name) {
  SL_TRY(check(r));
  sl_quiz *quiz = r->out;
  if (r->section < 1) return malformed(r, "a question comes after a section line");
  if (quiz->num_questions == MAX_QUESTIONS) return malformed(r, "too many questions");
  for (size_t i = 0; i < quiz->num_questions; i++) {
    if (strcmp(quiz->questions[i].name, name) == 0)
      return malformed(r, "a question above has this name already");
  }
  quiz->questions[quiz->num_questions++] = (sl_question){.name = name, .section = r->section};
  return SL_OK;
}

static sl_status take_line(quiz_file_reader *r, char *line) {
  char *rest = line;
  const char *word = strsep(&rest, " ");
  if (!*line || *line == '#') return SL_OK;
  if (!rest || !*rest) return malformed(r, "the first word of the line needs a value after it");
  if (strcmp(word, "section") == 0) {
    r->section = atoi(rest);
    return SL_OK;
  }
  if (strcmp(word, "question") == 0) return begin(r, rest);
  if (r->out->num_questions == 0) return malformed(r, "this belongs to a question");
  return take_member(r, word, rest);
}

static sl_status take_lines(const sl_lab *lab, const char *name, sl_quiz *out) {
  quiz_file_reader r = {.name = name, .lab = lab, .out = out};
  SL_TRY(sl_alloc(MAX_QUESTIONS, sizeof *out->questions, "questions", &out->questions));
  for (char *rest = out->text; rest;) {
    r.line++;
    SL_TRY(take_line(&r, strsep(&rest, "\n")));
  }
  SL_TRY(check(&r));
  return out->num_questions ? SL_OK : malformed(&r, "there are no questions");
}

sl_status sl_quiz_file_parse(const sl_lab *lab, const char *name, const char *text, sl_quiz *out) {
  *out = (sl_quiz){.text = NULL};
  SL_TRY(sl_alloc(strlen(text) + 1, 1, name, &out->text));
  strcpy(out->text, text);
  return take_lines(lab, name, out);
}

sl_status sl_quiz_file_read(const sl_lab *lab, const char *path, sl_quiz *out) {
  char why[96];
  *out = (sl_quiz){.text = NULL};
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  sl_status status = sl_alloc(MAX_QUIZ_BYTES + 1, 1, path, &out->text);
  if (status == SL_OK) {
    size_t got = fread(out->text, 1, MAX_QUIZ_BYTES, file);
    out->text[got] = '\0';
  }
  (void)fclose(file);
  SL_TRY(status);
  return take_lines(lab, path, out);
}

void sl_quiz_file_path(const sl_lab *lab, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/labs/%s/quiz.txt", SL_SOURCE_DIR, lab->id);
}

bool sl_quiz_file_exists(const sl_lab *lab) {
  char path[512];
  sl_quiz_file_path(lab, path, sizeof path);
  return access(path, F_OK) == 0;
}

void sl_quiz_file_free(sl_quiz *quiz) {
  sl_free(quiz->questions);
  sl_free(quiz->text);
  *quiz = (sl_quiz){.text = NULL};
}
