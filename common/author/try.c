/* try.c: tries programs with mistakes, many of them in one module. */
#include "author/try.h"

#include "author/programs.h"
#include "base/memory.h"
#include "judge/lab_cases.h"
#include "judge/module.h"
#include "repair/candidates.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 1024, MAX_CASES = 128 };

/* Each program is in its own folder, because files that share code must have the same name. */
static const char file_name[] = "program.cu";

typedef struct tried {
  const char *which;
  sl_program_name name;
  sl_made made, base;
  char path[PATH_SIZE];
  sl_edit edit; /* the change to `base` */
  bool joined;  /* was compiled together with other programs, or has no others to be compiled
                 * with */
} tried;

typedef struct try_session {
  const sl_lab *lab;
  const sl_try_options *options;
  sl_programs programs;
  tried *all;
  size_t count;
  sl_case_spec cases[MAX_CASES];
  size_t num_cases;
  char mistakes[PATH_SIZE];
  size_t failed;
} try_session;

/* ---- making them ----------------------------------------------------------------------------- */

static sl_status make_folder(const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", path, strerror(errno));
}

static sl_status make_program(try_session *s, size_t i, const char *which) {
  tried *t = &s->all[i];
  char folder[PATH_SIZE - sizeof file_name];
  t->which = which;
  SL_TRY(sl_programs_find(&s->programs, which, &t->name));
  SL_TRY(sl_programs_make(&s->programs, &t->name, &t->made));
  SL_TRY(sl_programs_base(&s->programs, &t->name, &t->base));
  (void)snprintf(folder, sizeof folder, "%s/%zu", s->options->folder, i + 1);
  SL_TRY(make_folder(folder));
  (void)snprintf(t->path, sizeof t->path, "%s/%s", folder, file_name);
  return sl_programs_write(t->path, t->made.text);
}

static sl_status open_session(try_session *s, char *const *which, size_t count) {
  SL_TRY(sl_programs_open(s->lab, &s->programs));
  SL_TRY(sl_alloc(count, sizeof *s->all, "programs", &s->all));
  SL_TRY(make_folder(s->options->folder));
  (void)sl_module_mistakes_path(s->lab, s->mistakes, sizeof s->mistakes);
  s->num_cases = sl_lab_cases_list(s->lab, SL_LENS, SL_UNMEASURED_CASES, s->cases, MAX_CASES);
  s->count = count;
  for (size_t i = 0; i < count; i++) SL_TRY(make_program(s, i, which[i]));
  return SL_OK;
}

static void close_session(try_session *s) {
  for (size_t i = 0; i < s->count; i++) {
    sl_change_free(&s->all[i].made);
    sl_change_free(&s->all[i].base);
    sl_free(s->all[i].edit.text);
  }
  sl_free(s->all);
  sl_programs_close(&s->programs);
}

/* A program that failed on a GPU, and is built for the lens. */
typedef struct failing_program {
  const sl_lab *lab;
  const char *path;
} failing_program;

/* ---- judging one ----------------------------------------------------------------------------- */

/* Writes to `out` what is wrong with the result; "": nothing. */
static void compare(const tried *t, const sl_lab_result *result, char *out, size_t size) {
  const sl_task_result *got = &result->tasks[0];
  const char *name = got->mistake ? got->mistake->name : "no mistake";
  bool named = strcmp(name, t->name.entry->name) == 0;
  bool there = !t->made.line || got->line == t->made.line;
  out[0] = '\0';
  if (named && there && sl_judge_result_exit_status(result) == 1) return;
  (void)snprintf(out, size, "line %d [%s] was expected, but it is line %d [%s], %s%s%s",
                 t->made.line, t->name.entry->name, got->line, name,
                 sl_judge_verdict_name(got->verdict), got->failure ? ": " : "",
                 got->failure ? got->failure->what : "");
}

static sl_status build_on_lens(void *context, const char **program_out) {
  static sl_module module; /* large, because it holds the compiler's messages */
  const failing_program *it = context;
  SL_TRY(sl_module_build(it->lab, it->path, SL_LENS, SL_F32, &module));
  *program_out = module.compiled ? module.program : NULL;
  return SL_OK;
}

static sl_status judge(const try_session *s, const tried *t, const char *module, unsigned candidate,
                       char *wrong, size_t size) {
  failing_program on_lens = {s->lab, t->path};
  const sl_judge_options options = {.backend = s->options->backend,
                                    .on_lens = build_on_lens,
                                    .on_lens_context = &on_lens,
                                    .precision = SL_F32,
                                    .cache_dir = s->options->cache_dir,
                                    .mistakes = s->mistakes,
                                    .only_task = t->name.task->name,
                                    .deadline_seconds = t->name.entry->deadline_seconds,
                                    .candidate = candidate,
                                    .exhibits = true};
  sl_lab_result result;
  sl_status status = sl_judge(s->lab, t->path, module, s->cases, s->num_cases, &options, &result);
  if (status == SL_OK) compare(t, &result, wrong, size);
  sl_judge_result_free(&result);
  return status;
}

static void tell(try_session *s, const tried *t, const char *wrong, bool alone) {
  if (wrong[0]) s->failed++;
  if (s->options->tell) s->options->tell(t->which, wrong[0] ? wrong : NULL, alone);
}

static sl_status try_alone(try_session *s, const tried *t) {
  static sl_module module; /* large, because it holds the compiler's messages */
  char wrong[1024];
  SL_TRY(sl_module_build(s->lab, t->path, s->options->backend, SL_F32, &module));
  if (module.compiled) {
    SL_TRY(judge(s, t, module.program, 0, wrong, sizeof wrong));
  } else {
    (void)snprintf(wrong, sizeof wrong, "it does not compile: %.900s", module.log);
  }
  tell(s, t, wrong, true);
  return SL_OK;
}

/* ---- many in one module ---------------------------------------------------------------------- */

/* Makes an edit from the lines in which a program differs from its base, if all of them are in
 * the body of one function. */
static sl_status find_edit(tried *t, const sl_tokens *tokens, const sl_functions *functions,
                           bool *found_out) {
  const char *base = t->base.text + strcspn(t->base.text, "\n");
  const char *made = t->made.text + strcspn(t->made.text, "\n");
  size_t base_end = strlen(base), made_end = strlen(made), same = 0;
  while (base[same] && base[same] == made[same]) same++;
  while (same > 0 && base[same - 1] != '\n') same--;
  while (base_end > same && made_end > same && base[base_end - 1] == made[made_end - 1]) {
    base_end--;
    made_end--;
  }
  while (base[base_end] && base[base_end - 1] != '\n') {
    base_end++;
    made_end++;
  }
  *found_out = false;
  size_t head = (size_t)(base - t->base.text), from = head + same, to = head + base_end;
  for (size_t f = 0; f < functions->count && !*found_out; f++) {
    const sl_function *function = &functions->all[f];
    bool inside = from >= tokens->all[function->begin].to && to <= tokens->all[function->end].from;
    if (!inside || !sl_candidates_can_hold(function)) continue;
    char *text;
    SL_TRY(sl_alloc(made_end - same + 1, 1, "a change", &text));
    memcpy(text, made + same, made_end - same);
    t->edit = (sl_edit){.from = from, .to = to, .text = text, .function = f};
    *found_out = true;
  }
  return SL_OK;
}

static sl_status write_module(const char *path, const sl_tokens *tokens,
                              const sl_functions *functions, const sl_edit *const *edits,
                              size_t count) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (!file) return sl_fail(SL_ERR_MEMORY, "not enough memory for the mistakes");
  sl_candidates_write(file, tokens, functions, edits, count, file_name);
  sl_status status = fclose(file) == 0
                         ? sl_programs_write(path, text)
                         : sl_fail(SL_ERR_MEMORY, "not enough memory for the mistakes");
  free(text); /* open_memstream allocated it, so sl_free does not apply */
  return status;
}

/* Builds and judges the programs whose edits were found. */
static sl_status try_joined(try_session *s, size_t group, const sl_tokens *tokens,
                            const sl_functions *functions, tried *const *members, size_t count) {
  static sl_module module;
  char path[PATH_SIZE], wrong[1024];
  const sl_edit **edits;
  (void)snprintf(path, sizeof path, "%s/together-%zu.cu", s->options->folder, group);
  SL_TRY(sl_alloc(count, sizeof *edits, "changes", &edits));
  for (size_t i = 0; i < count; i++) edits[i] = &members[i]->edit;
  sl_status status = write_module(path, tokens, functions, edits, count);
  sl_free(edits);
  if (status == SL_OK) status = sl_module_build(s->lab, path, SL_LENS, SL_F32, &module);
  for (size_t i = 0; i < count && status == SL_OK; i++) {
    wrong[0] = '?';
    if (module.compiled) {
      status = judge(s, members[i], module.program, (unsigned)i + 1, wrong, sizeof wrong);
    }
    if (status != SL_OK) break;
    if (wrong[0]) {
      status = try_alone(s, members[i]);
    } else {
      tell(s, members[i], wrong, false);
    }
  }
  return status;
}

/* Collects the programs from number `first` on that change the same file as the first. */
static sl_status try_group(try_session *s, size_t first, const sl_tokens *tokens,
                           const sl_functions *functions, tried **members) {
  size_t count = 0;
  for (size_t i = first; i < s->count; i++) {
    tried *t = &s->all[i];
    if (!t->base.text || strcmp(t->base.text, s->all[first].base.text) != 0) continue;
    bool found;
    t->joined = true;
    SL_TRY(find_edit(t, tokens, functions, &found));
    if (found) {
      members[count++] = t;
    } else {
      SL_TRY(try_alone(s, t));
    }
  }
  if (count == 1) return try_alone(s, members[0]);
  return count ? try_joined(s, first + 1, tokens, functions, members, count) : SL_OK;
}

static sl_status read_group(try_session *s, size_t first, tried **members) {
  sl_tokens tokens;
  sl_functions functions = {.count = 0};
  const char *text = s->all[first].base.text;
  sl_status status = sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &tokens);
  if (status == SL_OK) status = sl_functions_find(&tokens, &functions);
  if (status == SL_OK) status = try_group(s, first, &tokens, &functions, members);
  sl_functions_free(&functions);
  sl_tokens_free(&tokens);
  return status;
}

static sl_status try_all(try_session *s) {
  tried **members;
  sl_status status = SL_OK;
  SL_TRY(sl_alloc(s->count, sizeof *members, "programs", &members));
  for (size_t i = 0; i < s->count && status == SL_OK; i++) {
    if (s->all[i].joined) continue;
    bool alone = s->options->alone || s->options->backend == SL_GPU || !s->all[i].base.text;
    status = alone ? try_alone(s, &s->all[i]) : read_group(s, i, members);
  }
  sl_free(members);
  return status;
}

sl_status sl_try_mistakes(const sl_lab *lab, const sl_try_options *options, char *const *which,
                          size_t count, size_t *failed_out) {
  try_session s = {.lab = lab, .options = options};
  sl_status status = open_session(&s, which, count);
  if (status == SL_OK) status = try_all(&s);
  close_session(&s);
  *failed_out = s.failed;
  return status;
}
