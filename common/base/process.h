/** @file process.h
 *  Running a helper program (compiler, addr2line) without a shell, and on how many cores.
 */
#ifndef SL_BASE_PROCESS_H
#define SL_BASE_PROCESS_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_PROCESS_LATE = -1, SL_PROCESS_SECONDS = 300 };

/** Runs `arguments` (ended by NULL; the first is a path or a name on PATH) with an empty standard
 *  input and waits. What it prints on both outputs is put into `output`, at most `size` − 1 bytes;
 *  the rest is read and dropped. `*exit_code_out` is 128 + n after signal n, and SL_PROCESS_LATE if
 *  it had to be ended, because it and all that it has started had computed for `most_seconds`, or
 *  had been idle for as long. All that it has started ends with it, and it ends when this process
 *  does, even by SIGKILL. Errors: SL_ERR_MISSING when the program is not there, SL_ERR_SYSTEM. */
sl_status sl_process_run_for(double most_seconds, const char *const arguments[], char *output,
                             size_t size, int *exit_code_out);

/** The same for a program that `become` turns the new process into, with its outputs in place;
 *  `become` does not return. Messages call the program `name`. */
sl_status sl_process_run_as(double most_seconds, const char *name,
                            void (*become)(const void *context), const void *context, char *output,
                            size_t size, int *exit_code_out);

/** The same as sl_process_run_for with SL_PROCESS_SECONDS, more than any helper of the kit
 * needs. */
static inline sl_status sl_process_run(const char *const arguments[], char *output, size_t size,
                                       int *exit_code_out) {
  return sl_process_run_for(SL_PROCESS_SECONDS, arguments, output, size, exit_code_out);
}

/** Cores that this process may run on: taskset and batch systems allow fewer than there are. */
int sl_process_num_cores(void);

#ifdef __cplusplus
}
#endif

#endif
