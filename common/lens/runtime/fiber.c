/* fiber.c: the switch between fibers, and their stacks. The switch is hand-written, because
 * ucontext makes a system call each time and is ten times slower. */
#define _GNU_SOURCE
#include "fiber.h"

#include "confine.h"

#include <stdlib.h>
#include <sys/mman.h>

#if defined(__x86_64__)

/* The switch ends with a return, on the other stack. Lanes wait in the same calls, so what the
 * processor predicts from the calls of the lane before is nearly always right; a jump would leave
 * the processor's stack of predictions off by one, so each later return would be predicted wrongly.
 * A new fiber has nothing to return to, so it starts with a jump. */
#define SAVE                                                                                       \
  "  pushq %rbp\n"                                                                                 \
  "  pushq %rbx\n"                                                                                 \
  "  pushq %r12\n"                                                                                 \
  "  pushq %r13\n"                                                                                 \
  "  pushq %r14\n"                                                                                 \
  "  pushq %r15\n"                                                                                 \
  "  movq %rsp, (%rdi)\n"                                                                          \
  "  movq %rsi, %rsp\n"

__asm__(".text\n"
        ".globl lens_fiber_switch\n"
        ".hidden lens_fiber_switch\n"
        ".type lens_fiber_switch, @function\n"
        ".p2align 4\n"
        "lens_fiber_switch:\n" SAVE "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size lens_fiber_switch, . - lens_fiber_switch\n"
        ".globl lens_fiber_start\n"
        ".hidden lens_fiber_start\n"
        ".type lens_fiber_start, @function\n"
        ".p2align 4\n"
        "lens_fiber_start:\n" SAVE "  xorl %ebp, %ebp\n"
        "  pushq $0\n" /* a return address that ends back traces */
        "  jmpq *%rdx\n"
        ".size lens_fiber_start, . - lens_fiber_start\n");

#elif defined(__aarch64__)

#define SAVE                                                                                       \
  "  sub sp, sp, #160\n"                                                                           \
  "  stp x19, x20, [sp]\n"                                                                         \
  "  stp x21, x22, [sp, #16]\n"                                                                    \
  "  stp x23, x24, [sp, #32]\n"                                                                    \
  "  stp x25, x26, [sp, #48]\n"                                                                    \
  "  stp x27, x28, [sp, #64]\n"                                                                    \
  "  stp x29, x30, [sp, #80]\n"                                                                    \
  "  stp d8, d9, [sp, #96]\n"                                                                      \
  "  stp d10, d11, [sp, #112]\n"                                                                   \
  "  stp d12, d13, [sp, #128]\n"                                                                   \
  "  stp d14, d15, [sp, #144]\n"                                                                   \
  "  mov x9, sp\n"                                                                                 \
  "  str x9, [x0]\n"                                                                               \
  "  mov sp, x1\n"

__asm__(".text\n"
        ".globl lens_fiber_switch\n"
        ".hidden lens_fiber_switch\n"
        ".type lens_fiber_switch, %function\n"
        ".p2align 4\n"
        "lens_fiber_switch:\n" SAVE "  ldp x19, x20, [sp]\n"
        "  ldp x21, x22, [sp, #16]\n"
        "  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n"
        "  ldp x27, x28, [sp, #64]\n"
        "  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n"
        "  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n"
        "  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #160\n"
        "  ret\n"
        ".size lens_fiber_switch, . - lens_fiber_switch\n"
        ".globl lens_fiber_start\n"
        ".hidden lens_fiber_start\n"
        ".type lens_fiber_start, %function\n"
        ".p2align 4\n"
        "lens_fiber_start:\n" SAVE "  mov x29, #0\n"
        "  mov x30, #0\n" /* ends back traces */
        "  br x2\n"
        ".size lens_fiber_start, . - lens_fiber_start\n");

#else
#error "the lens knows how to switch stacks on x86-64 and aarch64 only"
#endif

#define STRIDE (LENS_STACK_BYTES + LENS_STACK_RESERVE)

/* Space below the lowest stack, for a thread on this stack whose frame is too large. nvcc takes no
 * more than 512 KiB of local memory. */
#define FOOT (1024u * 1024u)

size_t lens_fiber_stacks_bytes(unsigned count) {
  return FOOT + (size_t)count * STRIDE;
}

int lens_fiber_stacks_grow(lens_stacks *stacks, unsigned count) {
  if (count <= stacks->count) return 0;
  lens_fiber_stacks_free(stacks);
  size_t bytes = lens_fiber_stacks_bytes(count);
  char **tops = malloc(count * sizeof *tops);
  char *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || !tops) {
    if (memory != MAP_FAILED) munmap(memory, bytes);
    free(tops);
    return -1;
  }
  /* Each stack touches a page or two: with large pages all of its 292 KiB would be allocated. */
  (void)madvise(memory, bytes, MADV_NOHUGEPAGE);
  *stacks = (lens_stacks){memory, count, tops, 0, lens_confine_make_second(memory, bytes)};
  lens_fiber_stacks_reset(stacks);
  return 0;
}

void lens_fiber_stacks_reset(lens_stacks *stacks) {
  if (stacks->num_free == stacks->count) return;
  for (unsigned i = 0; i < stacks->count; i++) {
    /* If all tops had the same offset in their pages, they would compete for the same few lines of
     * the L1 cache, so their offsets differ. A multiple of 128 keeps every alignment that a
     * compiler may request. */
    size_t colour = (i % 32) * 128;
    stacks->tops[i] = stacks->memory + FOOT + (size_t)(i + 1) * STRIDE - colour;
  }
  stacks->num_free = stacks->count;
}

void lens_fiber_stacks_free(lens_stacks *stacks) {
  size_t bytes = lens_fiber_stacks_bytes(stacks->count);
  lens_confine_free_second(stacks->memory, bytes, stacks->second);
  if (stacks->memory) munmap(stacks->memory, bytes);
  free(stacks->tops);
  *stacks = (lens_stacks){0};
}
