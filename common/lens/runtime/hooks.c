/* hooks.c: the functions that the host compiler calls before each access and at each basic block,
 * because of -fsanitize=thread and -fsanitize-coverage=trace-pc. They replace the sanitizer
 * runtimes. */
#include "access.h"
#include "confine.h"
#include "guard.h"
#include "host_code.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only compilers know these functions */

_Thread_local lens_lane *lens_lane_now __attribute__((tls_model("initial-exec")));

/* ---- plain accesses ------------------------------------------------------------------------- */

#define HOOK(name, bytes, operation)                                                               \
  void __tsan_##name##bytes(void *address) {                                                       \
    lens_access_note(address, bytes, operation, false, LENS_PLACE, LENS_FRAME);                    \
  }                                                                                                \
  UNALIGNED(name##bytes)

#define VOLATILE_HOOK(name, bytes, operation)                                                      \
  void __tsan_##name##bytes(void *address) {                                                       \
    lens_access_volatile(address, bytes, operation, LENS_PLACE, LENS_FRAME);                       \
  }                                                                                                \
  UNALIGNED(name##bytes)

/* A compound access such as `*p += v`: clang may report its load and its store in one call. */
#define HOOK_BOTH(name, bytes)                                                                     \
  void __tsan_##name##bytes(void *address) {                                                       \
    lens_access_note(address, bytes, LENS_LOAD, false, LENS_PLACE, LENS_FRAME);                    \
    lens_access_note(address, bytes, LENS_STORE, false, LENS_PLACE, LENS_FRAME);                   \
  }                                                                                                \
  UNALIGNED(name##bytes)

/* The hooks for unaligned accesses are the same functions, because every access is checked for
 * alignment. */
#define UNALIGNED(name)                                                                            \
  void __tsan_unaligned_##name(void *address) __attribute__((alias("__tsan_" #name)));

#define HOOKS(bytes)                                                                               \
  HOOK(read, bytes, LENS_LOAD)                                                                     \
  HOOK(write, bytes, LENS_STORE)                                                                   \
  VOLATILE_HOOK(volatile_read, bytes, LENS_LOAD)                                                   \
  VOLATILE_HOOK(volatile_write, bytes, LENS_STORE)                                                 \
  HOOK_BOTH(read_write, bytes)

HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

/* Hooks for a structure of two words of 8 bytes, which need not be aligned to 16
 * (driver/hidden.sh). */
#define PAIR_HOOK(name, operation)                                                                 \
  void lens_pair_##name(void *address) {                                                           \
    lens_access_note(address, 8, operation, false, LENS_PLACE, LENS_FRAME);                        \
    lens_access_note((char *)address + 8, 8, operation, false, LENS_PLACE, LENS_FRAME);            \
  }

PAIR_HOOK(read16, LENS_LOAD)
PAIR_HOOK(write16, LENS_STORE)

/* An object's pointer to its virtual table is checked like other memory. */
void __tsan_vptr_update(void **table, void *value) {
  if (!lens_lane_now) lens_host_code_stored(table, (uintptr_t)value);
  lens_access_note(table, 8, LENS_STORE, false, LENS_PLACE, LENS_FRAME);
}
void __tsan_vptr_read(void **table) {
  lens_access_note(table, 8, LENS_LOAD, false, LENS_PLACE, LENS_FRAME);
}

/* Notes an access to a whole structure in words of 4 bytes. A GPU would use words of the
 * structure's alignment. */
static void note_range(const char *start, size_t bytes, lens_operation operation, uintptr_t place,
                       uintptr_t frame) {
  if (!lens_lane_now && !lens_memory_in_arena(start)) { /* host memory, perhaps a long range */
    if (operation != LENS_LOAD) lens_store_note((uintptr_t)start, bytes, place);
    return;
  }
  size_t done = 0;
  for (; done + 4 <= bytes && !((uintptr_t)start & 3); done += 4) {
    lens_access_note(start + done, 4, operation, false, place, frame);
  }
  for (; done < bytes; done++) lens_access_note(start + done, 1, operation, false, place, frame);
}

void __tsan_read_range(void *start, size_t bytes) {
  note_range(start, bytes, LENS_LOAD, LENS_PLACE, LENS_FRAME);
}

void __tsan_write_range(void *start, size_t bytes) {
  note_range(start, bytes, LENS_STORE, LENS_PLACE, LENS_FRAME);
}

/* Checks a store by a library function, not by the program's own code. */
static void note_store(const void *to, size_t bytes, uintptr_t place, uintptr_t frame) {
  lens_confine_above(to, bytes, place);
  note_range(to, bytes, LENS_STORE, place, frame);
}

void lens_note_store(const void *to, size_t bytes, const void *place, const void *frame) {
  if (to) note_store(to, bytes, (uintptr_t)place, (uintptr_t)frame);
}

void *__tsan_memcpy(void *to, const void *from, size_t bytes) {
  note_range(from, bytes, LENS_LOAD, LENS_PLACE, LENS_FRAME);
  note_store(to, bytes, LENS_PLACE, LENS_FRAME);
  return memcpy(to, from, bytes);
}

void *__tsan_memmove(void *to, const void *from, size_t bytes) {
  note_range(from, bytes, LENS_LOAD, LENS_PLACE, LENS_FRAME);
  note_store(to, bytes, LENS_PLACE, LENS_FRAME);
  return memmove(to, from, bytes);
}

void *__tsan_memset(void *to, int value, size_t bytes) {
  note_store(to, bytes, LENS_PLACE, LENS_FRAME);
  return memset(to, value, bytes);
}

/* ---- basic blocks --------------------------------------------------------------------------- */

void __sanitizer_cov_trace_pc(void) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return;
  if (LENS_UNLIKELY(lens_access_stack_is_over(lane, LENS_FRAME))) {
    lens_guard_overflow(lane, LENS_FRAME, LENS_PLACE);
  }
  if (LENS_UNLIKELY(lens_host_code.functions)) lens_host_code_entered(lane, LENS_PLACE);
  lens_access_record_add(lane, LENS_FRAME, LENS_PLACE, lens_make_class(LENS_RECORD_BLOCK, 0, 0));
}

/* ---- atomic builtins used directly in student code ------------------------------------------ */

#define NOTE_ATOMIC(address, operation)                                                            \
  if (lens_lane_now) lens_lane_now->update = (operation);                                          \
  lens_confine_above((const void *)(uintptr_t)(address), sizeof *(address), LENS_PLACE);           \
  lens_access_note((const void *)(uintptr_t)(address), sizeof *(address), LENS_ATOMIC, false,      \
                   LENS_PLACE, LENS_FRAME)

/* The requested memory order is ignored: the strongest is always used. */
#define ATOMIC_HOOK(bits, type, name, value)                                                       \
  type __tsan_atomic##bits##_##name(volatile type *address, type operand, int order) {             \
    (void)order;                                                                                   \
    NOTE_ATOMIC(address, LENS_ATOMIC_EXCH);                                                        \
    return value;                                                                                  \
  }

#define EXCHANGE_HOOK(bits, type, kind)                                                            \
  int __tsan_atomic##bits##_compare_exchange_##kind(volatile type *address, type *expected,        \
                                                    type wanted, int order, int otherwise) {       \
    (void)order;                                                                                   \
    (void)otherwise;                                                                               \
    NOTE_ATOMIC(address, LENS_ATOMIC_CAS);                                                         \
    lens_confine_above(expected, sizeof *expected, LENS_PLACE);                                    \
    lens_confine_store(expected, sizeof *expected, LENS_PLACE, LENS_FRAME);                        \
    return __atomic_compare_exchange_n(address, expected, wanted, false, __ATOMIC_SEQ_CST,         \
                                       __ATOMIC_SEQ_CST);                                          \
  }

#define ATOMIC_HOOKS(bits, type)                                                                   \
  type __tsan_atomic##bits##_load(const volatile type *address, int order) {                       \
    (void)order;                                                                                   \
    NOTE_ATOMIC(address, LENS_ATOMIC_EXCH);                                                        \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                             \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile type *address, type value, int order) {                \
    (void)order;                                                                                   \
    NOTE_ATOMIC(address, LENS_ATOMIC_EXCH);                                                        \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                            \
  }                                                                                                \
  ATOMIC_HOOK(bits, type, exchange, __atomic_exchange_n(address, operand, __ATOMIC_SEQ_CST))       \
  ATOMIC_HOOK(bits, type, fetch_add, __atomic_fetch_add(address, operand, __ATOMIC_SEQ_CST))       \
  ATOMIC_HOOK(bits, type, fetch_sub, __atomic_fetch_sub(address, operand, __ATOMIC_SEQ_CST))       \
  ATOMIC_HOOK(bits, type, fetch_and, __atomic_fetch_and(address, operand, __ATOMIC_SEQ_CST))       \
  ATOMIC_HOOK(bits, type, fetch_or, __atomic_fetch_or(address, operand, __ATOMIC_SEQ_CST))         \
  ATOMIC_HOOK(bits, type, fetch_xor, __atomic_fetch_xor(address, operand, __ATOMIC_SEQ_CST))       \
  ATOMIC_HOOK(bits, type, fetch_nand, __atomic_fetch_nand(address, operand, __ATOMIC_SEQ_CST))     \
  EXCHANGE_HOOK(bits, type, strong)                                                                \
  EXCHANGE_HOOK(bits, type, weak)                                                                  \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected,           \
                                                  type wanted, int order, int otherwise) {         \
    (void)order;                                                                                   \
    (void)otherwise;                                                                               \
    NOTE_ATOMIC(address, LENS_ATOMIC_CAS);                                                         \
    __atomic_compare_exchange_n(address, &expected, wanted, false, __ATOMIC_SEQ_CST,               \
                                __ATOMIC_SEQ_CST);                                                 \
    return expected;                                                                               \
  }

ATOMIC_HOOKS(8, uint8_t)
ATOMIC_HOOKS(16, uint16_t)
ATOMIC_HOOKS(32, uint32_t)
ATOMIC_HOOKS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) {
  (void)order;
  lens_fence();
}

/* ---- unused, but called by the compilers ---------------------------------------------------- */

void __tsan_init(void) {}
void __tsan_func_entry(void *from) {
  (void)from;
}
void __tsan_func_exit(void) {}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
