/* guard.c: signals inside kernels.
 *
 * Below each fiber's stack lies a page that cannot be touched. Who touches it has recursed too
 * deep, or has too large an array: the thread is stopped there, as its stack is at its end. A
 * division by zero is noted, and goes on with what a GPU would give: it knows no such fault. */
#define _GNU_SOURCE
#include "guard.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "error.h"
#include "machine.h"

#define SIGNAL_STACK (64u * 1024)

static struct sigaction earlier_segv, earlier_fpe;
static _Thread_local lens_worker *worker_here;
static _Thread_local void *signal_stack; /* NULL where the program has one itself */
static _Thread_local uintptr_t struck;   /* place of the overflow */

/* ---- the processor's registers -------------------------------------------------------------- */

#if defined(__x86_64__)

static void go_on_at(ucontext_t *state, void (*function)(void), char *stack_top) {
  state->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)function;
  state->uc_mcontext.gregs[REG_RSP] = (greg_t)(uintptr_t)(stack_top - 136); /* 8 below 16 n */
}

/* The bytes of a ModRM operand: the byte itself, what an index needs, and the displacement. */
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

/* Steps over `div` or `idiv`. The quotient gets all bits set, and the remainder the dividend. */
static bool step_over_division(ucontext_t *state) {
  greg_t *registers = state->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)(uintptr_t)registers[REG_RIP];
  greg_t dividend = registers[REG_RAX];
  bool wide = false;
  unsigned length = code[0] == 0x66; /* of 16 bits */
  if ((code[length] & 0xf0) == 0x40) wide = code[length++] & 8;
  bool of_bytes = code[length] == 0xf6;
  bool division = (code[length] | 1) == 0xf7 && (code[length + 1] >> 3 & 7) >= 6;
  if (!division) return false;
  length += 1 + operand_bytes(code + length + 1);
  registers[REG_RIP] += length;
  registers[REG_RAX] = wide ? -1 : (greg_t)UINT32_MAX;
  if (of_bytes) { /* both results are in ax */
    registers[REG_RAX] = (dividend & 0xff) << 8 | 0xff;
  } else {
    registers[REG_RDX] = dividend;
  }
  return true;
}

#elif defined(__aarch64__)

static void go_on_at(ucontext_t *state, void (*function)(void), char *stack_top) {
  state->uc_mcontext.pc = (uintptr_t)function;
  state->uc_mcontext.sp = (uintptr_t)(stack_top - 128);
}

/* Never needed: on this processor a division by zero gives 0 and no signal, so it is not found. */
static bool step_over_division(ucontext_t *state) {
  (void)state;
  return false;
}

#endif

/* ---- what happened -------------------------------------------------------------------------- */

/* Where the thread's own code called too deep: the fault itself may lie in a hook of the lens, and
 * the chain of calls is not to be followed here. The trace is near: an access of the recursion,
 * which says more than its entry, or else the last of all. */
static uintptr_t users_place(const lens_lane *lane) {
  const lens_record *begin = lens_lane_trace(lane->worker, lane->thread % LENS_WARP);
  if (lane->out == begin) return struck;
  const lens_record *last = lane->out - 1;
  for (const lens_record *it = lane->out; it-- > begin;) {
    bool deep = lens_key_height(it->key) < LENS_KEY_LIFT + LENS_STACK_BYTES / 2;
    if (!deep || lens_kind_of(it->what) > LENS_RECORD_ATOMIC) continue;
    last = it;
    break;
  }
  return lens_place_of(lane->worker, last);
}

/* Runs on the lane's own stack, from its top: nothing there is needed any more. */
static void end_overflown(void) {
  lens_lane *lane = lens_lane_now;
  lens_sighting sighting = lens_describe_lane(lane, LENS_STACK_OVERFLOW, users_place(lane));
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the thread's calls and local arrays need more than %u KiB; does the recursion "
                 "end? A GPU gives a thread 1 KiB unless cudaDeviceSetLimit says otherwise",
                 (unsigned)(LENS_STACK_BYTES / 1024));
  lens_sightings_add(&lane->worker->sightings, &sighting);
  lens_worker_fail(lane->worker, LENS_ERROR_ILLEGAL_ADDRESS);
  lens_lane_kill(lane);
}

/* The lane below whose stack the address lies, or NULL. */
static lens_lane *overflown(uintptr_t address) {
  const lens_stacks *stacks = &worker_here->stacks;
  uintptr_t offset = address - (uintptr_t)stacks->memory;
  if (!stacks->memory || offset >= stacks->stride * stacks->count) return NULL;
  size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  if (offset % stacks->stride >= guard) return NULL;
  for (unsigned i = 0; i < worker_here->work->threads; i++) { /* whoever has this stack */
    lens_lane *lane = &worker_here->lanes[i];
    uintptr_t low = lane->stack_low - (uintptr_t)stacks->memory;
    if (low / stacks->stride == offset / stacks->stride) return lane;
  }
  return NULL;
}

static void pass_on(int signal_number, const struct sigaction *earlier, siginfo_t *info,
                    void *context) {
  if (earlier->sa_flags & SA_SIGINFO) {
    earlier->sa_sigaction(signal_number, info, context);
  } else {
    (void)sigaction(signal_number, earlier, NULL); /* it happens again, and goes there */
  }
}

static void on_segv(int signal_number, siginfo_t *info, void *context) {
  lens_lane *lane = worker_here ? overflown((uintptr_t)info->si_addr) : NULL;
  if (!lane) {
    pass_on(signal_number, &earlier_segv, info, context);
    return;
  }
  if (lens_lane_now && lens_lane_now != lane) { /* struck in the switch to the next lane */
    worker_here->ready |= 1u << (lens_lane_now->thread % LENS_WARP);
  }
  lens_lane_now = lane;
  struck = lens_machine_place(context);
  go_on_at(context, end_overflown, (char *)(lane->stack_low + LENS_STACK_BYTES));
}

static void on_fpe(int signal_number, siginfo_t *info, void *context) {
  lens_lane *lane = lens_lane_now;
  uintptr_t place = lens_machine_place(context);
  if (!lane || !step_over_division(context)) {
    pass_on(signal_number, &earlier_fpe, info, context);
    return;
  }
  lens_sighting sighting = lens_describe_lane(lane, LENS_DIVISION_BY_ZERO, place);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "an integer is divided by zero, or the lowest one by -1; a GPU reports nothing "
                 "and goes on with a meaningless value");
  lens_sightings_add(&lane->worker->sightings, &sighting);
}

/* ---- when ----------------------------------------------------------------------------------- */

static void install(int signal_number, void (*handler)(int, siginfo_t *, void *),
                    struct sigaction *earlier) {
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(signal_number, &action, earlier);
}

void lens_guard_begin(void) {
  install(SIGSEGV, on_segv, &earlier_segv);
  install(SIGFPE, on_fpe, &earlier_fpe);
}

void lens_guard_end(void) {
  (void)sigaction(SIGSEGV, &earlier_segv, NULL);
  (void)sigaction(SIGFPE, &earlier_fpe, NULL);
}

void lens_guard_worker(lens_worker *worker) {
  worker_here = worker;
}

void lens_guard_enter(void) {
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
  signal_stack = malloc(SIGNAL_STACK);
  if (!signal_stack) return;
  stack_t stack = {.ss_sp = signal_stack, .ss_size = SIGNAL_STACK};
  (void)sigaltstack(&stack, NULL);
}

void lens_guard_leave(void) {
  worker_here = NULL;
  if (!signal_stack) return;
  stack_t none = {.ss_flags = SS_DISABLE};
  (void)sigaltstack(&none, NULL);
  free(signal_stack);
  signal_stack = NULL;
}
