/** @file gpu.h
 *  The GPU of this machine: whether there is one that the kit can use, the lock on it, and a check
 *  that it works.
 */
#ifndef SL_JUDGE_GPU_H
#define SL_JUDGE_GPU_H

#include "base/status.h"

#include <stddef.h>

/** Returns NULL if a GPU can be used, otherwise a sentence that says why not. */
const char *sl_gpu_missing(void);

enum { SL_GPU_UUID = 40 };

/** The GPU that is used: the first one that CUDA_VISIBLE_DEVICES makes visible. */
typedef struct sl_gpu {
  char uuid[SL_GPU_UUID]; /**< "4f3a…", 32 hexadecimal digits: the same in every process, however
                               GPUs are numbered there */
  char name[128];
} sl_gpu;

/** Finds the GPU that is used. Errors: SL_ERR_MISSING, with the reason why there is none. */
sl_status sl_gpu_find(sl_gpu *out);

/** Waits at most `seconds` until no one else measures times on the GPU, and locks it. The lock ends
 *  with sl_gpu_leave or with the process. It works between all users of a machine: the lock is a
 *  file in /tmp, or in the folder that the environment variable SL_GPU_LOCKS names. Errors:
 *  SL_ERR_SYSTEM. */
sl_status sl_gpu_take_turn(const char *uuid, double seconds, int *turn_out);
void sl_gpu_leave(int turn);

/** Builds the program that probes a GPU: common/judge/control.cu. Errors: those of
 *  sl_module_build. */
sl_status sl_gpu_build_probe(char *program, size_t size);

/** Runs the program from sl_gpu_build_probe: a small kernel whose result is checked. Errors:
 *  SL_ERR_SYSTEM if the result is wrong or missing after 60 seconds; then an earlier failure was
 *  the machine's fault. */
sl_status sl_gpu_probe(const char *program);

#endif
