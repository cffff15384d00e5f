/* lab.c: names of a lab and its tasks. */
#include "judge/lab.h"

#include <stdio.h>
#include <string.h>

const char *sl_lab_short_name(const sl_lab *lab) {
  const char *dash = strchr(lab->id, '-');
  return dash ? dash + 1 : lab->id;
}

/* Returns the task whose name is the first `length` characters of `name`, among the tasks before
 * `end`. */
static const sl_task *earlier_task(const sl_lab *lab, const char *end, const char *name,
                                   size_t length) {
  for (size_t i = 0; i < lab->num_tasks && strcmp(lab->tasks[i].name, end) != 0; i++) {
    const sl_task *task = &lab->tasks[i];
    if (strlen(task->name) == length && strncmp(task->name, name, length) == 0) return task;
  }
  return NULL;
}

sl_status sl_lab_describe_foundation(const sl_lab *lab, const sl_task *task, char *out,
                                     size_t size) {
  const char *rest = task->builds_on ? task->builds_on : "";
  size_t used = 0;
  out[0] = '\0';
  while (*rest && used < size) {
    size_t length = strcspn(rest, " ");
    const sl_task *earlier = earlier_task(lab, task->name, rest, length);
    if (!earlier) {
      return sl_fail(SL_ERR_INTERNAL,
                     "task %s of lab %s builds on \"%.*s\", which is not an earlier task",
                     task->name, lab->id, (int)length, rest);
    }
    rest += length + strspn(rest + length, " ");
    const char *joint = used == 0 ? "" : *rest ? ", " : " and ";
    used += (size_t)snprintf(out + used, size - used, "%s%s", joint, earlier->function);
  }
  return SL_OK;
}

sl_status sl_lab_find_task(const sl_lab *lab, const char *name, const sl_task **out) {
  char known[256] = "";
  for (size_t i = 0; i < lab->num_tasks; i++) {
    if (strcmp(lab->tasks[i].name, name) == 0) {
      *out = &lab->tasks[i];
      return SL_OK;
    }
    size_t used = strlen(known);
    (void)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", lab->tasks[i].name);
  }
  return sl_fail(SL_ERR_USAGE, "lab %s has no task \"%s\"; its tasks are %s", lab->id, name, known);
}
