/* source.c: compares tokens and reports errors. */
#include "source.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *lens_source_file_name(const lens_source *source, int number) {
  return number == 0 ? source->path : source->others[number - 1].data;
}

sl_status lens_source_file_number(lens_source *source, const char *name, int *number) {
  for (int i = source->num_others; i >= 0; i--) {
    *number = i;
    if (strcmp(lens_source_file_name(source, i), name) == 0) return SL_OK;
  }
  if (source->num_others == source->capacity_of_others) {
    int capacity = 2 * source->capacity_of_others + 16;
    SL_TRY(sl_resize((size_t)capacity, sizeof *source->others, "files", &source->others));
    source->capacity_of_others = capacity;
  }
  lens_text *added = &source->others[source->num_others];
  *added = (lens_text){0};
  lens_text_add_string(added, name);
  SL_TRY(added->status);
  *number = ++source->num_others;
  return SL_OK;
}

/* If an error with the same text is known, counts the place, keeps the first of the places, and
 * returns true. */
static bool add_place(lens_source *source, const lens_problem *fresh) {
  for (int i = 0; i < source->num_problems; i++) {
    lens_problem *problem = &source->problems[i];
    if (strcmp(problem->message, fresh->message) != 0) continue;
    if (fresh->place.at < problem->place.at) problem->place = fresh->place;
    problem->more++;
    return true;
  }
  return false;
}

static void add_error(lens_source *source, lens_place place, const char *format,
                      va_list arguments) {
  lens_problem fresh = {.place = place};
  (void)vsnprintf(fresh.message, sizeof fresh.message, format, arguments);
  if (!add_place(source, &fresh) && source->num_problems < LENS_MAX_PROBLEMS)
    source->problems[source->num_problems++] = fresh;
  source->num_errors++;
}

void lens_source_error(lens_source *source, lens_place place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_error(source, place, format, arguments);
  va_end(arguments);
}

void lens_source_error_at(lens_source *source, int token, const char *format, ...) {
  const lens_token *t = &source->tokens[token];
  lens_place place = {t->start, t->start - (size_t)(t->column - 1), t->file, t->line};
  va_list arguments;
  va_start(arguments, format);
  add_error(source, place, format, arguments);
  va_end(arguments);
}

static int compare_problems(const void *left, const void *right) {
  const lens_problem *a = left, *b = right;
  return (a->place.at > b->place.at) - (a->place.at < b->place.at);
}

void lens_source_list_errors(lens_source *source, lens_text *out) {
  int count = source->num_problems;
  qsort(source->problems, (size_t)count, sizeof *source->problems, compare_problems);
  for (int i = 0; i < count; i++) {
    const lens_problem *problem = &source->problems[i];
    lens_place place = problem->place;
    lens_text_add_string(out, lens_source_file_name(source, place.file));
    lens_text_printf(out, ":%d:%d: error: %s", place.line, (int)(place.at - place.line_start) + 1,
                     problem->message);
    if (problem->more > 0)
      lens_text_printf(out, " (and in %d more place%s)", problem->more,
                       problem->more > 1 ? "s" : "");
    lens_text_add(out, "\n", 1);
  }
}

bool lens_source_is(const lens_source *source, int token, const char *word) {
  if (token < 0 || token >= source->num_tokens) return false;
  const lens_token *t = &source->tokens[token];
  return strlen(word) == t->length && memcmp(t->text, word, t->length) == 0;
}

bool lens_source_is_one_of(const lens_source *source, int token, const char *const *words) {
  for (; *words; words++) {
    if (lens_source_is(source, token, *words)) return true;
  }
  return false;
}

bool lens_source_has_one_of(const lens_source *source, int begin, int end,
                            const char *const *words) {
  for (int i = begin; i < end; i++) {
    if (lens_source_is_one_of(source, i, words)) return true;
  }
  return false;
}

bool lens_source_same_text(const lens_source *source, int a, int b) {
  const lens_token *x = &source->tokens[a], *y = &source->tokens[b];
  return x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
}

bool lens_source_is_identifier(const lens_source *source, int token) {
  return token >= 0 && token < source->num_tokens && source->tokens[token].kind == LENS_IDENTIFIER;
}

const char *lens_source_after_directive(const lens_source *source, int token, const char *name) {
  if (token < 0 || token >= source->num_tokens || source->tokens[token].kind != LENS_DIRECTIVE)
    return NULL;
  const char *text = source->tokens[token].text + 1;
  text += strspn(text, " \t");
  if (strncmp(text, name, strlen(name)) != 0) return NULL;
  text += strlen(name);
  return text + strspn(text, " \t");
}

bool lens_source_is_directive(const lens_source *source, int token, const char *name) {
  return lens_source_after_directive(source, token, name) != NULL;
}

bool lens_source_is_launch(const lens_source *source, int token) {
  if (token < 0 || token >= source->num_tokens) return false;
  const lens_token *t = &source->tokens[token];
  return t->kind == LENS_PUNCTUATION && t->length >= 3 && *t->text == '<';
}

void lens_source_free(lens_source *source) {
  for (int i = 0; i < source->num_others; i++) lens_text_free(&source->others[i]);
  sl_free(source->others);
  sl_free(source->tokens);
  sl_free(source->joined);
  *source = (lens_source){0};
}
