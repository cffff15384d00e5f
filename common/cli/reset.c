/* reset.c: ./lab reset: restores the skeleton of a lab, or of one task's function. */
#include "cli/cli.h"

#include "cli/remember.h"
#include "io/replace.h"
#include "judge/module.h"
#include "judge/source.h"
#include "judge/toolchain.h"
#include "report/paint.h"
#include "report/report.h"
#include "source/functions.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A source, and the functions it defines. */
typedef struct file_parts {
  sl_source source;
  sl_tokens tokens;
  sl_functions functions;
} file_parts;

static sl_status take_apart(const char *path, file_parts *out) {
  *out = (file_parts){0};
  SL_TRY(sl_source_read(path, &out->source));
  SL_TRY(sl_tokens_make(out->source.text, strlen(out->source.text), SL_DIRECTIVES_WHOLE,
                        &out->tokens));
  return sl_functions_find(&out->tokens, &out->functions);
}

static void free_parts(file_parts *parts) {
  sl_functions_free(&parts->functions);
  sl_tokens_free(&parts->tokens);
  sl_source_free(&parts->source);
}

/* Finds the skeleton. In the kit the build makes it; the students' copy contains it. */
static sl_status find_skeleton(const sl_lab *lab, char *path_out, size_t size) {
  static const char *const folders[] = {SL_BINARY_DIR "/skeletons",
                                        SL_SOURCE_DIR "/common/skeletons"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    (void)snprintf(path_out, size, "%s/%s/%s.cu", folders[i], lab->id, sl_lab_short_name(lab));
    if (access(path_out, R_OK) == 0) return SL_OK;
  }
  return sl_fail(SL_ERR_MISSING, "the skeleton of lab %s is missing from this checkout", lab->id);
}

static sl_status write_text(const char *path, const char *text, size_t length) {
  sl_replacement new_file;
  SL_TRY(sl_replace_start(path, false, &new_file));
  (void)fwrite(text, 1, length, new_file.file);
  return sl_replace_end(&new_file, SL_OK);
}

/* Keeps a copy of the student's file, whose name contains the current time. */
static sl_status keep_copy(const sl_lab *lab, const char *source, char *copy_out, size_t size) {
  char name[128], when[32];
  time_t now = time(NULL);
  struct tm local;
  sl_source text;
  (void)strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", localtime_r(&now, &local));
  (void)snprintf(name, sizeof name, "%s.%s.cu", lab->id, when);
  sl_remember_path(name, copy_out, size);
  for (int again = 2; access(copy_out, F_OK) == 0; again++) { /* avoids the name of a copy made
                                                               * in the same second */
    (void)snprintf(name, sizeof name, "%s.%s-%d.cu", lab->id, when, again);
    sl_remember_path(name, copy_out, size);
  }
  sl_status status = sl_source_read(source, &text);
  if (status == SL_OK) status = write_text(copy_out, text.text, strlen(text.text));
  sl_source_free(&text);
  return status;
}

static const sl_function *find_function(const file_parts *parts, const char *name) {
  for (size_t i = 0; i < parts->functions.count; i++) {
    if (strcmp(parts->functions.all[i].name, name) == 0) return &parts->functions.all[i];
  }
  return NULL;
}

static size_t begin_of(const file_parts *parts, const sl_function *function) {
  return parts->tokens.all[function->first].from;
}

static size_t end_of(const file_parts *parts, const sl_function *function) {
  return parts->tokens.all[function->end].to;
}

/* Finds the function of the skeleton that contains TODO(task). */
static const sl_function *function_of_task(const file_parts *skeleton, const char *task) {
  int line = sl_source_todo(&skeleton->source, task);
  for (size_t i = 0; line && i < skeleton->functions.count; i++) {
    const sl_function *function = &skeleton->functions.all[i];
    const sl_token *all = skeleton->tokens.all;
    if (all[function->first].line <= line && line <= all[function->end].line) return function;
  }
  return NULL;
}

/* Makes the student's text with one function replaced by that of the skeleton. */
static sl_status put_back(const char *source, const file_parts *own, const file_parts *skeleton,
                          const sl_task *task) {
  const sl_function *from = function_of_task(skeleton, task->name);
  if (!from) {
    return sl_fail(SL_ERR_INTERNAL, "the skeleton has no TODO(%s)", task->name);
  }
  const sl_function *to = find_function(own, from->name);
  if (!to) {
    return sl_fail(SL_ERR_INPUT,
                   "%s has no function %s, so task %s alone cannot be reset; without a task, reset "
                   "replaces the whole file",
                   source, from->name, task->name);
  }
  sl_replacement new_file;
  SL_TRY(sl_replace_start(source, false, &new_file));
  const char *text = own->source.text, *new_text = skeleton->source.text;
  size_t first = begin_of(skeleton, from), last = end_of(skeleton, from);
  (void)fwrite(text, 1, begin_of(own, to), new_file.file);
  (void)fwrite(new_text + first, 1, last - first, new_file.file);
  (void)fputs(text + end_of(own, to), new_file.file);
  return sl_replace_end(&new_file, SL_OK);
}

static sl_status reset_task(const char *source, const char *skeleton, const sl_task *task) {
  file_parts own = {0}, fresh = {0};
  sl_status status = take_apart(source, &own);
  if (status == SL_OK) status = take_apart(skeleton, &fresh);
  if (status == SL_OK) status = put_back(source, &own, &fresh, task);
  free_parts(&own);
  free_parts(&fresh);
  return status;
}

static sl_status reset_all(const char *source, const char *skeleton) {
  sl_source text;
  sl_status status = sl_source_read(skeleton, &text);
  if (status == SL_OK) status = write_text(source, text.text, strlen(text.text));
  sl_source_free(&text);
  return status;
}

/* Whether the file is the skeleton, so that nothing in it is the student's work. */
static bool is_skeleton(const char *source, const char *skeleton) {
  sl_source own = {0}, fresh = {0};
  bool same = sl_source_read(source, &own) == SL_OK && sl_source_read(skeleton, &fresh) == SL_OK &&
              strcmp(own.text, fresh.text) == 0;
  sl_source_free(&own);
  sl_source_free(&fresh);
  return same;
}

static sl_status reset(const sl_lab *lab, const sl_task *task) {
  char source[4096], skeleton[4096], copy[4096] = "";
  sl_module_source(lab, false, source, sizeof source);
  SL_TRY(find_skeleton(lab, skeleton, sizeof skeleton));
  bool there = access(source, F_OK) == 0;
  if (there && is_skeleton(source, skeleton)) {
    sl_paint_line(stdout, 2, "%s is already the skeleton.\n", sl_report_path(source));
    sl_remember_forget(lab, task);
    return SL_OK;
  }
  if (there) SL_TRY(keep_copy(lab, source, copy, sizeof copy));
  SL_TRY(task && there ? reset_task(source, skeleton, task) : reset_all(source, skeleton));
  sl_paint_line(stdout, 2, "%s is the skeleton again%s%s.\n", sl_report_path(source),
                task && there ? " for task " : "", task && there ? task->name : "");
  sl_remember_forget(lab, there ? task : NULL);
  if (!there) return SL_OK;
  (void)printf("The old version is kept. To restore it:\n  cp %s", sl_report_path(copy));
  (void)printf(" %s\n", sl_report_path(source));
  return SL_OK;
}

int sl_cmd_reset(int count, char **arguments) {
  const sl_lab *lab;
  const sl_task *task = NULL;
  if (count < 2 || count > 3) {
    return sl_complain(
        sl_fail(SL_ERR_USAGE,
                "reset takes a lab and optionally a task. For example: ./lab reset 01 kernel"));
  }
  sl_status status = sl_lab_find(arguments[1], &lab);
  if (status == SL_OK && count == 3) status = sl_lab_find_task(lab, arguments[2], &task);
  if (status == SL_OK) status = reset(lab, task);
  return status == SL_OK ? 0 : sl_complain(status);
}
