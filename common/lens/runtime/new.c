/* new.c: C++'s new and delete, which take memory of the heap in kernels and the C++ library's own
 * on the host. Linked into programs that use them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "lens/abi.h"

typedef void *take(size_t bytes);
typedef void *take_aligned(size_t bytes, size_t align);
typedef void give(void *pointer);

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

static void *take_for(const char *name, size_t bytes) {
  if (lens_on_device()) return lens_heap_malloc(bytes ? bytes : 1);
  return ((take *)next(name))(bytes);
}

/* Blocks of the heap are aligned to 512 bytes. */
static void *take_aligned_for(const char *name, size_t bytes, size_t align) {
  if (lens_on_device()) return lens_heap_malloc(bytes ? bytes : 1);
  return ((take_aligned *)next(name))(bytes, align);
}

static void give_back(const char *name, void *pointer) {
  if (lens_on_device())
    lens_heap_free(pointer);
  else
    ((give *)next(name))(pointer);
}

void *lens_new(size_t bytes) __asm__("_Znwm");
void *lens_new(size_t bytes) {
  return take_for("_Znwm", bytes);
}
void *lens_new_array(size_t bytes) __asm__("_Znam");
void *lens_new_array(size_t bytes) {
  return take_for("_Znam", bytes);
}
void *lens_new_aligned(size_t bytes, size_t align) __asm__("_ZnwmSt11align_val_t");
void *lens_new_aligned(size_t bytes, size_t align) {
  return take_aligned_for("_ZnwmSt11align_val_t", bytes, align);
}
void *lens_new_array_aligned(size_t bytes, size_t align) __asm__("_ZnamSt11align_val_t");
void *lens_new_array_aligned(size_t bytes, size_t align) {
  return take_aligned_for("_ZnamSt11align_val_t", bytes, align);
}

/* Size and alignment are handed over and not needed. */
#define DELETE(name, symbol, plain, ...)                                                           \
  void name(void *pointer __VA_ARGS__) __asm__(symbol);                                            \
  void name(void *pointer __VA_ARGS__) {                                                           \
    give_back(plain, pointer);                                                                     \
  }
#define UNUSED __attribute__((unused))
DELETE(lens_delete, "_ZdlPv", "_ZdlPv")
DELETE(lens_delete_array, "_ZdaPv", "_ZdaPv")
DELETE(lens_delete_sized, "_ZdlPvm", "_ZdlPv", , size_t bytes UNUSED)
DELETE(lens_delete_array_sized, "_ZdaPvm", "_ZdaPv", , size_t bytes UNUSED)
DELETE(lens_delete_aligned, "_ZdlPvSt11align_val_t", "_ZdlPv", , size_t align UNUSED)
DELETE(lens_delete_array_aligned, "_ZdaPvSt11align_val_t", "_ZdaPv", , size_t align UNUSED)
DELETE(lens_delete_sized_aligned, "_ZdlPvmSt11align_val_t", "_ZdlPv", , size_t bytes UNUSED,
       size_t align UNUSED)
DELETE(lens_delete_array_sized_aligned, "_ZdaPvmSt11align_val_t", "_ZdaPv", , size_t bytes UNUSED,
       size_t align UNUSED)
