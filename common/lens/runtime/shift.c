/* shift.c: shifts by more bits than the type has, or by a negative number.
 *
 * Their result is undefined in C++, and processors differ: x86 takes the number modulo 32 or 64,
 * and a GPU shifts every bit out. So the compiler checks by how many bits each shift goes
 * (-fsanitize=shift-exponent), and driver/checks.sh keeps these checks out of the counts. On x86-64
 * a thread that shifts too far then continues with the result of a GPU: 0, or copies of the sign
 * (PTX ISA, shl and shr: amounts beyond the width count as the width). On other processors, and in
 * functions with instructions that driver/checks.sh cannot adapt, the thread ends there. Host code
 * gets the same result on the lens as on a machine with a GPU, so nothing is reported for it. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "checked.h"
#include "describe.h"
#include "error.h"
#include "lane.h"

/* What gcc and clang pass about a failed check of a shift. */
typedef struct shift {
  const char *file;
  uint32_t line, column;
  const lens_checked_type *type, *count_type;
} shift;

void __ubsan_handle_shift_out_of_bounds_abort(const shift *of, uintptr_t value, uintptr_t count)
    __attribute__((noreturn));

/* The compiler assumes that a bad shift ends the thread. So lens_shift_begin saves the registers at
 * the check, and lens_shift_go_on restores them. Afterwards the zero flag says whether to continue
 * with the shift. In host code it is set at once; in a kernel it is set only when lens_shift_go_on
 * returns to the check, after the report. */
typedef struct registers {
  uint64_t general[16], stack, back;
  unsigned char vector[16][16];
  uint64_t are_kept;
} registers;

#ifdef __x86_64__
_Thread_local registers lens_shift_kept __attribute__((tls_model("initial-exec")));

_Noreturn void lens_shift_go_on(void);

#define GENERAL(op)                                                                                \
  op(rcx, 8) op(rdx, 16) op(rbx, 24) op(rsi, 32) op(rdi, 40) op(rbp, 48) op(r8, 56) op(r9, 64)     \
      op(r10, 72) op(r11, 80) op(r12, 88) op(r13, 96) op(r14, 104) op(r15, 112)
#define VECTOR(op)                                                                                 \
  op(xmm0, 144) op(xmm1, 160) op(xmm2, 176) op(xmm3, 192) op(xmm4, 208) op(xmm5, 224)              \
      op(xmm6, 240) op(xmm7, 256) op(xmm8, 272) op(xmm9, 288) op(xmm10, 304) op(xmm11, 320)        \
          op(xmm12, 336) op(xmm13, 352) op(xmm14, 368) op(xmm15, 384)
#define KEEP(name, at)            "  movq %" #name ", " #at "(%rax)\n"
#define PUT_BACK(name, at)        "  movq " #at "(%rax), %" #name "\n"
#define KEEP_VECTOR(name, at)     "  movdqu %" #name ", " #at "(%rax)\n"
#define PUT_VECTOR_BACK(name, at) "  movdqu " #at "(%rax), %" #name "\n"
#define ADDRESS_OF_KEPT                                                                            \
  "  movq lens_shift_kept@gottpoff(%rip), %rax\n"                                                  \
  "  addq %fs:0, %rax\n"

_Static_assert(offsetof(registers, stack) == 128 && offsetof(registers, back) == 136 &&
                   offsetof(registers, vector) == 144 && offsetof(registers, are_kept) == 400,
               "the numbers above");

__asm__(".text\n"
        ".globl lens_shift_begin\n"
        ".type lens_shift_begin, @function\n"
        "lens_shift_begin:\n"
        "  pushq %rax\n"
        "  movq lens_lane_now@gottpoff(%rip), %rax\n"
        "  cmpq $0, %fs:(%rax)\n"
        "  je 1f\n" /* host code */
        ADDRESS_OF_KEPT GENERAL(KEEP) VECTOR(
            KEEP_VECTOR) "  movq (%rsp), %rcx\n"
                         "  movq %rcx, 0(%rax)\n"
                         "  movq 8(%rsp), %rcx\n"
                         "  movq %rcx, 136(%rax)\n"
                         "  leaq 16(%rsp), %rcx\n"
                         "  movq %rcx, 128(%rax)\n"
                         "  movq $1, 400(%rax)\n"
                         "  movq 8(%rax), %rcx\n"
                         "  testq %rsp, %rsp\n" /* clears the zero flag */
                         "1:\n"
                         "  popq %rax\n"
                         "  ret\n"
                         ".size lens_shift_begin, .-lens_shift_begin\n"
                         ".type lens_shift_go_on, @function\n"
                         "lens_shift_go_on:\n" ADDRESS_OF_KEPT "  movq 128(%rax), %rsp\n"
                         "  pushq 136(%rax)\n" GENERAL(PUT_BACK) VECTOR(
                             PUT_VECTOR_BACK) "  movq 0(%rax), %rax\n"
                                              "  cmpq %rsp, %rsp\n" /* sets the zero flag */
                                              "  ret\n"
                                              ".size lens_shift_go_on, .-lens_shift_go_on\n");

static bool may_go_on(void) {
  bool kept = lens_shift_kept.are_kept;
  lens_shift_kept.are_kept = false;
  return kept;
}
#else
static _Noreturn void lens_shift_go_on(void) {
  abort();
}

static bool may_go_on(void) {
  return false;
}
#endif

static unsigned bits_of(const lens_checked_type *type) {
  return 1u << (type->info >> 1);
}

/* Reads a number that the check has passed. A number of more than 64 bits is passed by its address.
 * gcc sign-extends shorter numbers, and clang zero-extends them. */
static long long number_of(const lens_checked_type *type, uintptr_t handed) {
  unsigned bits = bits_of(type);
  if (bits > 64) return *(const long long *)handed;
  unsigned unused = 64 - bits;
  uint64_t bare = (uint64_t)handed << unused;
  return type->info & 1 ? (int64_t)bare >> unused : (long long)(bare >> unused);
}

void __ubsan_handle_shift_out_of_bounds_abort(const shift *of, uintptr_t value, uintptr_t count) {
  (void)value;
  lens_lane *lane = lens_lane_now;
  if (!lane) abort(); /* driver/checks.sh keeps host code from getting here */
  lens_sighting sighting =
      lens_describe_lane(lane, LENS_SHIFT_TOO_FAR, (uintptr_t)__builtin_return_address(0));
  long long by = number_of(of->count_type, count);
  unsigned bits = bits_of(of->type);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "shifts by %lld, and the value has %u bits: only shifts by 0 to %u are defined. "
                 "On a GPU the result is 0 or all sign bits; a CPU usually shifts by %u",
                 by, bits, bits - 1, (unsigned)by & (bits - 1));
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  if (may_go_on()) lens_shift_go_on();
  lens_block_fail(lane->block, LENS_ERROR_LAUNCH_FAILURE);
  lens_lane_kill(lane);
}
