/* options.c: the command line of the commands that judge, and of the quiz. */
#include "cli/cli.h"

#include "base/nearest.h"
#include "judge/gpu.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef sl_status take_value(sl_options *options, const char *value);

static sl_status take_matrix(sl_options *options, const char *value) {
  if (options->num_matrices == SL_MAX_MATRICES) {
    return sl_fail(SL_ERR_USAGE, "at most %d matrices at a time", SL_MAX_MATRICES);
  }
  options->matrices[options->num_matrices++] = value;
  return SL_OK;
}

static sl_status take_backend(sl_options *options, const char *value) {
  if (strcmp(value, "gpu") != 0 && strcmp(value, "lens") != 0) {
    return sl_fail(SL_ERR_USAGE, "there is no backend \"%s\"; write gpu or lens", value);
  }
  options->backend_given = true;
  options->backend = strcmp(value, "gpu") == 0 ? SL_GPU : SL_LENS;
  return SL_OK;
}

static sl_status take_precision(sl_options *options, const char *value) {
  if (strcmp(value, "f32") != 0 && strcmp(value, "f64") != 0) {
    return sl_fail(SL_ERR_USAGE, "there is no precision \"%s\"; write f32 or f64", value);
  }
  options->precision = strcmp(value, "f64") == 0 ? SL_F64 : SL_F32;
  options->precision_given = true;
  return SL_OK;
}

sl_status sl_options_check_warp(const char *text) {
  unsigned long long block;
  unsigned warp;
  char end;
  if (sscanf(text, "%llu:%u%c", &block, &warp, &end) == 2 && !strchr(text, '-')) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--warp takes BLOCK:WARP, such as 0:3, not \"%s\"", text);
}

static sl_status take_warp(sl_options *options, const char *value) {
  options->warp = value;
  return sl_options_check_warp(value);
}

static sl_status take_deadline(sl_options *options, const char *value) {
  char *end;
  options->deadline_seconds = strtod(value, &end);
  if (*end || !(options->deadline_seconds > 0 && options->deadline_seconds <= 86400)) {
    return sl_fail(SL_ERR_USAGE, "--deadline takes seconds between 0 and 86400, not \"%s\"", value);
  }
  return SL_OK;
}

static sl_status take_seed(sl_options *options, const char *value) {
  char *end;
  errno = 0;
  options->seed = strtoull(value, &end, 10);
  bool good = *value >= '0' && *value <= '9' && !*end && errno == 0 && options->seed > 0;
  if (good) return SL_OK;
  return sl_fail(SL_ERR_USAGE,
                 "--seed takes a whole number from 1 to 18446744073709551615, not \"%s\"", value);
}

static sl_status take_peer(sl_options *options, const char *value) {
  options->peer = value;
  if (strcmp(value, "cusparse") == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "there is no peer \"%s\"; the only peer is cusparse", value);
}

sl_status sl_options_choose_device(const char *name, sl_device *out, bool *chosen_out) {
  const char *other = getenv("SL_DEVICE");
  if (!name) name = other && *other ? other : SL_DEVICE_DEFAULT;
  *chosen_out = strcmp(name, SL_DEVICE_NONE) != 0;
  return *chosen_out ? sl_device_find(name, out) : SL_OK;
}

static sl_status take_section(sl_options *options, const char *value) {
  char *end;
  long section = strtol(value, &end, 10);
  options->section = (int)section;
  if (end != value && !*end && section >= 1 && section <= 99) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--section takes the number of a section, not \"%s\"", value);
}

/* The commands whose command line is read here; each is a bit. */
enum {
  RUN = 1,
  DEMO = 2,
  LENS = 4,
  EXPLAIN = 8,
  QUIZ = 16,
  WATCH = 32,
  REPORT = 64,
  PREDICTING = RUN | DEMO | LENS | WATCH | REPORT,
  JUDGING = PREDICTING | EXPLAIN | QUIZ
};
static const struct {
  const char *name;
  int bit;
} readers[] = {{"run", RUN},   {"demo", DEMO},   {"lens", LENS},    {"explain", EXPLAIN},
               {"quiz", QUIZ}, {"watch", WATCH}, {"report", REPORT}};

/* All options, one per line. The parser, its messages, the shell's completion and setup/usage.sh
 * use this table. */
#define OF(member) offsetof(sl_options, member)
static const struct {
  sl_option_word word;
  int commands;     /* the commands that have the option */
  take_value *take; /* NULL: stored at `place` in sl_options */
  size_t place;
} table[] = {
    {{"--matrix", "-m", SL_TAKES_MATRIX}, RUN | DEMO | LENS | REPORT, take_matrix, 0},
    {{"--backend", "", SL_TAKES_BACKEND}, JUDGING, take_backend, 0},
    {{"--precision", "", SL_TAKES_PRECISION}, JUDGING, take_precision, 0},
    {{"--file", "", SL_TAKES_FILE}, RUN | LENS | EXPLAIN | QUIZ | WATCH, NULL, OF(file)},
    {{"--task", "", SL_TAKES_TASK}, RUN | DEMO | LENS | EXPLAIN, NULL, OF(task)},
    {{"--csv", "", SL_TAKES_FILE}, RUN | DEMO | LENS | EXPLAIN, NULL, OF(csv)},
    {{"--deadline", "", SL_TAKES_WORD}, JUDGING, take_deadline, 0},
    {{"--html", "", SL_TAKES_FILE}, LENS | REPORT, NULL, OF(html)},
    {{"--warp", "", SL_TAKES_WORD}, LENS, take_warp, 0},
    {{"--seed", "", SL_TAKES_WORD}, RUN, take_seed, 0},
    {{"--peer", "", SL_TAKES_PEER}, RUN, take_peer, 0},
    {{"--device", "", SL_TAKES_DEVICE}, PREDICTING, NULL, OF(device_name)},
    {{"--section", "", SL_TAKES_WORD}, QUIZ, take_section, 0},
    {{"--review", "", SL_TAKES_NOTHING}, QUIZ, NULL, OF(review)},
    {{"--predict", "", SL_TAKES_NOTHING}, RUN | WATCH, NULL, OF(predict)},
    {{"--quick", "", SL_TAKES_NOTHING}, RUN, NULL, OF(quick)},
    {{"--untimed", "", SL_TAKES_NOTHING}, JUDGING, NULL, OF(untimed)},
    {{"--raw", "", SL_TAKES_NOTHING}, JUDGING, NULL, OF(raw)},
    {{"--sandbox", "", SL_TAKES_NOTHING}, RUN | WATCH, NULL, OF(sandbox)},
    {{"--trusted-times", "", SL_TAKES_NOTHING}, RUN, NULL, OF(trusted_times)},
    /* [kit-only */
    {{"--solution", "", SL_TAKES_NOTHING}, JUDGING & ~WATCH, NULL, OF(solution)},
    /* kit-only] */
};
#undef OF
enum { NUM_OPTIONS = sizeof table / sizeof *table, NUM_READERS = sizeof readers / sizeof *readers };

bool sl_option_is(const sl_option_word *option, const char *word) {
  if (strcmp(word, option->name) == 0) return true;
  return option->short_name[0] && strcmp(word, option->short_name) == 0;
}

/* The bit of a command; 0 if the command reads its own command line. */
static int bit_of(const char *command) {
  for (int i = 0; i < NUM_READERS; i++) {
    if (strcmp(command, readers[i].name) == 0) return readers[i].bit;
  }
  return 0;
}

const sl_option_word *sl_option_of(const char *command, size_t index) {
  int bit = bit_of(command);
  for (size_t i = 0; i < NUM_OPTIONS; i++) {
    if ((table[i].commands & bit) && index-- == 0) return &table[i].word;
  }
  return NULL;
}

sl_takes sl_option_takes(const char *name) {
  for (size_t i = 0; i < NUM_OPTIONS; i++) {
    if (sl_option_is(&table[i].word, name)) return table[i].word.takes;
  }
  return SL_TAKES_WORD;
}

/* Refuses an option, and names the commands to which it belongs: "--html belongs to ./lab lens and
 * report". */
static sl_status refuse(const char *argument, int commands) {
  char list[128];
  size_t used = 0, left = 0;
  for (int i = 0; i < NUM_READERS; i++) left += (commands & readers[i].bit) != 0;
  for (int i = 0; i < NUM_READERS && used < sizeof list; i++) {
    if (!(commands & readers[i].bit)) continue;
    left--;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", readers[i].name,
                             left > 1    ? ", "
                             : left == 1 ? " and "
                                         : "");
  }
  return sl_fail(SL_ERR_USAGE, "%s belongs to ./lab %s", argument, list);
}

static sl_status unknown_option(const char *command, const char *argument) {
  const char *names[NUM_OPTIONS], *nearest;
  size_t count = 0;
  for (const sl_option_word *one; (one = sl_option_of(command, count));) names[count++] = one->name;
  nearest = sl_nearest(argument, names, count);
  if (!nearest) {
    return sl_fail(SL_ERR_USAGE, "there is no option %s; ./lab help lists all options", argument);
  }
  return sl_fail(SL_ERR_USAGE, "there is no option %s; did you mean %s?", argument, nearest);
}

/* Whether the word can be the name of a task: it is neither another lab nor a matrix. */
static bool can_be_task(const char *word) {
  return isalpha((unsigned char)*word) && !strpbrk(word, ":./");
}

/* Takes an argument as the lab, or as the task if the lab is known. */
static sl_status take_name(const char *command, sl_options *options, const char *argument) {
  bool takes_task = bit_of(command) & (RUN | LENS | EXPLAIN);
  if (argument[0] == '-') return unknown_option(command, argument);
  if (!options->lab) {
    options->lab = argument;
  } else if (takes_task && !options->task && can_be_task(argument)) {
    options->task = argument;
  } else {
    return sl_fail(SL_ERR_USAGE, "only one %s at a time: %s or %s? (to give a matrix, use -m)",
                   options->task ? "task" : "lab", options->task ? options->task : options->lab,
                   argument);
  }
  return SL_OK;
}

static sl_status choose_backend(sl_options *options) {
  const char *missing = sl_gpu_missing();
  if (!options->backend_given) {
    options->backend = missing ? SL_LENS : SL_GPU;
  } else if (options->backend == SL_GPU && missing) {
    return sl_fail(SL_ERR_MISSING, "no usable GPU: %s; omit --backend to use the lens", missing);
  }
  return SL_OK;
}

/* Takes the option or the lab at arguments[*at], with its value. */
static sl_status take_argument(int count, char **arguments, int *at, sl_options *out) {
  const char *argument = arguments[*at];
  int i = 0;
  while (i < NUM_OPTIONS && !sl_option_is(&table[i].word, argument)) i++;
  if (i == NUM_OPTIONS) return take_name(arguments[0], out, argument);
  if (!(table[i].commands & bit_of(arguments[0]))) return refuse(argument, table[i].commands);
  char *place = (char *)out + table[i].place;
  if (table[i].word.takes == SL_TAKES_NOTHING) {
    *(bool *)place = true;
    return SL_OK;
  }
  if (++*at == count) return sl_fail(SL_ERR_USAGE, "%s needs a value", argument);
  if (table[i].take) return table[i].take(out, arguments[*at]);
  *(const char **)place = arguments[*at];
  return SL_OK;
}

sl_status sl_options_parse(int count, char **arguments, sl_options *out) {
  memset(out, 0, sizeof *out);
  for (int i = 1; i < count; i++) SL_TRY(take_argument(count, arguments, &i, out));
  /* [kit-only */
  if (out->solution && out->file) {
    return sl_fail(SL_ERR_USAGE, "--solution and --file exclude each other");
  }
  /* kit-only] */
  /* lens always runs on the CPU. Much of a GPU driver cannot run in a sandbox. */
  if ((bit_of(arguments[0]) == LENS || out->sandbox) && !out->backend_given) {
    out->backend_given = true;
    out->backend = SL_LENS;
  }
  SL_TRY(choose_backend(out));
  if (!(bit_of(arguments[0]) & PREDICTING)) return SL_OK;
  SL_TRY(sl_options_choose_device(out->device_name, &out->device, &out->predicts));
  out->predicts = out->predicts && !out->untimed && (out->backend == SL_LENS || out->predict);
  return SL_OK;
}
