/* remember.c: what is kept of a student's work between two calls. */
#include "cli/remember.h"

#include "base/regular.h"
#include "judge/toolchain.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, MAX_TASKS = 32 };

void sl_remembered_path(const char *name, char *path_out, size_t size) {
  static const char *const folders[] = {SL_SOURCE_DIR "/.lab", SL_BINARY_DIR "/progress"};
  const char *folder = getenv("SL_PROGRESS_DIR");
  if (!folder || !*folder) folder = folders[0];
  (void)mkdir(folder, 0777);
  if (access(folder, W_OK) != 0) {
    folder = folders[1];
    (void)mkdir(folder, 0777);
  }
  (void)snprintf(path_out, size, "%s/%s", folder, name);
}

FILE *sl_remembered(const char *name, char mode) {
  char path[PATH_SIZE];
  sl_remembered_path(name, path, sizeof path);
  return sl_fopen_regular(path, mode, NULL, 0);
}

static FILE *open_verdicts(const sl_lab *lab, char mode) {
  char name[128];
  (void)snprintf(name, sizeof name, "%s.verdicts", lab->id);
  return sl_remembered(name, mode);
}

static const char *verdict_in(const sl_lab_result *result, const char *task) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *judged = &result->tasks[t];
    bool said = judged->verdict != SL_SKIPPED && judged->verdict != SL_BROKEN;
    if (said && strcmp(judged->task->name, task) == 0) return sl_verdict_name(judged->verdict);
  }
  return NULL;
}

void sl_progress_save(const sl_lab_result *result) {
  const sl_lab *lab = result->lab;
  char before[MAX_TASKS][32];
  size_t count = lab->num_tasks < MAX_TASKS ? lab->num_tasks : MAX_TASKS;
  for (size_t t = 0; t < count; t++) {
    if (!sl_progress_load(lab, lab->tasks[t].name, before[t], sizeof before[t])) *before[t] = '\0';
  }
  FILE *file = open_verdicts(lab, 'w');
  for (size_t t = 0; file && t < count; t++) {
    const char *now = verdict_in(result, lab->tasks[t].name);
    if (!now) now = before[t];
    if (*now) (void)fprintf(file, "%s\t%s\n", lab->tasks[t].name, now);
  }
  if (file) (void)fclose(file);
}

bool sl_progress_load(const sl_lab *lab, const char *task, char *verdict_out, size_t size) {
  char line[256];
  FILE *file = open_verdicts(lab, 'r');
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
