/* grade_options.c: reads the command line of ./lab grade. */
#include "cli/grade_options.h"

#include "cli/cli.h"
#include "grade/decisions.h"
#include "grade/roster.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PARTS = 10000 };

static sl_status take_lab(sl_grade_wishes *w, const char *value) {
  const sl_lab *lab;
  SL_TRY(sl_lab_find(value, &lab));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_labs[i] == lab) w->labs |= 1U << i;
  }
  return SL_OK;
}

static sl_status take_earlier(sl_grade_wishes *w, const char *value) {
  if (w->num_earlier == SL_GRADE_MOST_EARLIER) {
    return sl_fail(SL_ERR_USAGE, "--earlier: more than %d folders", SL_GRADE_MOST_EARLIER);
  }
  w->earlier[w->num_earlier++] = value;
  return SL_OK;
}

static sl_status take_rubric(sl_grade_wishes *w, const char *value) {
  if (w->num_rubrics == SL_GRADE_MOST_RUBRICS) {
    return sl_fail(SL_ERR_USAGE, "--rubric: more than %d files", SL_GRADE_MOST_RUBRICS);
  }
  w->rubrics[w->num_rubrics++] = value;
  return SL_OK;
}

static sl_status take_backend(sl_grade_wishes *w, const char *value) {
  w->backend = strcmp(value, "gpu") == 0 ? SL_GPU : SL_LENS;
  if (w->backend == SL_GPU || strcmp(value, "lens") == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "there is no backend \"%s\"; write gpu or lens", value);
}

static sl_status take_whole(const char *option, const char *value, long least, long most,
                            long *out) {
  char *end;
  *out = strtol(value, &end, 10);
  if (*value && !*end && *out >= least && *out <= most) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "%s takes a number from %ld to %ld, not \"%s\"", option, least, most,
                 value);
}

static sl_status take_processes(sl_grade_wishes *w, const char *value) {
  return take_whole("-j", value, 1, 256, &w->processes);
}

static sl_status take_seed(sl_grade_wishes *w, const char *value) {
  char *end;
  errno = 0;
  w->settings.seed = strtoull(value, &end, 10);
  w->settings.seed_given = true;
  if (*value >= '0' && *value <= '9' && !*end && errno == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--seed takes a whole number, not \"%s\"", value);
}

static sl_status take_part(sl_grade_wishes *w, const char *value) {
  char end;
  bool read = sscanf(value, "%ld/%ld%c", &w->part, &w->parts, &end) == 2;
  if (read && w->part >= 1 && w->parts <= MOST_PARTS && w->part <= w->parts) return SL_OK;
  return sl_fail(SL_ERR_USAGE,
                 "--part takes K/N, such as 2/5 for the second of five parts, not \"%s\"", value);
}

static const struct {
  sl_option_word word;
  sl_status (*take)(sl_grade_wishes *w, const char *value); /* NULL: stored at `place` in wishes */
  size_t place;
} table[] = {
    {{"--lab", "", SL_TAKES_LAB}, take_lab, 0},
    {{"--rubric", "", SL_TAKES_FILE}, take_rubric, 0},
    {{"--out", "-o", SL_TAKES_FILE}, NULL, offsetof(sl_grade_wishes, out)},
    {{"--times", "", SL_TAKES_FILE}, NULL, offsetof(sl_grade_wishes, times)},
    {{"--roster", "", SL_TAKES_FILE}, NULL, offsetof(sl_grade_wishes, roster)},
    {{"--decisions", "", SL_TAKES_FILE}, NULL, offsetof(sl_grade_wishes, decisions)},
    {{"--earlier", "", SL_TAKES_FILE}, take_earlier, 0},
    {{"--previous", "", SL_TAKES_FILE}, NULL, offsetof(sl_grade_wishes, previous)},
    {{"--backend", "", SL_TAKES_BACKEND}, take_backend, 0},
    {{"--seed", "", SL_TAKES_WORD}, take_seed, 0},
    {{"--part", "", SL_TAKES_WORD}, take_part, 0},
    {{"--jobs", "-j", SL_TAKES_WORD}, take_processes, 0},
    {{"--accept-names", "", SL_TAKES_NOTHING}, NULL, offsetof(sl_grade_wishes, accept)},
    {{"--unsafe-no-sandbox", "", SL_TAKES_NOTHING}, NULL, offsetof(sl_grade_wishes, unsafe)},
    {{"--reports", "", SL_TAKES_NOTHING}, NULL, offsetof(sl_grade_wishes, reports)},
    {{"--anonymous", "", SL_TAKES_NOTHING}, NULL, offsetof(sl_grade_wishes, anonymous)},
    {{"--no-search", "", SL_TAKES_NOTHING}, NULL, offsetof(sl_grade_wishes, no_search)},
};

const sl_option_word *sl_grade_option(size_t index) {
  return index < SL_COUNT(table) ? &table[index].word : NULL;
}

static sl_status take_folder(sl_grade_wishes *w, const char *argument) {
  if (argument[0] == '-' && argument[1]) {
    return sl_fail(SL_ERR_USAGE, "there is no option %s; ./lab help lists all options", argument);
  }
  if (w->num_folders == SL_COUNT(w->folders)) {
    return sl_fail(SL_ERR_USAGE,
                   "more than %zu folders of submissions: put all submissions into one folder",
                   SL_COUNT(w->folders));
  }
  w->folders[w->num_folders++] = argument;
  return SL_OK;
}

sl_status sl_grade_options_read(int count, char **arguments, sl_grade_wishes *out) {
  memset(out, 0, sizeof *out);
  out->out = "grades";
  for (int i = 1; i < count; i++) {
    size_t which = 0;
    while (which < SL_COUNT(table) && !sl_option_is(&table[which].word, arguments[i])) which++;
    if (which == SL_COUNT(table)) {
      SL_TRY(take_folder(out, arguments[i]));
    } else if (table[which].word.takes == SL_TAKES_NOTHING) {
      *(bool *)((char *)out + table[which].place) = true;
    } else if (++i == count) {
      return sl_fail(SL_ERR_USAGE, "%s needs a value", arguments[i - 1]);
    } else if (!table[which].take) {
      *(const char **)((char *)out + table[which].place) = arguments[i];
    } else {
      SL_TRY(table[which].take(out, arguments[i]));
    }
  }
  if (out->num_folders > 0 || out->reports) return SL_OK;
  return sl_fail(
      SL_ERR_USAGE,
      "the folder of submissions is missing. For example: ./lab grade submissions/ --lab 02");
}

/* Finds the file that an option names. Without the option, it is the file `name` in the output
 * folder. */
static void find_file(const sl_grade_wishes *w, const char *given, const char *name, char *path,
                      size_t size) {
  if (given) {
    (void)snprintf(path, size, "%s", given);
  } else {
    (void)snprintf(path, size, "%s/%s", w->out, name);
  }
}

bool sl_grade_options_find_roster(const sl_grade_wishes *w, char *path, size_t size) {
  find_file(w, w->roster, SL_ROSTER_FILE, path, size);
  return w->roster || access(path, F_OK) == 0;
}

void sl_grade_options_find_decisions(const sl_grade_wishes *w, char *path, size_t size) {
  find_file(w, w->decisions, SL_DECISIONS_FILE, path, size);
}
