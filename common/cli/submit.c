/* submit.c: ./lab submit LAB: packs what a student hands in, and nothing else; what would be
 * forbidden is told at home. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "io/pack.h"
#include "judge/module.h"
#include "judge/source.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 512 };

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
  return *lab_out ? SL_OK : sl_fail(SL_ERR_USAGE, "%s", usage);
}

/* The tasks in whose place the TODO still stands. */
static void tell_unwritten(const sl_lab *lab, const sl_source *source) {
  const char *before = "Not written yet: ";
  for (size_t t = 0; t < lab->num_tasks; t++) {
    if (!sl_source_todo(source, lab->tasks[t].name)) continue;
    (void)printf("%s%s", before, lab->tasks[t].name);
    before = ", ";
  }
  if (*before == ',') (void)printf(".\n");
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
    tell_unwritten(lab, &source);
    if (!compiled) {
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
