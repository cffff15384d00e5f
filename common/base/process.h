/** @file process.h
 *  Runs a program (a compiler, addr2line) without a shell, and counts the available cores.
 */
#ifndef SL_BASE_PROCESS_H
#define SL_BASE_PROCESS_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_PROCESS_LATE = -1, SL_PROCESS_SECONDS = 300 };

/** Runs a program with an empty standard input, and waits for it. `arguments` ends with NULL; its
 *  first element is a path, or a name on PATH. The first `size` − 1 bytes of standard output and
 *  standard error go to `output`; the rest is discarded. `*exit_code_out` is 128 + n after signal
 *  n, and SL_PROCESS_LATE if the program had to be ended because it and its child processes had
 *  computed for `most_seconds`, or had been idle for as long. All processes that the program
 *  started end with it. The program ends if this process ends, even by SIGKILL. Errors:
 *  SL_ERR_MISSING if there is no such program, SL_ERR_SYSTEM. */
sl_status sl_process_run_for(double most_seconds, const char *const arguments[], char *output,
                             size_t size, int *exit_code_out);

/** Like sl_process_run_for, but the new process calls `become`, after its outputs have been
 *  redirected. `become` must not return. Messages call the program `name`. */
sl_status sl_process_run_as(double most_seconds, const char *name,
                            void (*become)(const void *context), const void *context, char *output,
                            size_t size, int *exit_code_out);

/** Like sl_process_run_for with SL_PROCESS_SECONDS, more than any program of the kit needs. */
static inline sl_status sl_process_run(const char *const arguments[], char *output, size_t size,
                                       int *exit_code_out) {
  return sl_process_run_for(SL_PROCESS_SECONDS, arguments, output, size, exit_code_out);
}

/** The number of cores that this process may use. taskset and batch systems can allow fewer than
 *  the machine has. */
int sl_process_num_cores(void);

#ifdef __cplusplus
}
#endif

#endif
