/** @file module.h
 *  From a student's `.cu` to a worker program: compiled by nvcc or by the lens's driver, linked
 *  with the lab's `drive.cu` and the worker, and kept for the next time.
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
  char log[1 << 16]; /**< what the compiler said, in its own words (see errors/errors.h); warnings
                          too when it was built just now */
} sl_module;

/** Builds the module of `lab` from `source`; nothing is done when neither the source, what it
 *  includes nor the kit changed since.
 *  Errors: SL_ERR_INPUT when the source or what it includes is no ordinary file, is no text, cannot
 *  be read, or its path is too long; SL_ERR_MISSING when the backend was not built; SL_ERR_SYSTEM
 *  when the machine fails the compiler: never is that told as a source that does not compile. */
sl_status sl_module_build(const sl_lab *lab, const char *source, sl_backend_id backend,
                          sl_precision precision, sl_module *out);

/** The same in a sandbox: the compiler sees the kit's headers and libraries, the system, and the
 *  folder of the source; it writes to a folder that is thrown away, from which the module is
 * copied. Such modules are kept apart from the others. With `sandbox` NULL as sl_module_build.
 *  Errors: also SL_ERR_MISSING where there is no sandbox. */
sl_status sl_module_build_confined(const sl_lab *lab, const char *source, sl_backend_id backend,
                                   sl_precision precision, const sl_sandbox *sandbox,
                                   sl_module *out);

/** The same for the lens with functions of the host that nothing looks at: to time them. Where the
 *  host's compiler allows no such thing, `compiled` is false and `log` is empty. */
sl_status sl_module_build_plain(const sl_lab *lab, const char *source, sl_precision precision,
                                const sl_sandbox *sandbox, sl_module *out);

/** Looks at the object that a source was compiled to, before it is linked. */
typedef sl_status sl_module_check(const char *object, void *context, bool *allowed_out);

/** The same in two steps: the object, at which `check` looks, and the
 *  program. Both are made in `folder`, which holds `source` and nothing else, and is the caller's
 * to remove: nothing is kept under a key, nothing of an earlier build is used. `*allowed_out` is
 * false where the check forbids it; then nothing was linked. `sandbox` may be NULL. Errors: as
 * above; those of `check`. */
sl_status sl_module_build_checked(const sl_lab *lab, const char *source, sl_backend_id backend,
                                  sl_precision precision, const char *folder,
                                  const sl_sandbox *sandbox, sl_module_check *check, void *context,
                                  bool *allowed_out, sl_module *out);

/** Builds a program of the kit's own from one source, `source` in full, with the compiler and its
 *  options that modules have. It is kept under a key. Errors: SL_ERR_MISSING; SL_ERR_SYSTEM if
 *  the compiler cannot do its work. If it refuses the source, `compiled` is false. */
sl_status sl_module_build_of_kit(const char *source, sl_backend_id backend, sl_module *out);

/** The same for common/judge/control.cu, which every compiler takes.
 *  Errors: SL_ERR_MISSING, SL_ERR_SYSTEM. */
sl_status sl_module_build_control(sl_backend_id backend, sl_module *out);

enum { SL_MAX_PROGRAM_OPTIONS = 24 };

/** Compiles `source`, which the kit itself has made of a student's file, to the worker `program`
 * for the lens. Nothing is kept, and nobody is blamed: `*compiled_out` is false where the compiler
 *  fails for whatever reason, and `log` holds what it said, one line for each error. `checked`:
 * with what only the compiler sees (see `by_compiler` in judge.h), which takes it twice as long.
 * Headers are looked for in `folder` too, but not in a sandbox (NULL: none). Errors: SL_ERR_INPUT
 * for paths that are too long; SL_ERR_SYSTEM. */
sl_status sl_module_compile(const sl_lab *lab, const char *source, const char *folder,
                            sl_precision precision, bool checked, const sl_sandbox *sandbox,
                            const char *program, char *log, size_t log_size, bool *compiled_out);

/** The same as sl_module_build for a program with a `main` of its own, for the lens. The options,
 * such as -Ifolder, are for the compiler. Errors: also SL_ERR_USAGE for too many options. */
sl_status sl_module_build_program(const char *source, const char *const *options,
                                  size_t num_options, sl_module *out);

/** The path of the student's file, or of the reference solution. */
void sl_module_source(const sl_lab *lab, bool solution, char *path_out, size_t size);

/** The path of what is known of the lab's mistakes (judge/catalogue.h). False: it has no such file.
 */
bool sl_module_mistakes_path(const sl_lab *lab, char *path_out, size_t size);

/** The path of the header that declares what the student's file has to supply. */
void sl_module_contract(const sl_lab *lab, char *path_out, size_t size);

#endif
