/* remember.c: records a student's progress between two calls. */
#include "cli/remember.h"

#include "base/hash.h"
#include "base/regular.h"
#include "judge/source.h"
#include "judge/toolchain.h"
#include "report/paint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = SL_REMEMBERED_PATH, MAX_TASKS = 32 };

static bool can_keep(const char *folder) {
  (void)mkdir(folder, 0777);
  return access(folder, W_OK) == 0;
}

void sl_remember_path(const char *name, char *path_out, size_t size) {
  static const char beside[] = SL_SOURCE_DIR "/.lab", built[] = SL_BINARY_DIR "/progress";
  const char *folder = getenv("SL_PROGRESS_DIR");
  if (!folder || !*folder) folder = beside;
  if (!can_keep(folder) && can_keep(built)) folder = built;
  (void)snprintf(path_out, size, "%s/%s", folder, name);
}

FILE *sl_remember_open(const char *name) {
  char path[PATH_SIZE];
  sl_remember_path(name, path, sizeof path);
  return sl_regular_fopen(path, 'r', NULL, 0);
}

/* Warns once that records cannot be kept, because the student may lose points by this. */
static void tell_not_kept(void) {
  static bool told;
  if (!told) {
    sl_paint_line(
        stderr, 2,
        "lab: your progress was not saved: %s; SL_PROGRESS_DIR=FOLDER saves it elsewhere\n",
        sl_status_message());
  }
  told = true;
}

FILE *sl_remember_start(const char *name, sl_keeping *out) {
  sl_remember_path(name, out->path, sizeof out->path);
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
    if (said && strcmp(judged->task->name, task) == 0)
      return sl_judge_verdict_name(judged->verdict);
  }
  return NULL;
}

/* A hash of the judged file and of the program that judged it. 0 if it is not known. */
static uint64_t key_of(const char *path) {
  sl_source source;
  struct stat program;
  if (stat("/proc/self/exe", &program) != 0 || sl_source_read(path, &source) != SL_OK) return 0;
  uint64_t key = sl_hash_bytes(SL_HASH_START, source.text, strlen(source.text));
  key = sl_hash_bytes(key, &program.st_mtim, sizeof program.st_mtim);
  key = sl_hash_bytes(key, &program.st_size, sizeof program.st_size);
  sl_source_free(&source);
  return key;
}

/* What is recorded about a task. */
typedef struct remember_known {
  char verdict[32]; /* "" if there is none */
  uint64_t key;     /* from key_of, if the task passed on the lens in both precisions; 0 for
                     * other verdicts */
} remember_known;

/* The records of a lab's tasks, indexed by the number of the task. */
typedef struct verdicts {
  remember_known all[MAX_TASKS];
  size_t count;
} verdicts;

/* Reads the record of a task, a line with its name, the verdict, and the key. */
static remember_known load(const sl_lab *lab, const char *task) {
  char line[256], name[128];
  remember_known found = {"", 0};
  name_verdicts(lab, name, sizeof name);
  FILE *file = sl_remember_open(name);
  while (file && !found.verdict[0] && fgets(line, sizeof line, file)) {
    char *tab = strchr(line, '\t');
    if (!tab) continue;
    *tab = '\0';
    if (strcmp(line, task) != 0) continue;
    size_t length = strcspn(tab + 1, "\t\n");
    (void)snprintf(found.verdict, sizeof found.verdict, "%.*s", (int)length, tab + 1);
    if (tab[1 + length] == '\t') found.key = strtoull(tab + 2 + length, NULL, 16);
  }
  if (file) (void)fclose(file);
  return found;
}

static void load_verdicts(const sl_lab *lab, verdicts *out) {
  out->count = lab->num_tasks < MAX_TASKS ? lab->num_tasks : MAX_TASKS;
  for (size_t t = 0; t < out->count; t++) out->all[t] = load(lab, lab->tasks[t].name);
}

static void save_verdicts(const sl_lab *lab, const verdicts *all) {
  char name[128];
  sl_keeping keeping;
  name_verdicts(lab, name, sizeof name);
  FILE *file = sl_remember_start(name, &keeping);
  if (!file) return;
  for (size_t t = 0; t < all->count; t++) {
    const remember_known *it = &all->all[t];
    if (!it->verdict[0]) continue;
    (void)fprintf(file, "%s\t%s\t%016" PRIx64 "\n", lab->tasks[t].name, it->verdict, it->key);
  }
  sl_remember_end(&keeping);
}

void sl_remember_verdicts(const sl_lab_result *result, bool all_cases) {
  verdicts all;
  load_verdicts(result->lab, &all);
  uint64_t key = result->backend == SL_LENS && result->in_both ? key_of(result->source) : 0;
  for (size_t t = 0; t < all.count; t++) {
    const char *now = verdict_in(result, result->lab->tasks[t].name, all_cases);
    if (!now) continue;
    (void)snprintf(all.all[t].verdict, sizeof all.all[t].verdict, "%s", now);
    all.all[t].key = strcmp(now, sl_judge_verdict_name(SL_PASSED)) == 0 ? key : 0;
  }
  save_verdicts(result->lab, &all);
}

void sl_remember_forget(const sl_lab *lab, const sl_task *task) {
  verdicts all;
  load_verdicts(lab, &all);
  for (size_t t = 0; t < all.count; t++) {
    if (!task || task == &lab->tasks[t]) all.all[t] = (remember_known){"", 0};
  }
  save_verdicts(lab, &all);
}

bool sl_remember_verdict(const sl_lab *lab, const char *task, char *verdict_out, size_t size) {
  remember_known found = load(lab, task);
  if (found.verdict[0]) (void)snprintf(verdict_out, size, "%s", found.verdict);
  return found.verdict[0] != '\0';
}

bool sl_remember_passed_unchanged(const sl_lab *lab, const sl_task *task, const char *source) {
  remember_known found = load(lab, task->name);
  return found.key && found.key == key_of(source);
}

bool sl_remember_passed(const sl_lab *lab, const sl_task *task) {
  char verdict[32];
  return sl_remember_verdict(lab, task->name, verdict, sizeof verdict) &&
         strcmp(verdict, sl_judge_verdict_name(SL_PASSED)) == 0;
}

const sl_task *sl_remember_current_task(const sl_lab *lab) {
  for (size_t t = 0; t < lab->num_tasks; t++) {
    if (!sl_remember_passed(lab, &lab->tasks[t])) return &lab->tasks[t];
  }
  return NULL;
}

const sl_lab *sl_remember_current_lab(void) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_remember_current_task(sl_labs[i])) return sl_labs[i];
  }
  return NULL;
}
