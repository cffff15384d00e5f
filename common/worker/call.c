/* call.c: calls the student's code and returns from it. */
#include "internal.h"

#include <setjmp.h>

/* The worker's state is in static variables, where the student's code may not write. Local
 * variables would not be safe: they may be in registers, which compilers save in the stack frames
 * of the student's code. */
static jmp_buf way_back;
static void (*called)(sl_job *);
static sl_job *called_with;
static bool was_hidden; /* the nonce was hidden by the caller, which measures times */

/* The caller's stack pointer. */
static __attribute__((noinline)) const char *stack_here(void) {
  return __builtin_dwarf_cfa();
}

/* A call puts its return address below the stack pointer. */
static const char *stack_of_called(void) {
#if defined(__x86_64__)
  return stack_here() - sizeof(void *);
#else
  return stack_here();
#endif
}

void sl_call(sl_job *job, void (*function)(sl_job *job)) {
  called = function;
  called_with = job;
  if (setjmp(way_back) == 0) {
    was_hidden = sl_secret_hide(true);
    if (sl_this_backend.enter) sl_this_backend.enter(called_with, stack_of_called());
    called(called_with);
    longjmp(way_back, 1);
  }
  if (sl_this_backend.leave) sl_this_backend.leave();
  (void)sl_secret_hide(was_hidden);
}
