/* grade_results.c: makes the outputs of a grading from its records. */
#include "cli/grade_results.h"

#include "cli/cli.h"
#include "grade/anonymous.h"
#include "grade/attention.h"
#include "grade/changes.h"
#include "grade/outputs.h"
#include "judge/toolchain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

sl_status sl_grade_results_read_decisions(const sl_grade_wishes *w, sl_decisions *out) {
  char path[4096];
  sl_grade_options_find_decisions(w, path, sizeof path);
  return sl_decisions_read(path, !w->decisions, out);
}

/* The data for all outputs. */
typedef struct results {
  sl_records records;
  sl_strays strays;
  sl_decisions decisions;
  sl_roster roster;
  sl_outputs_earlier earlier[SL_GRADE_MOST_EARLIER]; /* the earlier gradings, as many as were
                                                      * given */
} results;

static sl_status read_earlier(const sl_grade_wishes *w, results *out) {
  char folder[4096];
  for (size_t i = 0; i < w->num_earlier; i++) {
    out->earlier[i].folder = w->earlier[i];
    (void)snprintf(folder, sizeof folder, "%s/records", w->earlier[i]);
    sl_status status = sl_records_read(folder, &out->earlier[i].records);
    if (status != SL_OK) {
      return sl_fail_at(status, "--earlier takes a folder that ./lab grade -o has written");
    }
  }
  return SL_OK;
}

static sl_status read_roster(const sl_grade_wishes *w, results *out) {
  char path[4096];
  sl_settings settings = {.seed = 0};
  if (sl_grade_options_find_roster(w, path, sizeof path))
    SL_TRY(sl_roster_read(path, false, &out->roster));
  SL_TRY(sl_settings_take_seed(w->out, &settings));
  return sl_anonymous_number(&out->roster, settings.seed, &out->records);
}

static sl_status read_results(const sl_grade_wishes *w, const sl_grade_rubrics *known,
                              results *out) {
  char folder[4096];
  (void)snprintf(folder, sizeof folder, "%s/records", w->out);
  SL_TRY(sl_strays_read(w->out, &out->strays));
  SL_TRY(sl_records_read(folder, &out->records));
  SL_TRY(read_earlier(w, out));
  SL_TRY(read_roster(w, out));
  SL_TRY(sl_grade_results_read_decisions(w, &out->decisions));
  return sl_decisions_apply(&out->decisions, known->all, time(NULL), &out->records);
}

static void free_results(results *r) {
  sl_decisions_free(&r->decisions);
  sl_roster_free(&r->roster);
  for (size_t i = 0; i < SL_GRADE_MOST_EARLIER; i++) sl_records_free(&r->earlier[i].records);
  sl_records_free(&r->records);
  sl_strays_free(&r->strays);
}

/* The labs, and what students are shown of each. */
typedef struct shown_labs {
  sl_outputs_lab all[SL_GRADE_MOST_LABS], open[SL_GRADE_MOST_LABS];
  char skeletons[SL_GRADE_MOST_LABS][512];
} shown_labs;

static void list_labs(const sl_grade_rubrics *known, time_t now, shown_labs *out) {
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
static sl_status write_anonymous(const sl_grade_wishes *w, const sl_outputs *outputs,
                                 results *read) {
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
  anonymous.strays = (sl_strays){NULL, 0}; /* names of stray files may reveal the students */
  SL_TRY(sl_anonymous_make(&read->roster, &read->records));
  return sl_outputs_write(&anonymous, &read->records);
}

static sl_status write_all(const sl_grade_wishes *w, const sl_outputs *outputs, results *read,
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

/* Reports labs without a rubric, because then it is unknown what students may see of them. */
static void tell_hidden_labs(sl_grade_rubrics *known, const sl_records *records) {
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

/* Reports labs whose rubric has changed since they were graded: what is shown to students may
 * differ from what was meant then. */
static void tell_other_rubrics(const sl_grade_rubrics *known, const sl_records *records) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    const sl_rubric *rubric = &known->all[i];
    bool other = false;
    for (size_t r = 0; r < records->count; r++) {
      const sl_record *record = &records->all[r];
      bool of_lab = strcmp(record->lab, sl_labs[i]->id) == 0;
      other = other || (of_lab && strcmp(record->rubric, rubric->digest) != 0);
    }
    if (!other || rubric->unreadable) continue;
    (void)fprintf(stderr,
                  "lab: %s was graded with another rubric than %s: points stay as they are, and "
                  "what students see follows this one; --rubric names another\n",
                  sl_labs[i]->id, rubric->path[0] ? rubric->path : "that of the kit");
  }
}

sl_status sl_grade_results_write(const sl_grade_wishes *w, sl_grade_rubrics *known) {
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
  if (status == SL_OK) tell_other_rubrics(known, &read.records);
  free_results(&read);
  return status;
}

/* Names the students who have submitted something but are not in the roster, because a name in the
 * roster may be wrong. */
static void list_strangers(const results *read) {
  enum { MOST_NAMED = 10 };
  size_t count = 0;
  const char *last = "";
  for (size_t i = 0; read->roster.count && i < read->records.count; i++) {
    const sl_record *record = &read->records.all[i]; /* records are sorted by student */
    bool same = strcmp(record->student, last) == 0;
    last = record->student;
    if (same || sl_roster_find(&read->roster, last, record->platform_id)) continue;
    if (count < MOST_NAMED) (void)printf("%s%s", count ? ", " : "Not in the roster: ", last);
    count++;
  }
  if (count > MOST_NAMED) (void)printf(" and %zu more", count - MOST_NAMED);
  if (count) (void)printf(".\n");
}

sl_status sl_grade_results_list_attention(const sl_grade_wishes *w, const sl_grade_rubrics *known) {
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
  if (status == SL_OK && !w->anonymous) list_strangers(&read);
  sl_attention_free(&list);
  free_results(&read);
  return status;
}
