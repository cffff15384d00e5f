/* fault.c: what to do about an access that is wrong. */
#include "access.h"

#include <stdio.h>
#include <string.h>

#include "error.h"

static void add(lens_lane *lane, const lens_sighting *sighting) {
  lens_sightings_add(&lane->worker->sightings, sighting);
}

static void fail_and_kill(lens_lane *lane, const lens_sighting *sighting, int error) {
  add(lane, sighting);
  lens_worker_fail(lane->worker, error);
  lens_lane_kill(lane);
}

static const char *verb(lens_operation operation) {
  return operation == LENS_LOAD ? "reads" : operation == LENS_STORE ? "writes" : "updates";
}

static lens_finding_kind out_of_bounds(lens_operation operation) {
  return operation == LENS_LOAD ? LENS_OUT_OF_BOUNDS_READ : LENS_OUT_OF_BOUNDS_WRITE;
}

/* An offset before the start is a huge number. */
static bool inside(size_t offset, size_t bytes, size_t length) {
  return offset < length && bytes <= length - offset;
}

static void describe_misaligned(lens_sighting *sighting, const lens_access *access) {
  sighting->kind = LENS_MISALIGNED;
  (void)snprintf(sighting->detail, sizeof sighting->detail,
                 "%s %u bytes at an address that is not a multiple of %u", verb(access->operation),
                 access->bytes, access->bytes);
}

void lens_fault_global(lens_lane *lane, const lens_access *access) {
  lens_sighting sighting =
      lens_describe_lane(lane, out_of_bounds(access->operation), access->place);
  sighting.operation = access->operation;
  lens_describe_array(lane->worker, LENS_GLOBAL, access->counted, access->bytes, &sighting);
  const lens_allocation *near = lens_memory_find(access->counted);
  int error = LENS_ERROR_ILLEGAL_ADDRESS;
  if (near && near->freed) {
    sighting.kind = LENS_USE_AFTER_FREE;
    (void)snprintf(sighting.detail, sizeof sighting.detail, "%s %u bytes of memory that was freed",
                   verb(access->operation), access->bytes);
  } else if (near && inside(access->counted - near->start, access->bytes, near->bytes)) {
    describe_misaligned(&sighting, access);
    error = LENS_ERROR_MISALIGNED_ADDRESS;
  } else if (!near) {
    (void)snprintf(sighting.detail, sizeof sighting.detail, "%s %u bytes where no array is",
                   verb(access->operation), access->bytes);
  }
  fail_and_kill(lane, &sighting, error);
  __builtin_unreachable();
}

void lens_fault_shared(lens_lane *lane, const lens_access *access) {
  const lens_shared_memory *shared = &lane->worker->shared_memory;
  size_t offset = access->address - (uintptr_t)shared->bytes;
  const lens_shared_variable *near = lens_shared_nearest(shared, offset);
  lens_sighting sighting =
      lens_describe_lane(lane, out_of_bounds(access->operation), access->place);
  sighting.operation = access->operation;
  lens_describe_array(lane->worker, LENS_SHARED, access->address, access->bytes, &sighting);
  int error = LENS_ERROR_ILLEGAL_ADDRESS;
  if (near && inside(offset - near->start, access->bytes, near->bytes)) {
    describe_misaligned(&sighting, access);
    error = LENS_ERROR_MISALIGNED_ADDRESS;
  }
  fail_and_kill(lane, &sighting, error);
  __builtin_unreachable();
}

static void give_up(lens_lane *lane, const lens_sighting *sighting) {
  lens_worker *worker = lane->worker;
  add(lane, sighting);
  lens_worker_fail(worker, LENS_ERROR_LAUNCH_TIMEOUT);
  worker->abandoned = true;
  worker->ready = 0;
  lens_grid_stop(worker->work);
  lens_lane_kill(lane);
}

void lens_fault_hang(lens_lane *lane, uintptr_t place) {
  lens_worker *worker = lane->worker;
  const lens_record *begin = lane->limit - worker->trace;
  uintptr_t loop = lens_watch_place(lane, begin, lane->out);
  lens_sighting sighting = lens_describe_lane(lane, LENS_HANG, loop ? loop : place);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the thread took %llu steps and was still here; the launch was given up",
                 (unsigned long long)worker->work->step_budget);
  give_up(lane, &sighting);
  __builtin_unreachable();
}

void lens_fault_silent_loop(lens_lane *lane, uintptr_t place) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_HANG, place);
  (void)snprintf(
      sighting.detail, sizeof sighting.detail,
      "the thread goes round in a loop in which, as the compiler sees, nothing can change: "
      "is its variable advanced? What other threads write must be volatile, or be read "
      "by an atomic");
  give_up(lane, &sighting);
  __builtin_unreachable();
}

/* ---- races and uninitialised reads ---------------------------------------------------------- */

/* The lane that wrote `word` into a cell. */
static lens_other other_of(const lens_lane *lane, lens_space space, lens_verdict verdict,
                           uint64_t word) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->worker->global : &lane->worker->shared;
  lens_other other = {0};
  other.known = true;
  other.tag = lens_word_tag(word);
  other.thread = lens_word_thread(word);
  other.block = lane->worker->block;
  if (view->block_bits) {
    other.block = (word >> (64 - LENS_OWNER_BITS)) - lane->worker->work->first_owner - 1;
  }
  other.same_block = other.block == lane->worker->block;
  if (verdict == LENS_CLASH_WITH_READER) {
    other.operation = LENS_LOAD;
    other.several =
        lens_word_when(word) == view->everyone || (word & (LENS_MANY_LANES | LENS_MANY_WARPS));
  } else {
    other.operation = word & LENS_BY_ATOMIC ? LENS_ATOMIC : LENS_STORE;
  }
  return other;
}

/* Kernels that use fences order their threads by means the lens does not follow. */
static bool ordered_by_fences(const lens_lane *lane, const lens_other *other) {
  if (other->same_block) return lane->worker->fenced;
  return __atomic_load_n(&lane->worker->work->fenced, __ATOMIC_RELAXED);
}

static void suspect(lens_lane *lane, const lens_access *access, const lens_sighting *sighting) {
  lens_suspect *it = &lane->worker->suspect;
  it->address = (const void *)access->address;
  it->bytes = access->bytes;
  memcpy(it->before, it->address, it->bytes);
  it->sighting = *sighting;
}

void lens_settle_suspect(lens_worker *worker) {
  lens_suspect *it = &worker->suspect;
  if (memcmp(it->before, it->address, it->bytes) != 0) {
    lens_sightings_add(&worker->sightings, &it->sighting);
  }
  it->address = NULL;
}

void lens_look_closer(lens_lane *lane, const lens_access *access, lens_space space, lens_cell *cell,
                      uint64_t me, uint64_t written) {
  if (lane->worker->suspect.address) lens_settle_suspect(lane->worker);
  const lens_view *view = space == LENS_GLOBAL ? &lane->worker->global : &lane->worker->shared;
  const lens_moment *now = space == LENS_GLOBAL ? &lane->global : &lane->shared;
  uint64_t word = 0;
  lens_verdict verdict =
      access->operation == LENS_LOAD    ? lens_shadow_load(cell, view, now, me, written, &word)
      : access->operation == LENS_STORE ? lens_shadow_store(cell, view, now, me, &word)
                                        : lens_shadow_atomic(cell, view, now, me, written, &word);
  if (verdict == LENS_FINE) return;
  bool race = verdict != LENS_NEVER_WRITTEN;
  lens_other other = {0};
  if (race) {
    other = other_of(lane, space, verdict, word);
    if (ordered_by_fences(lane, &other)) return;
  }
  lens_sighting sighting =
      lens_describe_lane(lane, race ? LENS_RACE : LENS_UNINITIALISED_READ, access->place);
  lens_describe_array(lane->worker, space, access->counted, access->bytes, &sighting);
  sighting.operation = access->operation;
  sighting.other = other;
  bool two_stores = access->operation == LENS_STORE && other.operation == LENS_STORE;
  if (race && two_stores) {
    suspect(lane, access, &sighting);
  } else {
    add(lane, &sighting);
  }
}
