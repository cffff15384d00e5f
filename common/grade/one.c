/* one.c: grades one submission: source, gate, compiler, gate, judge, bars. */
#define _GNU_SOURCE
#include "grade/one.h"

#include "author/author.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/random.h"
#include "errors/errors.h"
#include "gate/gate.h"
#include "grade/control.h"
#include "grade/iso_time.h"
#include "grade/items.h"
#include "judge/fresh_cases.h"
#include "judge/lab_cases.h"
#include "judge/module.h"
#include "judge/source.h"
#include "judge/toolchain.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_CASES = 128, TOTAL_SECONDS = 900, SLOW_SECONDS = 100 };

/* ---- version and key ------------------------------------------------------------------------- */

/* The rooms that decide about marks. The program itself is not hashed, because it contains all
 * labs, so a change in another lab would change it. */
static const char *const rooms[] = {"base",   "matrix", "generate", "reference", "io",
                                    "load",   "gate",   "sandbox",  "judge",     "errors",
                                    "repair", "report", "author",   "grade"};

/* Adds the object files of the lab's C files, in the order of their names. If another kind of build
 * puts these files elsewhere, all labs count. */
static sl_status add_lab(sl_sha256 *sum, const sl_lab *lab) {
  char path[512];
  glob_t objects;
  sl_status status = SL_OK;
  (void)snprintf(path, sizeof path, "%s/CMakeFiles/sl_labs.dir/labs/%s/*.c.o", SL_BINARY_DIR,
                 lab->id);
  if (glob(path, 0, NULL, &objects) == 0) {
    for (size_t i = 0; i < objects.gl_pathc && status == SL_OK; i++) {
      status = sl_sha256_add_file(sum, objects.gl_pathv[i]);
    }
  } else {
    status = sl_sha256_add_file(sum, SL_BINARY_DIR "/libsl_labs.a");
  }
  globfree(&objects);
  return status;
}

sl_status sl_grade_one_grader(const sl_lab *lab, sl_backend_id backend, char *out, size_t size) {
  char text[SL_SHA256_TEXT], paths[9 + SL_COUNT(rooms)][512];
  sl_sha256 sum;
  int count = 0;
  for (size_t i = 0; i < SL_COUNT(rooms); i++) {
    (void)snprintf(paths[count++], sizeof *paths, "%s/common/%s/libsl_%s.a", SL_BINARY_DIR,
                   rooms[i], rooms[i]);
  }
  (void)snprintf(paths[count++], sizeof *paths, "%s", SL_LENSCC);
  (void)snprintf(paths[count++], sizeof *paths, "%s/common/worker/libsl_worker_lens.a",
                 SL_BINARY_DIR);
  (void)snprintf(paths[count++], sizeof *paths, "%s/drives/%s.lens.f32.o", SL_BINARY_DIR, lab->id);
  sl_module_contract(lab, paths[count++], sizeof *paths);
  if (sl_module_mistakes_path(lab, paths[count], sizeof *paths)) count++;
  if (sl_goals_path(lab, paths[count], sizeof *paths)) count++;
  if (backend == SL_GPU) {
    (void)snprintf(paths[count++], sizeof *paths, "%s/common/worker/libsl_worker_gpu.a",
                   SL_BINARY_DIR);
    (void)snprintf(paths[count++], sizeof *paths, "%s/drives/%s.gpu.f32.o", SL_BINARY_DIR, lab->id);
    sl_module_source(lab, true, paths[count++], sizeof *paths);
  }
  sl_sha256_begin(&sum);
  SL_TRY(add_lab(&sum, lab));
  for (int i = 0; i < count; i++) SL_TRY(sl_sha256_add_file(&sum, paths[i]));
  sl_sha256_end(&sum, text);
  (void)snprintf(out, size, "sparselab %s (%.16s)", SL_KIT_VERSION, text);
  return SL_OK;
}

static void add_text(sl_sha256 *sum, const char *text) {
  sl_sha256_add_field(sum, text, strlen(text));
}

void sl_grade_one_key(const sl_grade_job *job, char key_out[SL_SHA256_TEXT]) {
  const sl_handed_file *file = job->file;
  const sl_grading *grading = job->grading;
  unsigned char seed[8], kind = (unsigned char)file->kind;
  for (int i = 0; i < 8; i++) seed[i] = (unsigned char)(grading->seed >> 8 * i);
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  add_text(&sum, job->student);
  add_text(&sum, job->rubric->lab->id);
  sl_sha256_add_field(&sum, &kind, 1);
  add_text(&sum, file->path);
  add_text(&sum, file->problem);
  sl_sha256_add_field(&sum, file->bytes ? file->bytes : "", file->size);
  add_text(&sum, file->proposal);
  for (size_t i = 0; i < file->num_files; i++) {
    const unsigned char use = (unsigned char)file->files[i].use;
    add_text(&sum, file->files[i].path);
    add_text(&sum, file->files[i].what);
    sl_sha256_add_field(&sum, &use, 1);
  }
  add_text(&sum, job->rubric->digest);
  add_text(&sum, job->grader);
  add_text(&sum, sl_judge_backend_name(grading->backend));
  sl_sha256_add_field(&sum, seed, sizeof seed);
  sl_sha256_end(&sum, key_out);
}

uint64_t sl_grade_one_seed(const sl_grade_job *job) {
  const sl_handed_file *file = job->file;
  char digits[SL_SHA256_TEXT];
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  add_text(&sum, job->student);
  sl_sha256_add_field(&sum, file->bytes ? file->bytes : "", file->size);
  sl_sha256_end(&sum, digits);
  digits[16] = '\0';
  return sl_random_mix(job->grading->seed ^ strtoull(digits, NULL, 16));
}

/* ---- the record ------------------------------------------------------------------------------ */

static sl_status describe_sandbox(const sl_grading *grading, sl_record *record) {
  char text[1024] = "none";
  if (grading->sandbox) sl_sandbox_describe(grading->sandbox, text, sizeof text);
  return sl_record_set(&record->sandbox, text);
}

sl_status sl_grade_one_date(const sl_grade_job *job, sl_record *record) {
  char when[32] = "";
  if (job->handed_in) sl_iso_time_write(job->handed_in, when, sizeof when);
  record->late_percent = job->handed_in ? sl_rubric_late_percent(job->rubric, job->handed_in) : 0;
  return sl_record_set(&record->handed_in, when);
}

static sl_status list_files(const sl_handed_file *file, sl_record *record) {
  static const char *const uses[] = {[SL_FILE_GRADED] = SL_USE_GRADED,
                                     [SL_FILE_OF_OTHER_LAB] = SL_USE_OTHER_LAB,
                                     [SL_FILE_UNUSED] = SL_USE_NONE,
                                     [SL_FILE_LOOK] = SL_USE_LOOK};
  for (size_t i = 0; i < file->num_files; i++) {
    sl_record_file *added;
    SL_TRY(sl_record_add_file(record, &added));
    SL_TRY(sl_record_set(&added->path, file->files[i].path));
    SL_TRY(sl_record_set(&added->use, uses[file->files[i].use]));
    SL_TRY(sl_record_set(&added->what, file->files[i].what));
  }
  return SL_OK;
}

static sl_status begin_record(const sl_grade_job *job, sl_record *out) {
  char key[SL_SHA256_TEXT], digest[SL_SHA256_TEXT] = "";
  const sl_handed_file *file = job->file;
  SL_TRY(sl_record_make(out));
  sl_grade_one_key(job, key);
  if (file->bytes) sl_sha256_of(file->bytes, file->size, digest);
  out->seed = sl_grade_one_seed(job);
  SL_TRY(sl_record_set(&out->key, key));
  SL_TRY(sl_record_set(&out->student, job->student));
  SL_TRY(sl_record_set(&out->platform_id, job->platform_id ? job->platform_id : ""));
  SL_TRY(sl_record_set(&out->lab, job->rubric->lab->id));
  SL_TRY(sl_record_set(&out->file, file->path));
  SL_TRY(sl_record_set(&out->proposal, file->proposal));
  SL_TRY(list_files(file, out));
  SL_TRY(sl_record_set(&out->digest, digest));
  SL_TRY(sl_record_set(&out->rubric, job->rubric->digest));
  SL_TRY(sl_record_set(&out->grader, job->grader));
  SL_TRY(sl_record_set(&out->backend, sl_judge_backend_name(job->grading->backend)));
  if (job->grading->gpu) SL_TRY(sl_record_set(&out->device, job->grading->gpu->gpu.name));
  SL_TRY(describe_sandbox(job->grading, out));
  SL_TRY(sl_grade_one_date(job, out));
  return sl_items_begin(job, out);
}

sl_status sl_grade_one_failed(const sl_grade_job *job, const sl_grade_failure *failure,
                              sl_record *out) {
  char text[640];
  SL_TRY(begin_record(job, out));
  if (!failure->alone) {
    SL_TRY(sl_items_all(out, SL_GRADE_INFRASTRUCTURE, 0, ""));
    return sl_items_set(&out->message, failure->why, job->folder);
  }
  (void)snprintf(
      text, sizeof text,
      "the grader fails with this submission, and not with the reference solution: %.512s",
      failure->why);
  SL_TRY(sl_items_all(out, SL_GRADE_REVIEW, 0, ""));
  return sl_items_set(&out->review, text, job->folder);
}

/* ---- source, gate, compiler ------------------------------------------------------------------ */

/* The state of grading one submission. */
typedef struct course {
  const sl_grade_job *job;
  const sl_lab *lab;
  char source[SL_SUBMISSION_PATH]; /* the staged file */
  char header[128];
  sl_refusals refusals;
  sl_module module, double_module;
  sl_record *record;
  bool over; /* the record is complete */
} course;

static sl_status end_course(course *c, sl_grade_verdict verdict, int line, const char *message) {
  c->over = true;
  return sl_items_all(c->record, verdict, line, message);
}

/* Copies the source into a separate empty folder. The copy is readable by other users, because the
 * sandbox runs as a different user. */
static sl_status stage(course *c) {
  const sl_handed_file *file = c->job->file;
  int length =
      snprintf(c->source, sizeof c->source, "%s/%s.cu", c->job->folder, sl_lab_short_name(c->lab));
  int to = open(c->source, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  bool good = to >= 0 && (size_t)length < sizeof c->source && fchmod(to, 0644) == 0 &&
              write(to, file->bytes, file->size) == (ssize_t)file->size;
  int error = errno;
  if (to >= 0 && close(to) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", c->source, strerror(error));
}

/* Makes the first refusal the message, and counts the rest. */
static sl_status tell_refusals(course *c) {
  const sl_refusals *all = &c->refusals;
  char text[1024], more[64] = "";
  if (all->count == 0) return SL_OK;
  if (all->count > 1) {
    (void)snprintf(more, sizeof more, " (and %zu%s more)", all->count - 1, all->more ? " and" : "");
  }
  (void)snprintf(text, sizeof text, "%s: %s%s", all->all[0].what, all->all[0].reason, more);
  return end_course(c, SL_GRADE_FORBIDDEN, all->all[0].line, text);
}

static sl_status check_object(const char *object, void *context, bool *allowed_out) {
  course *c = context;
  SL_TRY(sl_gate_object_file(object, c->source, c->header, &c->refusals));
  *allowed_out = c->refusals.count == 0;
  return SL_OK;
}

static sl_status read_words(const course *c, const sl_module *module, sl_errors *errors) {
  char contract[SL_SUBMISSION_PATH];
  sl_module_contract(c->lab, contract, sizeof contract);
  return sl_errors_read(module->log, c->source, contract, errors);
}

/* Takes the compiler's messages with explanations, and the first error if there is one. */
static sl_status take_words(course *c, sl_errors *errors) {
  char *text;
  SL_TRY(read_words(c, &c->module, errors));
  SL_TRY(sl_errors_text(errors, c->source, sl_base_name(c->source), &text));
  sl_status status = sl_items_set(&c->record->compiler, text, c->job->folder);
  sl_free(text);
  return status;
}

static sl_status build(course *c) {
  const sl_grade_job *job = c->job;
  bool allowed;
  sl_errors errors;
  SL_TRY(sl_module_build_checked(c->lab, c->source, SL_LENS, SL_F32, job->folder,
                                 job->grading->sandbox, check_object, c, &allowed, &c->module));
  SL_TRY(take_words(c, &errors));
  if (!allowed) return tell_refusals(c);
  if (c->module.compiled) return SL_OK;
  const sl_error *first = errors.count > 0 ? &errors.all[0] : NULL;
  SL_TRY(end_course(c, SL_GRADE_NOT_COMPILED, first ? first->line : 0, ""));
  return sl_items_set(&c->record->message, first ? first->what : "it does not compile",
                      job->folder);
}

/* Builds the module in double, because small cases that are right in float are also judged in
 * double. */
static sl_status build_double(void *context, const char **program_out, char *why, size_t size,
                              int *line_out) {
  course *c = context;
  bool allowed;
  sl_errors errors = {.count = 0};
  SL_TRY(sl_module_build_checked(c->lab, c->source, SL_LENS, SL_F64, c->job->folder,
                                 c->job->grading->sandbox, check_object, c, &allowed,
                                 &c->double_module));
  *program_out = allowed && c->double_module.compiled ? c->double_module.program : NULL;
  if (*program_out) return SL_OK;
  if (allowed) SL_TRY(read_words(c, &c->double_module, &errors));
  (void)snprintf(why, size, "%s", errors.count > 0 ? errors.all[0].what : "it is forbidden");
  *line_out = errors.count > 0 ? errors.all[0].line : 0;
  return SL_OK;
}

/* ---- judging --------------------------------------------------------------------------------- */

/* Returns the options with which the judge grades, including the seed. No other function sets them.
 */
static sl_judge_options options_of(const course *c, const char *mistakes) {
  const sl_grading *grading = c->job->grading;
  return (sl_judge_options){.backend = SL_LENS,
                            .precision = SL_F32,
                            .cache_dir = grading->cache_dir,
                            .mistakes = mistakes,
                            .untimed = true,
                            .measured_seconds = SLOW_SECONDS,
                            .total_seconds = TOTAL_SECONDS,
                            .one_thread = true,
                            .seed = c->record->seed,
                            .sandbox = grading->sandbox};
}

/* Lists the lab's cases with fresh numbers, followed by the hidden cases of the rubric. */
static sl_status list_cases(const course *c, sl_fresh_cases *out, size_t *hidden_from_out) {
  const sl_rubric *rubric = c->job->rubric;
  sl_case_spec standard[MAX_CASES];
  size_t count = sl_lab_cases_list(c->lab, SL_LENS, SL_ALL_CASES, standard, MAX_CASES);
  SL_TRY(sl_fresh_cases_make(standard, count, c->record->seed, out));
  SL_TRY(sl_resize(out->count + rubric->num_hidden, sizeof *out->list, "cases", &out->list));
  *hidden_from_out = out->count;
  for (size_t i = 0; i < rubric->num_hidden; i++) {
    out->list[out->count++] = (sl_case_spec){.spec = rubric->hidden[i].spec};
  }
  return SL_OK;
}

/* ---- failures of the kit, or of this submission alone --------------------------------------- */

/* A submission and the cases on which it was judged. */
typedef struct trial {
  const course *course;
  const sl_case_spec *cases;
  size_t count;
} trial;

static sl_status build_reference(const course *c, char source[512], sl_module *module) {
  sl_module_source(c->lab, true, source, 512);
  return sl_module_build_confined(c->lab, source, SL_LENS, SL_F32, c->job->grading->sandbox,
                                  module);
}

/* Whether the reference solution cannot be judged either. */
static sl_status judge_reference(void *context, const sl_task *task, bool *broken_out) {
  const trial *t = context;
  char source[512];
  sl_module module;
  sl_lab_result result;
  sl_judge_options options = options_of(t->course, NULL);
  options.only_task = task->name;
  *broken_out = true;
  SL_TRY(build_reference(t->course, source, &module));
  if (!module.compiled) return SL_OK;
  sl_status status =
      sl_judge(t->course->lab, source, module.program, t->cases, t->count, &options, &result);
  if (status == SL_OK) *broken_out = sl_control_is_needed(&result);
  sl_judge_result_free(&result);
  return status;
}

/* Judges again if the kit has failed, because the machine may have been short of memory or the
 * like. If the failure repeats, a control run decides whose failure it is. */
static sl_status judge_fairly(const course *c, const sl_case_spec *cases, size_t count,
                              const sl_judge_options *options, sl_lab_result *out) {
  trial t = {c, cases, count};
  SL_TRY(sl_judge(c->lab, c->source, c->module.program, cases, count, options, out));
  if (!sl_control_is_needed(out)) return SL_OK;
  sl_judge_result_free(out);
  SL_TRY(sl_judge(c->lab, c->source, c->module.program, cases, count, options, out));
  return sl_control_attribute(judge_reference, &t, out);
}

static sl_status judge_bar(course *c, const sl_rubric_bar *bar) {
  const sl_record_item *task = sl_items_find(c->record, bar->task->name);
  if (task->verdict != SL_GRADE_PASS) return sl_items_take_bar(bar, NULL, c->record);
  const sl_case_spec one = {.spec = bar->matrix, .measured = true};
  sl_judge_options options = options_of(c, NULL);
  sl_lab_result result;
  options.only_task = bar->task->name;
  sl_status status = judge_fairly(c, &one, 1, &options, &result);
  if (status == SL_OK) status = sl_items_take_bar(bar, &result, c->record);
  sl_judge_result_free(&result);
  return status;
}

/* Like judge_fairly, for a bonus goal. */
static sl_status measure_fairly(const course *c, const sl_goal *goal, sl_goal_outcome *out) {
  char source[512];
  sl_module module;
  sl_goal_outcome of_reference;
  const sl_judge_options options = options_of(c, NULL);
  for (int tries = 0; tries < 2; tries++) {
    SL_TRY(sl_goal_measure(c->lab, c->source, c->module.program, goal, &options, out));
    if (out->verdict != SL_BROKEN) return SL_OK;
  }
  SL_TRY(build_reference(c, source, &module));
  if (!module.compiled) return SL_OK;
  SL_TRY(sl_goal_measure(c->lab, source, module.program, goal, &options, &of_reference));
  if (of_reference.verdict != SL_BROKEN) out->verdict = SL_NO_ANSWER;
  return SL_OK;
}

static sl_status judge_goal(course *c, const sl_goal *goal) {
  const sl_record_item *task = sl_items_find(c->record, goal->task->name);
  if (task->verdict != SL_GRADE_PASS) return sl_items_take_bonus(goal, NULL, c->record);
  sl_goal_outcome outcome;
  SL_TRY(measure_fairly(c, goal, &outcome));
  return sl_items_take_bonus(goal, &outcome, c->record);
}

static sl_status judge_on(course *c, const sl_fresh_cases *cases, size_t hidden_from) {
  sl_lab_result result;
  char mistakes[512];
  bool known = sl_module_mistakes_path(c->lab, mistakes, sizeof mistakes);
  sl_judge_options options = options_of(c, known ? mistakes : NULL);
  options.other_precision = build_double;
  options.other_precision_context = c;
  sl_status status = judge_fairly(c, cases->list, cases->count, &options, &result);
  if (status == SL_OK) status = sl_items_take(c->job, &result, hidden_from, c->record);
  if (status == SL_OK && c->job->grading->search && !result.stopped_at[0]) {
    status = sl_items_search(c->job, &result, cases->list, c->record);
  }
  sl_judge_result_free(&result);
  return status;
}

/* Says why the kit has failed, for the list of what needs attention. */
static sl_status name_failure(const course *c) {
  sl_record *record = c->record;
  char text[1024];
  if (record->verdict != SL_GRADE_INFRASTRUCTURE) return SL_OK;
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (item->verdict != SL_GRADE_INFRASTRUCTURE) continue;
    const char *why = item->detail[0] ? item->detail : item->what;
    (void)snprintf(text, sizeof text, "%s: %.*s", item->id, (int)strcspn(why, "\n"), why);
    return sl_items_set(&record->message, text, c->job->folder);
  }
  return SL_OK;
}

static sl_status judge(course *c) {
  sl_fresh_cases cases = {.list = NULL};
  size_t hidden_from = 0;
  sl_status status = list_cases(c, &cases, &hidden_from);
  if (status == SL_OK) status = judge_on(c, &cases, hidden_from);
  sl_fresh_cases_free(&cases);
  for (size_t i = 0; i < c->job->rubric->num_bars && status == SL_OK; i++) {
    status = judge_bar(c, &c->job->rubric->bars[i]);
  }
  for (size_t i = 0; i < c->job->rubric->goals.count && status == SL_OK; i++) {
    status = judge_goal(c, &c->job->rubric->goals.all[i]);
  }
  if (status == SL_OK && c->job->grading->gpu)
    status = sl_items_time(c->job, c->source, c->module.program, c->record);
  if (status == SL_OK) sl_items_conclude(c->record);
  return status == SL_OK ? name_failure(c) : status;
}

/* ---- the whole submission -------------------------------------------------------------------- */

/* Decides the verdict if it is known before the file is examined. */
static sl_status look_at_handed(course *c) {
  static const sl_grade_verdict verdicts[] = {
      [SL_HANDED_NOTHING] = SL_GRADE_NOT_WRITTEN, [SL_HANDED_UNREADABLE] = SL_GRADE_ATTENTION,
      [SL_HANDED_UNCLEAR] = SL_GRADE_ATTENTION,   [SL_HANDED_REFUSED] = SL_GRADE_FORBIDDEN,
      [SL_HANDED_EMPTY] = SL_GRADE_NOT_WRITTEN,
  };
  const sl_handed_file *file = c->job->file;
  if (file->kind == SL_HANDED_FILE) return SL_OK;
  if (verdicts[file->kind] == SL_GRADE_ATTENTION) {
    SL_TRY(sl_record_set(&c->record->review, file->problem));
  }
  return end_course(c, verdicts[file->kind], 0, file->problem);
}

static sl_status go_through(course *c) {
  SL_TRY(look_at_handed(c));
  if (c->over) return SL_OK;
  SL_TRY(stage(c));
  SL_TRY(sl_gate_source_file(c->source, c->header, &c->refusals));
  SL_TRY(tell_refusals(c));
  if (!c->over) SL_TRY(build(c));
  return c->over ? SL_OK : judge(c);
}

sl_status sl_grade_one(const sl_grade_job *job, sl_record *out) {
  course *c;
  memset(out, 0, sizeof *out);
  SL_TRY(begin_record(job, out));
  SL_TRY(sl_alloc(1, sizeof *c, "a submission", &c)); /* large: holds the compiler's output */
  c->job = job;
  c->lab = job->rubric->lab;
  c->record = out;
  (void)snprintf(c->header, sizeof c->header, "%s.h", sl_lab_short_name(c->lab));
  sl_status status = go_through(c);
  sl_free(c);
  return status;
}

/* ---- the control run ------------------------------------------------------------------------- */

sl_status sl_grade_one_control(const sl_grade_job *job) {
  char path[512];
  sl_source solution;
  sl_record record = {.key = NULL};
  sl_handed_file file = {.kind = SL_HANDED_FILE};
  sl_grade_job control = *job;
  sl_module_source(job->rubric->lab, true, path, sizeof path);
  SL_TRY(sl_source_read(path, &solution));
  file.bytes = solution.text;
  file.size = strlen(solution.text);
  (void)snprintf(file.path, sizeof file.path, "%s.cu", sl_lab_short_name(job->rubric->lab));
  control.file = &file;
  sl_status status = sl_grade_one(&control, &record);
  if (status == SL_OK && record.verdict == SL_GRADE_INFRASTRUCTURE) {
    status = sl_fail(SL_ERR_SYSTEM, "the reference solution cannot be graded either");
  }
  sl_record_free(&record);
  sl_source_free(&solution);
  return status;
}
