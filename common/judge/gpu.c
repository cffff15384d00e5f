/* gpu.c: finds the GPU, locks it, and checks that it works */
#define _GNU_SOURCE
#include "judge/gpu.h"

#include "base/clock.h"
#include "base/process.h"
#include "judge/machine.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- which ---------------------------------------------------------------------------------- */

/* The driver is loaded at run time, because the judge is not linked to CUDA and also runs on
 * machines without it. */
typedef struct driver {
  int (*init)(unsigned), (*get_count)(int *), (*get)(int *, int), (*get_name)(char *, int, int),
      (*get_uuid)(unsigned char *, int);
} driver;

static const char *open_driver(driver *out) {
  if (!SL_NVCC[0]) return "the kit was built without CUDA";
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "there is no NVIDIA driver";
  *(void **)&out->init = dlsym(library, "cuInit");
  *(void **)&out->get_count = dlsym(library, "cuDeviceGetCount");
  *(void **)&out->get = dlsym(library, "cuDeviceGet");
  *(void **)&out->get_name = dlsym(library, "cuDeviceGetName");
  *(void **)&out->get_uuid = dlsym(library, "cuDeviceGetUuid_v2");
  if (!out->get_uuid) *(void **)&out->get_uuid = dlsym(library, "cuDeviceGetUuid");
  int count = 0;
  bool usable = out->init && out->get_count && out->init(0) == 0 && out->get_count(&count) == 0;
  return usable && count > 0 ? NULL : "the NVIDIA driver finds no GPU";
}

const char *sl_gpu_missing(void) {
  driver asked;
  return open_driver(&asked);
}

sl_status sl_gpu_find(sl_gpu *out) {
  driver asked;
  unsigned char uuid[16];
  int device;
  *out = (sl_gpu){.uuid = ""};
  const char *missing = open_driver(&asked);
  if (missing) return sl_fail(SL_ERR_MISSING, "no usable GPU: %s", missing);
  bool known = asked.get && asked.get_name && asked.get_uuid && asked.get(&device, 0) == 0 &&
               asked.get_name(out->name, sizeof out->name, device) == 0 &&
               asked.get_uuid(uuid, device) == 0;
  if (!known) return sl_fail(SL_ERR_MISSING, "no usable GPU: the driver does not report its name");
  for (size_t i = 0; i < sizeof uuid; i++) {
    (void)snprintf(out->uuid + 2 * i, sizeof out->uuid - 2 * i, "%02x", uuid[i]);
  }
  return SL_OK;
}

/* ---- the lock -------------------------------------------------------------------------------- */

/* The first process creates the file for all users. It is never removed, because waiting processes
 * would then hold a file that others no longer find. In a world-writable folder, systems refuse
 * O_CREAT for a file of another user, so an existing file is opened without it. */
static int open_lock(const char *path) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  int file = open(path, flags);
  if (file >= 0 || errno != ENOENT) return file;
  file = open(path, flags | O_CREAT | O_EXCL, 0444);
  return file >= 0 || errno != EEXIST ? file : open(path, flags);
}

sl_status sl_gpu_take_turn(const char *uuid, double seconds, int *turn_out) {
  char path[512];
  const char *folder = getenv("SL_GPU_LOCKS");
  const struct timespec pause = {0, 50000000};
  double end_us = sl_clock_us() + 1e6 * seconds;
  (void)snprintf(path, sizeof path, "%s/sparselab-gpu-%s.lock", folder && *folder ? folder : "/tmp",
                 uuid);
  *turn_out = open_lock(path);
  if (*turn_out < 0) {
    return sl_fail(SL_ERR_SYSTEM, "cannot open %s, the lock for the GPU: %s", path,
                   strerror(errno));
  }
  while (flock(*turn_out, LOCK_EX | LOCK_NB) != 0) {
    bool busy = errno == EWOULDBLOCK || errno == EINTR;
    if (busy && sl_clock_us() < end_us) {
      (void)nanosleep(&pause, NULL);
      continue;
    }
    sl_status status =
        busy ? sl_fail(SL_ERR_SYSTEM, "other programs have used the GPU for %.0f minutes",
                       seconds / 60)
             : sl_fail(SL_ERR_SYSTEM, "cannot lock %s: %s", path, strerror(errno));
    sl_gpu_leave(*turn_out);
    *turn_out = -1;
    return status;
  }
  return SL_OK;
}

void sl_gpu_leave(int turn) {
  if (turn >= 0) (void)close(turn);
}

/* ---- the check ------------------------------------------------------------------------------- */

sl_status sl_gpu_build_probe(char *program, size_t size) {
  static sl_module module; /* large, because it holds the compiler's output */
  SL_TRY(sl_module_build_control(SL_GPU, &module));
  (void)snprintf(program, size, "%s", module.program);
  return SL_OK;
}

sl_status sl_gpu_probe(const char *program) {
  enum { PROBE_SECONDS = 60 };
  const char *const arguments[] = {program, NULL};
  char said[1024], line[256];
  int exit_code;
  SL_TRY(sl_process_run_for(PROBE_SECONDS, arguments, said, sizeof said, &exit_code));
  if (exit_code == 0) return SL_OK;
  sl_machine_last_line(said, line, sizeof line);
  return sl_fail(SL_ERR_SYSTEM, "the GPU of this machine cannot run a small kernel: %s",
                 exit_code == SL_PROCESS_LATE ? "it does not finish"
                 : line[0]                    ? line
                                              : "it fails without a message");
}
