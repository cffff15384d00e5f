/** @file process.h
 *  Running a helper program (compiler, addr2line) without a shell.
 */
#ifndef SL_BASE_PROCESS_H
#define SL_BASE_PROCESS_H

#include "status.h"

#include <stddef.h>

/** Runs `arguments` (ended by NULL; the first is a path or a name on PATH) with an empty standard
 *  input and waits. What it prints on both outputs is put into `output`, at most `size` − 1 bytes;
 *  the rest is read and dropped. `*exit_code_out` is 128 + n after signal n.
 *  Errors: SL_ERR_MISSING when the program is not there, SL_ERR_SYSTEM. */
sl_status sl_process_run(const char *const arguments[], char *output, size_t size,
                         int *exit_code_out);

#endif
