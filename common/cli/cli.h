/** @file cli.h
 *  What the subcommands share.
 */
#ifndef SL_CLI_CLI_H
#define SL_CLI_CLI_H

#include "base/status.h"
#include "gate/refusals.h"
#include "judge/devices.h"
#include "judge/judge.h"
#include "judge/lab_cases.h"
#include "report/report.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Exit statuses in addition to those of sl_status_exit. */
enum { SL_EXIT_FAILED = 1 };

/** A subcommand: arguments[0] is its name; returns the exit status. */
typedef int sl_command(int count, char **arguments);

sl_command sl_cmd_run, sl_cmd_demo, sl_cmd_list, sl_cmd_lens, sl_cmd_hint, sl_cmd_explain,
    sl_cmd_quiz, sl_cmd_matrix, sl_cmd_gate, sl_cmd_submit, sl_cmd_watch, sl_cmd_reset,
    sl_cmd_greet, sl_cmd_plot, sl_cmd_report, sl_cmd_complete, sl_cmd_devices;
/* [kit-only */
sl_command sl_cmd_fingerprint, sl_cmd_grade, sl_cmd_bench;
/* kit-only] */

/** What an option or an argument takes, so that a shell can complete it. */
typedef enum sl_takes {
  SL_TAKES_NOTHING, /**< no value, for a flag; no further argument, for a command */
  SL_TAKES_WORD,    /**< something that cannot be completed */
  SL_TAKES_LAB,
  SL_TAKES_LABS, /**< any number of labs; nothing may follow */
  SL_TAKES_LAB_OR_FILE,
  SL_TAKES_TASK, /**< a task of the lab before it */
  SL_TAKES_MATRIX,
  SL_TAKES_FILE,
  SL_TAKES_FILES, /**< any number of files; nothing may follow */
  SL_TAKES_BACKEND,
  SL_TAKES_PRECISION,
  SL_TAKES_PEER,
  SL_TAKES_DEVICE,     /**< a GPU for which times are predicted */
  SL_TAKES_VERB,       /**< a subcommand of ./lab matrix; its row in sl_matrix_verbs says what
                        * follows */
  SL_TAKES_COLLECTION, /**< a name in the short list of the collection */
  SL_TAKES_SHELL       /**< a shell, for ./lab completion */
} sl_takes;

typedef struct sl_option_word {
  const char *name, *short_name; /**< "--matrix", "-m"; a short name may be "" */
  sl_takes takes;
} sl_option_word;

/** A command, or a subcommand (verb) of one. */
typedef struct sl_command_row {
  const char *name;
  sl_command *run; /**< NULL: the script that calls this program runs the command */
  sl_takes arguments[3];
  const sl_option_word *(*option)(size_t index); /**< returns the command's own options; NULL:
                                                  * sl_option_of returns them */
  bool hidden;                                   /**< not shown to users */
} sl_command_row;

extern const sl_command_row sl_commands[], sl_matrix_verbs[];
extern const size_t sl_num_commands, sl_num_matrix_verbs;

bool sl_option_is(const sl_option_word *option, const char *word);

/** What the option of that name takes, which is the same for all commands. */
sl_takes sl_option_takes(const char *name);

/** Option number `index` of a command whose command line sl_options_parse reads; NULL after the
 * last one. */
const sl_option_word *sl_option_of(const char *command, size_t index);

/** The same for commands that parse their options themselves. */
const sl_option_word *sl_main_out_option(size_t index), *sl_fetch_option(size_t index);
/* [kit-only */
const sl_option_word *sl_grade_option(size_t index), *sl_bench_option(size_t index);
/* kit-only] */

enum { SL_MAX_MATRICES = 64 };

/** The options of the commands that judge, and of the quiz. */
typedef struct sl_options {
  const char *lab; /**< NULL: none given */
  const char *matrices[SL_MAX_MATRICES];
  size_t num_matrices;
  bool backend_given;
  sl_backend_id backend;
  sl_precision precision;
  bool precision_given; /**< if false, small cases are judged in both precisions */
  bool solution;        /**< judge the reference solution instead of the student's file */
  bool quick;           /**< only the cases without figures */
  bool untimed;         /**< all cases, but no times */
  const char *file;     /**< the file to judge; NULL: the lab's file */
  const char *task;
  const char *csv;
  const char *html, *warp; /**< values of options of lens */
  bool predicts;           /**< times are predicted, for `device` */
  bool predict;            /**< on a GPU: print predicted times beside measured ones */
  sl_device device;        /**< see sl_options_choose_device */
  bool goals;              /**< for run and report: measure the bonus goals */
  bool columns_only;       /**< only tasks that have a column */
  bool larger;             /**< predictions for larger matrices, if that takes only seconds */
  const char *device_name; /**< value of --device; NULL: not given */
  double deadline_seconds;
  bool trusted_times;     /**< for run: also measure with the judge's own clock */
  uint64_t seed;          /**< for run: add cases that are not known in advance; 0: none */
  bool sandbox;           /**< compiler and worker are confined */
  bool interruptible;     /**< for run: after Ctrl-C, show what was judged so far */
  bool raw;               /**< print the compiler's own output instead of explaining its errors */
  const char *peer;       /**< for run: a library whose times are also shown; NULL: none */
  bool review;            /**< for quiz: review the missed questions */
  int section;            /**< for quiz: section of the handout; 0: all sections */
  bool device_times_only; /**< no CPU times, although the backend is a GPU */
  bool columns;           /**< show the columns of the lines of counters */
} sl_options;

/** Whether --warp's value is "block:warp". Errors: SL_ERR_USAGE. */
sl_status sl_options_check_warp(const char *text);

/** Parses a command line. If no backend is given, chooses a GPU if there is one. Errors:
 *  SL_ERR_USAGE, and the message says what is wrong; SL_ERR_MISSING for --backend gpu without a
 *  GPU. */
sl_status sl_options_parse(int count, char **arguments, sl_options *out);

/** Finds the device for which times are predicted: `name`, or if `name` is NULL the value of the
 *  environment variable SL_DEVICE, or else the default. `*chosen_out` is false if the name is
 *  "none". Errors: those of sl_device_find. */
sl_status sl_options_choose_device(const char *name, sl_device *out, bool *chosen_out);

/** Builds and judges one lab as the options say. `*compiled_out` is false if the source is
 *  empty or does not compile; the reason is then printed. Free `*out` in either case. Errors: those
 * of sl_module_build and sl_judge. */
sl_status sl_judging_run_lab(const sl_lab *lab, const sl_options *options,
                             const sl_case_spec *cases, size_t num_cases, bool *compiled_out,
                             sl_lab_result *out);

/** Whether the file that these options judge has nothing but white space. */
bool sl_judging_is_empty(const sl_lab *lab, const sl_options *options);

/** Shows why a source does not compile, or the compiler's warnings: explained, or with `raw` the
 *  compiler's own output. `lab` NULL: a standalone program. Errors: SL_ERR_MEMORY. */
sl_status sl_judging_show_compiler(const sl_lab *lab, const char *source, const char *log,
                                   bool raw);

/** Whether these options judge the student's own file on all cases, so that the verdicts are
 * recorded. */
bool sl_next_options_count(const sl_options *options);

/** Number of the task's hints that have not been shown yet. */
int sl_hints_left(const sl_lab *lab, const sl_task *task);

/** Prints one line: what to do after this verdict. */
void sl_next_say(FILE *stream, const sl_lab_result *result, const sl_options *options);

/** Ends the process by the signal that interrupted sl_judging_run_lab, if one did. */
void sl_judging_end_interrupted(void);

/** Finds a sandbox, and prints which kind it is. Errors: SL_ERR_MISSING if there is none. */
sl_status sl_judging_find_sandbox(sl_sandbox *out);

/** Checks what a submission may contain: the source and, if it compiles, the object file. Errors:
 *  those of sl_gate_source_file; SL_ERR_SYSTEM. */
sl_status sl_gate_file(const sl_lab *lab, const char *source, bool *compiled_out, sl_refusals *out);
/** Like sl_gate_file, but checks only the source and compiles nothing. */
sl_status sl_gate_source_of(const sl_lab *lab, const char *source, sl_refusals *out);
void sl_gate_show_refusals(const char *source, const sl_refusals *refusals);

/** Prints the message of a failed call to standard error and returns the exit status. */
int sl_complain(sl_status status);

/** Prints what the lens saw, and a warning if its counts are not exact with this build's compiler.
 *  Writes the page and the table if their names are not NULL. Errors: SL_ERR_MEMORY,
 *  SL_ERR_SYSTEM. */
sl_status sl_lens_output_write(const sl_lens_view *view, const char *html, const char *csv);

/** Whether the arguments of `lens` name the source of a standalone program, FILE.cu, instead of a
 * lab. */
bool sl_lens_program_is_named(int count, char **arguments);

/** Runs ./lab matrix fetch; returns the exit status. */
int sl_fetch_matrix(int count, char **arguments);

/** Runs ./lab lens [options] FILE.cu [arguments]; returns the exit status. */
int sl_lens_program(int count, char **arguments);

/** Runs ./lab lens --measure-device FILE; returns the exit status. */
int sl_measure_device(int count, char **arguments);

/** The folder of the binary cache of matrices. */
const char *sl_judging_cache_dir(void);

#endif
