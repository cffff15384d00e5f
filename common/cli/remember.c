/* remember.c: what is kept of a student's work between two calls. */
#include "cli/remember.h"

#include "base/regular.h"
#include "judge/toolchain.h"
#include "report/paint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = SL_REMEMBERED_PATH, MAX_TASKS = 32 };

static bool can_keep(const char *folder) {
  (void)mkdir(folder, 0777);
  return access(folder, W_OK) == 0;
}

void sl_remembered_path(const char *name, char *path_out, size_t size) {
  static const char beside[] = SL_SOURCE_DIR "/.lab", built[] = SL_BINARY_DIR "/progress";
  const char *folder = getenv("SL_PROGRESS_DIR");
  if (!folder || !*folder) folder = beside;
  if (!can_keep(folder) && can_keep(built)) folder = built;
  (void)snprintf(path_out, size, "%s/%s", folder, name);
}

FILE *sl_remembered(const char *name) {
  char path[PATH_SIZE];
  sl_remembered_path(name, path, sizeof path);
  return sl_fopen_regular(path, 'r', NULL, 0);
}

/* Who loses points by it must hear of it, once. */
static void tell_not_kept(void) {
  static bool told;
  if (!told) {
    sl_print_line(stderr, 2,
                  "lab: what you have done is not remembered: %s; SL_PROGRESS_DIR=FOLDER keeps it "
                  "elsewhere\n",
                  sl_message());
  }
  told = true;
}

FILE *sl_remember_start(const char *name, sl_keeping *out) {
  sl_remembered_path(name, out->path, sizeof out->path);
  if (sl_replace_start(out->path, false, &out->new_file) == SL_OK) return out->new_file.file;
  tell_not_kept();
  return NULL;
}

void sl_remember_end(sl_keeping *keeping) {
  if (sl_replace_end(&keeping->new_file, SL_OK) != SL_OK) tell_not_kept();
}

static void name_verdicts(const sl_lab *lab, char *name_out, size_t size) {
  (void)snprintf(name_out, size, "%s.verdicts", lab->id);
}

static const char *verdict_in(const sl_lab_result *result, const char *task, bool all_cases) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *judged = &result->tasks[t];
    bool said = judged->verdict != SL_SKIPPED && judged->verdict != SL_BROKEN &&
                (all_cases || judged->verdict != SL_PASSED);
    if (said && strcmp(judged->task->name, task) == 0) return sl_verdict_name(judged->verdict);
  }
  return NULL;
}

/* By number of the task; "": none is known. */
typedef struct verdicts {
  char all[MAX_TASKS][32];
  size_t count;
} verdicts;

static void load_verdicts(const sl_lab *lab, verdicts *out) {
  out->count = lab->num_tasks < MAX_TASKS ? lab->num_tasks : MAX_TASKS;
  for (size_t t = 0; t < out->count; t++) {
    char *verdict = out->all[t];
    if (!sl_progress_load(lab, lab->tasks[t].name, verdict, sizeof out->all[t])) *verdict = '\0';
  }
}

static void save_verdicts(const sl_lab *lab, const verdicts *known) {
  char name[128];
  sl_keeping keeping;
  name_verdicts(lab, name, sizeof name);
  FILE *file = sl_remember_start(name, &keeping);
  if (!file) return;
  for (size_t t = 0; t < known->count; t++) {
    if (*known->all[t]) (void)fprintf(file, "%s\t%s\n", lab->tasks[t].name, known->all[t]);
  }
  sl_remember_end(&keeping);
}

void sl_progress_save(const sl_lab_result *result, bool all_cases) {
  verdicts known;
  load_verdicts(result->lab, &known);
  for (size_t t = 0; t < known.count; t++) {
    const char *now = verdict_in(result, result->lab->tasks[t].name, all_cases);
    if (now) (void)snprintf(known.all[t], sizeof known.all[t], "%s", now);
  }
  save_verdicts(result->lab, &known);
}

void sl_progress_forget(const sl_lab *lab, const sl_task *task) {
  verdicts known;
  load_verdicts(lab, &known);
  for (size_t t = 0; t < known.count; t++) {
    if (!task || task == &lab->tasks[t]) known.all[t][0] = '\0';
  }
  save_verdicts(lab, &known);
}

bool sl_progress_load(const sl_lab *lab, const char *task, char *verdict_out, size_t size) {
  char line[256], name[128];
  name_verdicts(lab, name, sizeof name);
  FILE *file = sl_remembered(name);
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    char *tab = strchr(line, '\t');
    if (!tab) continue;
    *tab = '\0';
    found = strcmp(line, task) == 0;
    if (found) (void)snprintf(verdict_out, size, "%.*s", (int)strcspn(tab + 1, "\n"), tab + 1);
  }
  if (file) (void)fclose(file);
  return found;
}

bool sl_has_passed(const sl_lab *lab, const sl_task *task) {
  char verdict[32];
  return sl_progress_load(lab, task->name, verdict, sizeof verdict) &&
         strcmp(verdict, sl_verdict_name(SL_PASSED)) == 0;
}

const sl_task *sl_task_at_hand(const sl_lab *lab) {
  for (size_t t = 0; t < lab->num_tasks; t++) {
    if (!sl_has_passed(lab, &lab->tasks[t])) return &lab->tasks[t];
  }
  return NULL;
}

const sl_lab *sl_lab_at_hand(void) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_task_at_hand(sl_labs[i])) return sl_labs[i];
  }
  return NULL;
}
