/* lab.c: names of a lab and its tasks. */
#include "judge/lab.h"

#include <stdio.h>
#include <string.h>

const char *sl_lab_short_name(const sl_lab *lab) {
  const char *dash = strchr(lab->id, '-');
  return dash ? dash + 1 : lab->id;
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
