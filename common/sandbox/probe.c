/* probe.c: finds out which means of confining a command work on this machine. */
#define _GNU_SOURCE
#include "base/process.h"
#include "sandbox/fence.h"
#include "sandbox/group.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *last_line(char *text) {
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == '\n') text[--length] = '\0';
  char *newline = strrchr(text, '\n');
  return newline ? newline + 1 : text;
}

/* Looks for bubblewrap only in the system's folders, because PATH may contain a folder that anyone
 * can write to. */
static bool find_bwrap(sl_sandbox *out) {
  static const char *const places[] = {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (access(places[i], X_OK) != 0) continue;
    (void)snprintf(out->bwrap, sizeof out->bwrap, "%s", places[i]);
    static char help[16384];
    int exit_code;
    const char *const ask[] = {out->bwrap, "--help", NULL};
    sl_status status = sl_process_run_for(10, ask, help, sizeof help, &exit_code);
    out->disables_userns = status == SL_OK && strstr(help, "--disable-userns");
    return status == SL_OK && exit_code == 0;
  }
  return false;
}

static void add_reason(sl_sandbox *out, const char *means, const char *why) {
  size_t used = strlen(out->why_not);
  (void)snprintf(out->why_not + used, sizeof out->why_not - used, "%s%s: %.200s", used ? "; " : "",
                 means, why);
}

/* Whether a command runs if it is confined by the means in `out`. If not, adds the reason. */
static bool works(sl_sandbox *out, const char *name) {
  static const char *const command[] = {"/bin/true", NULL};
  const sl_sandbox_policy policy = {.wall_seconds = 60, .processes = 8, .folder_bytes = 1 << 20};
  char said[2048];
  sl_confined_ending ending;
  sl_status status = sl_sandbox_run(out, &policy, command, said, sizeof said, &ending);
  if (status == SL_OK && ending.started && ending.status == 0) return true;
  add_reason(out, name, status != SL_OK ? sl_status_message() : last_line(said));
  return false;
}

sl_status sl_sandbox_probe(uid_t uid, sl_sandbox_means least, sl_sandbox *out) {
  *out = (sl_sandbox){.uid = uid, .as_root = geteuid() == 0};
  bool same;
  sl_group_find("memory", out->memory_group, sizeof out->memory_group, &out->unified);
  sl_group_find("pids", out->pids_group, sizeof out->pids_group, &same);
  if (!out->memory_group[0]) out->unified = same;
  /* In version 2 a process is in a single group, so joining another group would leave the memory
   * group. */
  bool apart =
      out->memory_group[0] && out->unified && strcmp(out->memory_group, out->pids_group) != 0;
  if (apart && sl_group_works(out->memory_group, true, "pids")) {
    (void)snprintf(out->pids_group, sizeof out->pids_group, "%s", out->memory_group);
  } else if (apart) {
    out->pids_group[0] = '\0'; /* the limit on the processes of a user remains */
  }
  out->means = SL_SANDBOX_BWRAP;
  if (least > SL_SANDBOX_BWRAP) {
    add_reason(out, "bubblewrap", "not wanted");
  } else if (!find_bwrap(out)) {
    add_reason(out, "bubblewrap", "not installed");
  } else if (works(out, "bubblewrap")) {
    return SL_OK;
  }
  out->means = SL_SANDBOX_LANDLOCK;
  if (!sl_fence_version()) {
    add_reason(out, "Landlock", "this kernel does not have it");
  } else if (!out->as_root) {
    add_reason(out, "Landlock", "only root can run a command as another user");
  } else if (works(out, "Landlock")) {
    return SL_OK;
  }
  out->means = SL_SANDBOX_NONE;
  return SL_OK;
}

sl_status sl_sandbox_require(const sl_sandbox *sandbox) {
  if (sandbox->means != SL_SANDBOX_NONE) return SL_OK;
  return sl_fail(SL_ERR_MISSING,
                 "there is no sandbox on this machine (%s): install bubblewrap (apt-get install "
                 "bubblewrap) and allow user namespaces, or run this as root on a kernel with "
                 "Landlock",
                 sandbox->why_not);
}

static void append(char *text, size_t size, const char *more) {
  size_t used = strlen(text);
  (void)snprintf(text + used, size - used, "%s", more);
}

void sl_sandbox_describe(const sl_sandbox *sandbox, char *text, size_t size) {
  if (sandbox->means == SL_SANDBOX_NONE) {
    (void)snprintf(text, size, "none (%s)", sandbox->why_not);
    return;
  }
  bool bwrap = sandbox->means == SL_SANDBOX_BWRAP;
  (void)snprintf(text, size, "%s and a seccomp filter, as %s", bwrap ? "bubblewrap" : "Landlock",
                 sandbox->as_root ? "an unprivileged user of its own" : "the calling user");
  bool memory = sandbox->memory_group[0], pids = sandbox->pids_group[0];
  if (memory || pids) {
    append(text, size,
           memory && pids ? "; control groups limit memory and processes"
           : memory       ? "; a control group limits memory"
                          : "; a control group limits processes");
  }
  if (!memory) {
    append(text, size,
           "; no control group can be made, so memory is only measured 50 times per second: a "
           "program can exceed its limit for a moment before it is stopped");
  }
  if (!bwrap) {
    append(text, size,
           "; the total size of all files is not limited, and other processes are visible; not "
           "used: ");
    append(text, size, sandbox->why_not);
  }
}
