/* grade.c: ./lab grade: grades the submissions of a class. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/memory.h"
#include "base/process.h"
#include "base/regular.h"
#include "base/table.h"
#include "cli/grade_results.h"
#include "grade/accepted.h"
#include "grade/iso_time.h"
#include "grade/roster.h"
#include "grade/schedule.h"
#include "io/replace.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- files written by people ----------------------------------------------------------------- */

/* Copies a file that people wrote from the folder of the earlier grading, unless a new one
 * exists. */
static sl_status copy_file(const sl_grade_wishes *w, const char *name) {
  char from[4096], to[4096], bytes[4096], why[96];
  sl_replacement copy;
  (void)snprintf(from, sizeof from, "%s/%s", w->previous, name);
  (void)snprintf(to, sizeof to, "%s/%s", w->out, name);
  if (access(from, F_OK) != 0 || access(to, F_OK) == 0) return SL_OK;
  FILE *file = sl_regular_fopen(from, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", from, why);
  sl_status status = sl_replace_start(to, true, &copy);
  for (size_t count; status == SL_OK && (count = fread(bytes, 1, sizeof bytes, file)) > 0;) {
    (void)fwrite(bytes, 1, count, copy.file);
  }
  if (status == SL_OK && ferror(file)) status = sl_fail(SL_ERR_SYSTEM, "cannot read %s", from);
  if (status == SL_OK) status = sl_replace_end(&copy, status);
  (void)fclose(file);
  return status;
}

/* Takes over the seed and the decisions of an earlier grading in another folder, so that marks
 * differ only because of what changed.
 */
static sl_status take_over(sl_grade_wishes *w) {
  if (!w->previous) return SL_OK;
  SL_TRY(sl_schedule_prepare(w->out));
  SL_TRY(sl_settings_take_seed(w->previous, &w->settings));
  if (!w->decisions) SL_TRY(copy_file(w, SL_DECISIONS_FILE));
  if (!w->roster) SL_TRY(copy_file(w, SL_ROSTER_FILE));
  return SL_OK;
}

/* ---- the submissions ------------------------------------------------------------------------- */

static sl_status find_submissions(sl_grade_wishes *w, sl_submissions *out) {
  for (size_t i = 0; i < w->num_folders; i++) SL_TRY(sl_submissions_add(out, w->folders[i]));
  char roster[4096];
  if (sl_grade_options_find_roster(w, roster, sizeof roster))
    SL_TRY(sl_submissions_add_roster(out, roster));
  SL_TRY(sl_submissions_sort(out));
  unsigned handed_in;
  SL_TRY(sl_submissions_labs(out, &handed_in));
  if (!w->labs) w->labs = handed_in;
  if (w->labs) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "no submission contains the file of a lab, such as 02-ell/ell.cu or "
                               "ell.cu; give the lab with --lab");
}

/* Whether the student belongs to the part of the class that this machine grades. This depends only
 * on the name, so all machines agree. */
static bool is_in_part(const sl_grade_wishes *w, const char *student) {
  char digits[SL_SHA256_TEXT];
  if (!w->parts) return true;
  sl_sha256_of(student, strlen(student), digits);
  digits[8] = '\0';
  return (long)(strtoull(digits, NULL, 16) % (unsigned long long)w->parts) == w->part - 1;
}

static sl_status list_work(const sl_grade_wishes *w, const sl_submissions *submissions,
                           const sl_grade_rubrics *known, sl_schedule *out) {
  SL_TRY(sl_alloc(submissions->count * sl_num_labs, sizeof *out->work, "submissions", &out->work));
  for (size_t s = 0; s < submissions->count; s++) {
    if (!is_in_part(w, submissions->all[s].student)) continue;
    for (size_t i = 0; i < sl_num_labs; i++) {
      if (!sl_grade_rubrics_is_graded(w, known, i)) continue;
      out->work[out->count++] = (sl_schedule_work){.submission = &submissions->all[s],
                                                   .rubric = &known->all[i],
                                                   .grader = known->graders[i]};
    }
  }
  return SL_OK;
}

static sl_status take_time(void *context, const char *const *fields) {
  sl_schedule *schedule = context;
  time_t when;
  if (!sl_iso_time_read(fields[1], &when)) {
    return sl_fail(SL_ERR_INPUT, "\"%s\" is not a time: write it like 2026-12-01T23:59", fields[1]);
  }
  bool known = false;
  for (size_t i = 0; i < schedule->count; i++) {
    sl_schedule_work *work = &schedule->work[i];
    if (strcmp(work->submission->student, fields[0]) != 0) continue;
    work->handed_in = when;
    known = true;
  }
  if (!known) (void)fprintf(stderr, "lab: there is a time for %s, but no submission\n", fields[0]);
  return SL_OK;
}

/* Reports students without a time in the file of times. For them the modification time of the
 * submitted file counts, which copying may have changed. */
static void tell_timeless(const sl_grade_wishes *w, const sl_schedule *schedule) {
  const sl_submission *last = NULL;
  for (size_t i = 0; i < schedule->count; i++) {
    const sl_schedule_work *work = &schedule->work[i];
    if (work->handed_in || !work->submission->num_parts || work->submission == last) continue;
    last = work->submission;
    (void)fprintf(stderr, "lab: %s has no time for %s: the modification time of the file counts\n",
                  w->times, last->student);
  }
}

static sl_status read_times(const sl_grade_wishes *w, sl_schedule *schedule) {
  static const char *const columns[] = {"student", "time"};
  if (!w->times) return SL_OK;
  SL_TRY(sl_table_read(w->times, columns, 2, take_time, schedule));
  tell_timeless(w, schedule);
  return SL_OK;
}

/* ---- outputs --------------------------------------------------------------------------------- */

static void tell(const sl_grade_wishes *w, const sl_schedule *schedule) {
  (void)printf("%zu of %zu graded", schedule->graded + schedule->kept, schedule->count);
  if (schedule->kept) (void)printf(", %zu of them before", schedule->kept);
  (void)printf(".\n");
  if (schedule->infrastructure) {
    (void)printf("%zu could not be graded, and have open points. The first: %s.\nRun the same "
                 "command to try them again; ./lab doctor says what the machine lacks.\n",
                 schedule->infrastructure, schedule->failure);
  }
  if (schedule->reviews) {
    (void)printf("%zu wait%s for your review, and %s open points: the report says why.\n",
                 schedule->reviews, schedule->reviews == 1 ? "s" : "",
                 schedule->reviews == 1 ? "has" : "have");
  }
  if (schedule->interrupted) {
    (void)printf(
        "Interrupted. The finished gradings are kept; run the same command to continue.\n");
  } else if (w->parts) {
    (void)printf("Part %ld of %ld. When all are done: ./lab grade --reports -o %s\n", w->part,
                 w->parts, w->out);
  } else {
    (void)printf(
        "Marks: %s/gradebook.csv, feedback: %s/feedback, report for you: %s%s/report.html\n",
        w->out, w->out, w->out, w->anonymous ? "/anonymous" : "");
  }
}

/* ---- the whole grading ----------------------------------------------------------------------- */

/* Checks that the settings are those of earlier calls in the same folder. A lab whose own settings
 * differ is left out, and the other labs are graded. */
static sl_status agree(sl_grade_wishes *w, sl_grade_rubrics *known, const sl_sandbox *sandbox) {
  sl_settings_add(&w->settings, "kit", SL_KIT_VERSION);
  sl_settings_add(&w->settings, "backend", sl_judge_backend_name(w->backend));
  sl_settings_add(&w->settings, "sandbox", sandbox ? "yes" : "none");
  SL_TRY(sl_schedule_prepare(w->out));
  SL_TRY(sl_settings_agree(w->out, &w->settings));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!sl_grade_rubrics_is_graded(w, known, i)) continue;
    sl_status status = sl_settings_agree_on_lab(w->out, sl_labs[i]->id, w->settings.seed,
                                                known->all[i].digest, known->graders[i]);
    if (status != SL_OK && status != SL_ERR_USAGE) return status;
    if (status != SL_OK) sl_grade_rubrics_keep_reason(i, known);
  }
  return sl_grade_rubrics_leave_out(w, known);
}

/* Identifies the GPU and checks that it works. Builds once what all submissions need. */
static sl_status find_gpu(const sl_grade_wishes *w, const sl_grade_rubrics *known,
                          sl_grade_gpu *found, const sl_grade_gpu **out) {
  static sl_module module; /* large, because it holds the compiler's output */
  char source[512];
  *out = NULL;
  if (w->backend != SL_GPU) return SL_OK;
  SL_TRY(sl_gpu_find(&found->gpu));
  SL_TRY(sl_gpu_build_probe(found->probe, sizeof found->probe));
  SL_TRY(sl_gpu_probe(found->probe));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!sl_grade_rubrics_is_graded(w, known, i)) continue;
    sl_module_source(sl_labs[i], true, source, sizeof source);
    SL_TRY(sl_module_build(sl_labs[i], source, SL_GPU, SL_F32, &module));
    if (!module.compiled) {
      return sl_fail(SL_ERR_SYSTEM, "%s does not compile here: %.400s", source, module.log);
    }
  }
  *out = found;
  return SL_OK;
}

/* Reports errors in a file that a person wrote before anything is graded. */
static sl_status check_decisions(const sl_grade_wishes *w) {
  sl_decisions decisions;
  sl_status status = sl_grade_results_read_decisions(w, &decisions);
  sl_decisions_free(&decisions);
  return status;
}

/* Grades everything. Names that were accepted here or in the earlier grading stay accepted. */
static sl_status run_schedule(const sl_grade_wishes *w, sl_schedule *schedule) {
  sl_accepted accepted = {.all = NULL};
  sl_status status = sl_accepted_add(&accepted, w->out);
  if (status == SL_OK && w->previous) status = sl_accepted_add(&accepted, w->previous);
  schedule->accepted = &accepted;
  schedule->control = sl_grade_one_control;
  if (status == SL_OK) status = sl_schedule_run(schedule);
  schedule->accepted = NULL;
  sl_accepted_free(&accepted);
  return status;
}

static sl_status grade(sl_grade_wishes *w, sl_grade_rubrics *known, const sl_sandbox *sandbox,
                       sl_submissions *submissions, sl_schedule *schedule) {
  char log[4096];
  SL_TRY(take_over(w));
  SL_TRY(check_decisions(w));
  SL_TRY(find_submissions(w, submissions));
  SL_TRY(sl_grade_rubrics_read(w, known));
  SL_TRY(sl_grade_rubrics_prepare(w, known));
  sl_grade_gpu found;
  const sl_grade_gpu *gpu;
  SL_TRY(find_gpu(w, known, &found, &gpu));
  SL_TRY(agree(w, known, sandbox));
  SL_TRY(sl_strays_write(w->out, &submissions->strays));
  SL_TRY(list_work(w, submissions, known, schedule));
  SL_TRY(read_times(w, schedule));
  (void)snprintf(log, sizeof log, w->parts ? "%s/log-%ld-of-%ld.txt" : "%s/log.txt", w->out,
                 w->part, w->parts);
  const sl_grading grading = {.backend = w->backend,
                              .gpu = gpu,
                              .sandbox = sandbox,
                              .seed = w->settings.seed,
                              .cache_dir = sl_judging_cache_dir(),
                              .search = !w->no_search};
  schedule->grading = &grading;
  schedule->out = w->out;
  schedule->log = log;
  schedule->taking = (sl_taking){.labs = w->labs, .accept = w->accept};
  schedule->processes = w->processes ? (int)w->processes : sl_process_num_cores();
  SL_TRY(run_schedule(w, schedule));
  if (schedule->interrupted) return SL_OK;
  SL_TRY(sl_schedule_put_aside(schedule));
  return w->parts ? SL_OK : sl_grade_results_write(w, known);
}

static sl_status find_sandbox(const sl_grade_wishes *w, sl_sandbox *found, const sl_sandbox **out) {
  *out = NULL;
  if (w->unsafe) {
    (void)fprintf(stderr, "lab: there is no sandbox: submissions run with all your rights on this "
                          "machine, and the records say so\n");
    return SL_OK;
  }
  *out = found;
  sl_status status = sl_judging_find_sandbox(found);
  if (status != SL_ERR_MISSING) return status;
  return sl_fail(status,
                 "%.700s. Nothing was graded; --unsafe-no-sandbox grades without a sandbox, for "
                 "submissions that you trust",
                 sl_status_message());
}

static int run_grading(sl_grade_wishes *w, sl_grade_rubrics *known) {
  sl_sandbox found;
  const sl_sandbox *sandbox;
  sl_submissions submissions = {.all = NULL};
  sl_schedule schedule = {.work = NULL};
  sl_status status = find_sandbox(w, &found, &sandbox);
  if (status == SL_OK) status = grade(w, known, sandbox, &submissions, &schedule);
  if (status == SL_OK) {
    tell(w, &schedule);
    sl_grade_rubrics_list_left_out(w, known);
    status = schedule.interrupted ? SL_OK : sl_grade_results_list_attention(w, known);
  } else if (schedule.graded > 0) {
    (void)printf("%zu of %zu graded and kept: run the same command to continue.\n",
                 schedule.graded + schedule.kept, schedule.count);
  }
  int interrupted = schedule.interrupted;
  bool open = schedule.infrastructure > 0;
  sl_free(schedule.work);
  sl_submissions_free(&submissions);
  if (status != SL_OK) return sl_complain(status);
  (void)fflush(stdout);
  if (interrupted) (void)raise(interrupted); /* so that the caller's shell sees the signal */
  if (open) return sl_status_exit(SL_ERR_SYSTEM);
  return known->incomplete ? sl_status_exit(SL_ERR_INPUT) : 0;
}

int sl_cmd_grade(int count, char **arguments) {
  static sl_grade_wishes w;
  static sl_grade_rubrics known;
  sl_status status = sl_grade_options_read(count, arguments, &w);
  if (status == SL_OK) status = sl_record_supported();
  if (status != SL_OK) return sl_complain(status);
  if (!w.reports) return run_grading(&w, &known);
  status = sl_grade_rubrics_read(&w, &known);
  if (status == SL_OK) status = sl_grade_results_write(&w, &known);
  if (status == SL_OK) status = sl_grade_results_list_attention(&w, &known);
  if (status != SL_OK) return sl_complain(status);
  return known.incomplete ? sl_status_exit(SL_ERR_INPUT) : 0;
}
