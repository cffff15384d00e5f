/* schedule.c: one process per submission, several at a time; retries; progress. */
#define _GNU_SOURCE
#include "grade/schedule.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/owner.h"
#include "base/process.h"
#include "grade/record_store.h"
#include "judge/toolchain.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PROCESSES = 256, TRIES = 3, FAILURES_IN_A_ROW = 8, FOLDER_BYTES = 512 };

/* Limit for one process. Compiling, judging and searching have their own limits of processor time.
 * Even on a machine with ten times its load, these end long before this limit, so a process that
 * reaches it hangs. */
static const double hard_seconds = 6 * 3600;

/* The report of a process on its submission. */
typedef struct report {
  sl_kept outcome;
  bool taken; /* the submission was read */
  char key[SL_SHA256_TEXT];
  sl_grade_verdict verdict;
  double points;
  char message[512];
} report;

typedef struct slot {
  pid_t pid; /* 0: free */
  size_t work;
  int tries;
  enum {
    GRADES,
    COMPARES, /* grades the reference solution instead, after failures */
    GIVES_UP  /* only records that the earlier attempts have failed */
  } stage;
  bool of_machine; /* the submission could not be read, and the reason is known */
  bool alone;      /* the reference solution could be graded */
  double start_us;
  char folder[FOLDER_BYTES];
} slot;

typedef struct run {
  sl_schedule *schedule;
  slot *slots;
  report *reports; /* one per slot; shared with the processes */
  size_t next;     /* the first submission that has not begun */
  size_t done;
  size_t failed_in_a_row;
  double start_us;
  sigset_t waited_for, before;
  FILE *log;
  bool shown; /* a progress line is on the terminal */
  sl_status fatal;
  char fatal_message[512];
} run;

/* ---- one process ----------------------------------------------------------------------------- */

static sl_status make_folder(const char *folder) {
  if (mkdir(folder, 0755) == 0 && chmod(folder, 0755) == 0) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", folder, strerror(errno));
}

/* Accepts a proposal if these bytes were graded before. */
static sl_status keep_accepted(const sl_schedule *schedule, const sl_schedule_work *work,
                               sl_handed_file *file) {
  const sl_lab *lab = work->rubric->lab;
  sl_taking taking = schedule->taking;
  sl_handed_file accepted;
  if (file->kind != SL_HANDED_UNCLEAR || !file->proposal[0] || taking.accept) return SL_OK;
  taking.accept = true;
  sl_status status = sl_submission_take(work->submission, lab, &taking, &accepted);
  if (status == SL_OK && accepted.bytes && schedule->accepted &&
      sl_accepted_has(schedule->accepted, work->submission->student, lab->id, accepted.bytes,
                      accepted.size)) {
    sl_handed_file exchanged = *file;
    *file = accepted;
    accepted = exchanged;
  }
  sl_submission_free_files(&accepted);
  return status;
}

static sl_status grade(const run *r, const slot *s, report *said) {
  const sl_schedule *schedule = r->schedule;
  const sl_schedule_work *work = &schedule->work[s->work];
  /* After failures, do not read the file, because it may have caused them. */
  sl_handed_file file = {.kind = SL_HANDED_UNREADABLE};
  sl_status status = SL_OK;
  if (s->stage == GRADES) {
    status = sl_submission_take(work->submission, work->rubric->lab, &schedule->taking, &file);
  }
  sl_grade_job job = {.grading = schedule->grading,
                      .rubric = work->rubric,
                      .student = work->submission->student,
                      .platform_id = work->submission->id,
                      .file = &file,
                      .grader = work->grader,
                      .folder = s->folder};
  if (status == SL_OK) status = keep_accepted(schedule, work, &file);
  said->taken = status == SL_OK;
  job.handed_in = work->handed_in ? work->handed_in : file.when;
  if (status == SL_OK) status = make_folder(s->folder);
  sl_record record = {.key = NULL};
  const sl_grade_failure failure = {said->message, s->alone};
  if (status == SL_OK && s->stage == COMPARES) {
    status = schedule->control(&job);
  } else if (status == SL_OK) {
    status = sl_record_store(&job, schedule->out, s->stage == GIVES_UP ? &failure : NULL, &record,
                             &said->outcome);
  }
  if (record.key) {
    (void)snprintf(said->key, sizeof said->key, "%s", record.key);
    said->verdict = record.verdict;
    said->points = sl_record_points(&record);
    if (record.verdict == SL_GRADE_INFRASTRUCTURE && s->stage == GRADES) {
      sl_record_show(record.message, said->message, sizeof said->message);
    }
  }
  sl_record_free(&record);
  sl_submission_free_files(&file);
  return status;
}

/* Runs one process. */
static void live(const run *r, const slot *s, report *said) {
  (void)setpgid(0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)sigprocmask(SIG_SETMASK, &r->before, NULL);
  sl_status status = grade(r, s, said);
  /* The message may name a file of the student, and goes to the terminal. */
  if (status != SL_OK && s->stage != COMPARES) {
    sl_record_show(sl_status_message(), said->message, sizeof said->message);
  }
  _exit(status == SL_OK ? 0 : 1);
}

static void remove_folder(const char *folder) {
  const char *const arguments[] = {"/bin/rm", "-rf", "--", folder, NULL};
  char ignored[256];
  int exit_code;
  if (access(folder, F_OK) != 0) return;
  (void)sl_process_run(arguments, ignored, sizeof ignored, &exit_code);
}

static sl_status start(run *r, slot *s) {
  report *said = &r->reports[s - r->slots];
  char why[sizeof said->message], owner[SL_OWNER];
  (void)snprintf(why, sizeof why, "%s", said->message); /* recorded later as the reason */
  memset(said, 0, sizeof *said);
  if (s->stage != GRADES) (void)snprintf(said->message, sizeof said->message, "%s", why);
  sl_owner(owner);
  (void)snprintf(s->folder, sizeof s->folder, "%s/grading/%s.%d", SL_BINARY_DIR, owner,
                 (int)(s - r->slots));
  remove_folder(s->folder);
  (void)fflush(NULL);
  s->start_us = sl_clock_us();
  s->pid = fork();
  if (s->pid == 0) live(r, s, said);
  if (s->pid > 0) {
    (void)setpgid(s->pid, s->pid);
    return SL_OK;
  }
  s->pid = 0;
  return sl_fail(SL_ERR_SYSTEM, "cannot start a process: %s", strerror(errno));
}

/* ---- progress and log ------------------------------------------------------------------------ */

static void clear_line(run *r) {
  if (r->shown) (void)fputs("\r\033[K", stderr);
  r->shown = false;
}

static void show_progress(run *r) {
  const sl_schedule *schedule = r->schedule;
  char left[64] = "";
  if (!isatty(STDERR_FILENO)) return;
  double minutes = (sl_clock_us() - r->start_us) / 60e6;
  if (schedule->graded > 0) {
    double more = minutes / (double)schedule->graded * (double)(schedule->count - r->done);
    if (more < 1)
      (void)snprintf(left, sizeof left, ", less than a minute left");
    else
      (void)snprintf(left, sizeof left, ", about %.0f min left", more);
  }
  clear_line(r);
  (void)fprintf(stderr, "graded %zu of %zu%s", r->done, schedule->count, left);
  (void)fflush(stderr);
  r->shown = true;
}

static void write_log(run *r, const char *format, ...) SL_PRINTF(2, 3);

static void write_log(run *r, const char *format, ...) {
  char text[1024], when[32];
  time_t now = time(NULL);
  struct tm utc;
  va_list arguments;
  if (!r->log) return;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  (void)fprintf(r->log, "%s %s\n", when, text); /* written in one piece */
  (void)fflush(r->log);
}

/* ---- the end of a process -------------------------------------------------------------------- */

static void note_fatal(run *r, sl_status status, const char *message) {
  if (r->fatal != SL_OK) return;
  r->fatal = status;
  (void)snprintf(r->fatal_message, sizeof r->fatal_message, "%s", message);
}

static void name_ending(int status, report *said) {
  if (WIFSIGNALED(status)) {
    (void)snprintf(said->message, sizeof said->message, "the grader's process was ended by SIG%s",
                   sigabbrev_np(WTERMSIG(status)));
  } else if (!said->message[0]) {
    (void)snprintf(said->message, sizeof said->message,
                   "the grader's process ended with exit status %d", WEXITSTATUS(status));
  }
}

/* Finishes a submission: it was graded, kept from before, or recorded as infrastructure. */
static void finish(run *r, slot *s, const report *said) {
  sl_schedule *schedule = r->schedule;
  sl_schedule_work *work = &schedule->work[s->work];
  const char *student = work->submission->student, *lab = work->rubric->lab->id;
  bool failed = said->verdict == SL_GRADE_INFRASTRUCTURE;
  (void)snprintf(work->key, sizeof work->key, "%s", said->key);
  r->done++;
  r->failed_in_a_row = failed ? r->failed_in_a_row + 1 : 0;
  schedule->infrastructure += failed;
  schedule->reviews += said->verdict == SL_GRADE_REVIEW;
  schedule->unscored += said->verdict == SL_GRADE_ATTENTION;
  if (said->outcome == SL_KEPT_BEFORE) {
    schedule->kept++;
  } else {
    schedule->graded++;
    write_log(r, "%s %s %s: %s, %g points, %.1f s", failed ? "failed" : "graded", student, lab,
              sl_record_verdict_name(said->verdict), said->points,
              (sl_clock_us() - s->start_us) * 1e-6);
  }
  if (failed && !schedule->failure[0]) {
    (void)snprintf(schedule->failure, sizeof schedule->failure, "%s, %s: %s", student, lab,
                   said->message);
  }
  if (r->failed_in_a_row == FAILURES_IN_A_ROW) {
    char text[512];
    (void)snprintf(text, sizeof text,
                   "%d submissions in a row could not be graded, the last for this reason: %s",
                   FAILURES_IN_A_ROW, said->message);
    note_fatal(r, SL_ERR_SYSTEM, text);
  }
}

/* Tries again. If the submission has failed often enough, finds out whose failure this is, and
 * records it. */
static void try_again(run *r, slot *s, const report *said) {
  const sl_schedule_work *work = &r->schedule->work[s->work];
  bool compares = r->schedule->control && !s->of_machine;
  if (++s->tries >= TRIES) s->stage = compares ? COMPARES : GIVES_UP;
  write_log(r, "tried %s %s, %d of %d times: %s", work->submission->student, work->rubric->lab->id,
            s->tries, TRIES, said->message);
  if (start(r, s) != SL_OK) note_fatal(r, SL_ERR_SYSTEM, sl_status_message());
}

static void give_up(run *r, slot *s, bool alone) {
  const sl_schedule_work *work = &r->schedule->work[s->work];
  s->stage = GIVES_UP;
  s->alone = alone;
  write_log(r, "compared %s %s: the reference solution %s be graded", work->submission->student,
            work->rubric->lab->id, alone ? "can" : "cannot");
  if (r->fatal != SL_OK || r->schedule->interrupted) return;
  if (start(r, s) != SL_OK) note_fatal(r, SL_ERR_SYSTEM, sl_status_message());
}

static void take_ending(run *r, slot *s, int status) {
  report *said = &r->reports[s - r->slots];
  bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  s->pid = 0;
  remove_folder(s->folder);
  if (s->stage == COMPARES) {
    give_up(r, s, good);
    return;
  }
  if (good) {
    finish(r, s, said);
    return;
  }
  s->of_machine = WIFEXITED(status) && said->message[0] && !said->taken;
  name_ending(status, said);
  if (said->outcome == SL_KEEP_FAILED || s->stage == GIVES_UP) {
    note_fatal(r, SL_ERR_SYSTEM, said->message);
  } else if (r->fatal == SL_OK && !r->schedule->interrupted) {
    try_again(r, s, said);
  }
}

static void reap(run *r) {
  int status;
  for (int i = 0; i < r->schedule->processes; i++) {
    slot *s = &r->slots[i];
    if (s->pid && waitpid(s->pid, &status, WNOHANG) == s->pid) take_ending(r, s, status);
    bool hangs = s->pid && (sl_clock_us() - s->start_us) * 1e-6 > hard_seconds;
    if (hangs) (void)kill(-s->pid, SIGKILL);
  }
}

static void kill_all(run *r) {
  for (int i = 0; i < r->schedule->processes; i++) {
    slot *s = &r->slots[i];
    if (!s->pid) continue;
    (void)kill(-s->pid, SIGKILL);
    (void)waitpid(s->pid, NULL, 0);
    remove_folder(s->folder);
    s->pid = 0;
  }
}

/* ---- all submissions ------------------------------------------------------------------------- */

/* Blocks SIGCHLD and the signals that end us. Signals that are ignored stay ignored, as nohup
 * requires. */
static void block_signals(run *r) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  (void)sigemptyset(&r->waited_for);
  (void)sigaddset(&r->waited_for, SIGCHLD);
  for (size_t i = 0; i < SL_COUNT(ends); i++) {
    struct sigaction now;
    (void)sigaction(ends[i], NULL, &now);
    if (now.sa_handler != SIG_IGN) (void)sigaddset(&r->waited_for, ends[i]);
  }
  (void)sigprocmask(SIG_BLOCK, &r->waited_for, &r->before);
}

static bool is_busy(const run *r) {
  for (int i = 0; i < r->schedule->processes; i++) {
    if (r->slots[i].pid) return true;
  }
  return false;
}

static void start_more(run *r) {
  for (int i = 0; i < r->schedule->processes && r->next < r->schedule->count; i++) {
    slot *s = &r->slots[i];
    if (s->pid) continue;
    *s = (slot){.work = r->next++};
    if (start(r, s) == SL_OK) continue;
    note_fatal(r, SL_ERR_SYSTEM, sl_status_message());
    return;
  }
}

static void work_on(run *r) {
  const struct timespec glance = {1, 0};
  while (r->fatal == SL_OK && !r->schedule->interrupted) {
    start_more(r);
    if (!is_busy(r)) break;
    show_progress(r);
    int number = sigtimedwait(&r->waited_for, NULL, &glance);
    if (number > 0 && number != SIGCHLD) r->schedule->interrupted = number;
    reap(r);
  }
}

/* Removes folders of graders that were killed. */
static void sweep(void) {
  DIR *folder = opendir(SL_BINARY_DIR "/grading");
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    char path[FOLDER_BYTES];
    if (!sl_owner_has_ended(entry->d_name)) continue;
    (void)snprintf(path, sizeof path, SL_BINARY_DIR "/grading/%.120s", entry->d_name);
    remove_folder(path);
  }
  if (folder) (void)closedir(folder);
}

static sl_status open_run(run *r) {
  sl_schedule *schedule = r->schedule;
  if (schedule->processes < 1) schedule->processes = 1;
  if (schedule->processes > MOST_PROCESSES) schedule->processes = MOST_PROCESSES;
  size_t count = (size_t)schedule->processes;
  if (mkdir(SL_BINARY_DIR "/grading", 0755) != 0 && errno != EEXIST) {
    return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", SL_BINARY_DIR "/grading",
                   strerror(errno));
  }
  SL_TRY(sl_alloc(count, sizeof *r->slots, "processes", &r->slots));
  void *shared = mmap(NULL, count * sizeof *r->reports, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return sl_fail(SL_ERR_MEMORY, "not enough memory for the reports");
  r->reports = shared;
  r->log = fopen(schedule->log, "ae");
  if (r->log) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", schedule->log, strerror(errno));
}

sl_status sl_schedule_run(sl_schedule *schedule) {
  run r = {.schedule = schedule, .start_us = sl_clock_us()};
  schedule->graded = schedule->kept = schedule->infrastructure = schedule->reviews = 0;
  schedule->unscored = 0;
  schedule->interrupted = 0;
  sweep();
  sl_status status = open_run(&r);
  if (status == SL_OK) {
    block_signals(&r);
    work_on(&r);
    kill_all(&r);
    clear_line(&r);
    (void)sigprocmask(SIG_SETMASK, &r.before, NULL);
    if (r.fatal != SL_OK) status = sl_fail(r.fatal, "%s", r.fatal_message);
  }
  if (r.log && fclose(r.log) != 0 && status == SL_OK) {
    status = sl_fail(SL_ERR_SYSTEM, "cannot write %s", schedule->log);
  }
  if (r.reports) (void)munmap(r.reports, (size_t)schedule->processes * sizeof *r.reports);
  sl_free(r.slots);
  return status;
}
