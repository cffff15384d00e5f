/* decisions.c: reads the file of decisions, line by line. */
#define _GNU_SOURCE
#include "grade/decisions.h"

#include "base/memory.h"
#include "base/regular.h"
#include "grade/iso_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 8192, MOST_DECISIONS = 20000 };
static const double most_points = 1000;
static const char blanks[] = " \t";

typedef struct decisions_reader {
  sl_decisions *to;
  int line;
  char *at; /* the rest of the line */
} decisions_reader;

/* Refuses the line that is being read. */
#define REFUSE(r, ...) sl_fail_in_line((r)->to->path, (r)->line, __VA_ARGS__)

/* The form of each kind of line. */
static const char *const forms[SL_NUM_DECISION_KINDS] = {
    [SL_DECISION_POINTS] = "points STUDENT LAB TASK POINTS by WHO DATE: REASON",
    [SL_DECISION_EXTEND] = "extend STUDENT LAB TIME by WHO DATE: REASON",
    [SL_DECISION_COMMENT] = "comment STUDENT LAB TASK by WHO DATE: TEXT"};

/* ---- words ----------------------------------------------------------------------------------- */

/* Takes the quoted text at `r->at`. In it, "" represents one quote. Works in place. */
static sl_status take_quoted(decisions_reader *r, char **out) {
  char *to = ++r->at;
  *out = to;
  for (; *r->at; r->at++) {
    if (*r->at == '"' && *++r->at != '"') {
      bool ends = *r->at == '\0' || strchr(blanks, *r->at);
      if (*r->at) r->at++;
      *to = '\0';
      return ends ? SL_OK : REFUSE(r, "write a space after a closing quote");
    }
    *to++ = *r->at;
  }
  return REFUSE(r, "a quote is not closed");
}

/* Takes the next word or quoted text; `what` names it in messages. */
static sl_status take_word(decisions_reader *r, const char *what, char **out) {
  r->at += strspn(r->at, blanks);
  if (*r->at == '"') {
    SL_TRY(take_quoted(r, out));
  } else {
    *out = r->at;
    r->at += strcspn(r->at, blanks);
    if (*r->at) *r->at++ = '\0';
  }
  return **out ? SL_OK : REFUSE(r, "%s is missing here", what);
}

static sl_status take_text(decisions_reader *r, const char *what, char **out) {
  char *word;
  SL_TRY(take_word(r, what, &word));
  return sl_record_set(out, word);
}

/* Takes "by WHO DATE: TEXT", the end of every line. */
static sl_status take_tail(decisions_reader *r, sl_decision *d) {
  static const char form[] = "the line must end with: by WHO DATE: REASON, for example: by smith "
                             "2026-12-03: shown in the office hour";
  char *word;
  time_t ignored;
  r->at += strspn(r->at, blanks);
  if (strncmp(r->at, "by", 2) != 0 || !r->at[2] || !strchr(blanks, r->at[2])) {
    return REFUSE(r, "\"by\" is missing here; the form is: %s", forms[d->kind]);
  }
  r->at += 2;
  SL_TRY(take_text(r, "a name after \"by\"", &d->who));
  SL_TRY(take_word(r, "a date", &word));
  size_t length = strlen(word);
  if (word[length - 1] != ':') {
    return REFUSE(r, "a colon is missing after \"%.60s\": %s", word, form);
  }
  word[length - 1] = '\0';
  if (!sl_iso_time_read(word, &ignored)) {
    return REFUSE(r, "\"%.60s\" is not a date: write it as 2026-12-03", word);
  }
  SL_TRY(sl_record_set(&d->when, word));
  r->at += strspn(r->at, blanks);
  if (!*r->at) return REFUSE(r, "a reason or a comment is missing after the colon");
  return sl_record_set(&d->text, r->at);
}

static sl_status take_whom(decisions_reader *r, sl_decision *d) {
  char *word;
  const sl_lab *lab;
  SL_TRY(take_text(r, "the name of a student", &d->student));
  SL_TRY(take_word(r, "a lab", &word));
  if (sl_lab_find(word, &lab) != SL_OK) {
    return REFUSE(r, "%.500s (write a name with spaces in quotes: \"Jane Doe\")",
                  sl_status_message());
  }
  d->lab = lab->id;
  return SL_OK;
}

static sl_status take_item(decisions_reader *r, sl_decision *d) {
  SL_TRY(take_text(r, "the name of a task, or \"all\" for the whole lab,", &d->item));
  return strcmp(d->item, "all") == 0 ? sl_record_set(&d->item, "") : SL_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static sl_status take_points(decisions_reader *r, sl_decision *d) {
  char *word, *end;
  SL_TRY(take_whom(r, d));
  SL_TRY(take_item(r, d));
  SL_TRY(take_word(r, "a number of points", &word));
  d->points = strtod(word, &end);
  bool plain = strspn(word, "0123456789.") == strlen(word) && *end == '\0';
  if (plain && d->points <= most_points) return take_tail(r, d);
  return REFUSE(r,
                "\"%.60s\" is not a number of points: write a number from 0 to %g, such as 2 or "
                "2.5. The form is: %s",
                word, most_points, forms[d->kind]);
}

static sl_status take_extension(decisions_reader *r, sl_decision *d) {
  char *word;
  SL_TRY(take_whom(r, d));
  SL_TRY(take_word(r, "a time", &word));
  if (sl_iso_time_read(word, &d->until)) return take_tail(r, d);
  return REFUSE(r,
                "\"%.60s\" is not a time: write it like 2026-12-08T23:59, which is UTC, or with a "
                "zone, like 2026-12-08T23:59+01:00. The form is: %s",
                word, forms[d->kind]);
}

static sl_status take_comment(decisions_reader *r, sl_decision *d) {
  SL_TRY(take_whom(r, d));
  SL_TRY(take_item(r, d));
  return take_tail(r, d);
}

static const struct {
  const char *word;
  sl_status (*take)(decisions_reader *r, sl_decision *d);
} kinds[SL_NUM_DECISION_KINDS] = {[SL_DECISION_POINTS] = {"points", take_points},
                                  [SL_DECISION_EXTEND] = {"extend", take_extension},
                                  [SL_DECISION_COMMENT] = {"comment", take_comment}};

const char *sl_decisions_kind_name(sl_decision_kind kind) {
  return kinds[kind].word;
}

/* Refuses a second line about the same points, because the two contradict each other. */
static sl_status refuse_twice(const decisions_reader *r) {
  const sl_decision *last = &r->to->all[r->to->count - 1];
  for (const sl_decision *d = r->to->all; d < last; d++) {
    bool same = d->kind == last->kind && d->kind != SL_DECISION_COMMENT && d->lab == last->lab &&
                strcmp(d->student, last->student) == 0 && strcmp(d->item, last->item) == 0;
    if (same) {
      return REFUSE(r, "line %d decides the same: put a # before the line that does not count",
                    d->line);
    }
  }
  return SL_OK;
}

static sl_status make_decision(decisions_reader *r, sl_decision **out) {
  sl_decisions *to = r->to;
  if (to->count == MOST_DECISIONS) return REFUSE(r, "more than %d decisions", MOST_DECISIONS);
  SL_TRY(sl_resize(to->count + 1, sizeof *to->all, "the decisions", &to->all));
  *out = &to->all[to->count++];
  **out = (sl_decision){.line = r->line};
  char **const texts[] = {&(*out)->student, &(*out)->item, &(*out)->who, &(*out)->when,
                          &(*out)->text};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) SL_TRY(sl_record_set(texts[i], ""));
  return SL_OK;
}

static sl_status take_line(decisions_reader *r) {
  char *word;
  sl_decision *made = NULL;
  r->at += strspn(r->at, blanks);
  if (*r->at == '\0' || *r->at == '#') return SL_OK;
  SL_TRY(take_word(r, "a word", &word));
  for (int i = 0; i < SL_NUM_DECISION_KINDS; i++) {
    if (strcmp(kinds[i].word, word) != 0) continue;
    SL_TRY(make_decision(r, &made));
    made->kind = (sl_decision_kind)i;
    SL_TRY(kinds[i].take(r, made));
    return refuse_twice(r);
  }
  return REFUSE(
      r, "no line may begin with \"%.60s\"; lines begin with points, extend, comment or #", word);
}

/* ---- the file -------------------------------------------------------------------------------- */

static sl_status read_lines(FILE *file, sl_decisions *to) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  decisions_reader r = {.to = to};
  sl_status status = SL_OK;
  while (status == SL_OK && (length = getline(&line, &room, file)) >= 0) {
    r.line++;
    r.at = line;
    bool is_text = strlen(line) == (size_t)length;
    line[strcspn(line, "\r\n")] = '\0';
    if (r.line == 1 && strncmp(line, "\xef\xbb\xbf", 3) == 0) r.at += 3; /* a byte order mark */
    status = !is_text ? REFUSE(&r, "the line contains a zero byte: save the file as text")
             : length > LINE_BYTES ? REFUSE(&r, "the line is longer than %d bytes", LINE_BYTES)
                                   : take_line(&r);
  }
  free(line);
  return status;
}

sl_status sl_decisions_read(const char *path, bool may_be_missing, sl_decisions *out) {
  char why[96];
  *out = (sl_decisions){.all = NULL};
  (void)snprintf(out->path, sizeof out->path, "%s", path);
  if (may_be_missing && access(path, F_OK) != 0 && errno == ENOENT) return SL_OK;
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  sl_status status = read_lines(file, out);
  (void)fclose(file);
  return status;
}

void sl_decisions_free(sl_decisions *decisions) {
  for (size_t i = 0; i < decisions->count; i++) {
    sl_decision *d = &decisions->all[i];
    char *const texts[] = {d->student, d->item, d->who, d->when, d->text};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) sl_free(texts[k]);
  }
  sl_free(decisions->all);
  *decisions = (sl_decisions){.all = NULL};
}
