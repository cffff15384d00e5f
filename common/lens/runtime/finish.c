/* finish.c: reports what only the end of a program, or of a part of a program, shows. */
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "error.h"
#include "exit.h"
#include "lens/lens.h"
#include "log.h"
#include "memory.h"
#include "timeline.h"

#define MOST_LEAKS 256 /* the most calls of cudaMalloc in the source that get a finding */

/* Memory that one call of cudaMalloc in the source has left allocated. */
typedef struct leak {
  lens_sighting sighting;
  size_t bytes;
  const char *memory, *remedy;
} leak;

static leak *leaks;
static size_t num_leaks;

static leak *leak_at(uintptr_t place, const lens_allocation *allocation) {
  for (size_t i = 0; i < num_leaks; i++) {
    if (place && leaks[i].sighting.place == place) return &leaks[i];
  }
  if (num_leaks == MOST_LEAKS) return NULL;
  leak *fresh = &leaks[num_leaks++];
  *fresh = (leak){.sighting = lens_sighting_of(LENS_LEAK),
                  .memory = allocation->pinned    ? "pinned host"
                            : allocation->managed ? "managed"
                                                  : "device",
                  .remedy = allocation->pinned ? "cudaFreeHost" : "cudaFree"};
  fresh->sighting.place = place;
  fresh->sighting.count = 0;
  (void)snprintf(fresh->sighting.array, sizeof fresh->sighting.array, "%s", allocation->name);
  return fresh;
}

static void add(const lens_allocation *allocation) {
  if (allocation->kept) return;
  leak *it = leak_at(lens_log_users_place(&allocation->made_by), allocation);
  if (!it) return;
  it->sighting.count++;
  it->bytes += allocation->bytes;
}

static void describe(leak *it) {
  unsigned long long count = it->sighting.count;
  if (count == 1) {
    (void)snprintf(it->sighting.detail, sizeof it->sighting.detail,
                   "%zu bytes of %s memory are allocated here and never freed; free them with %s",
                   it->bytes, it->memory, it->remedy);
  } else {
    (void)snprintf(it->sighting.detail, sizeof it->sighting.detail,
                   "%llu allocations of %s memory made here, %zu bytes in all, are never freed; "
                   "free them with %s",
                   count, it->memory, it->bytes, it->remedy);
  }
}

void lens_find_leaks(void) {
  if (lens_error_sticky()) return; /* not even cudaFree works then */
  leaks = lens_alloc(MOST_LEAKS, sizeof *leaks);
  num_leaks = 0;
  if (!leaks) return;
  lens_memory_lock();
  lens_memory_each_live(add);
  lens_memory_unlock();
  for (size_t i = 0; i < num_leaks; i++) {
    describe(&leaks[i]);
    lens_log_sighting(&leaks[i].sighting);
  }
  free(leaks);
  leaks = NULL;
}

/* Reports kernels that print and that the host has not waited for. A GPU shows what kernels print
 * only when the host waits, and the end of the program does not wait. */
void lens_timeline_find_lost_prints(void) {
  if (lens_error_is_pending() || lens_error_sticky()) return;
  lens_timeline_lock();
  const lens_open *open = lens_timeline_open_for_host();
  for (size_t i = 0; i < open->count; i++) {
    const lens_job *job = &open->jobs[i];
    if (!job->prints) continue;
    lens_sighting sighting = lens_sighting_of(LENS_RACE);
    sighting.file = job->file;
    sighting.line = job->line;
    if (!job->file) sighting.place = lens_log_users_place(&job->frames);
    (void)snprintf(sighting.detail, sizeof sighting.detail,
                   "kernel %.40s prints, but the program ends without waiting for it: a GPU may "
                   "print nothing; call cudaDeviceSynchronize before the end",
                   job->name);
    lens_log_sighting(&sighting);
  }
  lens_timeline_unlock();
}

void lens_keep(const void *device_pointer) {
  lens_memory_lock();
  lens_allocation *allocation = lens_memory_find((uintptr_t)device_pointer);
  if (allocation) allocation->kept = true;
  lens_memory_unlock();
}

void lens_finish(void) {
  lens_error_check_unread();
  lens_error_check_calls();
  bool gave_up = lens_exit_status() != 0 && lens_error_was_raised();
  if (!gave_up) lens_find_leaks(); /* a program that ends at the first error frees nothing */
}
