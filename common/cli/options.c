/* options.c: the command line of run, demo and lens. */
#include "cli/cli.h"

#include "judge/gpu.h"

#include <errno.h>
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
    return sl_fail(SL_ERR_USAGE, "there is no backend \"%s\"; say gpu or lens", value);
  }
  options->backend_given = true;
  options->backend = strcmp(value, "gpu") == 0 ? SL_GPU : SL_LENS;
  return SL_OK;
}

static sl_status take_precision(sl_options *options, const char *value) {
  if (strcmp(value, "f32") != 0 && strcmp(value, "f64") != 0) {
    return sl_fail(SL_ERR_USAGE, "there is no precision \"%s\"; say f32 or f64", value);
  }
  options->precision = strcmp(value, "f64") == 0 ? SL_F64 : SL_F32;
  return SL_OK;
}

static sl_status take_file(sl_options *options, const char *value) {
  options->file = value;
  return SL_OK;
}

static sl_status take_task(sl_options *options, const char *value) {
  options->task = value;
  return SL_OK;
}

static sl_status take_csv(sl_options *options, const char *value) {
  options->csv = value;
  return SL_OK;
}

static sl_status take_html(sl_options *options, const char *value) {
  options->html = value;
  return SL_OK;
}

sl_status sl_check_warp(const char *text) {
  unsigned long long block;
  unsigned warp;
  char end;
  if (sscanf(text, "%llu:%u%c", &block, &warp, &end) == 2 && !strchr(text, '-')) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--warp takes BLOCK:WARP, as in 0:3, not \"%s\"", text);
}

static sl_status take_warp(sl_options *options, const char *value) {
  options->warp = value;
  return sl_check_warp(value);
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
  return sl_fail(SL_ERR_USAGE, "there is no peer \"%s\"; the only one is cusparse", value);
}

static sl_status take_section(sl_options *options, const char *value) {
  char *end;
  long section = strtol(value, &end, 10);
  options->section = (int)section;
  if (end != value && !*end && section >= 1 && section <= 99) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "--section takes the number of a section, not \"%s\"", value);
}

static const struct {
  const char *name, *short_name;
  take_value *take;
} valued[] = {
    {"--matrix", "-m", take_matrix},     {"--backend", "", take_backend},
    {"--precision", "", take_precision}, {"--file", "", take_file},
    {"--task", "", take_task},           {"--csv", "", take_csv},
    {"--deadline", "", take_deadline},   {"--html", "", take_html},
    {"--warp", "", take_warp},           {"--seed", "", take_seed},
    {"--peer", "", take_peer},           {"--section", "", take_section},
};
enum { NUM_VALUED = sizeof valued / sizeof *valued };

static int find_valued(const char *argument) {
  for (int i = 0; i < NUM_VALUED; i++) {
    if (strcmp(argument, valued[i].name) == 0) return i;
    if (valued[i].short_name[0] && strcmp(argument, valued[i].short_name) == 0) return i;
  }
  return -1;
}

static sl_status take_lone(sl_options *options, const char *argument) {
  /* [kit-only */
  if (strcmp(argument, "--solution") == 0) {
    options->solution = true;
    return SL_OK;
  }
  /* kit-only] */
  if (strcmp(argument, "--quick") == 0) {
    options->quick = true;
    return SL_OK;
  }
  if (strcmp(argument, "--untimed") == 0) {
    options->untimed = true;
    return SL_OK;
  }
  if (strcmp(argument, "--trusted-times") == 0) {
    options->trusted_times = true;
    return SL_OK;
  }
  if (strcmp(argument, "--raw") == 0) {
    options->raw = true;
    return SL_OK;
  }
  if (strcmp(argument, "--sandbox") == 0) {
    options->sandbox = true;
    return SL_OK;
  }
  if (strcmp(argument, "--review") == 0) {
    options->review = true;
    return SL_OK;
  }
  if (argument[0] == '-') {
    return sl_fail(SL_ERR_USAGE, "there is no option %s; ./lab help lists them", argument);
  }
  if (options->lab) {
    return sl_fail(SL_ERR_USAGE, "one lab at a time: %s or %s? (a matrix is given with -m)",
                   options->lab, argument);
  }
  options->lab = argument;
  return SL_OK;
}

static sl_status choose_backend(sl_options *options) {
  const char *missing = sl_gpu_missing();
  if (!options->backend_given) {
    options->backend = missing ? SL_LENS : SL_GPU;
  } else if (options->backend == SL_GPU && missing) {
    return sl_fail(SL_ERR_MISSING, "no usable GPU: %s; leave --backend out to use the lens",
                   missing);
  }
  return SL_OK;
}

sl_status sl_options_parse(int count, char **arguments, sl_options *out) {
  memset(out, 0, sizeof *out);
  for (int i = 1; i < count; i++) {
    int which = find_valued(arguments[i]);
    if (which < 0) {
      SL_TRY(take_lone(out, arguments[i]));
      continue;
    }
    if (++i == count) {
      return sl_fail(SL_ERR_USAGE, "%s needs a value", arguments[i - 1]);
    }
    SL_TRY(valued[which].take(out, arguments[i]));
  }
  /* [kit-only */
  if (out->solution && out->file) {
    return sl_fail(SL_ERR_USAGE, "--solution and --file exclude each other");
  }
  if (out->seed && strcmp(arguments[0], "run") != 0) {
    return sl_fail(SL_ERR_USAGE, "--seed belongs to ./lab run; nothing else has hidden cases");
  }
  if (out->trusted_times && strcmp(arguments[0], "run") != 0) {
    return sl_fail(SL_ERR_USAGE, "--trusted-times belongs to ./lab run");
  }
  /* kit-only] */
  if ((out->review || out->section) && strcmp(arguments[0], "quiz") != 0) {
    return sl_fail(SL_ERR_USAGE, "--review and --section belong to ./lab quiz");
  }
  if (out->peer && strcmp(arguments[0], "run") != 0) {
    return sl_fail(SL_ERR_USAGE, "--peer belongs to ./lab run");
  }
  if (out->sandbox && strcmp(arguments[0], "run") != 0) {
    return sl_fail(SL_ERR_USAGE, "--sandbox belongs to ./lab run; nothing else runs in one");
  }
  if (out->sandbox && !out->backend_given) { /* a GPU's driver is much that is not confined */
    out->backend_given = true;
    out->backend = SL_LENS;
  }
  return choose_backend(out);
}
