/* new.c: C++'s new and delete, which use the lens's heap in kernels, and malloc on the host, as the
 * C++ library does. Linked into programs that use them. */
#include "alloc.h"
#include "lens/abi.h"

/* A function of the C++ library, which every program that calls `new` is linked with. (A weak
 * reference might stay empty, because the linker can leave out a library that is only referenced
 * weakly.) */
void lens_throw_bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv") __attribute__((noreturn));
typedef void new_handler(void);
new_handler *lens_get_new_handler(void) __asm__("_ZSt15get_new_handlerv");

/* Allocates host memory. While there is none, calls the program's new handler and tries again;
 * throws if there is no handler. C++ requires this. */
static void *take_of_host(size_t bytes, size_t align) {
  for (;;) {
    void *taken = lens_host_memory.take(bytes, align);
    if (taken) return taken;
    new_handler *handler = lens_get_new_handler();
    if (!handler) lens_throw_bad_alloc();
    handler();
  }
}

/* Allocates memory, in a kernel from the lens's heap, where all blocks are aligned to 512 bytes. If
 * `align` is 0, the memory is aligned for every type. */
static void *take(size_t bytes, size_t align) {
  if (bytes == 0) bytes = 1;
  return lens_on_device() ? lens_heap_malloc(bytes) : take_of_host(bytes, align);
}

static void give_back(void *pointer) {
  if (lens_on_device())
    lens_heap_free(pointer);
  else
    lens_host_memory.give_back(pointer);
}

void *lens_new(size_t bytes) __asm__("_Znwm");
void *lens_new(size_t bytes) {
  return take(bytes, 0);
}
void *lens_new_array(size_t bytes) __asm__("_Znam");
void *lens_new_array(size_t bytes) {
  return take(bytes, 0);
}
void *lens_new_aligned(size_t bytes, size_t align) __asm__("_ZnwmSt11align_val_t");
void *lens_new_aligned(size_t bytes, size_t align) {
  return take(bytes, align);
}
void *lens_new_array_aligned(size_t bytes, size_t align) __asm__("_ZnamSt11align_val_t");
void *lens_new_array_aligned(size_t bytes, size_t align) {
  return take(bytes, align);
}

/* Defines a form of delete. Some forms also receive the size and the alignment, which are not
 * needed. */
#define DELETE(name, symbol, ...)                                                                  \
  void name(void *pointer __VA_ARGS__) __asm__(symbol);                                            \
  void name(void *pointer __VA_ARGS__) {                                                           \
    give_back(pointer);                                                                            \
  }
#define UNUSED __attribute__((unused))
DELETE(lens_delete, "_ZdlPv")
DELETE(lens_delete_array, "_ZdaPv")
DELETE(lens_delete_sized, "_ZdlPvm", , size_t bytes UNUSED)
DELETE(lens_delete_array_sized, "_ZdaPvm", , size_t bytes UNUSED)
DELETE(lens_delete_aligned, "_ZdlPvSt11align_val_t", , size_t align UNUSED)
DELETE(lens_delete_array_aligned, "_ZdaPvSt11align_val_t", , size_t align UNUSED)
DELETE(lens_delete_sized_aligned, "_ZdlPvmSt11align_val_t", , size_t bytes UNUSED,
       size_t align UNUSED)
DELETE(lens_delete_array_sized_aligned, "_ZdaPvmSt11align_val_t", , size_t bytes UNUSED,
       size_t align UNUSED)
