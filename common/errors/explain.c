/* explain.c: finds the paragraph of patterns.txt that fits a message, and fills in its texts. */
#include "errors/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts with placeholders ----------------------------------------------------------------- */

/* Finds the value of a placeholder. */
static bool find_value(const sl_scene *scene, const char *word, char out[SL_VALUE]) {
  static const sl_lookup *const tables[] = {sl_line_lookups, sl_name_lookups, sl_type_lookups,
                                            sl_contract_lookups};
  for (int i = 0; i < scene->values.count; i++) {
    if (strcmp(scene->values.all[i].word, word) != 0) continue;
    (void)snprintf(out, SL_VALUE, "%s", scene->values.all[i].text);
    return true;
  }
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    for (const sl_lookup *lookup = tables[t]; lookup->word; lookup++) {
      if (strcmp(lookup->word, word) == 0) return lookup->find(scene, out);
    }
  }
  return false;
}

bool sl_scene_value(const sl_scene *scene, const char *word, char out[SL_VALUE]) {
  out[0] = '\0';
  return find_value(scene, word, out);
}

/* Copies the text with values in place of its placeholders. False: one of the values does not
 * exist. */
static bool fill_in(const sl_scene *scene, const char *text, char *out, size_t size) {
  size_t used = 0;
  out[0] = '\0';
  while (*text && used + 1 < size) {
    char word[24] = "", value[SL_VALUE];
    if (*text != '{' || sscanf(text, "{%23[a-z? ]}", word) != 1 || word[0] == ' ') {
      out[used++] = *text++;
      out[used] = '\0';
      continue;
    }
    bool silent = word[0] == '?';
    if (!sl_scene_value(scene, word + silent, value)) return false;
    if (!silent) {
      size_t length = strlen(value);
      if (length >= size - used) length = size - used - 1;
      memcpy(out + used, value, length);
      out[used += length] = '\0';
    }
    text += strlen(word) + 2;
  }
  return true;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Whether one of the texts between bars fits the value. With `has`, a text need only occur in the
 * value as a whole word. */
static bool is_one_of(sl_scene *scene, const char *value, const char *texts, bool whole) {
  while (*texts) {
    char text[SL_VALUE];
    size_t length = strcspn(texts, "|");
    (void)snprintf(text, sizeof text, "%.*s", (int)length, texts);
    if (whole ? sl_pattern_fits(text, value, &scene->values) : sl_scene_has_word(value, text))
      return true;
    texts += length + (texts[length] == '|');
  }
  return false;
}

/* Whether a condition holds: "{word}", or "{word} is TEXT" and so on. */
static bool holds(sl_scene *scene, const char *condition) {
  char value[SL_VALUE], subject[32] = "", verb[8] = "", other[SL_VALUE];
  int begin = 0;
  if (sscanf(condition, "{%31[a-z ]} %7s %n", subject, verb, &begin) < 1) return false;
  bool exists = sl_scene_value(scene, subject, value);
  const char *texts = condition + begin;
  if (strcmp(verb, "lacks") == 0) return !exists || !is_one_of(scene, value, texts, false);
  if (!exists || !verb[0]) return exists;
  if (strcmp(verb, "is") == 0) return is_one_of(scene, value, texts, true);
  if (strcmp(verb, "has") == 0) return is_one_of(scene, value, texts, false);
  return fill_in(scene, texts, other, sizeof other) && atoi(value) < atoi(other); /* below */
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* A case of a paragraph while its lines are read. */
typedef struct draft {
  sl_error error;
  bool holds;                        /* all of its conditions so far are true */
  bool said, advised, marked, moved; /* it has a sentence, advice, a mark, a line */
} draft;

static bool set(const sl_scene *scene, const char *text, bool *done, char *out, size_t size) {
  char filled[1024];
  if (*done || !fill_in(scene, text, filled, sizeof filled)) return false;
  (void)snprintf(out, size, "%s", filled);
  return *done = true;
}

static void take_line(sl_scene *scene, const sl_pattern_line *line, draft *d) {
  char ignored[SL_VALUE], number[16];
  sl_error *e = &d->error;
  const char *word = line->word, *rest = line->rest;
  if (!d->holds) return;
  if (strcmp(word, "what") == 0) set(scene, rest, &d->said, e->what, sizeof e->what);
  if (strcmp(word, "hint") == 0) set(scene, rest, &d->advised, e->advice, sizeof e->advice);
  if (strcmp(word, "mark") == 0) set(scene, rest, &d->marked, e->mark, sizeof e->mark);
  if (strcmp(word, "line") == 0 && set(scene, rest, &d->moved, number, sizeof number))
    e->line = atoi(number);
  if (strcmp(word, "syntax") == 0 && fill_in(scene, rest, ignored, sizeof ignored))
    e->syntax = true;
  if (strcmp(word, "whole") == 0) e->whole = true;
  if (strcmp(word, "explain") == 0) d->said = sl_scene_explain_syntax(scene, rest, e);
}

/* Reads the lines of a paragraph after its messages. False: no case fits. */
static bool explain_cases(sl_scene *scene, const sl_pattern_line *line, sl_error *error) {
  draft common = {.error = *error, .holds = true}, d = common;
  const sl_values values = scene->values;
  bool in_case = false, said = false;
  for (; line->word[0]; line++) {
    bool condition = strcmp(line->word, "if") == 0, sentence = strcmp(line->word, "what") == 0;
    if (condition && said) { /* the next case */
      if (d.holds && d.said) break;
      d = common;
      said = false;
      scene->values = values;
    }
    in_case = in_case || condition || sentence;
    said = said || sentence;
    if (condition) d.holds = d.holds && holds(scene, line->rest);
    take_line(scene, line, in_case ? &d : &common);
    if (!in_case) d = common;
  }
  if (!d.holds || !d.said) return false;
  *error = d.error;
  return true;
}

/* ---- paragraphs ------------------------------------------------------------------------------ */

static bool is_message(const char *word) {
  return strcmp(word, "gcc") == 0 || strcmp(word, "clang") == 0 || strcmp(word, "nvcc") == 0 ||
         strcmp(word, "ld") == 0 || strcmp(word, "lens") == 0;
}

/* Writes the message with clang's note about the only candidate. Writes "" if there is no such
 * note, or several. */
static void add_note(const sl_scene *scene, char *out, size_t size) {
  const sl_remark *note = NULL, *end = scene->remarks->all + scene->remarks->count;
  out[0] = '\0';
  for (const sl_remark *m = scene->remark + 1; m < end && m->kind == SL_REMARK_NOTE; m++) {
    if (strncmp(m->text, "candidate ", 10) != 0) continue;
    if (note) return;
    note = m;
  }
  if (note) (void)snprintf(out, size, "%s note: %s", scene->remark->text, note->text);
}

/* Skips the messages of a paragraph: sets `*line` to the line after them. Returns whether one of
 * them fits. */
static bool has_message(sl_scene *scene, const sl_pattern_line **line) {
  char noted[2048];
  bool fits = false;
  add_note(scene, noted, sizeof noted);
  for (; is_message((*line)->word); ++*line) {
    const char *message = (*line)->rest,
               *text = strstr(message, " note: ") ? noted : scene->remark->text;
    if (!fits) scene->values.count = 0;
    fits = fits || sl_pattern_fits(message, text, &scene->values);
  }
  return fits;
}

bool sl_scene_explain_remark(const sl_scene *scene, const sl_remark *remark, sl_error *error) {
  static const char *const kinds[] = {[SL_REMARK_ERROR] = "error",
                                      [SL_REMARK_WARNING] = "warning",
                                      [SL_REMARK_MISSING] = "missing",
                                      [SL_REMARK_TWICE] = "twice"};
  const sl_pattern_line *line = scene->patterns->lines;
  sl_scene here = *scene;
  here.remark = remark;
  here.line = error->line;
  for (const sl_pattern_line *end = line + scene->patterns->count; line < end; line++) {
    if (strcmp(line->word, kinds[remark->kind]) != 0) continue;
    line++;
    if (has_message(&here, &line) && explain_cases(&here, line, error)) return true;
    while (line->word[0]) line++;
  }
  return false;
}
