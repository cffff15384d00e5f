/** @file timeline.h
 *  Which work of the host and its streams may run at the same time.
 *
 *  The lens does all work at the time of the call, one piece after another. On a GPU a launch or an
 *  asynchronous copy is only put into its stream; what comes after it in another stream, and the
 *  host itself, may run at the same time, unless an event, a synchronisation or the default stream
 *  orders them. So each piece of work, a *job*, has a number within its stream, and each stream has
 *  a clock (abi.h). For every other stream, the clock says up to which number that stream's jobs
 *  are done before the next job of this stream begins. The host also has such a clock.
 *
 *  A job is *open* for a later job, or for the host, if nothing orders the later job or the host
 *  after it. Most programs use one stream and never have an open job at a launch.
 */
#ifndef LENS_RUNTIME_TIMELINE_H
#define LENS_RUNTIME_TIMELINE_H

#include "lens/abi.h"
#include "memory.h"
#include "sighting.h"

/** Bytes that a copy or a memset reads or writes. */
typedef struct lens_extent {
  uintptr_t start, end;
  bool writes;
} lens_extent;

/** Launches, copies and memsets. In the shadow, the numbers from `first_owner` up to `end_owner`
 *  identify the job, or the blocks of a launch. */
typedef struct lens_job {
  uint64_t first_owner, end_owner;
  unsigned stream;
  uint64_t turn;    /**< its number within its stream */
  const char *name; /**< of the kernel, or of the function of the runtime API */
  bool kernel;
  bool prints;
  const char *file; /**< of the launch; NULL: use `frames` */
  int line;
  lens_frames frames;
  lens_extent *extents; /**< none for kernels */
  size_t num_extents, extents_capacity;
} lens_job;

/** The open jobs, sorted by owners. Their extents are not copied. */
typedef struct lens_open {
  lens_job *jobs;
  size_t count;
} lens_open;

/* timeline.c: streams, events, jobs */
/** Begins a launch; `owner` is the first of its numbers in the shadow. Returns the jobs that are
 *  open for the launch.
 */
lens_open lens_timeline_launch(const lens_launch *launch, const char *kernel, uint64_t owner);
void lens_timeline_free_open(lens_open *open);
/** Records that the launch whose first owner is `owner` has printed. */
void lens_timeline_printed(uint64_t owner);
/** Called when the program ends: adds a finding for each launch that has printed and that the host
 *  has not waited for (finish.c). */
void lens_timeline_find_lost_prints(void);
/** The job to which `owner` belongs, or NULL. */
const lens_job *lens_timeline_find_open(const lens_open *open, uint64_t owner);
/** Whether the program has ever used more than one stream. */
bool lens_timeline_is_plural(void);
/** Forgets all jobs. Called when the numbers of owners begin again and at a reset of the device. */
void lens_timeline_forget(void);

/** Begins a copy or memset. If an asynchronous function has begun a job, the copy belongs to that
 *  job. Otherwise the copy is a new job in the default stream, and this returns true. */
bool lens_timeline_copy_begin(const char *name);
/** The name, compared by its address, of a cudaMemcpy from pageable memory, whose data may arrive
 *  later. */
extern const char lens_pageable_copy[];
/** Ends a copy or memset. `own` is what lens_timeline_copy_begin returned. `waits`: the host has
 *  waited for the copy when the call returns. */
void lens_timeline_copy_end(bool own, bool waits);

/** The copy that this host thread does, or NULL if it need not be checked. `*open` (if not NULL)
 *  receives the jobs that are open for it. Call this and the next function with the lock held. */
lens_job *lens_timeline_current(lens_open *open);
/** The jobs that are open for the host, or for the running host function; valid until the lock is
 *  released. */
const lens_open *lens_timeline_open_for_host(void);
/** The lowest owner of the jobs that are open for the host; UINT64_MAX if there is none. A quick
 *  test, without the lock. */
uint64_t lens_timeline_host_floor(void);
void lens_timeline_lock(void);
void lens_timeline_unlock(void);

/* overlap.c: unordered accesses to the same memory */
/** Called before the current copy reads or writes memory that the lens knows: looks for open jobs
 *  that touch this memory. */
void lens_overlap_check(const void *address, size_t bytes, bool writes);
/** Records for later jobs that the current copy has read or written the memory. */
void lens_overlap_note(const void *address, size_t bytes, bool writes);
/** Called when the host uses an atomic on memory that it shares with kernels. */
void lens_overlap_host_atomic(void);
/** Called when host code accesses an address of the arena that host code may use. */
void lens_overlap_host(uintptr_t address, unsigned bytes, lens_operation operation,
                       uintptr_t place);
/** Called after a launch: describes the open job in each sighting of which it is the other side. */
void lens_overlap_tell(lens_sightings *sightings, const lens_open *open);

#endif
