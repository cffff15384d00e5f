/* options.c: which labs, which matrices, which precision. */
#include "bench/options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { TRANSPOSE_LAB = 5, SOLVER_LAB = 7, MOST_LABS = 31 };

/* Takes "02" or "02-ell". Only a program that knows the labs can check the name. */
static sl_status take_lab(sl_bench_options *options, const char *text) {
  int lab, used = 0;
  bool number = sscanf(text, "%2d%n", &lab, &used) == 1 && (text[used] == 0 || text[used] == '-');
  if (!number || lab < 1 || lab > MOST_LABS) {
    return sl_fail(SL_ERR_USAGE, "bench: \"%s\" is not a lab; write 02 or 02-ell", text);
  }
  options->labs |= 1u << lab;
  return SL_OK;
}

static sl_status take_matrix(sl_bench_options *options, const char *spec) {
  if (options->num_matrices == SL_BENCH_MAX_OPTIONS) {
    return sl_fail(SL_ERR_USAGE, "at most %d matrices at a time", SL_BENCH_MAX_OPTIONS);
  }
  options->matrices[options->num_matrices++] = (sl_bench_matrix){.spec = spec};
  return SL_OK;
}

static sl_status take_precision(sl_bench_options *options, const char *value) {
  if (strcmp(value, "f32") != 0 && strcmp(value, "f64") != 0) {
    return sl_fail(SL_ERR_USAGE, "there is no precision \"%s\"; write f32 or f64", value);
  }
  options->precision_given = true;
  options->precision = strcmp(value, "f64") == 0 ? SL_F64 : SL_F32;
  return SL_OK;
}

static sl_status take_csv(sl_bench_options *options, const char *value) {
  options->csv = value;
  return SL_OK;
}

static const struct {
  const char *name;
  sl_status (*take)(sl_bench_options *options, const char *value);
} valued[] = {{"-m", take_matrix},
              {"--matrix", take_matrix},
              {"--precision", take_precision},
              {"--csv", take_csv}};
enum { NUM_VALUED = sizeof valued / sizeof *valued };

/* Finds an option that takes a value. Returns NUM_VALUED if there is none of that name. */
static int find_valued(const char *option) {
  int which = 0;
  while (which < NUM_VALUED && strcmp(option, valued[which].name) != 0) which++;
  return which;
}

bool sl_bench_option_takes_value(const char *option) {
  return find_valued(option) < NUM_VALUED;
}

static const struct {
  const char *name;
  size_t flag; /* offset in sl_bench_options */
} lone[] = {{"--peers", offsetof(sl_bench_options, peers)},
            {"--quick", offsetof(sl_bench_options, quick)},
            {"--rungs", offsetof(sl_bench_options, rungs)},
            {"--tuned", offsetof(sl_bench_options, tuned)}};
enum { NUM_LONE = sizeof lone / sizeof *lone };

const char *sl_bench_option_name(size_t index) {
  if (index < NUM_VALUED) return valued[index].name;
  return index - NUM_VALUED < NUM_LONE ? lone[index - NUM_VALUED].name : NULL;
}

static sl_status take_lone(sl_bench_options *options, const char *argument) {
  for (int i = 0; i < NUM_LONE; i++) {
    if (strcmp(argument, lone[i].name) != 0) continue;
    *(bool *)((char *)options + lone[i].flag) = true;
    return SL_OK;
  }
  if (argument[0] == '-') {
    return sl_fail(SL_ERR_USAGE, "bench has no option %s; ./lab help lists all options", argument);
  }
  return take_lab(options, argument);
}

static void take_standard(sl_bench_options *options) {
  for (size_t i = 0; i < sl_bench_num_matrices; i++) {
    sl_bench_matrix *matrix = &options->matrices[options->num_matrices++];
    *matrix = sl_bench_matrices[i];
    if (options->quick) matrix->spec = matrix->quick;
  }
}

/* A ladder is compared with the library, so the library must take part. */
static sl_status check_rungs(sl_bench_options *options) {
  bool one_lab = options->labs != 0 && (options->labs & (options->labs - 1)) == 0;
  if (options->rungs && !one_lab) {
    return sl_fail(SL_ERR_USAGE,
                   "bench: --rungs shows the steps of one lab; write ./lab bench 02 --rungs");
  }
  options->peers = options->peers || options->rungs;
  return SL_OK;
}

sl_status sl_bench_options_parse(int count, const char *const arguments[], sl_bench_options *out) {
  memset(out, 0, sizeof *out);
  for (int i = 1; i < count; i++) {
    int which = find_valued(arguments[i]);
    if (which == NUM_VALUED) {
      SL_TRY(take_lone(out, arguments[i]));
      continue;
    }
    if (++i == count) {
      return sl_fail(SL_ERR_USAGE, "%s needs a value", arguments[i - 1]);
    }
    SL_TRY(valued[which].take(out, arguments[i]));
  }
  if (out->num_matrices == 0 && !sl_bench_options_want_solvers(out)) take_standard(out);
  return check_rungs(out);
}

bool sl_bench_options_want(const sl_bench_options *options, const char *file, bool converts) {
  int lab;
  if (options->tuned && converts) return false;
  if (sscanf(file, "solutions/%2d-", &lab) != 1) return options->peers;
  return options->labs == 0 || (options->labs >> lab & 1) != 0;
}

bool sl_bench_options_want_transpose(const sl_bench_options *options) {
  return options->labs == 0 || (options->labs >> TRANSPOSE_LAB & 1) != 0;
}

bool sl_bench_options_want_solvers(const sl_bench_options *options) {
  return options->labs == 1u << SOLVER_LAB;
}

bool sl_bench_options_want_spmv(const sl_bench_options *options) {
  return options->labs != 1u << TRANSPOSE_LAB;
}
