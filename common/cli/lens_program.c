/* lens_program.c: ./lab lens FILE.cu …: runs a standalone program on the lens. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/path.h"
#include "judge/module.h"
#include "judge/program.h"
#include "judge/source.h"
#include "report/paint.h"
#include "report/report.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The parsed command line. Its strings are those of the command line itself. */
typedef struct request {
  const char *source;
  char **arguments; /* arguments for the program */
  int num_arguments;
  const char *html, *csv, *warp, *deadline, *device;
  const char *compiler[SL_MAX_PROGRAM_OPTIONS];
  char joined[SL_MAX_PROGRAM_OPTIONS][512]; /* "-I folder" as "-Ifolder" */
  size_t num_compiler;
  bool raw; /* show the compiler's own output */
} request;

/* Kinds of options before FILE. All options that are not in the table are for the compiler. */
enum option_kind {
  OURS,         /* our option, with a value */
  OURS_ALONE,   /* our option, without a value */
  OF_A_LAB,     /* an option of labs, with a value; not for standalone programs */
  OF_A_LAB_TOO, /* the same, without a value */
  JOINED,       /* for the compiler, with a value that may be the next word: "-I folder" */
  WITH_EQUALS   /* the same for options with "=": "-std c++17" */
};
static const struct {
  const char *name;
  enum option_kind kind;
} known_options[] = {
    {"--html", OURS},
    {"--csv", OURS},
    {"--raw", OURS_ALONE},
    {"--warp", OURS},
    {"--deadline", OURS},
    {"--device", OURS},
    {"-m", OF_A_LAB},
    {"--matrix", OF_A_LAB},
    {"--task", OF_A_LAB},
    {"--backend", OF_A_LAB},
    {"--file", OF_A_LAB},
    {"--precision", OF_A_LAB},
    {"-I", JOINED},
    {"-D", JOINED},
    {"-U", JOINED},
    {"-L", JOINED},
    {"-l", JOINED},
    {"-include", WITH_EQUALS},
    {"-isystem", WITH_EQUALS},
    {"-std", WITH_EQUALS},
    {"--std", WITH_EQUALS},
    {"-arch", WITH_EQUALS},
    {"-gencode", WITH_EQUALS},
    {"-code", WITH_EQUALS},
    {"-Xcompiler", WITH_EQUALS},
    {"-Xlinker", WITH_EQUALS},
    {"-Xptxas", WITH_EQUALS},
    {"-maxrregcount", WITH_EQUALS},
    {"-x", WITH_EQUALS},
    {"-ccbin", WITH_EQUALS},
    {"-diag-suppress", WITH_EQUALS},
    {"-rdc", WITH_EQUALS},
    {"-default-stream", WITH_EQUALS},
    {"--quick", OF_A_LAB_TOO},
    /* [kit-only */
    {"--solution", OF_A_LAB_TOO},
    /* kit-only] */
    {"--untimed", OF_A_LAB_TOO},
};

/* The option's number in the table, or -1. */
static int find_option(const char *word) {
  for (size_t i = 0; i < sizeof known_options / sizeof *known_options; i++) {
    if (strcmp(word, known_options[i].name) == 0) return (int)i;
  }
  return -1;
}

static bool takes_value(const char *word) {
  int i = find_option(word);
  return i >= 0 && known_options[i].kind != OF_A_LAB_TOO && known_options[i].kind != OURS_ALONE;
}

/* Whether the word ends like a file that lenscc accepts. */
static bool is_source(const char *word) {
  static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx", ".c", ".o", ".a"};
  const char *dot = strrchr(word, '.');
  for (size_t i = 0; dot && dot > word && i < sizeof endings / sizeof *endings; i++) {
    if (strcmp(dot, endings[i]) == 0) return true;
  }
  return false;
}

bool sl_lens_program_is_named(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    const char *word = arguments[i];
    if (word[0] != '-') return is_source(word);
    i += takes_value(word);
  }
  return false;
}

static sl_status for_compiler(request *r, const char *option, const char *joint,
                              const char *value) {
  if (r->num_compiler == SL_MAX_PROGRAM_OPTIONS) {
    return sl_fail(SL_ERR_USAGE, "at most %d options for the compiler", SL_MAX_PROGRAM_OPTIONS);
  }
  char *joined = r->joined[r->num_compiler];
  int length = snprintf(joined, sizeof *r->joined, "%s%s%s", option, joint, value);
  if (length >= (int)sizeof *r->joined) return sl_fail(SL_ERR_USAGE, "%s is too long", option);
  r->compiler[r->num_compiler++] = joined;
  return SL_OK;
}

static sl_status take_warp(request *r, const char *value) {
  r->warp = value;
  return sl_options_check_warp(value);
}

static sl_status take_deadline(request *r, const char *value) {
  char *end;
  double seconds = strtod(value, &end);
  if (end == value || *end || !(seconds > 0)) {
    return sl_fail(SL_ERR_USAGE, "--deadline takes seconds, a number above 0, not \"%s\"", value);
  }
  r->deadline = value;
  return SL_OK;
}

/* Takes one option; `value` is the word after it, or NULL at the end. */
static sl_status take_option(request *r, const char *option, const char *value) {
  bool wants = takes_value(option);
  if (wants && !value) return sl_fail(SL_ERR_USAGE, "%s needs a value", option);
  if (strcmp(option, "--warp") == 0) return take_warp(r, value);
  if (strcmp(option, "--deadline") == 0) return take_deadline(r, value);
  if (strcmp(option, "--device") == 0) {
    r->device = value;
    return SL_OK;
  }
  if (strcmp(option, "--raw") == 0) {
    r->raw = true;
    return SL_OK;
  }
  if (strcmp(option, "--html") == 0) {
    r->html = value;
    return SL_OK;
  }
  if (strcmp(option, "--csv") == 0) {
    r->csv = value;
    return SL_OK;
  }
  enum option_kind kind =
      find_option(option) < 0 ? JOINED : known_options[find_option(option)].kind;
  if (kind != OF_A_LAB && kind != OF_A_LAB_TOO)
    return for_compiler(r, option, kind == WITH_EQUALS ? "=" : "", wants ? value : "");
  return sl_fail(SL_ERR_USAGE,
                 "option %s is not for standalone programs; ./lab help lists all options", option);
}

/* Takes more source files after the first, by their absolute paths, so that the program is rebuilt
 * if one of them changes. */
static sl_status take_more_sources(request *r, char **words, int count, int *taken_out) {
  int i = 0;
  for (; i < count && is_source(words[i]) && access(words[i], R_OK) == 0; i++) {
    char *full = realpath(words[i], NULL);
    if (!full) return sl_fail(SL_ERR_INPUT, "cannot read %s", words[i]);
    sl_status status = for_compiler(r, full, "", "");
    free(full);
    SL_TRY(status);
  }
  *taken_out = i;
  return SL_OK;
}

/* Warns about our options among the program's arguments, because the user may have meant them for
 * us. After "--" there is no warning. */
static void warn_of_options(const request *r) {
  for (int i = 0; i < r->num_arguments; i++) {
    int known = find_option(r->arguments[i]);
    if (known < 0 || (known_options[known].kind != OURS && known_options[known].kind != OURS_ALONE))
      continue;
    sl_paint_line(stderr, 2,
                  "lab: %s comes after %s, so it is passed to the program; put options for the "
                  "lens before the file (-- after the file silences this warning)\n",
                  r->arguments[i], sl_base_name(r->source));
    return;
  }
}

static sl_status parse(int count, char **arguments, request *r) {
  memset(r, 0, sizeof *r);
  int i = 1, more = 0;
  for (; arguments[i][0] == '-'; i++) { /* ends at FILE, which exists: see
                                         * sl_lens_program_is_named */
    bool wants = takes_value(arguments[i]);
    SL_TRY(take_option(r, arguments[i], i + 1 < count ? arguments[i + 1] : NULL));
    i += wants;
  }
  r->source = arguments[i++];
  SL_TRY(take_more_sources(r, arguments + i, count - i, &more));
  i += more;
  bool marked = i < count && strcmp(arguments[i], "--") == 0;
  i += marked;
  r->arguments = arguments + i;
  r->num_arguments = count - i;
  if (!marked) warn_of_options(r);
  return SL_OK;
}

static sl_status run(const request *r, const char *program, sl_reply *report, sl_program_end *end) {
  char *words[256];
  if (r->num_arguments > 254) return sl_fail(SL_ERR_USAGE, "at most 254 arguments for a program");
  char name[512];
  (void)snprintf(name, sizeof name, "%s", program);
  words[0] = name;
  for (int i = 0; i < r->num_arguments; i++) words[i + 1] = r->arguments[i];
  words[r->num_arguments + 1] = NULL;
  return sl_program_run(words, r->warp, r->deadline, report, end);
}

/* Names the run, for example "transpose.cu 256". */
static void name_run(const request *r, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "%s", sl_base_name(r->source));
  for (int i = 0; i < r->num_arguments && used < size; i++) {
    used += (size_t)snprintf(out + used, size - used, " %s", r->arguments[i]);
  }
}

static bool is_stop(int signal_number) {
  return signal_number == SIGINT || signal_number == SIGTERM || signal_number == SIGHUP;
}

/* Reports how the program ended, unless the report says that the program was stopped, or was killed
 * after it had written a part.
 */
static void tell_end(const sl_program_end *end, const sl_reply *report) {
  if (report->partial[0] && (!report->done || !end->signal || is_stop(end->signal))) {
    sl_paint_line(stderr, 2, "lab: the program was %s\n", report->partial);
    return;
  }
  if (end->signal) {
    sl_paint_line(stderr, 2, "lab: the program was ended by signal %d: %s\n", end->signal,
                  strsignal(end->signal));
  } else if (end->exit_code) {
    sl_paint_line(stderr, 2, "lab: the program ended with exit status %d\n", end->exit_code);
  }
  if (!report->done) {
    (void)fputs(
        "lab: the program wrote no complete report: it has no kernel, or it ended too suddenly\n",
        stderr);
  }
}

static sl_status write_report(const request *r, const sl_reply *report) {
  char title[300];
  name_run(r, title, sizeof title);
  sl_lens_view view = {.lab = "",
                       .title = title,
                       .case_name = "",
                       .precision = "",
                       .source = r->source,
                       .partial = report->partial,
                       .seen = report->seen};
  if (report->partial[0] && r->csv) {
    sl_paint_line(stderr, 2, "lab: nothing is written to %s, because it only gets complete runs\n",
                  r->csv);
  }
  return sl_lens_output_write(&view, r->html, report->partial[0] ? NULL : r->csv);
}

static int report_on(const request *r, const char *program) {
  sl_reply report;
  sl_program_end end;
  sl_status status = run(r, program, &report, &end);
  if (status == SL_OK) {
    tell_end(&end, &report);
    status = write_report(r, &report);
  }
  bool good = report.done && report.seen.num_findings == 0 && !end.signal && !end.exit_code;
  sl_reply_free(&report);
  if (status != SL_OK) return sl_complain(status);
  if (is_stop(end.signal)) { /* the caller of this process must see the signal, too */
    (void)fflush(NULL);
    (void)signal(end.signal, SIG_DFL);
    (void)raise(end.signal);
  }
  return good ? 0 : SL_EXIT_FAILED;
}

/* Sets the environment variable from which the runtime in the program reads the device. */
static sl_status choose_device(const char *name) {
  sl_device device;
  bool chosen;
  SL_TRY(sl_options_choose_device(name, &device, &chosen));
  if (chosen) (void)setenv("LENS_DEVICE", device.path, 1);
  return SL_OK;
}

int sl_lens_program(int count, char **arguments) {
  static request r;        /* large */
  static sl_module module; /* too */
  sl_status status = parse(count, arguments, &r);
  if (status == SL_OK) status = choose_device(r.device);
  if (status == SL_OK && sl_source_file_is_blank(r.source)) {
    sl_paint_line(stderr, 2, "%s is empty: write your program into it.\n", r.source);
    return SL_EXIT_FAILED;
  }
  if (status == SL_OK) {
    status = sl_module_build_program(r.source, r.compiler, r.num_compiler, &module);
  }
  if (status != SL_OK) return sl_complain(status);
  status = sl_judging_show_compiler(NULL, r.source, module.log, r.raw);
  if (status != SL_OK) return sl_complain(status);
  return module.compiled ? report_on(&r, module.program) : SL_EXIT_FAILED;
}
