/** @file own_memory.h
 *  Redirects malloc, calloc, realloc and free of the student's file, so that its host memory is
 *  guarded like the arrays of a job. On the lens, this header is included before the student's
 *  file. Memory from `new` is not guarded.
 */
#ifndef SL_WORKER_OWN_MEMORY_H
#define SL_WORKER_OWN_MEMORY_H

#include <stdlib.h>

#ifdef __cplusplus
#include <cstdlib>
extern "C" {
#endif

void *sl_own_memory_malloc(size_t bytes);
void *sl_own_memory_calloc(size_t count, size_t size);
void *sl_own_memory_realloc(void *block, size_t bytes);
void sl_own_memory_free(void *block);

#ifdef __cplusplus
}
namespace std { // for programs that write std::malloc
using ::sl_own_memory_calloc;
using ::sl_own_memory_free;
using ::sl_own_memory_malloc;
using ::sl_own_memory_realloc;
} // namespace std
#endif

#ifndef SL_OWN_MEMORY_KEEPS_NAMES
#define malloc  sl_own_memory_malloc
#define calloc  sl_own_memory_calloc
#define realloc sl_own_memory_realloc
#define free    sl_own_memory_free
#endif
#endif
