/** @file module.h
 *  Builds a worker program from a student's `.cu`: compiled by nvcc or by the lens's driver, linked
 *  with the lab's `drive.cu` and the worker, and cached.
 */
#ifndef SL_JUDGE_MODULE_H
#define SL_JUDGE_MODULE_H

#include "base/status.h"
#include "judge/judge.h"
#include "sandbox/sandbox.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct sl_module {
  char program[512]; /**< the worker's executable */
  bool compiled;     /**< false: the source does not compile, and `log` says why */
  char log[1 << 16]; /**< the compiler's own output (see errors/errors.h); with warnings if it was
                      *  just built */
} sl_module;

/** Builds the module of `lab` from `source`; does nothing if the source, its includes and the kit
 *  are unchanged. Errors: SL_ERR_INPUT if the source or one of its includes is not a regular file,
 *  is not text, cannot be read, or has too long a path; SL_ERR_MISSING if the backend was not
 *  built; SL_ERR_SYSTEM if the compiler fails because of the machine, which is never reported as an
 *  error in the source. */
sl_status sl_module_build(const sl_lab *lab, const char *source, sl_backend_id backend,
                          sl_precision precision, sl_module *out);

/** The path of the object file from which sl_module_build made the module for the lens in float.
 *  False: the cache does not have it. */
bool sl_module_kept_object(const sl_lab *lab, const char *source, char *path_out, size_t size);

/** Like sl_module_build, but in a sandbox: the compiler sees the kit's headers and libraries, the
 *  system, and the folder of the source; it writes to a temporary folder, from which the module is
 *  copied. Such modules are cached separately. If `sandbox` is NULL, this is sl_module_build.
 *  Errors: also SL_ERR_MISSING if there is no sandbox. */
sl_status sl_module_build_confined(const sl_lab *lab, const char *source, sl_backend_id backend,
                                   sl_precision precision, const sl_sandbox *sandbox,
                                   sl_module *out);

/** Like sl_module_build for the lens, with host functions that are not instrumented, to time them.
 *  If the host's compiler does not support this, `compiled` is false and `log` is empty. */
sl_status sl_module_build_plain(const sl_lab *lab, const char *source, sl_precision precision,
                                const sl_sandbox *sandbox, sl_module *out);

/** Checks the object file of a source before it is linked. */
typedef sl_status sl_module_check(const char *object, void *context, bool *allowed_out);

/** Like sl_module_build in two steps: first the object file, which `check` examines, then the
 *  program. Both are made in `folder`, which contains only `source`, and which the caller removes:
 *  nothing is cached, and nothing of an earlier build is used. `*allowed_out` is false if the check
 *  forbids the object; then nothing is linked. `sandbox` may be NULL. Errors: as above; those of
 *  `check`. */
sl_status sl_module_build_checked(const sl_lab *lab, const char *source, sl_backend_id backend,
                                  sl_precision precision, const char *folder,
                                  const sl_sandbox *sandbox, sl_module_check *check, void *context,
                                  bool *allowed_out, sl_module *out);

/** Builds one of the kit's own programs from one source (`source` is its full path), with the same
 *  compiler and options as modules. It is cached. Errors: SL_ERR_MISSING; SL_ERR_SYSTEM if the
 *  compiler cannot work. If it refuses the source, `compiled` is false. */
sl_status sl_module_build_of_kit(const char *source, sl_backend_id backend, sl_module *out);

/** Like sl_module_build_of_kit for common/judge/control.cu, which every compiler accepts. Errors:
 *  SL_ERR_MISSING, SL_ERR_SYSTEM. */
sl_status sl_module_build_control(sl_backend_id backend, sl_module *out);

enum { SL_MAX_PROGRAM_OPTIONS = 24 };

/** Compiles `source`, which the kit itself has derived from a student's file, to the worker
 * `program` for the lens. Nothing is cached, and the reason of a failure is not examined:
 * `*compiled_out` is false if the compiler fails for any reason, and `log` has its output, one line
 * per error. `checked`: with the compiler's own checks (see `by_compiler` in judge.h), which take
 * twice as long to compile. Headers are also searched in `folder` (NULL: none), but not in a
 * sandbox. Errors: SL_ERR_INPUT for paths that are too long; SL_ERR_SYSTEM. */
sl_status sl_module_compile(const sl_lab *lab, const char *source, const char *folder,
                            sl_precision precision, bool checked, const sl_sandbox *sandbox,
                            const char *program, char *log, size_t log_size, bool *compiled_out);

/** Like sl_module_build for a program with its own `main`, for the lens. The options, such as
 *  -Ifolder, are for the compiler. Errors: also SL_ERR_USAGE for too many options. */
sl_status sl_module_build_program(const char *source, const char *const *options,
                                  size_t num_options, sl_module *out);

/** The path of the student's file, or of the reference solution. */
void sl_module_source(const sl_lab *lab, bool solution, char *path_out, size_t size);

/** The path of the lab's catalogue of mistakes (judge/catalogue.h). False: the lab has no such
 *  file.
 */
bool sl_module_mistakes_path(const sl_lab *lab, char *path_out, size_t size);

/** The path of the header that declares what the student's file must supply. */
void sl_module_contract(const sl_lab *lab, char *path_out, size_t size);

#endif
