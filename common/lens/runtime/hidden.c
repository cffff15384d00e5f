/* hidden.c: accesses that the compiler does not report: those to structures that a call takes by
 * value, or that a function returns through a pointer. `lenscc` inserts a call of lens_hidden
 * before each of these accesses (driver/hidden.sh).
 *
 * The stack holds, at the next addresses after the return address, a word that describes the access
 * (its kind times 256, plus its bytes) and the saved value of the register that now holds the
 * access's address. All registers are preserved. */
#include "access.h"
#include "memory.h"

void lens_hidden_access(uintptr_t address, unsigned what, uintptr_t place, uintptr_t frame,
                        size_t count);

enum { HIDDEN_LOAD, HIDDEN_STORE, HIDDEN_MOVE };

/* Whether the lane's hooks have just reported this access, so that it must not be noted again. */
static bool is_told(const lens_lane *lane, uintptr_t counted, unsigned bytes,
                    lens_operation operation) {
  const lens_record *begin = lens_lane_trace(lane->block, lane->thread % LENS_WARP);
  for (const lens_record *it = lane->out; it > begin; it--) {
    uint64_t what = it[-1].what;
    if (lens_kind_of(what) > LENS_RECORD_ATOMIC) return false;
    bool same = lens_kind_of(what) == (unsigned)operation;
    uintptr_t offset = counted - lens_address_of(what);
    if (same && offset + bytes <= lens_bytes_of(what)) return true;
  }
  return false;
}

static void note(uintptr_t address, unsigned bytes, lens_operation operation, uintptr_t place,
                 uintptr_t frame) {
  lens_lane *lane = lens_lane_now;
  uintptr_t device = lens_memory_device_address((const void *)address);
  if (is_told(lane, device ? device : address, bytes, operation)) return;
  const void *pointer = (const void *)address;
  if (bytes == 4 && operation == LENS_LOAD) {
    lens_access_note(pointer, 4, LENS_LOAD, false, place, frame);
  } else if (bytes == 4) {
    lens_access_note(pointer, 4, LENS_STORE, false, place, frame);
  } else if (operation == LENS_LOAD) {
    lens_access_note(pointer, 1, LENS_LOAD, false, place, frame);
  } else {
    lens_access_note(pointer, 1, LENS_STORE, false, place, frame);
  }
}

/* Notes the access in words of 4 bytes if it is aligned, as hooks.c does for copies of
 * structures. */
void lens_hidden_access(uintptr_t address, unsigned what, uintptr_t place, uintptr_t frame,
                        size_t count) {
  const lens_lane *lane = lens_lane_now;
  if (!lane || address - lane->stack_low < LENS_STACK_BYTES) return;
  lens_operation operation = what >> 8 == HIDDEN_STORE ? LENS_STORE : LENS_LOAD;
  size_t bytes = (what & 255) * (what >> 8 == HIDDEN_MOVE ? count : 1);
  unsigned word = address % 4 == 0 && bytes >= 4 ? 4 : 1;
  for (size_t done = 0; done < bytes; done += word) {
    if (bytes - done < word) word = 1;
    note(address + done, word, operation, place, frame);
  }
}

#ifdef __x86_64__
__asm__(".text\n"
        ".globl lens_hidden\n"
        ".type lens_hidden, @function\n"
        "lens_hidden:\n"
        "  pushfq\n"
        "  pushq %rax\n"
        "  pushq %rcx\n"
        "  pushq %rdx\n"
        "  pushq %rsi\n"
        "  pushq %r8\n"
        "  pushq %r9\n"
        "  pushq %r10\n"
        "  pushq %r11\n"
        "  pushq %rbp\n"
        "  movq %rsp, %rbp\n"
        "  movq %rcx, %r8\n"
        "  movq 80(%rbp), %rdx\n" /* the return address */
        "  movl 88(%rbp), %esi\n"
        "  leaq 104(%rbp), %rcx\n" /* the stack pointer before the call and its arguments */
        "  subq $256, %rsp\n"
        "  andq $-16, %rsp\n"
        "  movaps %xmm0, (%rsp)\n"
        "  movaps %xmm1, 16(%rsp)\n"
        "  movaps %xmm2, 32(%rsp)\n"
        "  movaps %xmm3, 48(%rsp)\n"
        "  movaps %xmm4, 64(%rsp)\n"
        "  movaps %xmm5, 80(%rsp)\n"
        "  movaps %xmm6, 96(%rsp)\n"
        "  movaps %xmm7, 112(%rsp)\n"
        "  movaps %xmm8, 128(%rsp)\n"
        "  movaps %xmm9, 144(%rsp)\n"
        "  movaps %xmm10, 160(%rsp)\n"
        "  movaps %xmm11, 176(%rsp)\n"
        "  movaps %xmm12, 192(%rsp)\n"
        "  movaps %xmm13, 208(%rsp)\n"
        "  movaps %xmm14, 224(%rsp)\n"
        "  movaps %xmm15, 240(%rsp)\n"
        "  cld\n"
        "  call lens_hidden_access\n"
        "  movaps (%rsp), %xmm0\n"
        "  movaps 16(%rsp), %xmm1\n"
        "  movaps 32(%rsp), %xmm2\n"
        "  movaps 48(%rsp), %xmm3\n"
        "  movaps 64(%rsp), %xmm4\n"
        "  movaps 80(%rsp), %xmm5\n"
        "  movaps 96(%rsp), %xmm6\n"
        "  movaps 112(%rsp), %xmm7\n"
        "  movaps 128(%rsp), %xmm8\n"
        "  movaps 144(%rsp), %xmm9\n"
        "  movaps 160(%rsp), %xmm10\n"
        "  movaps 176(%rsp), %xmm11\n"
        "  movaps 192(%rsp), %xmm12\n"
        "  movaps 208(%rsp), %xmm13\n"
        "  movaps 224(%rsp), %xmm14\n"
        "  movaps 240(%rsp), %xmm15\n"
        "  movq %rbp, %rsp\n"
        "  popq %rbp\n"
        "  popq %r11\n"
        "  popq %r10\n"
        "  popq %r9\n"
        "  popq %r8\n"
        "  popq %rsi\n"
        "  popq %rdx\n"
        "  popq %rcx\n"
        "  popq %rax\n"
        "  popfq\n"
        "  ret\n"
        ".size lens_hidden, .-lens_hidden\n");
#endif
