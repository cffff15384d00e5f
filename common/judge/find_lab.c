/* find_lab.c: finds a lab by any of its names. */
#include "base/nearest.h"
#include "base/path.h"
#include "judge/lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LABS = 64, MAX_TEXT = 4096 };

/* Accepts "01", "1", "csr-scalar" or "01-csr-scalar". */
static bool is_name_of(const sl_lab *lab, const char *text) {
  size_t digits = strspn(text, "0123456789");
  if (digits > 0 && !text[digits]) {
    return digits < 9 && strtol(text, NULL, 10) == strtol(lab->id, NULL, 10);
  }
  return strcmp(text, lab->id) == 0 || strcmp(text, sl_lab_short_name(lab)) == 0;
}

static const sl_lab *find(const char *text) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (is_name_of(sl_labs[i], text)) return sl_labs[i];
  }
  return NULL;
}

/* Finds the lab to which the path of a folder or a file belongs:
 * "labs/01-csr-scalar/csr-scalar.cu". */
static const sl_lab *find_by_path(char *path) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
  const sl_lab *lab = find(sl_base_name(path));
  char *slash = strrchr(path, '/');
  if (lab || !slash) return lab;
  char file[128];
  (void)snprintf(file, sizeof file, "%s", slash + 1);
  *slash = '\0';
  lab = find(sl_base_name(path));
  char *dot = strstr(file, ".cu");
  if (!lab || !dot || dot[3]) return NULL;
  *dot = '\0';
  return strcmp(file, sl_lab_short_name(lab)) == 0 ? lab : NULL;
}

static sl_status unknown(const char *text) {
  const char *names[2 * MAX_LABS], *nearest;
  char known[1024] = "";
  size_t count = 0;
  for (size_t i = 0; i < sl_num_labs && i < MAX_LABS; i++) {
    size_t used = strlen(known);
    (void)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", sl_labs[i]->id);
    names[count++] = sl_labs[i]->id;
    names[count++] = sl_lab_short_name(sl_labs[i]);
  }
  size_t length = strlen(text);
  if (length > 3 && strcmp(text + length - 3, ".cu") == 0) {
    return sl_fail(
        SL_ERR_USAGE,
        "%s is not the file of a lab; to judge a file of your own, run ./lab run LAB --file %s",
        text, text);
  }
  nearest = sl_nearest(text, names, count);
  if (nearest) {
    return sl_fail(SL_ERR_USAGE, "there is no lab \"%s\"; did you mean %s?", text, nearest);
  }
  return sl_fail(SL_ERR_USAGE, "there is no lab \"%s\"; the labs are %s", text, known);
}

sl_status sl_lab_pose_task(const char *lab, const char *task, const sl_case *given,
                           sl_problem *out) {
  const sl_lab *found = find(lab);
  const sl_task *posed;
  if (!found)
    return sl_fail(SL_ERR_INTERNAL, "a lab uses the files of lab %s, which is missing", lab);
  SL_TRY(sl_lab_find_task(found, task, &posed));
  return posed->pose(given, out);
}

sl_status sl_lab_find(const char *text, const sl_lab **out) {
  char path[MAX_TEXT];
  *out = find(text);
  if (!*out && strlen(text) < sizeof path) {
    *out = find_by_path(strcpy(path, text));
  }
  return *out ? SL_OK : unknown(text);
}
