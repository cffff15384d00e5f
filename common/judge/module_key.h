/** @file module_key.h
 *  What a built module depends on, as one number, to decide when to rebuild.
 */
#ifndef SL_JUDGE_MODULE_KEY_H
#define SL_JUDGE_MODULE_KEY_H

#include "judge/judge.h"

#include <stdint.h>

/** The key of what the command `arguments` (ended by NULL) builds from `source` for `backend`. It
 *  covers the command, and name, size and modification time of the files that it names by full
 *  path, of the sources and headers beside `source`, of the files that `source` includes, and of
 *  the lens. Missing files count by their names. */
uint64_t sl_module_key(const char *const arguments[], const char *source, sl_backend_id backend);

/** Checks the files that `source` includes, as far as the command's folders are known, before a
 *  compiler reads them: with a pipe it would wait for ever. Errors: SL_ERR_INPUT naming a file that
 *  is not regular. */
sl_status sl_module_key_check_includes(const char *const arguments[], const char *source);

#endif
