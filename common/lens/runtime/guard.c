/* guard.c: stacks that overflow, and divisions by zero.
 *
 * The hooks check how deep a thread is in its stack, at the latest when a function has allocated
 * its frame and has not used it yet. A thread that recursed too deeply, or has too large an array,
 * is stopped there. So no stack needs a guard page.
 *
 * A division by zero is recorded. The thread then continues with the result that a GPU would give,
 * because a GPU does not trap. If the processor raises no signal for it, the thread ends
 * instead. */
#define _GNU_SOURCE
#include "guard.h"
#include "describe.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "lane.h"
#include "machine.h"

/* ---- the processor's registers -------------------------------------------------------------- */

#if defined(__x86_64__)

/* The length of a ModRM operand in bytes: the ModRM byte, the SIB byte if there is one, and the
 * displacement. */
static unsigned operand_bytes(const unsigned char *code) {
  unsigned mode = code[0] >> 6;
  unsigned base = code[0] & 7;
  if (mode == 3) return 1;
  unsigned bytes = 1;
  if (base == 4) {
    if (mode == 0 && (code[1] & 7) == 5) bytes += 4;
    bytes++;
  } else if (mode == 0 && base == 5) {
    bytes += 4;
  }
  return bytes + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* Skips a `div` or `idiv` instruction: sets all bits of the quotient, and sets the remainder to the
 * dividend. False if the instruction is not a division. */
static bool step_over_division(ucontext_t *state) {
  greg_t *registers = state->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)(uintptr_t)registers[REG_RIP];
  greg_t dividend = registers[REG_RAX];
  bool wide = false;
  unsigned length = code[0] == 0x66; /* the prefix for 16 bits */
  if ((code[length] & 0xf0) == 0x40) wide = code[length++] & 8;
  bool of_bytes = code[length] == 0xf6;
  bool division = (code[length] | 1) == 0xf7 && (code[length + 1] >> 3 & 7) >= 6;
  if (!division) return false;
  length += 1 + operand_bytes(code + length + 1);
  registers[REG_RIP] += length;
  registers[REG_RAX] = wide ? -1 : (greg_t)UINT32_MAX;
  if (of_bytes) { /* ax receives both results */
    registers[REG_RAX] = (dividend & 0xff) << 8 | 0xff;
  } else {
    registers[REG_RDX] = dividend;
  }
  return true;
}

#elif defined(__aarch64__)

/* Not needed: on this processor, a division by zero gives 0 and raises no signal, so the compiler
 * inserts checks (see below). */
static bool step_over_division(ucontext_t *state) {
  (void)state;
  return false;
}

#endif

/* ---- stacks that overflow ------------------------------------------------------------------- */

/* How many bytes below its caller's frame a hook may write. */
#define FRAME_OF_HOOK 2048u

static _Thread_local uintptr_t overflow_place;

/* The place to report: the latest access in the deeper half of the stack, if the trace holds one.
 * Its line says more than the line where the function begins. */
static uintptr_t users_place(const lens_lane *lane) {
  const lens_record *begin = lens_lane_trace(lane->block, lane->thread % LENS_WARP);
  for (const lens_record *it = lane->out; it-- > begin;) {
    bool deep = lens_key_height(it->key) < LENS_KEY_LIFT + LENS_STACK_BYTES / 2;
    if (deep && lens_kind_of(it->what) <= LENS_RECORD_ATOMIC) return lens_place_of(lane->block, it);
  }
  return overflow_place;
}

/* Reports the overflow and ends the lane. Runs at the top of the lane's own stack, whose contents
 * are no longer needed. */
static void end_overflown(void) {
  lens_lane *lane = lens_lane_now;
  lens_sighting sighting = lens_describe_lane(lane, LENS_STACK_OVERFLOW, users_place(lane));
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the thread's calls and local arrays need more than %u KiB; does the recursion "
                 "end? On a GPU a thread has 1 KiB unless cudaDeviceSetLimit changes this",
                 (unsigned)(LENS_STACK_BYTES / 1024));
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_ILLEGAL_ADDRESS);
  lens_lane_kill(lane);
}

void lens_guard_overflow(lens_lane *lane, uintptr_t frame, uintptr_t place) {
  lens_block *block = lane->block;
  if (lane->stack_low - frame > LENS_STACK_RESERVE - FRAME_OF_HOOK) {
    block->abandoned = true; /* the call has already written to another thread's stack */
    block->running.ready = 0;
  }
  overflow_place = place;
  lens_fiber_start(&lane->stack_pointer, lens_lane_top(lane), end_overflown);
  __builtin_unreachable();
}

/* ---- divisions by zero ---------------------------------------------------------------------- */

static struct sigaction earlier_fpe;

static void pass_on(int signal_number, const struct sigaction *earlier, siginfo_t *info,
                    void *context) {
  if (earlier->sa_flags & SA_SIGINFO) {
    earlier->sa_sigaction(signal_number, info, context);
  } else {
    (void)sigaction(signal_number, earlier, NULL); /* the instruction raises the signal again */
  }
}

static void note_division(lens_lane *lane, uintptr_t place) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_DIVISION_BY_ZERO, place);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "an integer is divided by zero, or the smallest integer by -1; a GPU reports "
                 "nothing and continues with a meaningless value");
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
}

static void on_fpe(int signal_number, siginfo_t *info, void *context) {
  lens_lane *lane = lens_lane_now;
  uintptr_t place = lens_machine_place(context);
  if (lane && step_over_division(context)) {
    note_division(lane, place);
  } else {
    pass_on(signal_number, &earlier_fpe, info, context);
  }
}

/* Called by the checks that the compiler inserts if the processor raises no signal
 * (driver/checks.sh). Ends the thread; host code ends as it would after a signal. */
void __ubsan_handle_divrem_overflow_abort(const void *of, uintptr_t dividend, uintptr_t divisor)
    __attribute__((noreturn));

void __ubsan_handle_divrem_overflow_abort(const void *of, uintptr_t dividend, uintptr_t divisor) {
  (void)of, (void)dividend, (void)divisor;
  if (!lens_lane_now) {
    (void)raise(SIGFPE);
    abort();
  }
  note_division(lens_lane_now, (uintptr_t)__builtin_return_address(0));
  lens_lane_kill(lens_lane_now);
}

/* ---- set-up --------------------------------------------------------------------------------- */

void lens_guard_begin(void) {
  struct sigaction action = {.sa_sigaction = on_fpe, .sa_flags = SA_SIGINFO};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGFPE, &action, &earlier_fpe);
}

void lens_guard_end(void) {
  (void)sigaction(SIGFPE, &earlier_fpe, NULL);
}
