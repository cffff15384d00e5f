/* grade.c: ./lab grade: grades the submissions of a class. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/memory.h"
#include "base/process.h"
#include "base/regular.h"
#include "base/table.h"
#include "grade/anonymous.h"
#include "grade/attention.h"
#include "grade/changes.h"
#include "grade/decisions.h"
#include "grade/iso_time.h"
#include "grade/outputs.h"
#include "grade/schedule.h"
#include "grade/settings.h"
#include "io/replace.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LABS = 32, MOST_PARTS = 10000, MOST_EARLIER = 16 };

typedef struct grade_wishes {
  const char *folders[1024];
  size_t num_folders;
  unsigned labs; /* bit i: sl_labs[i]; 0: those that were submitted */
  const char *earlier[MOST_EARLIER];
  size_t num_earlier;
  const char *rubric, *out, *times, *roster, *decisions, *previous;
  sl_backend_id backend;
  long processes, part, parts; /* 0: not given */
  sl_settings settings;
  bool unsafe, reports, no_search, accept, anonymous;
} grade_wishes;

/* ---- the command line ------------------------------------------------------------------------ */

static sl_status take_lab(grade_wishes *w, const char *value) {
  const sl_lab *lab;
  SL_TRY(sl_lab_find(value, &lab));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_labs[i] == lab) w->labs |= 1U << i;
  }
  return SL_OK;
}

static sl_status take_rubric(grade_wishes *w, const char *value) {
  w->rubric = value;
  return SL_OK;
}

static sl_status take_out(grade_wishes *w, const char *value) {
  w->out = value;
  return SL_OK;
}

static sl_status take_times(grade_wishes *w, const char *value) {
  w->times = value;
  return SL_OK;
}

static sl_status take_roster(grade_wishes *w, const char *value) {
  w->roster = value;
  return SL_OK;
}

static sl_status take_decisions(grade_wishes *w, const char *value) {
  w->decisions = value;
  return SL_OK;
}

static sl_status take_previous(grade_wishes *w, const char *value) {
  w->previous = value;
  return SL_OK;
}

static sl_status take_earlier(grade_wishes *w, const char *value) {
  if (w->num_earlier == MOST_EARLIER) {
    return sl_fail(SL_ERR_USAGE, "--earlier: more than %d folders", MOST_EARLIER);
  }
  w->earlier[w->num_earlier++] = value;
  return SL_OK;
}

static sl_status take_backend(grade_wishes *w, const char *value) {
  w->backend = strcmp(value, "gpu") == 0 ? SL_GPU : SL_LENS;
  if (w->backend == SL_GPU || strcmp(value, "lens") == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "there is no backend \"%s\"; say gpu or lens", value);
}

static sl_status take_whole(const char *option, const char *value, long least, long most,
                            long *out) {
  char *end;
  *out = strtol(value, &end, 10);
  if (*value && !*end && *out >= least && *out <= most) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "%s takes a number from %ld to %ld, not \"%s\"", option, least, most,
                 value);
}

static sl_status take_processes(grade_wishes *w, const char *value) {
  return take_whole("-j", value, 1, 256, &w->processes);
}

static sl_status take_seed(grade_wishes *w, const char *value) {
  char *end;
  errno = 0;
  w->settings.seed = strtoull(value, &end, 10);
  w->settings.seed_given = true;
  if (*value >= '0' && *value <= '9' && !*end && errno == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--seed takes a whole number, not \"%s\"", value);
}

static sl_status take_part(grade_wishes *w, const char *value) {
  char end;
  bool read = sscanf(value, "%ld/%ld%c", &w->part, &w->parts, &end) == 2;
  if (read && w->part >= 1 && w->parts <= MOST_PARTS && w->part <= w->parts) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--part takes K/N, as 2/5 for the second of five, not \"%s\"",
                 value);
}

static const struct {
  sl_option_word word;
  sl_status (*take)(grade_wishes *w, const char *value); /* NULL: a flag, at `flag` in wishes */
  size_t flag;
} table[] = {
    {{"--lab", "", SL_TAKES_LAB}, take_lab, 0},
    {{"--rubric", "", SL_TAKES_FILE}, take_rubric, 0},
    {{"--out", "-o", SL_TAKES_FILE}, take_out, 0},
    {{"--times", "", SL_TAKES_FILE}, take_times, 0},
    {{"--roster", "", SL_TAKES_FILE}, take_roster, 0},
    {{"--decisions", "", SL_TAKES_FILE}, take_decisions, 0},
    {{"--earlier", "", SL_TAKES_FILE}, take_earlier, 0},
    {{"--previous", "", SL_TAKES_FILE}, take_previous, 0},
    {{"--backend", "", SL_TAKES_BACKEND}, take_backend, 0},
    {{"--seed", "", SL_TAKES_WORD}, take_seed, 0},
    {{"--part", "", SL_TAKES_WORD}, take_part, 0},
    {{"--jobs", "-j", SL_TAKES_WORD}, take_processes, 0},
    {{"--accept-names", "", SL_TAKES_NOTHING}, NULL, offsetof(grade_wishes, accept)},
    {{"--unsafe-no-sandbox", "", SL_TAKES_NOTHING}, NULL, offsetof(grade_wishes, unsafe)},
    {{"--reports", "", SL_TAKES_NOTHING}, NULL, offsetof(grade_wishes, reports)},
    {{"--anonymous", "", SL_TAKES_NOTHING}, NULL, offsetof(grade_wishes, anonymous)},
    {{"--no-search", "", SL_TAKES_NOTHING}, NULL, offsetof(grade_wishes, no_search)},
};

const sl_option_word *sl_grade_option(size_t index) {
  return index < SL_COUNT(table) ? &table[index].word : NULL;
}

static sl_status take_folder(grade_wishes *w, const char *argument) {
  if (argument[0] == '-' && argument[1]) {
    return sl_fail(SL_ERR_USAGE, "there is no option %s; ./lab help lists them", argument);
  }
  if (w->num_folders == SL_COUNT(w->folders)) {
    return sl_fail(SL_ERR_USAGE, "more than %zu folders: put the submissions into one",
                   SL_COUNT(w->folders));
  }
  w->folders[w->num_folders++] = argument;
  return SL_OK;
}

static sl_status read_arguments(int count, char **arguments, grade_wishes *out) {
  memset(out, 0, sizeof *out);
  out->out = "grades";
  for (int i = 1; i < count; i++) {
    size_t which = 0;
    while (which < SL_COUNT(table) && !sl_option_is(&table[which].word, arguments[i])) which++;
    if (which == SL_COUNT(table)) {
      SL_TRY(take_folder(out, arguments[i]));
    } else if (!table[which].take) {
      *(bool *)((char *)out + table[which].flag) = true;
    } else if (++i == count) {
      return sl_fail(SL_ERR_USAGE, "%s needs a value", arguments[i - 1]);
    } else {
      SL_TRY(table[which].take(out, arguments[i]));
    }
  }
  if (out->num_folders > 0 || out->reports) return SL_OK;
  return sl_fail(SL_ERR_USAGE,
                 "which folder of submissions? For example: ./lab grade submissions/ --lab 02");
}

/* ---- rubrics --------------------------------------------------------------------------------- */

/* Indexed by lab. */
typedef struct rubrics {
  sl_rubric all[MOST_LABS];
  char graders[MOST_LABS][128]; /* of labs that are graded */
  char why_not[MOST_LABS][600]; /* why this lab cannot be graded, though others can; "" it can */
  bool incomplete;              /* outputs do not show what they would with all rubrics */
} rubrics;

static bool is_selected(const grade_wishes *w, size_t i) {
  return w->labs >> i & 1;
}

static bool is_graded(const grade_wishes *w, const rubrics *known, size_t i) {
  return is_selected(w, i) && !known->why_not[i][0];
}

static size_t count_graded(const grade_wishes *w, const rubrics *known) {
  size_t count = 0;
  for (size_t i = 0; i < sl_num_labs; i++) count += is_graded(w, known, i);
  return count;
}

static sl_status read_rubric(const sl_lab *lab, const char *own, sl_rubric *out) {
  char path[512];
  sl_rubric_path(lab, path, sizeof path);
  const char *usual = access(path, F_OK) == 0 ? path : NULL;
  sl_status status = sl_rubric_read(lab, own ? own : usual, out);
  if (status != SL_OK) *out = (sl_rubric){.lab = lab, .unreadable = true};
  return status;
}

static void keep_reason(size_t i, rubrics *out) {
  (void)snprintf(out->why_not[i], sizeof out->why_not[i], "%s", sl_status_message());
}

/* Reads all rubrics. One that cannot be read concerns only its own lab. */
static sl_status read_rubrics(const grade_wishes *w, rubrics *out) {
  const sl_lab *own = NULL;
  if (sl_num_labs > MOST_LABS) return sl_fail(SL_ERR_INTERNAL, "too many labs to grade");
  if (w->rubric) SL_TRY(sl_rubric_find_lab(w->rubric, &own));
  for (size_t i = 0; i < sl_num_labs; i++) {
    const char *given = sl_labs[i] == own ? w->rubric : NULL;
    if (read_rubric(sl_labs[i], given, &out->all[i]) != SL_OK) keep_reason(i, out);
    if (!given || !w->labs || is_selected(w, i)) continue;
    return sl_fail(SL_ERR_USAGE, "%s is the rubric of %s, of which nothing is graded", w->rubric,
                   own->id);
  }
  return SL_OK;
}

/* Reports why labs are left out. Fails if no lab is left. */
static sl_status leave_labs_out(const grade_wishes *w, const rubrics *known) {
  const size_t left = count_graded(w, known);
  size_t last = 0;
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (is_selected(w, i)) last = i;
  }
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_selected(w, i) || is_graded(w, known, i) || (!left && i == last)) continue;
    (void)fprintf(stderr, "lab: %s\nlab: for this reason %s is not graded%s\n", known->why_not[i],
                  sl_labs[i]->id, left ? "; the other labs are" : "");
  }
  return left ? SL_OK : sl_fail(SL_ERR_INPUT, "%s", known->why_not[last]);
}

/* Finds what judges each lab, and checks that it can be judged. */
static sl_status prepare_labs(const grade_wishes *w, rubrics *out) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_selected(w, i)) continue;
    SL_TRY(sl_grade_one_grader(sl_labs[i], w->backend, out->graders[i], sizeof out->graders[i]));
    if (!out->why_not[i][0] &&
        sl_rubric_check_matrices(&out->all[i], sl_judging_cache_dir()) != SL_OK) {
      keep_reason(i, out);
    }
  }
  return count_graded(w, out) ? SL_OK : leave_labs_out(w, out);
}

/* ---- files written by people ----------------------------------------------------------------- */

/* The file that an option names, or else the file `name` in the output folder. */
static void find_file(const grade_wishes *w, const char *given, const char *name, char *path,
                      size_t size) {
  if (given) {
    (void)snprintf(path, size, "%s", given);
  } else {
    (void)snprintf(path, size, "%s/%s", w->out, name);
  }
}

/* Whether there is a roster. */
static bool find_roster(const grade_wishes *w, char *path, size_t size) {
  find_file(w, w->roster, SL_ROSTER_FILE, path, size);
  return w->roster || access(path, F_OK) == 0;
}

static sl_status read_decisions(const grade_wishes *w, sl_decisions *out) {
  char path[4096];
  find_file(w, w->decisions, SL_DECISIONS_FILE, path, sizeof path);
  return sl_decisions_read(path, !w->decisions, out);
}

/* Copies a file that people wrote from the folder of the earlier grading, unless a new one
 * exists. */
static sl_status copy_file(const grade_wishes *w, const char *name) {
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
static sl_status take_over(grade_wishes *w) {
  if (!w->previous) return SL_OK;
  SL_TRY(sl_schedule_prepare(w->out));
  SL_TRY(sl_settings_take_seed(w->previous, &w->settings));
  if (!w->decisions) SL_TRY(copy_file(w, SL_DECISIONS_FILE));
  if (!w->roster) SL_TRY(copy_file(w, SL_ROSTER_FILE));
  return SL_OK;
}

/* ---- the submissions ------------------------------------------------------------------------- */

static sl_status find_submissions(grade_wishes *w, sl_submissions *out) {
  for (size_t i = 0; i < w->num_folders; i++) SL_TRY(sl_submissions_add(out, w->folders[i]));
  char roster[4096];
  if (find_roster(w, roster, sizeof roster)) SL_TRY(sl_submissions_add_roster(out, roster));
  SL_TRY(sl_submissions_sort(out));
  unsigned handed_in;
  SL_TRY(sl_submissions_labs(out, &handed_in));
  if (!w->labs) w->labs = handed_in;
  if (w->labs) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "nobody has handed in the file of a lab, as 02-ell/ell.cu or ell.cu; say by --lab "
                 "which lab it was");
}

/* A student is in the same part on every machine. */
static bool is_in_part(const grade_wishes *w, const char *student) {
  char digits[SL_SHA256_TEXT];
  if (!w->parts) return true;
  sl_sha256_of(student, strlen(student), digits);
  digits[8] = '\0';
  return (long)(strtoull(digits, NULL, 16) % (unsigned long long)w->parts) == w->part - 1;
}

static sl_status list_work(const grade_wishes *w, const sl_submissions *submissions,
                           const rubrics *known, sl_schedule *out) {
  SL_TRY(sl_alloc(submissions->count * sl_num_labs, sizeof *out->work, "submissions", &out->work));
  for (size_t s = 0; s < submissions->count; s++) {
    if (!is_in_part(w, submissions->all[s].student)) continue;
    for (size_t i = 0; i < sl_num_labs; i++) {
      if (!is_graded(w, known, i)) continue;
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
    return sl_fail(SL_ERR_INPUT, "\"%s\" is not a time: write it as 2026-12-01T23:59", fields[1]);
  }
  bool known = false;
  for (size_t i = 0; i < schedule->count; i++) {
    sl_schedule_work *work = &schedule->work[i];
    if (strcmp(work->submission->student, fields[0]) != 0) continue;
    work->handed_in = when;
    known = true;
  }
  if (!known)
    (void)fprintf(stderr, "lab: a time is given for %s, who has no submission here\n", fields[0]);
  return SL_OK;
}

/* Reports students without a time in the file. For them the time of the submitted file counts, and
 * copying may have changed it. */
static void tell_timeless(const grade_wishes *w, const sl_schedule *schedule) {
  const sl_submission *last = NULL;
  for (size_t i = 0; i < schedule->count; i++) {
    const sl_schedule_work *work = &schedule->work[i];
    if (work->handed_in || !work->submission->num_parts || work->submission == last) continue;
    last = work->submission;
    (void)fprintf(stderr, "lab: %s has no time for %s: the time of the file counts\n", w->times,
                  last->student);
  }
}

static sl_status read_times(const grade_wishes *w, sl_schedule *schedule) {
  static const char *const columns[] = {"student", "time"};
  if (!w->times) return SL_OK;
  SL_TRY(sl_table_read(w->times, columns, 2, take_time, schedule));
  tell_timeless(w, schedule);
  return SL_OK;
}

/* ---- outputs --------------------------------------------------------------------------------- */

/* The data for all outputs. */
typedef struct results {
  sl_records records;
  sl_strays strays;
  sl_decisions decisions;
  sl_roster roster;
  sl_outputs_earlier earlier[MOST_EARLIER]; /* as many as were given */
} results;

static sl_status read_earlier(const grade_wishes *w, results *out) {
  char folder[4096];
  for (size_t i = 0; i < w->num_earlier; i++) {
    out->earlier[i].folder = w->earlier[i];
    (void)snprintf(folder, sizeof folder, "%s/records", w->earlier[i]);
    sl_status status = sl_records_read(folder, &out->earlier[i].records);
    if (status != SL_OK) {
      return sl_fail_at(status, "--earlier takes the folder of a grading, made by ./lab grade -o");
    }
  }
  return SL_OK;
}

static sl_status read_roster(const grade_wishes *w, results *out) {
  char path[4096];
  sl_settings settings = {.seed = 0};
  if (find_roster(w, path, sizeof path)) SL_TRY(sl_roster_read(path, false, &out->roster));
  SL_TRY(sl_settings_take_seed(w->out, &settings));
  return sl_anonymous_number(&out->roster, settings.seed, &out->records);
}

static sl_status read_results(const grade_wishes *w, const rubrics *known, results *out) {
  char folder[4096];
  (void)snprintf(folder, sizeof folder, "%s/records", w->out);
  SL_TRY(sl_strays_read(w->out, &out->strays));
  SL_TRY(sl_records_read(folder, &out->records));
  SL_TRY(read_earlier(w, out));
  SL_TRY(read_roster(w, out));
  SL_TRY(read_decisions(w, &out->decisions));
  return sl_decisions_apply(&out->decisions, known->all, time(NULL), &out->records);
}

static void free_results(results *r) {
  sl_decisions_free(&r->decisions);
  sl_roster_free(&r->roster);
  for (size_t i = 0; i < MOST_EARLIER; i++) sl_records_free(&r->earlier[i].records);
  sl_records_free(&r->records);
  sl_strays_free(&r->strays);
}

/* What students are shown of each lab. */
typedef struct shown_labs {
  sl_outputs_lab all[MOST_LABS], open[MOST_LABS];
  char skeletons[MOST_LABS][512];
} shown_labs;

static void list_labs(const rubrics *known, time_t now, shown_labs *out) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    const sl_rubric *rubric = &known->all[i];
    char *skeleton = out->skeletons[i];
    (void)snprintf(skeleton, sizeof *out->skeletons, "%s/skeletons/%s/%s.cu", SL_BINARY_DIR,
                   sl_labs[i]->id, sl_lab_short_name(sl_labs[i]));
    out->all[i] = (sl_outputs_lab){.lab = sl_labs[i]->id,
                                   .before = rubric->before,
                                   .after = rubric->after,
                                   .over = now > rubric->deadline,
                                   .skeleton = access(skeleton, R_OK) == 0 ? skeleton : NULL};
    out->open[i] = out->all[i];
    out->open[i].over = false;
  }
}

/* Writes the anonymous report in a separate folder, and removes the one with names. */
static sl_status write_anonymous(const grade_wishes *w, const sl_outputs *outputs, results *read) {
  char folder[4096], path[4096 + 16];
  sl_outputs anonymous = *outputs;
  (void)snprintf(folder, sizeof folder, "%s/anonymous", w->out);
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", folder, strerror(errno));
  }
  for (int i = 0; i < 2; i++) {
    (void)snprintf(path, sizeof path, "%s/%s", w->out, i ? "attention.csv" : "report.html");
    if (unlink(path) != 0 && errno != ENOENT) {
      return sl_fail(SL_ERR_SYSTEM, "cannot remove %s: %s", path, strerror(errno));
    }
  }
  anonymous.folder = folder;
  anonymous.grading = w->out;
  anonymous.parts = SL_OUTPUTS_ANONYMOUS;
  anonymous.strays = (sl_strays){NULL, 0}; /* their names may reveal the students */
  SL_TRY(sl_anonymous_make(&read->roster, &read->records));
  return sl_outputs_write(&anonymous, &read->records);
}

static sl_status write_all(const grade_wishes *w, const sl_outputs *outputs, results *read,
                           time_t now) {
  size_t changed = 0;
  SL_TRY(sl_outputs_write(outputs, &read->records));
  SL_TRY(sl_changes_note(w->out, w->previous, &read->records, now, &changed));
  if (changed) {
    (void)printf("%zu mark%s changed: %s/" SL_CHANGES_LOG " says why.\n", changed,
                 changed == 1 ? "" : "s", w->out);
  }
  return w->anonymous ? write_anonymous(w, outputs, read) : SL_OK;
}

static const char *find_handout(const char *lab) {
  static char path[512];
  (void)snprintf(path, sizeof path, "%s/labs/%s/README.md", SL_SOURCE_DIR, lab);
  return path;
}

/* Without its rubric it is not known what students may see of a lab. */
static void tell_hidden_labs(rubrics *known, const sl_records *records) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    bool has_records = false;
    for (size_t r = 0; r < records->count; r++) {
      has_records = has_records || strcmp(records->all[r].lab, sl_labs[i]->id) == 0;
    }
    if (!known->all[i].unreadable || !has_records) continue;
    known->incomplete = true;
    (void)fprintf(stderr,
                  "lab: %s\nlab: until its rubric can be read, students are shown nothing of %s\n",
                  known->why_not[i], sl_labs[i]->id);
  }
}

static sl_status write_outputs(const grade_wishes *w, rubrics *known) {
  static shown_labs labs;
  results read = {.records = {.all = NULL}};
  time_t now = time(NULL);
  list_labs(known, now, &labs);
  sl_status status = read_results(w, known, &read);
  if (status == SL_OK) status = sl_decisions_name_waiting(&read.decisions, &read.records);
  const sl_outputs outputs = {.folder = w->out,
                              .labs = labs.all,
                              .open_labs = labs.open,
                              .num_labs = sl_num_labs,
                              .times_of_files = !w->times,
                              .roster = read.roster,
                              .earlier = read.earlier,
                              .num_earlier = w->num_earlier,
                              .handout = find_handout,
                              .parts = w->anonymous ? SL_OUTPUTS_NAMED : 0,
                              .strays = read.strays};
  if (status == SL_OK) status = write_all(w, &outputs, &read, now);
  if (status == SL_OK) tell_hidden_labs(known, &read.records);
  free_results(&read);
  return status;
}

/* Prints the last line: everything that a person should check. */
static sl_status tell_attention(const grade_wishes *w, const rubrics *known) {
  results read = {.records = {.all = NULL}};
  sl_attention list = {.rows = NULL};
  sl_status status = read_results(w, known, &read);
  const sl_outputs outputs = {.strays = w->anonymous ? (sl_strays){NULL, 0} : read.strays};
  if (status == SL_OK && w->anonymous) status = sl_anonymous_make(&read.roster, &read.records);
  if (status == SL_OK) status = sl_attention_make(&read.records, &outputs, &list);
  if (status == SL_OK && list.proposals) {
    (void)printf(
        "For %zu submission%s a file is proposed, because its name or place is not the usual "
        "one. --accept-names grades these files; until then there is no score.\n",
        list.proposals, list.proposals == 1 ? "" : "s");
  }
  if (status == SL_OK) sl_attention_put_line(stdout, &list);
  sl_attention_free(&list);
  free_results(&read);
  return status;
}

static void tell_left_out(const grade_wishes *w, rubrics *known) {
  const char *separator = "Not graded, for the reason that is given above: ";
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_selected(w, i) || is_graded(w, known, i)) continue;
    (void)printf("%s%s", separator, sl_labs[i]->id);
    separator = ", ";
    known->incomplete = true;
  }
  if (*separator == ',') (void)printf(". Correct it, and give the same command again.\n");
}

static void tell(const grade_wishes *w, const sl_schedule *schedule) {
  (void)printf("%zu of %zu graded", schedule->graded + schedule->kept, schedule->count);
  if (schedule->kept) (void)printf(", %zu of them before", schedule->kept);
  (void)printf(".\n");
  if (schedule->infrastructure) {
    (void)printf("%zu could not be graded, and have open points. The first: %s.\n"
                 "The same command tries them again.\n",
                 schedule->infrastructure, schedule->failure);
  }
  if (schedule->reviews) {
    (void)printf("%zu wait%s for your review, and %s open points: the report says why.\n",
                 schedule->reviews, schedule->reviews == 1 ? "s" : "",
                 schedule->reviews == 1 ? "has" : "have");
  }
  if (schedule->interrupted) {
    (void)printf("Interrupted. What is graded is kept; the same command continues from here.\n");
  } else if (w->parts) {
    (void)printf("Part %ld of %ld. When all are done: ./lab grade --reports -o %s\n", w->part,
                 w->parts, w->out);
  } else {
    (void)printf("Marks: %s/gradebook.csv, feedback: %s/feedback, for you: %s%s/report.html\n",
                 w->out, w->out, w->out, w->anonymous ? "/anonymous" : "");
  }
}

/* ---- the whole grading ----------------------------------------------------------------------- */

/* A second call with other settings in the same folder is refused; settings of a lab concern only
 * this lab. */
static sl_status agree(grade_wishes *w, rubrics *known, const sl_sandbox *sandbox) {
  sl_settings_add(&w->settings, "kit", SL_KIT_VERSION);
  sl_settings_add(&w->settings, "backend", sl_judge_backend_name(w->backend));
  sl_settings_add(&w->settings, "sandbox", sandbox ? "yes" : "none");
  SL_TRY(sl_schedule_prepare(w->out));
  SL_TRY(sl_settings_agree(w->out, &w->settings));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_graded(w, known, i)) continue;
    sl_status status = sl_settings_agree_on_lab(w->out, sl_labs[i]->id, w->settings.seed,
                                                known->all[i].digest, known->graders[i]);
    if (status != SL_OK && status != SL_ERR_USAGE) return status;
    if (status != SL_OK) keep_reason(i, known);
  }
  return leave_labs_out(w, known);
}

/* Identifies the GPU and checks that it works. Builds once what all submissions need. */
static sl_status find_gpu(const grade_wishes *w, const rubrics *known, sl_grade_gpu *found,
                          const sl_grade_gpu **out) {
  static sl_module module; /* large, because it holds the compiler's output */
  char source[512];
  *out = NULL;
  if (w->backend != SL_GPU) return SL_OK;
  SL_TRY(sl_gpu_find(&found->gpu));
  SL_TRY(sl_gpu_build_probe(found->probe, sizeof found->probe));
  SL_TRY(sl_gpu_probe(found->probe));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_graded(w, known, i)) continue;
    sl_module_source(sl_labs[i], true, source, sizeof source);
    SL_TRY(sl_module_build(sl_labs[i], source, SL_GPU, SL_F32, &module));
    if (!module.compiled) {
      return sl_fail(SL_ERR_SYSTEM, "%s does not compile here: %.400s", source, module.log);
    }
  }
  *out = found;
  return SL_OK;
}

/* A mistake in a file that a person wrote is reported before anything is graded. */
static sl_status check_decisions(const grade_wishes *w) {
  sl_decisions decisions;
  sl_status status = read_decisions(w, &decisions);
  sl_decisions_free(&decisions);
  return status;
}

/* Names that were accepted here or in the earlier grading stay accepted. */
static sl_status run_schedule(const grade_wishes *w, sl_schedule *schedule) {
  sl_accepted accepted = {.all = NULL};
  sl_status status = sl_accepted_add(&accepted, w->out);
  if (status == SL_OK && w->previous) status = sl_accepted_add(&accepted, w->previous);
  schedule->accepted = &accepted;
  if (status == SL_OK) status = sl_schedule_run(schedule);
  schedule->accepted = NULL;
  sl_accepted_free(&accepted);
  return status;
}

static sl_status grade(grade_wishes *w, rubrics *known, const sl_sandbox *sandbox,
                       sl_submissions *submissions, sl_schedule *schedule) {
  char log[4096];
  SL_TRY(take_over(w));
  SL_TRY(check_decisions(w));
  SL_TRY(find_submissions(w, submissions));
  SL_TRY(read_rubrics(w, known));
  SL_TRY(prepare_labs(w, known));
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
  return w->parts ? SL_OK : write_outputs(w, known);
}

static sl_status find_sandbox(const grade_wishes *w, sl_sandbox *found, const sl_sandbox **out) {
  *out = NULL;
  if (w->unsafe) {
    (void)fprintf(stderr, "lab: without a sandbox: what is graded has all your rights on this "
                          "machine, and the records say so\n");
    return SL_OK;
  }
  *out = found;
  sl_status status = sl_judging_find_sandbox(found);
  if (status != SL_ERR_MISSING) return status;
  return sl_fail(status,
                 "%.700s. Nothing was graded; --unsafe-no-sandbox grades without one, which "
                 "is for submissions that you trust",
                 sl_status_message());
}

static int run_grading(grade_wishes *w, rubrics *known) {
  sl_sandbox found;
  const sl_sandbox *sandbox;
  sl_submissions submissions = {.all = NULL};
  sl_schedule schedule = {.work = NULL};
  sl_status status = find_sandbox(w, &found, &sandbox);
  if (status == SL_OK) status = grade(w, known, sandbox, &submissions, &schedule);
  if (status == SL_OK) {
    tell(w, &schedule);
    tell_left_out(w, known);
    status = schedule.interrupted ? SL_OK : tell_attention(w, known);
  } else if (schedule.graded > 0) {
    (void)printf("%zu of %zu graded, which are kept: the same command continues from here.\n",
                 schedule.graded + schedule.kept, schedule.count);
  }
  int interrupted = schedule.interrupted;
  bool open = schedule.infrastructure > 0;
  sl_free(schedule.work);
  sl_submissions_free(&submissions);
  if (status != SL_OK) return sl_complain(status);
  (void)fflush(stdout);
  if (interrupted) (void)raise(interrupted); /* as the caller's shell expects */
  if (open) return sl_status_exit(SL_ERR_SYSTEM);
  return known->incomplete ? sl_status_exit(SL_ERR_INPUT) : 0;
}

int sl_cmd_grade(int count, char **arguments) {
  static grade_wishes w;
  static rubrics known;
  sl_status status = read_arguments(count, arguments, &w);
  if (status == SL_OK) status = sl_record_supported();
  if (status != SL_OK) return sl_complain(status);
  if (!w.reports) return run_grading(&w, &known);
  status = read_rubrics(&w, &known);
  if (status == SL_OK) status = write_outputs(&w, &known);
  if (status == SL_OK) status = tell_attention(&w, &known);
  if (status != SL_OK) return sl_complain(status);
  return known.incomplete ? sl_status_exit(SL_ERR_INPUT) : 0;
}
