/* call.c: calls the student's code and returns from it. */
#include "internal.h"

#include <setjmp.h>

/* The worker's state during a call is in static variables, where the student's code may not store.
 * Local variables would not be safe: they may be in registers, which the student's code saves in
 * its own stack frames. */
static jmp_buf way_back;
static void (*called)(sl_job *);
static sl_job *called_with;
static bool was_hidden; /* whether the nonce was hidden before the call */

/* Returns the caller's stack pointer. */
static __attribute__((noinline)) const char *stack_here(void) {
  return __builtin_dwarf_cfa();
}

/* Returns the stack pointer at the beginning of a called function. On x86-64, a call stores its
 * return address below the caller's stack pointer. */
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
