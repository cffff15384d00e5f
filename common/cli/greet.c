/* greet.c: ./lab without a command: shows how far the student is, and what to do next. */
#include "cli/cli.h"

#include "cli/remember.h"
#include "report/paint.h"

#include <stdio.h>

static void count_points(int *points_out, int *possible_out) {
  *points_out = *possible_out = 0;
  for (size_t i = 0; i < sl_num_labs; i++) {
    for (size_t t = 0; t < sl_labs[i]->num_tasks; t++) {
      const sl_task *task = &sl_labs[i]->tasks[t];
      *possible_out += task->points;
      if (sl_remember_passed(sl_labs[i], task)) *points_out += task->points;
    }
  }
}

int sl_cmd_greet(int count, char **arguments) {
  (void)arguments;
  if (count > 1) return sl_complain(sl_fail(SL_ERR_USAGE, "greet takes no arguments"));
  int points, possible;
  count_points(&points, &possible);
  const sl_lab *lab = sl_remember_current_lab();
  sl_paint_line(stdout, 2,
                "%sSparselab%s: labs on sparse matrices for the GPU, with or without one.\n\n",
                sl_paint_code(stdout, SL_BOLD), sl_paint_code(stdout, SL_PLAIN));
  sl_paint_line(stdout, 2, "You have %d of %d points.\n", points, possible);
  if (!lab) {
    (void)puts("Every lab has passed. Next: ./lab quiz LAB, or the open tasks of the handouts.");
  } else {
    const sl_task *task = sl_remember_current_task(lab);
    const char *name = sl_lab_short_name(lab);
    sl_paint_line(stdout, 2, "Next: task %s of lab %.2s (%s).\n\n", task->name, lab->id,
                  task->title);
    sl_paint_line(stdout, 2, "  1. Read  labs/%s/README.md\n", lab->id);
    sl_paint_line(stdout, 2, "  2. Edit  labs/%s/%s.cu\n", lab->id, name);
    sl_paint_line(
        stdout, 2,
        "  3. Try   ./lab run %.2s      or ./lab watch %.2s, which judges the file at every save\n",
        lab->id, lab->id);
  }
  (void)puts("\n./lab list shows all tasks, ./lab help all commands.");
  return 0;
}
