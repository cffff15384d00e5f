/* list.c: ./lab list: the labs, their tasks and points, and how far the student is. */
#include "cli/cli.h"

#include "cli/remember.h"
#include "report/paint.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMN = 11, TITLE_COLUMN = 33, VERDICT_COLUMN = 15, LINE = 76 };

/* Prints a name and a title; if `title_column` is not 0, more text follows on the line. On a narrow
 * terminal they are on separate lines. */
static void print_title(const char *name, int name_column, const char *title, int title_column,
                        int indent) {
  int columns = sl_paint_columns(stdout);
  if (columns > 0 && columns < LINE) {
    char text[160];
    (void)snprintf(text, sizeof text, "%s: %s", name, title);
    sl_paint_wrapped(stdout, text, indent, LINE);
    if (title_column > 0) (void)printf("%*s", indent + 2, "");
    return;
  }
  (void)printf("%*s", indent, "");
  sl_paint_padded(stdout, name, name_column);
  if (title_column > 0) {
    sl_paint_padded(stdout, title, title_column);
  } else {
    (void)printf("%s\n", title);
  }
}

static void list_task(const sl_lab *lab, const sl_task *task, int *points, int *possible) {
  char verdict[32];
  bool known = sl_remember_verdict(lab, task->name, verdict, sizeof verdict);
  bool passed = known && strcmp(verdict, "passed") == 0;
  *possible += task->points;
  *points += passed ? task->points : 0;
  print_title(task->name, NAME_COLUMN, task->title, TITLE_COLUMN, 4);
  (void)fputs(sl_paint_code(stdout, passed ? SL_GOOD : SL_WARN), stdout);
  sl_paint_padded(stdout, known ? verdict : "not tried", VERDICT_COLUMN);
  (void)printf("%s%d of %d points\n", sl_paint_code(stdout, SL_PLAIN), passed ? task->points : 0,
               task->points);
}

int sl_cmd_list(int count, char **arguments) {
  if (count > 1) {
    return sl_complain(sl_fail(SL_ERR_USAGE, "list takes no arguments, not \"%s\"", arguments[1]));
  }
  int all_points = 0, all_possible = 0;
  for (size_t i = 0; i < sl_num_labs; i++) {
    const sl_lab *lab = sl_labs[i];
    int points = 0, possible = 0;
    (void)fputs(sl_paint_code(stdout, SL_BOLD), stdout);
    print_title(lab->id, sl_paint_text_width(lab->id) + 2, lab->title, 0, 0);
    (void)fputs(sl_paint_code(stdout, SL_PLAIN), stdout);
    for (size_t t = 0; t < lab->num_tasks; t++) {
      list_task(lab, &lab->tasks[t], &points, &possible);
    }
    (void)printf("    %d of %d points\n", points, possible);
    all_points += points;
    all_possible += possible;
  }
  (void)printf("All labs: %d of %d points\n", all_points, all_possible);
  return 0;
}
