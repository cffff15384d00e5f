/* gate.c: the command `gate LAB FILE.cu`: checks whether a submission may be compiled and run.
 * ./lab submit and ./lab run make the same check. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/path.h"
#include "base/process.h"
#include "gate/gate.h"
#include "judge/module.h"
#include "judge/toolchain.h"
#include "report/paint.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENT_BYTES = 1024 };

void sl_gate_show_refusals(const char *source, const sl_refusals *refusals) {
  for (size_t i = 0; i < refusals->count; i++) {
    const sl_refusal *r = &refusals->all[i];
    sl_paint_line(stdout, 2, "%s:%d: forbidden: %s: %s\n", sl_base_name(source), r->line, r->what,
                  r->reason);
  }
  if (refusals->more)
    sl_paint_line(stdout, 2, "%s: and more problems of this kind\n", sl_base_name(source));
}

/* Compiles the source in the same way as a module for the lens in float. */
static sl_status compile(const sl_lab *lab, const char *source, const char *object,
                         bool *compiled_out) {
  static char folder[ARGUMENT_BYTES];
  (void)snprintf(folder, sizeof folder, "-I%s/labs/%s", SL_SOURCE_DIR, lab->id);
  const char *const arguments[] = {SL_LENSCC,    "-w",
                                   "-std=c++17", "-I" SL_SOURCE_DIR "/common",
                                   folder,       "--confine",
                                   "-include",   SL_SOURCE_DIR "/common/worker/own_memory.h",
                                   "-include",   SL_SOURCE_DIR "/common/worker/checked.h",
                                   "-c",         source,
                                   "-o",         object,
                                   NULL};
  char log[4096];
  int exit_code;
  SL_TRY(sl_process_run(arguments, log, sizeof log, &exit_code));
  *compiled_out = exit_code == 0;
  return SL_OK;
}

static sl_status check_object(const sl_lab *lab, const char *source, const char *header,
                              bool *compiled_out, sl_refusals *out) {
  char kept[PATH_MAX], object[] = "/tmp/sparselab-gate.XXXXXX";
  if (sl_module_kept_object(lab, source, kept, sizeof kept)) {
    return sl_gate_object_file(kept, source, header, out);
  }
  int file = mkstemp(object);
  if (file < 0) return sl_fail(SL_ERR_SYSTEM, "cannot make %s: %s", object, strerror(errno));
  (void)close(file);
  sl_status status = compile(lab, source, object, compiled_out);
  if (status == SL_OK && *compiled_out) {
    status = sl_gate_object_file(object, source, header, out);
  }
  (void)unlink(object);
  return status;
}

sl_status sl_gate_source_of(const sl_lab *lab, const char *source, sl_refusals *out) {
  char header[128];
  memset(out, 0, sizeof *out);
  (void)snprintf(header, sizeof header, "%s.h", sl_lab_short_name(lab));
  return sl_gate_source_file(source, header, out);
}

sl_status sl_gate_file(const sl_lab *lab, const char *source, bool *compiled_out,
                       sl_refusals *out) {
  char header[128];
  *compiled_out = true;
  (void)snprintf(header, sizeof header, "%s.h", sl_lab_short_name(lab));
  SL_TRY(sl_gate_source_of(lab, source, out));
  return out->count ? SL_OK : check_object(lab, source, header, compiled_out, out);
}

static sl_status run(int count, char **arguments, bool *fine_out) {
  const sl_lab *lab;
  sl_refusals refusals;
  bool compiled;
  if (count != 3) return sl_fail(SL_ERR_USAGE, "gate LAB FILE.cu");
  const char *source = arguments[2];
  SL_TRY(sl_lab_find(arguments[1], &lab));
  SL_TRY(sl_gate_file(lab, source, &compiled, &refusals));
  sl_gate_show_refusals(source, &refusals);
  *fine_out = refusals.count == 0;
  if (*fine_out) {
    sl_paint_line(stdout, 2, "%s: contains nothing forbidden%s\n", sl_base_name(source),
                  compiled ? "" : ", but it does not compile: only its source was checked");
  }
  return SL_OK;
}

int sl_cmd_gate(int count, char **arguments) {
  bool fine = false;
  sl_status status = run(count, arguments, &fine);
  if (status != SL_OK) return sl_complain(status);
  return fine ? 0 : SL_EXIT_FAILED;
}
