/* errors.c: from a compiler's log to the few errors that are worth showing. */
#define _GNU_SOURCE
#include "errors/errors.h"

#include "base/visible.h"

#include "base/path.h"
#include "errors/scene.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state while reading one log. */
typedef struct work {
  sl_scene scene;
  sl_errors *out;
  int dropped; /* line of the last remark that was a consequence of an earlier one */
} work;

static bool starts(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* ---- messages shown in the compiler's words -------------------------------------------------- */

/* Whether a text contains a name that is the kit's. */
static bool is_internal(const char *text) {
  static const char *const own[] = {"lens_",        "LENS_",          "sl_",
                                    "SL_",          "kernel_address", "enable_if",
                                    "std::is_same", "drive.cu",       "__is_"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (strstr(text, own[i])) return true;
  }
  return false;
}

static void say_as_it_is(const sl_remark *remark, sl_error *error) {
  if (is_internal(remark->text)) {
    sl_scene_set_what(error, "the compiler does not understand this line");
    return;
  }
  sl_scene_set_what(error, "%s", remark->text);
}

/* ---- where ----------------------------------------------------------------------------------- */

/* Whether a file is in the folder of the source and does not belong to the lab. */
static bool is_beside(const work *w, const char *file) {
  const char *source = w->scene.source->path, *name = sl_base_name(source);
  size_t folder = (size_t)(name - source);
  return file && strcmp(file, source) != 0 && strncmp(file, source, folder) == 0 &&
         !strchr(file + folder, '/') &&
         !(w->scene.header && strcmp(file + folder, w->scene.header) == 0);
}

/* Explains a header that cannot be parsed because the code before its #include is incomplete. */
static bool explain_front(const work *w, const sl_remark *remark, sl_error *error) {
  const char *code = w->scene.source->code, *include = strstr(w->scene.source->text, "#include");
  if (error->file[0] || !include || !starts(remark->text, "expected")) return false;
  int line = sl_source_line_at(w->scene.source->text, include);
  int before = sl_scene_line_before(&w->scene, line);
  if (!before || !*code) return false;
  error->line = before;
  error->syntax = true;
  sl_scene_set_what(error, "what comes before #include is not complete");
  sl_scene_set_advice(error, "Is a ; missing at the end of this line?");
  return true;
}

static void place(const work *w, const sl_remark *remark, sl_error *error) {
  error->line = remark->own_line;
  if (!error->line && is_beside(w, remark->file)) {
    (void)snprintf(error->file, sizeof error->file, "%s:%d", sl_base_name(remark->file),
                   remark->line);
  }
}

/* ---- what follows from an error -------------------------------------------------------------- */

static bool same_function(const work *w, int a, int b) {
  const char *begin, *end, *other;
  if (!sl_scene_function(&w->scene, a, &begin, &end)) return true;
  return sl_scene_function(&w->scene, b, &other, &end) && other == begin;
}

/* Whether the error is not new: an earlier one has the same line or the same name. */
static bool is_known(const work *w, const sl_error *error, const sl_remark *remark) {
  bool of_name = strstr(remark->text, "declared") || strstr(remark->text, "undefined") ||
                 strstr(remark->text, "name a type") || strstr(remark->text, "unknown type");
  for (size_t i = 0; i < w->out->count; i++) {
    const sl_error *first = &w->out->all[i];
    if (error->line && error->line == first->line && !error->warning) return true;
    if (strcmp(error->what, first->what) == 0 && strcmp(error->mark, first->mark) == 0) return true;
    if (!of_name || !error->mark[0] || !first->line) continue;
    if (strcmp(error->mark, first->mark) == 0) return true;
    if (sl_scene_line_has(&w->scene, first->line, error->mark)) return true;
    /* a declaration whose ; was missing a line before */
    int next = sl_scene_line_after(&w->scene, first->line);
    if (first->syntax && next && sl_scene_line_has(&w->scene, next, error->mark)) return true;
  }
  return false;
}

static bool may_follow(const work *w, const sl_error *error) {
  for (size_t i = 0; i < w->out->count; i++) {
    const sl_error *first = &w->out->all[i];
    if (first->whole) return true;
    if (first->syntax && (!error->line || same_function(w, first->line, error->line))) return true;
  }
  return false;
}

static void keep(work *w, const sl_error *error) {
  if (w->out->count == SL_MOST_ERRORS || may_follow(w, error)) {
    w->out->more++;
  } else {
    w->out->all[w->out->count++] = *error;
  }
}

/* ---- remarks --------------------------------------------------------------------------------- */

static bool explain(const work *w, const sl_remark *remark, sl_error *error) {
  if (remark->kind == SL_REMARK_ERROR && sl_scene_explain_loop(&w->scene, error->line, error))
    return true;
  return sl_scene_explain_remark(&w->scene, remark, error);
}

static void take(work *w, const sl_remark *remark) {
  sl_error error = {.warning = remark->kind == SL_REMARK_WARNING};
  place(w, remark, &error);
  /* in a header that does not belong to the student */
  bool nowhere = !error.line && !error.file[0] && remark->file;
  if (nowhere && (error.warning || w->out->count > 0)) return;
  if (sl_patterns_have(w->scene.patterns, "silent", remark->text)) return;
  bool own = error.line || !remark->file;
  bool explained = own ? explain(w, remark, &error) : explain_front(w, remark, &error);
  if (!explained) say_as_it_is(remark, &error);
  bool again = error.line && error.line == w->dropped;
  if (again || is_known(w, &error, remark))
    w->dropped = error.line;
  else
    keep(w, &error);
}

/* Whether the brackets match, or cannot be counted: the first error is about a string or comment
 * that does not end, or only the linker complains. */
static bool has_no_brackets(const work *w) {
  const sl_remarks *remarks = w->scene.remarks;
  for (size_t i = 0; i < remarks->count; i++) {
    if (remarks->all[i].kind == SL_REMARK_ERROR)
      return sl_patterns_have(w->scene.patterns, "unbalanced", remarks->all[i].text);
  }
  return true;
}

static bool take_slip(work *w) {
  const sl_remarks *remarks = w->scene.remarks;
  size_t i = 0;
  while (i < remarks->count && remarks->all[i].kind != SL_REMARK_ERROR) i++;
  sl_error error = {.line = 0};
  if (i == remarks->count) return false;
  if (!sl_scene_explain_slip(&w->scene, remarks->all[i].own_line, &error)) return false;
  w->out->all[w->out->count++] = error;
  return true;
}

static bool take_brackets(work *w) {
  sl_error error = {.line = 0};
  if (has_no_brackets(w) || !sl_scene_explain_brackets(&w->scene, &error)) return false;
  w->out->all[w->out->count++] = error;
  return true;
}

/* Shows warnings only if there is no error. */
static void take_all(work *w) {
  const sl_remarks *remarks = w->scene.remarks;
  if (take_slip(w) || take_brackets(w)) return;
  for (size_t i = 0; i < remarks->count; i++) {
    const sl_remark *m = &remarks->all[i];
    if (m->kind == SL_REMARK_ERROR || m->kind == SL_REMARK_MISSING || m->kind == SL_REMARK_TWICE) {
      take(w, m);
    }
  }
  if (w->out->count > 0) return;
  for (size_t i = 0; i < remarks->count; i++) {
    if (remarks->all[i].kind == SL_REMARK_WARNING) take(w, &remarks->all[i]);
  }
}

static sl_status read_log(const char *log, const char *source, const char *contract, work *w,
                          sl_source *own, sl_source *given, sl_remarks *remarks) {
  SL_TRY(sl_remarks_read(log, source, remarks));
  if (sl_source_read(source, own) != SL_OK) SL_TRY(sl_source_make(source, "", own));
  if (contract && sl_source_read(contract, given) == SL_OK) {
    w->scene.contract = given;
    w->scene.header = sl_base_name(contract);
  }
  take_all(w);
  return SL_OK;
}

sl_status sl_errors_read(const char *log, const char *source, const char *contract,
                         sl_errors *out) {
  sl_remarks remarks = {.count = 0};
  sl_patterns patterns;
  sl_source own = {.text = NULL}, given = {.text = NULL};
  char real[PATH_MAX]; /* the compiler was given this path */
  work w = {.scene = {.patterns = &patterns, .source = &own, .remarks = &remarks}, .out = out};
  if (realpath(source, real) && strstr(log, real)) source = real;
  memset(out, 0, sizeof *out);
  sl_status status = sl_patterns_read(&patterns);
  if (status == SL_OK) status = read_log(log, source, contract, &w, &own, &given, &remarks);
  sl_source_free(&own);
  sl_source_free(&given);
  sl_remarks_free(&remarks);
  sl_patterns_free(&patterns);
  for (size_t i = 0; i < out->count; i++) { /* the compiler quotes the file */
    sl_visible_make(out->all[i].what, '?');
    sl_visible_make(out->all[i].advice, '?');
    sl_visible_make(out->all[i].file, '?');
  }
  return status;
}
