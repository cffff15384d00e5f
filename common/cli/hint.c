/* hint.c: ./lab hint: shows the three hints of each task, one more at each call. */
#include "cli/cli.h"

#include "cli/remember.h"
#include "report/paint.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUM_HINTS = sizeof((sl_task *)0)->hints / sizeof(char *), WIDTH = 100 };

static void name_shown(const sl_lab *lab, const sl_task *task, char *name_out, size_t size) {
  (void)snprintf(name_out, size, "%s.%s.hints", lab->id, task->name);
}

/* The number of hints of a task that were shown so far. */
static int load_shown(const sl_lab *lab, const sl_task *task) {
  char text[16] = "", name[128];
  name_shown(lab, task, name, sizeof name);
  FILE *file = sl_remember_open(name);
  if (!file) return 0;
  int shown = fgets(text, sizeof text, file) ? (int)strtol(text, NULL, 10) : 0;
  (void)fclose(file);
  return shown < 0 ? 0 : shown > NUM_HINTS ? NUM_HINTS : shown;
}

int sl_hints_left(const sl_lab *lab, const sl_task *task) {
  return NUM_HINTS - load_shown(lab, task);
}

static void save_shown(const sl_lab *lab, const sl_task *task, int shown) {
  char name[128];
  sl_keeping keeping;
  name_shown(lab, task, name, sizeof name);
  FILE *file = sl_remember_start(name, &keeping);
  if (!file) return; /* the first hint will be shown again next time */
  (void)fprintf(file, "%d\n", shown);
  sl_remember_end(&keeping);
}

static void give_hint(const sl_lab *lab, const sl_task *task) {
  int shown = load_shown(lab, task);
  int now = shown < NUM_HINTS ? shown + 1 : NUM_HINTS;
  sl_paint_line(stdout, 2, "%s, task %s: %s\n", lab->id, task->name, task->title);
  for (int i = 0; i < now; i++) {
    char text[1024];
    (void)snprintf(text, sizeof text, "%d. %s", i + 1, task->hints[i]);
    sl_paint_wrapped(stdout, text, 2, WIDTH);
  }
  if (now < NUM_HINTS) {
    sl_paint_line(stdout, 2,
                  "Try it. If that is not enough, the same command gives the next hint.\n");
  } else {
    sl_paint_line(stdout, 2,
                  "These are all the hints for this task. If it fails, ./lab explain %.2s %s "
                  "searches for the wrong line.\n",
                  lab->id, task->name);
  }
  save_shown(lab, task, now);
}

int sl_cmd_hint(int count, char **arguments) {
  const sl_lab *lab;
  if (count < 2 || count > 3) {
    return sl_complain(sl_fail(
        SL_ERR_USAGE, "hint takes a lab and optionally a task. For example: ./lab hint 01 kernel"));
  }
  sl_status status = sl_lab_find(arguments[1], &lab);
  if (status != SL_OK) return sl_complain(status);
  const sl_task *task = NULL;
  if (count == 3) {
    status = sl_lab_find_task(lab, arguments[2], &task);
    if (status != SL_OK) return sl_complain(status);
  } else if (!(task = sl_remember_current_task(lab))) {
    sl_paint_line(stdout, 2,
                  "Every task of %s has passed. For a hint for one of them: ./lab hint %s TASK\n",
                  lab->id, lab->id);
    return 0;
  }
  give_hint(lab, task);
  return 0;
}
