/* overlap.c: memory that is touched by two unordered jobs, or by a job and the host.
 *
 * Kernels are recorded by their words in the shadow, copies by the ranges of bytes that they read
 * and wrote. Kernels find earlier jobs only in the shadow, so copies write words there too. Pinned
 * memory is excluded, because its words would take four times as much memory as the data. */
#include <stdio.h>
#include <stdlib.h>

#include "access.h"
#include "alloc.h"
#include "describe.h"
#include "log.h"
#include "symbolise.h"
#include "timeline.h"

/* ---- messages ------------------------------------------------------------------------------- */

static const char *verb(lens_operation operation) {
  return operation == LENS_LOAD ? "reads" : operation == LENS_STORE ? "writes" : "updates";
}

static int line_of(const lens_job *job) {
  if (job->file) return job->line;
  uintptr_t place = lens_log_users_place(&job->frames);
  lens_line line = {0};
  if (place) lens_symbolise(&place, 1, &line);
  return line.line;
}

static void describe(const lens_job *job, lens_operation operation, bool by_host, char *out,
                     size_t size) {
  char who[128];
  if (job->kernel) {
    (void)snprintf(who, sizeof who, "kernel %.40s, launched at line %d,", job->name, line_of(job));
  } else {
    (void)snprintf(who, sizeof who, "the %s of line %d%s", job->name, line_of(job),
                   job->name == lens_pageable_copy ? ", which may return before the data arrive,"
                                                   : "");
  }
  if (by_host) {
    (void)snprintf(out, size,
                   "%s %s the same memory and may not have finished; wait for it first, with "
                   "cudaDeviceSynchronize, cudaStreamSynchronize or cudaEventSynchronize",
                   who, verb(operation));
  } else {
    (void)snprintf(
        out, size,
        "%s %s the same memory in another stream, and nothing orders the two; make this stream "
        "wait for an event (cudaStreamWaitEvent), or make the host wait for the other stream",
        who, verb(operation));
  }
}

void lens_overlap_tell(lens_sightings *sightings, const lens_open *open) {
  for (size_t i = 0; i < sightings->count; i++) {
    lens_sighting *it = &sightings->items[i];
    const lens_job *job =
        it->other.elsewhere ? lens_timeline_find_open(open, it->other.block) : NULL;
    if (job) describe(job, it->other.operation, false, it->detail, sizeof it->detail);
  }
}

static void sight(const lens_job *job, lens_operation theirs, uintptr_t address,
                  lens_operation mine, uintptr_t place, unsigned bytes) {
  lens_sighting sighting = lens_sighting_of(LENS_RACE);
  sighting.operation = mine;
  sighting.place = place; /* 0 for a copy: then lens_log_sighting finds the place of the call */
  lens_memory_lock();
  lens_describe_allocation(address, bytes, &sighting);
  lens_memory_unlock();
  if (!place) sighting.index = -1;
  describe(job, theirs, place != 0, sighting.detail, sizeof sighting.detail);
  lens_log_sighting(&sighting);
}

/* ---- checking ------------------------------------------------------------------------------- */

/* The open job that conflicts with an access, and how and where the job touches the memory. */
typedef struct clash {
  const lens_job *job;
  lens_operation operation;
  uintptr_t address;
} clash;

static bool check_word(const lens_open *open, uint64_t word, lens_operation operation, clash *out) {
  const lens_job *job = word ? lens_timeline_find_open(open, lens_word_owner(word)) : NULL;
  if (!job || !job->kernel) return false;
  out->job = job;
  out->operation = operation;
  return true;
}

static bool check_cell(const lens_open *open, const lens_cell *cell, bool writes, clash *out) {
  uint64_t writer = lens_shadow_peek(&cell->writer);
  lens_operation stored = writer & LENS_BY_ATOMIC ? LENS_ATOMIC : LENS_STORE;
  if (check_word(open, writer, stored, out)) return true;
  return writes && check_word(open, lens_shadow_peek(&cell->reader), LENS_LOAD, out);
}

/* Checks the bytes [from, to) of a cell. If parts of the cell were accessed, the cells of its bytes
 * say by whom. Otherwise a cell that the copy touches only in part is not checked, because the rest
 * may belong to another job. */
static bool check_part(const lens_open *open, size_t cell, size_t from, size_t to, bool writes,
                       clash *out) {
  const lens_cell *it = &lens_device.cells[cell];
  uint64_t reader = lens_shadow_peek(&it->reader);
  bool split = (reader & LENS_SPLIT) && lens_timeline_find_open(open, lens_word_owner(reader));
  if (!split) return to - from == 4 && check_cell(open, it, writes, out);
  for (size_t byte = from; byte < to; byte++) {
    if (check_cell(open, &lens_device.parts[byte], writes, out)) return true;
  }
  return false;
}

static bool check_kernels(const lens_open *open, uintptr_t start, uintptr_t end, bool writes,
                          clash *out) {
  size_t from = start - lens_device.base;
  size_t last = end - lens_device.base;
  while (from < last) {
    size_t to = (from | 3) + 1 < last ? (from | 3) + 1 : last;
    out->address = lens_device.base + from;
    if (check_part(open, from / 4, from, to, writes, out)) return true;
    from = to;
  }
  return false;
}

static bool check_copies(const lens_open *open, uintptr_t start, uintptr_t end, bool writes,
                         clash *out) {
  for (size_t i = 0; i < open->count; i++) {
    const lens_job *job = &open->jobs[i];
    for (size_t k = 0; k < job->num_extents; k++) {
      const lens_extent *it = &job->extents[k];
      if ((!writes && !it->writes) || start >= it->end || it->start >= end) continue;
      *out =
          (clash){job, it->writes ? LENS_STORE : LENS_LOAD, start > it->start ? start : it->start};
      return true;
    }
  }
  return false;
}

static bool some_kernel(const lens_open *open) {
  for (size_t i = 0; i < open->count; i++) {
    if (open->jobs[i].kernel) return true;
  }
  return false;
}

/* The caller must hold the lock, because the extents belong to the jobs. */
static bool check(const lens_open *open, uintptr_t start, uintptr_t end, bool writes, clash *out) {
  return check_copies(open, start, end, writes, out) ||
         (some_kernel(open) && check_kernels(open, start, end, writes, out));
}

/* ---- copies --------------------------------------------------------------------------------- */

static void note_extent(lens_job *job, uintptr_t start, uintptr_t end, bool writes) {
  lens_extent *last = job->num_extents ? &job->extents[job->num_extents - 1] : NULL;
  if (last && last->writes == writes && last->end == start) {
    last->end = end;
    return;
  }
  if (job->num_extents == job->extents_capacity) {
    size_t capacity = job->extents_capacity ? 2 * job->extents_capacity : 2;
    lens_extent *grown = lens_alloc_more(job->extents, capacity, sizeof *grown);
    if (!grown) return;
    job->extents = grown;
    job->extents_capacity = capacity;
  }
  job->extents[job->num_extents++] = (lens_extent){start, end, writes};
}

static void note_read(lens_cell *cell, lens_cell *parts, uint64_t word) {
  uint64_t reader = lens_shadow_peek(&cell->reader);
  if (!(reader & LENS_SPLIT)) {
    lens_poke(&cell->reader, word);
  } else {
    for (int i = 0; i < 4; i++) lens_poke(&parts[i].reader, word);
  }
}

static void note_words(const lens_job *job, uintptr_t start, uintptr_t end, bool writes) {
  uint64_t word = job->first_owner << (64 - LENS_OWNER_BITS);
  size_t first = (start - lens_device.base + 3) / 4;
  size_t behind = (end - lens_device.base) / 4;
  for (size_t i = first; i < behind; i++) {
    if (writes) {
      lens_poke(&lens_device.cells[i].writer, word | LENS_WRITTEN);
      lens_poke(&lens_device.cells[i].reader, 0);
    } else {
      note_read(&lens_device.cells[i], &lens_device.parts[4 * i], word);
    }
  }
}

void lens_overlap_check(const void *address, size_t bytes, bool writes) {
  uintptr_t start = lens_memory_device_address(address);
  if (!start) return; /* pageable: the copy ends before the call returns */
  lens_open open = {NULL, 0};
  clash found = {NULL, LENS_LOAD, start};
  lens_timeline_lock();
  lens_job *job = lens_timeline_current(&open);
  bool clashes = job && check(&open, start, start + bytes, writes, &found);
  lens_timeline_unlock();
  lens_operation mine = writes ? LENS_STORE : LENS_LOAD;
  if (clashes) sight(found.job, found.operation, found.address, mine, 0, 1);
  lens_timeline_free_open(&open);
}

void lens_overlap_note(const void *address, size_t bytes, bool writes) {
  uintptr_t start = lens_memory_device_address(address);
  if (!start) return;
  bool words = lens_timeline_is_plural() && lens_memory_kind(address) != LENS_MEMORY_PINNED;
  lens_timeline_lock();
  lens_job *job = lens_timeline_current(NULL);
  if (job) note_extent(job, start, start + bytes, writes);
  if (job && words) note_words(job, start, start + bytes, writes);
  lens_timeline_unlock();
}

/* ---- the host ------------------------------------------------------------------------------- */

static bool host_has_atomics; /* atomic: the host used one on memory that it shares with kernels */

void lens_overlap_host_atomic(void) {
  __atomic_store_n(&host_has_atomics, true, __ATOMIC_RELAXED);
}

/* Flags that kernels and the host set for each other are atomic or volatile, and are not checked
 * here. Host code that changes shared words by atomics may read them plainly before, as kernels may
 * (guess.h). */
void lens_overlap_host(uintptr_t address, unsigned bytes, lens_operation operation,
                       uintptr_t place) {
  if (lens_timeline_host_floor() == UINT64_MAX) return;
  clash found = {NULL, LENS_LOAD, address};
  lens_timeline_lock();
  const lens_open *open = lens_timeline_open_for_host();
  bool clashes = check(open, address, address + bytes, operation != LENS_LOAD, &found);
  lens_job job = clashes ? *found.job : (lens_job){0};
  lens_timeline_unlock();
  bool guess = operation == LENS_LOAD && found.operation == LENS_ATOMIC &&
               __atomic_load_n(&host_has_atomics, __ATOMIC_RELAXED);
  if (clashes && !guess) sight(&job, found.operation, address, operation, place, bytes);
}
