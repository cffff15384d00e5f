/* submit.c: ./lab submit LAB: packs what a student hands in, and nothing else; what would be
 * forbidden is told at home. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "io/pack.h"
#include "judge/module.h"
#include "judge/source.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 512, MAX_CASES = 128 };

static bool ends_in(const char *text, const char *end) {
  size_t length = strlen(text), of_end = strlen(end);
  return length >= of_end && strcmp(text + length - of_end, end) == 0;
}

static sl_status read_arguments(int count, char **arguments, const sl_lab **lab_out,
                                const char **path_out) {
  static const char usage[] = "submit takes a lab, and perhaps -o FILE.tar.gz. For example: "
                              "./lab submit 02";
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
    return sl_fail(SL_ERR_USAGE, "what is packed is a .tar.gz, so its name must end so: %s",
                   *path_out);
  }
  return SL_OK;
}

/* The names of the tasks that are not written, or of those that fail. Gives whether there are any.
 */
static bool name_tasks(const sl_lab_result *result, bool written, const char *before) {
  const char *between = before;
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_verdict verdict = result->tasks[t].verdict;
    if (verdict == SL_PASSED || verdict == SL_SKIPPED || verdict == SL_BROKEN) continue;
    if ((verdict != SL_NOT_WRITTEN) != written) continue;
    (void)printf("%s%s", between, result->tasks[t].task->name);
    between = ", ";
  }
  return between != before;
}

/* The file may have changed since it passed: the small cases say what it is now. */
static sl_status tell_verdicts(const sl_lab *lab) {
  sl_options options = {.backend = SL_LENS, .precision = SL_F32, .untimed = true};
  sl_case_spec cases[MAX_CASES];
  sl_lab_result result;
  bool compiled;
  size_t count = sl_standard_specs(SL_LENS, SL_UNMEASURED_CASES, cases, MAX_CASES);
  sl_status status = sl_run_lab(lab, &options, cases, count, &compiled, &result);
  if (status == SL_OK && compiled) {
    if (name_tasks(&result, false, "Not written yet: ")) (void)printf(".\n");
    if (name_tasks(&result, true, "Does not pass yet: ")) {
      (void)printf(". ./lab run %.2s says why.\n", lab->id);
    }
  }
  sl_lab_result_free(&result);
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
    return sl_fail(
        status,
        "nothing was packed, because the kit was built without libarchive (libarchive-dev, "
        "libarchive-devel). Hand in this file by hand, and nothing else: %s",
        from);
  }
  if (status == SL_OK) (void)printf("Packed: %s, with %s in it. Hand in this file.\n", path, entry);
  return status;
}

static sl_status submit(const sl_lab *lab, const char *path, bool *fine_out) {
  char from[PATH_BYTES];
  sl_refusals refusals;
  sl_source source;
  bool compiled = false;
  *fine_out = false;
  sl_module_source(lab, false, from, sizeof from);
  SL_TRY(sl_gate_file(lab, from, &compiled, &refusals));
  if (refusals.count) {
    sl_show_refusals(from, &refusals);
    (void)printf("Nothing was packed: with this in it, the file would get no points.\n");
    return SL_OK;
  }
  sl_status status = sl_source_read(from, &source);
  if (status == SL_OK && !source.text[strspn(source.text, " \t\r\n")]) {
    (void)printf("Nothing was packed: %s is empty. ./lab reset %.2s brings the skeleton back.\n",
                 from, lab->id);
  } else if (status == SL_OK) {
    if (compiled && tell_verdicts(lab) != SL_OK) {
      (void)sl_complain(SL_ERR_SYSTEM); /* it is packed all the same */
    } else if (!compiled) {
      (void)printf("It does not compile: as it is, it would get no points. ./lab run %.2s says "
                   "why.\n",
                   lab->id);
    }
    status = pack(lab, path, &source, from);
  }
  sl_source_free(&source);
  *fine_out = compiled;
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
