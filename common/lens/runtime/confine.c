/* confine.c: the checks that lens-confine puts into a program. A check that passes changes no
 * register that the program may use, and costs a few instructions; all other cases are handled in
 * C. */
#define _GNU_SOURCE
#include "confine.h"

#include "access.h"
#include "describe.h"
#include "error.h"
#include "guard.h"
#include "lane.h"
#include "lens/abi.h"
#include "lens/confine/contracts.h"
#include "lens/lens.h"
#include "log.h"
#include "memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local intptr_t lens_confine_distance;
_Thread_local uintptr_t lens_confine_floor;

/* The functions that the program may call through an address, and the labels to which it may jump.
 * The linker joins the tables of its files. */
extern const uintptr_t __start_lens_targets[] __attribute__((weak));
extern const uintptr_t __stop_lens_targets[] __attribute__((weak));
extern const uintptr_t __start_lens_labels[] __attribute__((weak));
extern const uintptr_t __stop_lens_labels[] __attribute__((weak));

bool lens_confine_is_on(void) {
  return __start_lens_targets != NULL;
}

/* ---- second stacks --------------------------------------------------------------------------- */

intptr_t lens_confine_make_second(const void *stack, size_t bytes) {
  if (!lens_confine_is_on()) return 0;
  char *second =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (second == MAP_FAILED) return 0;
  (void)madvise(second, bytes, MADV_NOHUGEPAGE);
  return second - (const char *)stack;
}

void lens_confine_free_second(const void *stack, size_t bytes, intptr_t distance) {
  if (distance) (void)munmap((char *)(uintptr_t)stack + distance, bytes);
}

/* Sets the stack of host code, which is entered at about the same height each time. */
void lens_confine_host_stack(const void *low, size_t bytes) {
  enum { SLACK = 1 << 20 };
  static const char *start;
  static size_t room;
  static intptr_t distance;
  const char *first = low;
  if (!start || first < start || first + bytes > start + room) {
    lens_confine_free_second(start, room, distance);
    start = first - SLACK;
    room = bytes + 2 * (size_t)SLACK;
    distance = lens_confine_make_second(start, room);
  }
  lens_confine_distance = distance;
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void kill_lane(lens_lane *lane, lens_finding_kind kind, const char *what, uintptr_t place) {
  lens_sighting sighting = lens_describe_lane(lane, kind, place);
  sighting.index = sighting.length = -1;
  (void)snprintf(sighting.detail, sizeof sighting.detail, "%s", what);
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_ILLEGAL_ADDRESS);
  lens_lane_kill(lane);
}

void lens_confine_refuse(lens_finding_kind kind, const char *what, uintptr_t place) {
  if (lens_lane_now) kill_lane(lens_lane_now, kind, what, place);
  lens_store_refuse(what, place);
}

/* ---- called from the assembly below ---------------------------------------------------------- */

#define SEEN_BY_ASSEMBLER __attribute__((used, visibility("hidden")))

void lens_confine_elsewhere(uintptr_t address, size_t bytes, uintptr_t place,
                            uintptr_t frame) SEEN_BY_ASSEMBLER;
void lens_confine_over(uintptr_t address, uintptr_t place, uintptr_t frame) SEEN_BY_ASSEMBLER;
void lens_confine_look_up(uintptr_t target, uintptr_t place) SEEN_BY_ASSEMBLER;
void lens_confine_look_up_label(uintptr_t target, uintptr_t place) SEEN_BY_ASSEMBLER;
void lens_confine_astray(uintptr_t place) SEEN_BY_ASSEMBLER;
void lens_confine_broken(uintptr_t place) SEEN_BY_ASSEMBLER;
void lens_confine_examine(unsigned contract, uintptr_t *arguments,
                          uintptr_t place) SEEN_BY_ASSEMBLER;

/* Checks a store that may be outside of the stack. Accesses are not counted here, because hooks
 * have counted them. */
void lens_confine_elsewhere(uintptr_t address, size_t bytes, uintptr_t place, uintptr_t frame) {
  lens_lane *lane = lens_lane_now;
  if (bytes == 0 || lens_memory_in_arena((const void *)address)) return;
  if (!lane) {
    lens_store_note(address, bytes, place);
    return;
  }
  bool whole = bytes <= LENS_STACK_BYTES;
  if (whole && address - lane->shared_base < LENS_SHARED_SPAN - bytes) return;
  if (whole && address - lane->stack_low < LENS_STACK_BYTES - bytes + 1) return;
  uint64_t class = lens_make_class(LENS_STORE, LENS_GLOBAL, bytes < 16 ? (unsigned)bytes : 16);
  lens_access_far(lane, address, class, place, frame);
  if (bytes > 16) lens_access_far(lane, address + bytes - 16, class, place, frame);
}

void lens_confine_store(const void *to, size_t bytes, uintptr_t place, uintptr_t frame) {
  if (lens_confine_is_on()) lens_confine_elsewhere((uintptr_t)to, bytes, place, frame);
}

/* The lowest address of the stack on which the program runs; 0 if the stack is not limited. */
static uintptr_t lowest_of_stack(void) {
  if (lens_lane_now) return lens_lane_now->stack_low;
  return lens_stores.on ? lens_stores.stack_low : 0;
}

void lens_confine_above(const void *to, size_t bytes, uintptr_t place) {
  uintptr_t address = (uintptr_t)to, low = lowest_of_stack(), floor = lens_confine_floor;
  if (!lens_confine_is_on() || !low || bytes == 0 || address >= floor) return;
  if (address < low && bytes <= low - address) return;
  lens_confine_refuse(LENS_OUT_OF_BOUNDS_WRITE,
                      "a function would write to the unused part of the stack, where its own "
                      "variables are",
                      place);
}

/* Handles a stack pointer that would leave the stack. */
void lens_confine_over(uintptr_t address, uintptr_t place, uintptr_t frame) {
  lens_lane *lane = lens_lane_now;
  if (!lane && lens_stores_on_stack(address)) return;
  if (lane && address - lane->stack_low < LENS_STACK_BYTES) return;
  if (!lane) {
    (void)raise(SIGSEGV);
    _exit(3);
  }
  (void)frame;
  lens_guard_overflow(lane, address, place);
}

/* ---- calls through addresses ----------------------------------------------------------------- */

enum {
  MOST_KNOWN = 256,
  CALL_BACK_FRAME = 256, /* at least the stack usage of lens_call_back */
};

/* A sorted table, and those of its entries that were used recently. */
typedef struct targets_table {
  uintptr_t *sorted;
  uintptr_t known[MOST_KNOWN];
} targets_table;

extern targets_table functions __asm__("lens_confine_functions")
    __attribute__((visibility("hidden")));
extern targets_table labels __asm__("lens_confine_labels") __attribute__((visibility("hidden")));
targets_table functions, labels;

static int compare(const void *a, const void *b) {
  uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
  return (x > y) - (x < y);
}

/* Whether the table has the target. The table is sorted at the first call; two threads may do this
 * at the same time, with the same result. */
static bool has(targets_table *table, const uintptr_t *start, const uintptr_t *stop,
                uintptr_t target) {
  uintptr_t *made = __atomic_load_n(&table->sorted, __ATOMIC_ACQUIRE);
  size_t count = (size_t)(stop - start);
  if (!made) {
    made = malloc((count + 1) * sizeof *made);
    if (!made) _exit(3);
    for (size_t i = 0; i < count; i++) made[i] = start[i];
    qsort(made, count, sizeof *made, compare);
    __atomic_store_n(&table->sorted, made, __ATOMIC_RELEASE);
  }
  return bsearch(&target, made, count, sizeof target, compare);
}

bool lens_confine_may_call(uintptr_t target) {
  return has(&functions, __start_lens_targets, __stop_lens_targets, target) ||
         lens_confine_is_library_target(target);
}

void lens_confine_look_up(uintptr_t target, uintptr_t place) {
  if (target == 0 || !lens_confine_is_on()) return; /* the call itself is the fault */
  if (!lens_confine_may_call(target)) {
    lens_confine_refuse(
        LENS_HOST_POINTER,
        "the program calls an address that is not the start of one of its functions", place);
  }
  functions.known[target / 16 % MOST_KNOWN] = target;
}

/* Checks that a jump goes to a label. The caller has checked that the jump stays in its
 * function. */
void lens_confine_look_up_label(uintptr_t target, uintptr_t place) {
  if (!has(&labels, __start_lens_labels, __stop_lens_labels, target)) lens_confine_astray(place);
  labels.known[target / 16 % MOST_KNOWN] = target;
}

void lens_confine_astray(uintptr_t place) {
  lens_confine_refuse(LENS_HOST_POINTER,
                      "the program jumps to an address at which no label of this function is",
                      place);
}

void lens_confine_require_target(uintptr_t target) {
  lens_confine_look_up(target, 0);
}

void lens_confine_broken(uintptr_t place) {
  lens_confine_refuse(LENS_OUT_OF_BOUNDS_INDEX,
                      "a function's return address was overwritten, for example by a store beyond "
                      "the end of a local array",
                      place);
}

/* During the call, the program must not store to the frames of the callers. */
intptr_t lens_call_back(const void *function, const void *first, const void *second) {
  uintptr_t place = (uintptr_t)__builtin_return_address(0);
  if (lens_lane_now || !lens_stores.on) return lens_confine_upcall(function, first, second);
  lens_confine_look_up((uintptr_t)function, place);
  size_t bytes = lens_stores_narrow((uintptr_t)__builtin_dwarf_cfa() - CALL_BACK_FRAME);
  intptr_t result = lens_confine_upcall(function, first, second);
  lens_stores_widen(bytes);
  return result;
}

#ifdef __x86_64__

/* ---- x86-64 ---------------------------------------------------------------------------------- */

_Static_assert(offsetof(lens_lane, stack_low) == 24, "LANE_STACK_LOW below");
_Static_assert(LENS_STACK_BYTES == 262144, "STACK_BYTES below");
_Static_assert(offsetof(lens_store_limits, stack_low) == 8 &&
                   offsetof(lens_store_limits, stack_bytes) == 16,
               "lens_stores below");

#define FUNCTION(name) ".globl " name "\n.type " name ", @function\n.p2align 4\n" name ":\n"
#define END(name)      ".size " name ", . - " name "\n"

/* Saves all registers except those that a C function preserves. Saved below %rbp: rax, rcx, rdx,
 * rsi, rdi, r8 to r11, the flags. */
#define SAVE                                                                                       \
  "  pushq %rbp\n  movq %rsp, %rbp\n  pushq %rax\n  pushq %rcx\n  pushq %rdx\n  pushq %rsi\n"      \
  "  pushq %rdi\n  pushq %r8\n  pushq %r9\n  pushq %r10\n  pushq %r11\n  pushfq\n"                 \
  "  subq $256, %rsp\n  andq $-16, %rsp\n"                                                         \
  "  movaps %xmm0, (%rsp)\n  movaps %xmm1, 16(%rsp)\n  movaps %xmm2, 32(%rsp)\n"                   \
  "  movaps %xmm3, 48(%rsp)\n  movaps %xmm4, 64(%rsp)\n  movaps %xmm5, 80(%rsp)\n"                 \
  "  movaps %xmm6, 96(%rsp)\n  movaps %xmm7, 112(%rsp)\n  movaps %xmm8, 128(%rsp)\n"               \
  "  movaps %xmm9, 144(%rsp)\n  movaps %xmm10, 160(%rsp)\n  movaps %xmm11, 176(%rsp)\n"            \
  "  movaps %xmm12, 192(%rsp)\n  movaps %xmm13, 208(%rsp)\n  movaps %xmm14, 224(%rsp)\n"           \
  "  movaps %xmm15, 240(%rsp)\n  cld\n"
#define RESTORE                                                                                    \
  "  movaps (%rsp), %xmm0\n  movaps 16(%rsp), %xmm1\n  movaps 32(%rsp), %xmm2\n"                   \
  "  movaps 48(%rsp), %xmm3\n  movaps 64(%rsp), %xmm4\n  movaps 80(%rsp), %xmm5\n"                 \
  "  movaps 96(%rsp), %xmm6\n  movaps 112(%rsp), %xmm7\n  movaps 128(%rsp), %xmm8\n"               \
  "  movaps 144(%rsp), %xmm9\n  movaps 160(%rsp), %xmm10\n  movaps 176(%rsp), %xmm11\n"            \
  "  movaps 192(%rsp), %xmm12\n  movaps 208(%rsp), %xmm13\n  movaps 224(%rsp), %xmm14\n"           \
  "  movaps 240(%rsp), %xmm15\n  leaq -80(%rbp), %rsp\n  popfq\n  popq %r11\n  popq %r10\n"        \
  "  popq %r9\n  popq %r8\n  popq %rdi\n  popq %rsi\n  popq %rdx\n  popq %rcx\n  popq %rax\n"      \
  "  popq %rbp\n"

/* Loads the lane into %rax; sets the zero flag if there is none. */
#define LANE                                                                                       \
  "  movq lens_lane_now@gottpoff(%rip), %rax\n  movq %fs:(%rax), %rax\n  testq %rax, %rax\n"

/* Checks that %ADDRESS is on the running stack, otherwise jumps to `elsewhere`. Uses %rax. */
#define ON_STACK(address, here, elsewhere)                                                         \
  LANE "  jne 2f\n  movq " address ", %rax\n  subq lens_stores+8(%rip), %rax\n"                    \
       "  cmpq lens_stores+16(%rip), %rax\n  jb " here "\n  jmp " elsewhere "\n"                   \
       "2:\n  movq 24(%rax), %rax\n  negq %rax\n  addq " address ", %rax\n"                        \
       "  cmpq $262128, %rax\n  jae " elsewhere "\n"

/* KEEP_FLAGS saves the flags, GIVE_FLAGS restores them; both preserve %rax. */
#define KEEP_FLAGS "  pushq %rax\n  lahf\n  seto %al\n  pushq %rax\n"
#define GIVE_FLAGS "  popq %rax\n  addb $127, %al\n  sahf\n  popq %rax\n"

/* The address is in %rdi; the program's %rdi is above the return address. */
#define STORE_ELSEWHERE(bytes)                                                                     \
  SAVE "  movl $" bytes ", %esi\n  movq 8(%rbp), %rdx\n  leaq 24(%rbp), %rcx\n"                    \
       "  call lens_confine_elsewhere\n" RESTORE "  ret\n"
#define STORE(bytes)                                                                               \
  FUNCTION("lens_confine_store_" bytes)                                                            \
  "  pushq %rax\n" ON_STACK(                                                                       \
      "%rdi", "1f",                                                                                \
      "3f") "1:\n  popq %rax\n  ret\n"                                                             \
            "3:\n  popq %rax\n" STORE_ELSEWHERE(bytes) END("lens_confine_store_" bytes)            \
                FUNCTION("lens_confine_store_flags_" bytes)                                        \
                    KEEP_FLAGS ON_STACK("%rdi", "1f", "3f") "1:\n" GIVE_FLAGS "  ret\n"            \
                                                            "3:\n" GIVE_FLAGS                      \
                                                            STORE_ELSEWHERE(bytes) END(            \
                                                                "lens_confine_store_flags_" bytes)

/* Checks %rcx times `bytes` bytes, from %rdi up. */
#define RANGE(bytes)                                                                               \
  FUNCTION("lens_confine_range_" bytes)                                                            \
  SAVE "  movq %rcx, %rsi\n  imulq $" bytes ", %rsi\n  movq 8(%rbp), %rdx\n"                       \
       "  leaq 24(%rbp), %rcx\n  call lens_confine_elsewhere_range\n" RESTORE                      \
       "  ret\n" END("lens_confine_range_" bytes)

__asm__(
    ".text\n" FUNCTION(
        "lens_confine_enter") "  movq lens_confine_distance@gottpoff(%rip), %r11\n  movq "
                              "%fs:(%r11), %r11\n"
                              "  movq 8(%rsp), %r10\n  movq %r10, 8(%rsp,%r11)\n  ret\n" END(
                                  "lens_confine_enter")
                                  FUNCTION(
                                      "lens_confine_leave") "  movq "
                                                            "lens_confine_distance@gottpoff(%rip), "
                                                            "%r11\n  movq %fs:(%r11), %r11\n"
                                                            "  movq (%rsp), %r10\n  cmpq %r10, "
                                                            "(%rsp,%r11)\n  jne 1f\n  ret\n"
                                                            "1:\n  movq %r10, %rdi\n  andq $-16, "
                                                            "%rsp\n  call lens_confine_broken\n  "
                                                            "ud2\n" END("lens_confine_leave")
    /* An exception continues here: %r11 is the place of the function's return address. */
    FUNCTION("lens_confine_landed") "  pushq %rax\n" ON_STACK(
        "%r11", "1f",
        "3f") "1:\n  popq %rax\n5:\n  movq lens_confine_distance@gottpoff(%rip), %r10\n"
              "  movq %fs:(%r10), %r10\n  movq (%r11,%r10), %r10\n  cmpq %r10, (%r11)\n  jne 4f\n  "
              "ret\n"
              "3:\n  popq %rax\n" SAVE
              "  movq %r11, %rdi\n  movq 8(%rbp), %rsi\n  leaq 16(%rbp), %rdx\n"
              "  call lens_confine_over\n" RESTORE "  jmp 5b\n"
              "4:\n  movq (%rsp), %rdi\n  andq $-16, %rsp\n  call lens_confine_broken\n  ud2\n" END(
                  "lens_confine_landed")
    /* Checks that %r11 may become the stack pointer. */
    FUNCTION("lens_confine_stack") "  pushfq\n  pushq %rax\n" ON_STACK(
        "%r11", "1f", "3f") "1:\n  popq %rax\n  popfq\n  ret\n"
                            "3:\n  popq %rax\n  popfq\n" SAVE
                            "  movq %r11, %rdi\n  movq 8(%rbp), %rsi\n"
                            "  leaq 16(%rbp), %rdx\n  call lens_confine_over\n" RESTORE
                            "  ret\n" END("lens_confine_stack") STORE("1") STORE("2") STORE("4")
                                STORE("8") STORE("16") RANGE("1") RANGE("2") RANGE("4") RANGE("8")
    /* Handles a call of %r11; the registers hold only arguments. */
    FUNCTION("lens_confine_call") "  pushq %rax\n  leaq 16(%rsp), %r10\n"
                                  "  movq lens_confine_floor@gottpoff(%rip), %rax\n"
                                  "  movq %r10, %fs:(%rax)\n"
                                  "  movq %r11, %r10\n  shrq $4, %r10\n  andl $255, %r10d\n"
                                  "  leaq 8+lens_confine_functions(%rip), %rax\n"
                                  "  cmpq %r11, (%rax,%r10,8)\n  popq %rax\n  jne 1f\n"
                                  "  jmpq *%r11\n"
                                  "1:\n" SAVE "  movq %r11, %rdi\n  movq 8(%rbp), %rsi\n  call "
                                  "lens_confine_look_up\n" RESTORE
                                  "  jmpq *%r11\n" END("lens_confine_call")
    /* Calls the program from the runtime. Saves the registers on the second stack. */
    FUNCTION(
        "lens_confine_upcall") "  subq $56, %rsp\n  movq lens_confine_distance@gottpoff(%rip), "
                               "%r11\n"
                               "  movq %fs:(%r11), %r11\n  movq 56(%rsp), %r10\n  leaq "
                               "(%rsp,%r11), %r11\n"
                               "  movq %rbx, (%r11)\n  movq %rbp, 8(%r11)\n  movq %r12, 16(%r11)\n "
                               " movq %r13, 24(%r11)\n"
                               "  movq %r14, 32(%r11)\n  movq %r15, 40(%r11)\n  movq %r10, "
                               "56(%r11)\n"
                               "  movq %rdi, %r10\n  movq %rsi, %rdi\n  movq %rdx, %rsi\n  callq "
                               "*%r10\n"
                               "  movq lens_confine_distance@gottpoff(%rip), %r11\n  movq "
                               "%fs:(%r11), %r11\n"
                               "  movq 56(%rsp), %r10\n  leaq (%rsp,%r11), %r11\n  movq (%r11), "
                               "%rbx\n"
                               "  movq 8(%r11), %rbp\n  movq 16(%r11), %r12\n  movq 24(%r11), "
                               "%r13\n"
                               "  movq 32(%r11), %r14\n  movq 40(%r11), %r15\n  addq $56, %rsp\n"
                               "  cmpq %r10, 56(%r11)\n  jne 1f\n  ret\n"
                               "1:\n  movq %r10, %rdi\n  andq $-16, %rsp\n  call "
                               "lens_confine_broken\n  ud2\n" END("lens_confine_upcall")
    /* Called before a jump to %r11, with the first and the last place of the function above the
     * return address. Changes no flag, and of the registers only %r10. */
    FUNCTION("lens_confine_jump") KEEP_FLAGS
    "  cmpq 32(%rsp), %r11\n  jb 3f\n  cmpq 24(%rsp), %r11\n  ja 3f\n"
    "  movq %r11, %r10\n  shrq $4, %r10\n  andl $255, %r10d\n"
    "  leaq 8+lens_confine_labels(%rip), %rax\n  cmpq %r11, (%rax,%r10,8)\n"
    "  jne 1f\n" GIVE_FLAGS "  ret\n"
    "1:\n" GIVE_FLAGS SAVE
    "  movq %r11, %rdi\n  movq 8(%rbp), %rsi\n  call lens_confine_look_up_label\n" RESTORE "  ret\n"
    "3:\n" GIVE_FLAGS SAVE
    "  movq 8(%rbp), %rdi\n  call lens_confine_astray\n  ud2\n" END("lens_confine_jump")
    /* Handles a call of the library's function %r11, under the contract %r10. */
    FUNCTION("lens_confine_library") SAVE
    "  movl %r10d, %edi\n"
    "  leaq -72(%rbp), %rsi\n  movq 8(%rbp), %rdx\n  call lens_confine_examine\n" RESTORE
    "  jmpq *%r11\n" END("lens_confine_library"));

void lens_confine_elsewhere_range(uintptr_t address, size_t bytes, uintptr_t place,
                                  uintptr_t frame) SEEN_BY_ASSEMBLER;

/* Handles a range of which a part may be on the stack. */
void lens_confine_elsewhere_range(uintptr_t address, size_t bytes, uintptr_t place,
                                  uintptr_t frame) {
  lens_confine_elsewhere(address, bytes, place, frame);
}

/* The saved registers, from %r11 at index 0 upwards: r10, r9, r8, rdi, rsi, rdx, rcx, rax. */
enum { SAVED_R8 = 3, SAVED_RDI, SAVED_RSI, SAVED_RDX, SAVED_RCX };

void lens_confine_examine(unsigned contract, uintptr_t *saved, uintptr_t place) {
  const uintptr_t arguments[] = {saved[SAVED_RDI], saved[SAVED_RSI], saved[SAVED_RDX],
                                 saved[SAVED_RCX], saved[SAVED_R8]};
  lens_confine_library_call((enum lens_contract)contract, arguments, place);
  /* The library would call an exception's destructor while its own frames are in memory where the
   * program may store. So the destructor is not called, and its memory is kept until the program
   * ends. */
  if (contract == LENS_CONTRACT_THROW && lens_stores.on) saved[SAVED_RDX] = 0;
}

#else

intptr_t lens_confine_upcall(const void *function, const void *first, const void *second) {
  return ((intptr_t(*)(const void *, const void *))(uintptr_t)function)(first, second);
}

#endif
