/* fiber.c: the switch by hand (ucontext makes a system call each time and is ten times slower) and
 * the stacks. */
#include "fiber.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)

/* The address to go on at is popped and jumped to: after `ret` the processor would predict the
 * return of another fiber. */
__asm__(".text\n"
        ".globl lens_fiber_switch\n"
        ".hidden lens_fiber_switch\n"
        ".type lens_fiber_switch, @function\n"
        ".p2align 4\n"
        "lens_fiber_switch:\n"
        "  pushq %rbp\n"
        "  pushq %rbx\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  popq %rcx\n"
        "  jmpq *%rcx\n"
        ".size lens_fiber_switch, . - lens_fiber_switch\n");

void *lens_fiber_make(char *stack_top, void (*entry)(void)) {
  /* Six registers, the address to go on at, and a return address that ends back traces. On entry
   * the stack pointer is 8 below a multiple of 16, as after a call. */
  uint64_t *frame = (uint64_t *)(void *)stack_top - 8;
  memset(frame, 0, 8 * sizeof *frame);
  frame[6] = (uint64_t)(uintptr_t)entry;
  return frame;
}

#elif defined(__aarch64__)

__asm__(".text\n"
        ".globl lens_fiber_switch\n"
        ".hidden lens_fiber_switch\n"
        ".type lens_fiber_switch, %function\n"
        ".p2align 4\n"
        "lens_fiber_switch:\n"
        "  sub sp, sp, #160\n"
        "  stp x19, x20, [sp]\n"
        "  stp x21, x22, [sp, #16]\n"
        "  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n"
        "  stp x27, x28, [sp, #64]\n"
        "  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n"
        "  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n"
        "  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n"
        "  str x9, [x0]\n"
        "  mov sp, x1\n"
        "  ldp x19, x20, [sp]\n"
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
        "  br x30\n"
        ".size lens_fiber_switch, . - lens_fiber_switch\n");

void *lens_fiber_make(char *stack_top, void (*entry)(void)) {
  uint64_t *frame = (uint64_t *)(void *)stack_top - 20;
  memset(frame, 0, 20 * sizeof *frame);
  frame[11] = (uint64_t)(uintptr_t)entry; /* x30, the link register */
  return frame;
}

#else
#error "the lens knows how to switch stacks on x86-64 and aarch64 only"
#endif

int lens_stacks_grow(lens_stacks *stacks, unsigned count) {
  if (count <= stacks->count) return 0;
  lens_stacks_free(stacks);
  size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  size_t stride = LENS_STACK_BYTES + guard;
  char *memory = mmap(NULL, count * stride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return -1;
  for (unsigned i = 0; i < count; i++) {
    /* Without its guard page a stack still works: the kernel allows only so many mappings. */
    (void)mprotect(memory + i * stride, guard, PROT_NONE);
  }
  *stacks = (lens_stacks){memory, stride, count};
  return 0;
}

char *lens_stacks_top(const lens_stacks *stacks, unsigned i) {
  /* Tops at the same offset in their pages would all compete for the same few lines of the first
   * cache; spread them. A multiple of 128 keeps every alignment a compiler may ask for. */
  size_t colour = (i % 32) * 128;
  return stacks->memory + (i + 1) * stacks->stride - colour;
}

void lens_stacks_free(lens_stacks *stacks) {
  if (stacks->memory) munmap(stacks->memory, stacks->count * stacks->stride);
  *stacks = (lens_stacks){NULL, 0, 0};
}
