/* input.c: which arrays are inputs of a launch. */
#include "input.h"

#include <pthread.h>

#include "memory.h"
#include "runtime.h"

/* While a kernel runs only one host thread at a time changes states, and only here. */
static void set_flag(const lens_allocation *it, bool input) {
  size_t first = (it->start - lens_device.base) / LENS_GRANULE;
  size_t last = (it->start + it->bytes - 1 - lens_device.base) / LENS_GRANULE;
  for (size_t i = first; i <= last; i++) {
    uint32_t *state = &lens_device.granules[i].state;
    uint32_t others = __atomic_load_n(state, __ATOMIC_RELAXED) & ~LENS_GRANULE_INPUT;
    uint32_t flag = input ? LENS_GRANULE_INPUT : 0;
    __atomic_store_n(state, others | flag, __ATOMIC_RELAXED);
  }
}

/* Mostly the launch has the same arrays as the one before, and nothing is to be done. */
static void update(lens_allocation *it) {
  bool input = it->constant && !it->never_input;
  if (it->input != input) set_flag(it, input);
  it->input = input;
  it->constant = false;
}

/* Says of the allocations that an argument points into whether they are constant by it. */
static void note(const lens_launch *launch, int argument, bool constant) {
  size_t bytes = lens_argument_bytes(launch, argument);
  for (size_t at = 0; at + sizeof(uintptr_t) <= bytes; at++) { /* a structure may be packed */
    lens_allocation *it = lens_memory_find(lens_argument_word(launch, argument, at));
    if (it) it->constant = constant;
  }
}

void lens_input_begin(const lens_launch *launch) {
  lens_memory_lock();
  int count = launch->constants ? launch->num_arguments : 0;
  for (int i = 0; i < count; i++) {
    if (launch->constants[i]) note(launch, i, true);
  }
  for (int i = 0; i < count; i++) { /* these have the last word */
    if (!launch->constants[i]) note(launch, i, false);
  }
  lens_memory_each_live(update);
  lens_memory_unlock();
}

void lens_input_end(uintptr_t address) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  lens_allocation *it = lens_memory_find(address);
  if (it && it->input) {
    set_flag(it, false);
    it->input = false;
    it->never_input = true;
  }
  pthread_mutex_unlock(&lock);
}
