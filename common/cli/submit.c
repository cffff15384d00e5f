/* submit.c: ./lab submit LAB: packs the files of a submission, and nothing else. Reports forbidden
 * content before the student submits. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "io/pack.h"
#include "judge/module.h"
#include "judge/source.h"
#include "report/paint.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 512, MAX_CASES = 128 };

static bool ends_in(const char *text, const char *end) {
  size_t length = strlen(text), of_end = strlen(end);
  return length >= of_end && strcmp(text + length - of_end, end) == 0;
}

static sl_status read_arguments(int count, char **arguments, const sl_lab **lab_out,
                                const char **path_out) {
  static const char usage[] =
      "submit takes a lab, and optionally -o FILE.tar.gz. For example: ./lab submit 02";
  *path_out = NULL;
  *lab_out = NULL;
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "-o") == 0 && i + 1 < count) {
      *path_out = arguments[++i];
    } else if (arguments[i][0] == '-' || *lab_out) {
      return sl_fail(SL_ERR_USAGE, "%s", usage);
    } else {
      SL_TRY(sl_lab_find(arguments[i], lab_out));
    }
  }
  if (!*lab_out) return sl_fail(SL_ERR_USAGE, "%s", usage);
  if (*path_out && !ends_in(*path_out, ".tar.gz") && !ends_in(*path_out, ".tgz")) {
    return sl_fail(SL_ERR_USAGE, "the name of the archive must end in .tar.gz: %s", *path_out);
  }
  return SL_OK;
}

/* Prints the names of the tasks that are not written, or of those that fail. */
static void name_tasks(const sl_lab_result *result, bool written, const char *before,
                       const char *after) {
  char names[512] = "";
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_verdict verdict = result->tasks[t].verdict;
    if (verdict == SL_PASSED || verdict == SL_SKIPPED || verdict == SL_BROKEN) continue;
    if ((verdict != SL_NOT_WRITTEN) != written) continue;
    size_t used = strlen(names);
    (void)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                   result->tasks[t].task->name);
  }
  if (names[0]) sl_paint_line(stdout, 2, "%s: %s.%s\n", before, names, after);
}

/* The current state of the file on the small cases; it may have changed since the last verdict. */
typedef struct state {
  bool compiled;
  bool begun; /* at least one task is written */
} state;

static sl_status judge(const sl_lab *lab, state *out) {
  sl_options options = {.backend = SL_LENS, .precision = SL_F32, .untimed = true};
  sl_case_spec cases[MAX_CASES];
  sl_lab_result result;
  char next[64];
  size_t count = sl_lab_cases_list(lab, SL_LENS, SL_UNMEASURED_CASES, cases, MAX_CASES);
  sl_status status = sl_judging_run_lab(lab, &options, cases, count, &out->compiled, &result);
  for (size_t t = 0; status == SL_OK && out->compiled && t < result.num_tasks; t++) {
    out->begun = out->begun || result.tasks[t].verdict != SL_NOT_WRITTEN;
  }
  if (out->begun) {
    (void)snprintf(next, sizeof next, " ./lab run %.2s says why.", lab->id);
    name_tasks(&result, false, "Not written yet", "");
    name_tasks(&result, true, "Does not pass yet", next);
  }
  sl_judge_result_free(&result);
  return status;
}

static sl_status pack(const sl_lab *lab, const char *path, const sl_source *source,
                      const char *from) {
  char own[PATH_BYTES], entry[PATH_BYTES];
  (void)snprintf(own, sizeof own, "%s-submission.tar.gz", lab->id);
  (void)snprintf(entry, sizeof entry, "%s/%s.cu", lab->id, sl_lab_short_name(lab));
  if (!path) path = own;
  sl_status status = sl_pack(path, entry, source->text, strlen(source->text));
  if (status == SL_ERR_MISSING) {
    return sl_fail(status,
                   "nothing was packed, because the kit was built without libarchive "
                   "(libarchive-dev, libarchive-devel). Submit only this file: %s",
                   from);
  }
  if (status == SL_OK)
    sl_paint_line(stdout, 2, "Packed %s into %s. Submit this file.\n", path, entry);
  return status;
}

/* Packs the file. `*fine_out` is set if the file was packed, compiles and contains code of the
 * student. */
static sl_status submit(const sl_lab *lab, const char *path, bool *fine_out) {
  char from[PATH_BYTES];
  sl_refusals refusals;
  sl_source source;
  state now = {false, false};
  *fine_out = false;
  sl_module_source(lab, false, from, sizeof from);
  if (sl_judging_is_empty(lab, &(sl_options){.lab = lab->id})) {
    sl_paint_line(stdout, 2,
                  "Nothing was packed: %s is empty. ./lab reset %.2s restores the skeleton.\n",
                  from, lab->id);
    return SL_OK;
  }
  SL_TRY(sl_gate_file(lab, from, &now.compiled, &refusals));
  if (refusals.count) {
    sl_gate_show_refusals(from, &refusals);
    sl_paint_line(stdout, 2,
                  "Nothing was packed: because of this, the file would get no points.\n");
    return SL_OK;
  }
  SL_TRY(sl_source_read(from, &source));
  bool judged = now.compiled && judge(lab, &now) == SL_OK;
  sl_status status = SL_OK;
  if (judged && now.compiled && !now.begun) {
    sl_paint_line(stdout, 2,
                  "Nothing was packed: no task is written in %s, so it would get no points.\n",
                  from);
  } else {
    if (now.compiled && !judged) {
      (void)sl_complain(SL_ERR_SYSTEM); /* the file is packed nevertheless */
    } else if (!now.compiled) {
      sl_paint_line(stdout, 2,
                    "It does not compile, so it would get no points. ./lab run %.2s says why.\n",
                    lab->id);
    }
    status = pack(lab, path, &source, from);
    *fine_out = now.compiled;
  }
  sl_source_free(&source);
  return status;
}

int sl_cmd_submit(int count, char **arguments) {
  const sl_lab *lab;
  const char *path;
  bool fine = false;
  sl_status status = read_arguments(count, arguments, &lab, &path);
  if (status == SL_OK) status = submit(lab, path, &fine);
  if (status != SL_OK) return sl_complain(status);
  return fine ? 0 : SL_EXIT_FAILED;
}
