/* platform.c: recognises the names that learning platforms give, with one regular expression
 * each. */
#include "grade/platform.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GROUPS = 8 };

/* For each part of a name, the group of the regular expression; 0: none. */
static const struct form {
  const char *platform, *expression;
  int student, id, assignment, attempt, file, late;
} forms[] = {
    {"Moodle", "^(.+)_([0-9]+)_assignsubmission_(file|onlinetext)_?(.*)$", 1, 2, 0, 0, 4, 0},
    {"Blackboard",
     "^(.+)_([^_]+)_attempt_([0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2})_?(.*)$", 2, 0,
     1, 3, 4, 0},
    {"Canvas", "^([^_/]+)_((LATE|late)_)?([0-9]+)_([0-9]+)_(.+)$", 1, 4, 0, 0, 6, 3},
    {"Brightspace",
     "^([0-9]+)-[0-9]+ - (.+) - ([A-Z][a-z]+ [0-9]+, [0-9]{4} [0-9:]+ [AP]M)( - (.+))?$", 2, 1, 0,
     0, 5, 0},
    {"Gradescope", "^(submission_[0-9]+)$", 1, 0, 0, 0, 0, 0},
};

static void copy_group(const char *name, const regmatch_t *groups, int which, char *out) {
  out[0] = '\0';
  if (which == 0 || groups[which].rm_so < 0) return;
  (void)snprintf(out, SL_PLATFORM_TEXT, "%.*s", (int)(groups[which].rm_eo - groups[which].rm_so),
                 name + groups[which].rm_so);
}

static bool parse_form(const struct form *form, const char *name, sl_platform_name *out) {
  regex_t expression;
  regmatch_t groups[MOST_GROUPS];
  if (regcomp(&expression, form->expression, REG_EXTENDED) != 0) return false;
  bool fits = regexec(&expression, name, MOST_GROUPS, groups, 0) == 0;
  regfree(&expression);
  if (!fits) return false;
  out->platform = form->platform;
  copy_group(name, groups, form->student, out->student);
  copy_group(name, groups, form->id, out->id);
  copy_group(name, groups, form->assignment, out->assignment);
  copy_group(name, groups, form->attempt, out->attempt);
  copy_group(name, groups, form->file, out->file);
  out->late = form->late && groups[form->late].rm_so >= 0;
  return true;
}

bool sl_platform_parse(const char *name, sl_platform_name *out) {
  memset(out, 0, sizeof *out);
  if (strlen(name) >= SL_PLATFORM_TEXT) return false;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (parse_form(&forms[i], name, out)) return true;
  }
  return false;
}
