/** @file module_key.h
 *  What a built module depends on, as one number: to know when to build again.
 */
#ifndef SL_JUDGE_MODULE_KEY_H
#define SL_JUDGE_MODULE_KEY_H

#include "judge/judge.h"

#include <stdint.h>

/** The key of what the command `arguments` (ended by NULL) builds from `source` for `backend`. It
 *  covers the command, and name, size and time of change of the files that it names in full, of the
 *  sources and headers beside `source`, of what that includes, and of the lens. Files that are not
 *  there count by their names. */
uint64_t sl_module_key(const char *const arguments[], const char *source, sl_backend_id backend);

/** Looks at what `source` includes, as far as the command's folders tell, before a compiler does: a
 *  pipe would make it wait for ever. Errors: SL_ERR_INPUT naming what is no ordinary file. */
sl_status sl_module_key_check_includes(const char *const arguments[], const char *source);

#endif
