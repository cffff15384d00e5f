/* fault.c: reports a crash of the student's code in one line of the reply: the signal, the array,
 * and the call chain.
 *
 * Program counters are relative to the load address of the program. The judge finds their source
 * lines. After the deadline, the judge sends SIGUSR1 to learn where the program is. */
#define _GNU_SOURCE
#include "internal.h"

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { MAX_FRAMES = 32, ALTERNATE_STACK = 64 * 1024 };

static const sl_job *watched;
static uintptr_t load_address, code_start, code_end;

static int find_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  load_address = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X)) {
      code_start = load_address + header->p_vaddr;
      code_end = code_start + header->p_memsz;
    }
  }
  return 1; /* the first object is the program itself */
}

/* Returns the host array whose elements or guard pages contain `address`, or NULL. */
static const sl_buffer *array_at(uintptr_t address) {
  if (!watched) return NULL;
  for (uint32_t i = 0; i < watched->question->num_arrays; i++) {
    const sl_buffer *buffer = &watched->buffers[i];
    uintptr_t start = (uintptr_t)buffer->allocation;
    if (buffer->mapped && address - start < buffer->mapped) return buffer;
  }
  return NULL;
}

/* The index of the element at `address`. It is negative before the array. */
static long long index_of(const sl_buffer *array, uintptr_t address) {
  long long element = array->wire->type == SL_INT ? 4 : watched->question->real_bytes;
  long long offset = (long long)address - (long long)(uintptr_t)array->data;
  return (offset - (offset < 0 ? element - 1 : 0)) / element;
}

/* Returns the program counter at the signal. It is exact, unlike the return addresses in the call
 * chain. */
static uintptr_t interrupted_at(const void *context) {
  const ucontext_t *state = context;
#if defined(__x86_64__)
  return (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)state->uc_mcontext.pc;
#else
  (void)state;
  return 0;
#endif
}

static void say_fault(int signal_number, uintptr_t address, uintptr_t place) {
  char line[1024];
  const sl_buffer *array = array_at(address);
  const char *name = array ? array->wire->name : "";
  long long index = array ? index_of(array, address) : 0;
  long long elements = array ? (long long)array->wire->count : -1;
  if (!array && sl_own_memory_at(address, &index, &elements)) name = SL_WIRE_OWN_MEMORY;
  int used = snprintf(line, sizeof line, "fault\t%d\t%s\t%lld\t%lld", signal_number, name, index,
                      elements);
  void *frames[MAX_FRAMES];
  int count = backtrace(frames, MAX_FRAMES), first = 0;
  while (first < count && (uintptr_t)frames[first] != place) first++;
  if (first == count) first = 0; /* the chain does not contain the place: send all of it */
  used += snprintf(line + used, sizeof line - (size_t)used, "\t%lx",
                   (unsigned long)(place - load_address));
  for (int i = first + 1; i < count; i++) {
    uintptr_t pc = (uintptr_t)frames[i];
    if (pc < code_start || pc >= code_end) continue;
    used += snprintf(line + used, sizeof line - (size_t)used, "\t%lx",
                     (unsigned long)(pc - load_address));
    if (used > (int)sizeof line - 32) break;
  }
  line[used++] = '\n';
  sl_say_text(line, (size_t)used);
}

static void on_signal(int signal_number, siginfo_t *info, void *context) {
  bool access = signal_number == SIGSEGV && info->si_code > 0;
  if (access && sl_this_backend.touched && sl_this_backend.touched(info->si_addr, context)) return;
  if (signal_number != SIGUSR1) sl_ending_if_short();
  say_fault(signal_number, signal_number == SIGUSR1 ? 0 : (uintptr_t)info->si_addr,
            interrupted_at(context));
  if (signal_number == SIGUSR1) return;
  signal(signal_number, SIG_DFL);
  raise(signal_number); /* ends the worker by the same signal, so that the judge learns of it */
}

void sl_fault_install(void) {
  void *warm[2];
  (void)backtrace(warm, 2); /* loads the unwinder, which a handler must not do */
  (void)dl_iterate_phdr(find_program, NULL);
  static char stack_memory[ALTERNATE_STACK];
  stack_t stack = {.ss_sp = stack_memory, .ss_size = sizeof stack_memory};
  (void)sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGUSR1};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    (void)sigaction(signals[i], &action, NULL);
  }
}

void sl_fault_watch(const sl_job *job) {
  watched = job;
}
