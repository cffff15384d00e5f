/* protect.c: detects untraced host code that uses a device pointer. Tracing would make this code
 * ten times slower; protected pages cost nothing. */
#define _GNU_SOURCE
#include "protect.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "alloc.h"
#include "describe.h"
#include "lens/abi.h"
#include "log.h"
#include "machine.h"
#include "memory.h"
#include "module.h"

/* Each change of protection takes time, on some virtual machines a lot. After the first ALWAYS
 * launches or copies, memory is closed only after every THEN_EVERY-th, because the host code
 * between two of them has mostly been checked already, in the same loop. */
enum { ALWAYS = 256, THEN_EVERY = 16 };

static bool wanted;  /* some host code is not traced */
static bool open;    /* a kernel runs, or ran and the memory was not closed again */
static bool touched; /* pages were opened because host code touched them */
static unsigned launches, copies;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set(uintptr_t start, size_t bytes, int protection) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = start & ~(page - 1);
  uintptr_t end = (start + bytes + page - 1) & ~(page - 1);
  (void)mprotect((void *)first, end - first, protection);
}

/* Arrays that host code may use. */
typedef struct protect_range {
  uintptr_t start;
  size_t bytes;
} protect_range;

static protect_range *shared;
static size_t num_shared, shared_capacity;

static bool is_due(unsigned number) {
  return number < ALWAYS || number % THEN_EVERY == 0;
}

/* Sets the protection of the part of the arena that was ever allocated; the rest is never open. */
static void set_all(int protection) {
  size_t bytes;
  uintptr_t start = lens_memory_extent(&bytes);
  if (bytes) set(start, bytes, protection);
}

static void close_all(void) {
  set_all(PROT_NONE);
  for (size_t i = 0; i < num_shared; i++) {
    set(shared[i].start, shared[i].bytes, PROT_READ | PROT_WRITE);
  }
  touched = false;
}

static void set_range(uintptr_t start, size_t bytes, int protection) {
  if (bytes && lens_memory_in_arena((const void *)start)) set(start, bytes, protection);
}

/* Called before main by a program that has untraced host code. */
void lens_host_is_plain(void) {
  if (wanted) return;
  wanted = true;
  if (lens_device.bytes) set(lens_device.base, lens_device.bytes, PROT_NONE);
  close_all();
}

void lens_protect_fresh(uintptr_t start, size_t bytes) {
  if (wanted && !open) set(start, bytes, PROT_NONE);
}

void lens_protect_cut(uintptr_t start, size_t bytes) {
  if (!wanted) return;
  pthread_mutex_lock(&lock);
  if (open) set(start, bytes, PROT_READ | PROT_WRITE);
  pthread_mutex_unlock(&lock);
}

static void add_shared(protect_range fresh) {
  if (num_shared == shared_capacity) {
    size_t larger = shared_capacity ? 2 * shared_capacity : 16;
    protect_range *grown = lens_alloc_more(shared, larger, sizeof *grown);
    if (!grown) return;
    shared = grown;
    shared_capacity = larger;
  }
  shared[num_shared++] = fresh;
}

void lens_protect_share(uintptr_t start, size_t bytes) {
  pthread_mutex_lock(&lock);
  add_shared((protect_range){start, bytes});
  if (wanted) set(start, bytes, PROT_READ | PROT_WRITE);
  pthread_mutex_unlock(&lock);
}

void lens_protect_unshare(uintptr_t start) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < num_shared; i++) {
    if (shared[i].start == start) shared[i] = shared[--num_shared];
  }
  pthread_mutex_unlock(&lock);
}

void lens_protect_begin_launch(void) {
  if (!wanted) return;
  pthread_mutex_lock(&lock);
  if (!open) set_all(PROT_READ | PROT_WRITE);
  open = true;
  pthread_mutex_unlock(&lock);
}

void lens_protect_end_launch(void) {
  if (!wanted) return;
  pthread_mutex_lock(&lock);
  open = !is_due(launches++);
  if (!open) close_all();
  pthread_mutex_unlock(&lock);
}

void lens_protect_begin_copy(uintptr_t one, uintptr_t two, size_t bytes) {
  if (!wanted) return;
  pthread_mutex_lock(&lock);
  if (open) return;
  set_range(one, bytes, PROT_READ | PROT_WRITE);
  set_range(two, bytes, PROT_READ | PROT_WRITE);
}

/* Closes a range again, except arrays that host code may use. */
static void close_again(uintptr_t start, size_t bytes) {
  if (lens_memory_in_arena((const void *)start) && !lens_memory_is_shared((const void *)start)) {
    set_range(start, bytes, PROT_NONE);
  }
}

void lens_protect_end_copy(uintptr_t one, uintptr_t two, size_t bytes) {
  if (!wanted) return;
  if (!open && is_due(copies++)) {
    close_again(one, bytes);
    close_again(two, bytes);
    if (touched) close_all();
  }
  pthread_mutex_unlock(&lock);
}

/* ---- touched -------------------------------------------------------------------------------- */

static lens_operation operation_of(const void *context) {
#if defined(__x86_64__)
  const ucontext_t *state = context;
  return state->uc_mcontext.gregs[REG_ERR] & 2 ? LENS_STORE : LENS_LOAD; /* from the page fault */
#else
  (void)context;
  return LENS_LOAD;
#endif
}

/* The innermost place in the program itself: the access may be in a function of the C library. */
static uintptr_t users_place(uintptr_t place) {
  const lens_module *program = lens_module_find((uintptr_t)&lens_host_is_plain);
  if (!program || lens_module_find(place) == program) return place;
  lens_frames frames = lens_log_frames();
  bool below = false; /* the handler's own frames come first */
  for (int i = 0; i < LENS_HOST_FRAMES && frames.at[i]; i++) {
    bool own = lens_module_find(frames.at[i]) == program;
    if (own && below) return frames.at[i];
    below |= !own;
  }
  return place;
}

/* Reports the access and opens its page until the next call of the runtime. Other accesses to this
 * page are missed until then; other pages are still checked. */
bool lens_host_touched(const void *touched_at, const void *context) {
  uintptr_t address = (uintptr_t)touched_at;
  if (!wanted || open || lens_lane_now || !lens_memory_in_arena(touched_at)) return false;
  set(address, 1, PROT_READ | PROT_WRITE);
  touched = true;
  lens_sighting sighting = lens_sighting_of(LENS_DEVICE_POINTER);
  sighting.place = users_place(lens_machine_place(context));
  sighting.operation = operation_of(context);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "host code %s device memory directly; copy it with cudaMemcpy",
                 sighting.operation == LENS_LOAD ? "reads" : "writes");
  lens_describe_allocation(address, 1, &sighting);
  sighting.index = sighting.length = -1; /* the unit of an index is not known here */
  lens_log_sighting(&sighting);
  return true;
}
