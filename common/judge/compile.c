/* compile.c: runs the compiler in a sandbox in which it can write to one folder only, and copies
 * its result out.
 */
#define _GNU_SOURCE
#include "judge/compile.h"

#include "base/owner.h"
#include "base/process.h"
#include "judge/toolchain.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const off_t most_bytes = 128 << 20;

/* What the compiler can read besides the system and the source: headers and libraries of the kit,
 * but no solutions, no judge and no tests. */
static const char *const parts[] = {
    SL_SOURCE_DIR "/common/base",
    SL_SOURCE_DIR "/common/matrix/real.h",
    SL_SOURCE_DIR "/common/lens",
    SL_SOURCE_DIR "/common/worker",
    SL_SOURCE_DIR "/common/judge/control.cu",
    SL_LENSCC,
    SL_BINARY_DIR "/common/lens",
    SL_BINARY_DIR "/common/worker",
    SL_BINARY_DIR "/drives",
    SL_BINARY_DIR "/lens-headers",
    SL_BINARY_DIR "/lens-aliases",
};
enum { NUM_PARTS = sizeof parts / sizeof *parts, MAX_VISIBLE = NUM_PARTS + 3 };

static sl_status copy_bytes(int from, int to) {
  char block[1 << 16];
  for (ssize_t got; (got = read(from, block, sizeof block)) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 || write(to, block, (size_t)got) != got) {
      return sl_fail(SL_ERR_SYSTEM, "cannot copy the compiled files: %m");
    }
  }
  return SL_OK;
}

/* Copies the result out. Links are not followed, and only a regular file of a sensible size is
 * accepted. */
static sl_status take_out(const char *inner, const char *made) {
  struct stat status;
  int from = open(inner, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  bool good = from >= 0 && fstat(from, &status) == 0 && S_ISREG(status.st_mode) &&
              status.st_nlink == 1 && status.st_size <= most_bytes;
  int to = good ? open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755) : -1;
  sl_status result = to >= 0
                         ? copy_bytes(from, to)
                         : sl_fail(SL_ERR_SYSTEM, "cannot move the compiled files to the cache");
  if (to >= 0 && fchmod(to, 0755) != 0 && result == SL_OK) {
    result = sl_fail(SL_ERR_SYSTEM, "cannot move the compiled files to the cache: %m");
  }
  if (from >= 0) (void)close(from);
  if (to >= 0 && close(to) != 0 && result == SL_OK) {
    result = sl_fail(SL_ERR_SYSTEM, "cannot copy the compiled files: %m");
  }
  return result;
}

/* Writes the folder of the toolkit if the compiler is nvcc, which is at TOOLKIT/bin/nvcc. False: it
 * is another compiler. */
static bool find_toolkit(const char *compiler, char *folder) {
  if (strcmp(compiler, SL_NVCC) != 0 || !realpath(compiler, folder)) return false;
  for (int levels = 0; levels < 2; levels++) {
    char *slash = strrchr(folder, '/');
    if (!slash || slash == folder) return false;
    *slash = '\0';
  }
  return true;
}

static void fill_policy(const sl_compile_job *job, const char *folder, const char **visible,
                        char *source_folder, char *toolkit, sl_sandbox_policy *policy) {
  size_t count = 0;
  for (size_t i = 0; i < NUM_PARTS; i++) {
    if (access(parts[i], F_OK) == 0) visible[count++] = parts[i];
  }
  (void)snprintf(source_folder, PATH_MAX, "%s", job->source);
  char *slash = strrchr(source_folder, '/');
  if (slash && slash != source_folder) *slash = '\0';
  if (source_folder[0] == '/') visible[count++] = source_folder;
  if (job->header) visible[count++] = job->header;
  if (find_toolkit(job->arguments[0], toolkit)) visible[count++] = toolkit;
  visible[count] = NULL;
  *policy = (sl_sandbox_policy){
      .visible = visible,
      .writable = folder,
      .cpu_seconds = SL_PROCESS_SECONDS,
      .wall_seconds = 10 * SL_PROCESS_SECONDS, /* elapsed time includes waiting */
      .processes = 64,
      .open_files = 256,
      .memory_bytes = (size_t)2 << 30,
      .address_bytes = (size_t)4 << 30,
      .file_bytes = (size_t)most_bytes,
      .folder_bytes = (size_t)256 << 20,
      .output_bytes = (size_t)8 << 20,
  };
}

/* Translates an ending into an exit code like that of sl_process_run. */
static int exit_code_of(const sl_confined_ending *ending, char *log, size_t size) {
  size_t used = strlen(log);
  switch (ending->reason) {
  case SL_CONFINED_WALL:
    return SL_PROCESS_LATE;
  case SL_CONFINED_OUTPUT:
    (void)snprintf(log + used, size - used,
                   "\nThe compiler printed too many messages, and was stopped.\n");
    return 1;
  case SL_CONFINED_MEMORY:
    (void)snprintf(log + used, size - used,
                   "\nerror: this source needs more memory to compile than allowed.\n");
    return 1;
  default:
    return WIFEXITED(ending->status) ? WEXITSTATUS(ending->status) : 128 + WTERMSIG(ending->status);
  }
}

static void remove_folder(const char *folder, const char *inner) {
  (void)unlink(inner);
  if (rmdir(folder) == 0) return;
  char ignored[256]; /* any other files it has left */
  int exit_code;
  const char *const arguments[] = {"/bin/rm", "-rf", "--", folder, NULL};
  (void)sl_process_run(arguments, ignored, sizeof ignored, &exit_code);
}

/* Removes folders "confined-OWNER.…" of judges that were killed. */
static void sweep(void) {
  DIR *modules = opendir(SL_BINARY_DIR "/modules");
  for (struct dirent *entry; modules && (entry = readdir(modules));) {
    char folder[PATH_MAX], inner[PATH_MAX];
    static const char begin[] = "confined-";
    if (strncmp(entry->d_name, begin, sizeof begin - 1) != 0) continue;
    if (!sl_owner_has_ended(entry->d_name + sizeof begin - 1)) continue;
    (void)snprintf(folder, sizeof folder, "%s/modules/%s", SL_BINARY_DIR, entry->d_name);
    (void)snprintf(inner, sizeof inner, "%.*s/made", (int)sizeof inner - 8, folder);
    remove_folder(folder, inner);
  }
  if (modules) (void)closedir(modules);
}

sl_status sl_compile_confined(const sl_compile_job *job, char *log, size_t size,
                              int *exit_code_out) {
  char folder[PATH_MAX], inner[PATH_MAX], source_folder[PATH_MAX], toolkit[PATH_MAX];
  char owner[SL_OWNER];
  const char *visible[MAX_VISIBLE + 1];
  sl_sandbox_policy policy;
  sl_confined_ending ending;
  sweep();
  sl_owner(owner);
  (void)snprintf(folder, sizeof folder, "%s/modules/confined-%s.XXXXXX", SL_BINARY_DIR, owner);
  (void)mkdir(SL_BINARY_DIR "/modules", 0777); /* the folder does not exist yet in a new build */
  if (!mkdtemp(folder)) return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %m", folder);
  (void)snprintf(inner, sizeof inner, "%.*s/made", (int)sizeof inner - 8, folder);
  for (const char **word = job->arguments; *word; word++) {
    if (strcmp(*word, job->made) == 0) *word = inner;
  }
  fill_policy(job, folder, visible, source_folder, toolkit, &policy);
  sl_status status = sl_sandbox_run(job->sandbox, &policy, job->arguments, log, size, &ending);
  if (status == SL_OK) *exit_code_out = exit_code_of(&ending, log, size);
  if (status == SL_OK && *exit_code_out == 0) status = take_out(inner, job->made);
  remove_folder(folder, inner);
  return status;
}
