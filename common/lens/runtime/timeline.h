/** @file timeline.h
 *  What the host and its streams leave open: which work may run at the same time.
 *
 *  The lens does all work when it is called for, one piece after the other. On a GPU a launch or an
 *  asynchronous copy is only put into its stream; what comes after it in another stream, and the
 *  host itself, may run at the same time, unless an event, a synchronisation or the default stream
 *  puts them in order. So each piece of work, a *job*, has a number within its stream, and each
 *  stream has a clock (abi.h) that says up to which number the jobs of every stream are done before
 *  its next one begins. The host has such a clock as well.
 *
 *  A job is *open* for another one, or for the host, that is not ordered behind it. Most programs
 *  use one stream and never have any that is open for a launch.
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

/** Launches, copies and memsets. `first_owner` and what follows it up to `end_owner` stand for the
 *  job in the shadow, as the numbers of its blocks do. */
typedef struct lens_job {
  uint64_t first_owner, end_owner;
  unsigned stream;
  uint64_t turn;    /**< within its stream */
  const char *name; /**< of the kernel, or of the function of the runtime API */
  bool kernel;
  bool prints;
  const char *file; /**< of the launch; NULL: `frames` tell */
  int line;
  lens_frames frames;
  lens_extent *extents; /**< none for kernels */
  size_t num_extents, extents_capacity;
} lens_job;

/** The jobs that are open for one, by owners, in order. Their extents are not copied. */
typedef struct lens_open {
  lens_job *jobs;
  size_t count;
} lens_open;

/* timeline.c: streams, events, jobs */
/** A launch begins, in whose place in the shadow `owner` is the first. Gives what is open for it.
 */
lens_open lens_timeline_launch(const lens_launch *launch, const char *kernel, uint64_t owner);
void lens_timeline_free_open(lens_open *open);
/** The launch that begins with this owner has printed. */
void lens_timeline_printed(uint64_t owner);
/** The program ends: adds a finding for each launch that has printed and that the host has not
 *  waited for (finish.c). */
void lens_timeline_find_lost_prints(void);
/** The job whose word it is, or NULL. */
const lens_job *lens_timeline_find_open(const lens_open *open, uint64_t owner);
/** Whether the program has ever used more than one stream. */
bool lens_timeline_is_plural(void);
/** Forgets all jobs: the numbers of owners begin again, or the device was reset. */
void lens_timeline_forget(void);

/** A copy or memset begins. It belongs to the job that an asynchronous function has begun, or else
 *  is one of its own in the default stream; then this gives true. */
bool lens_timeline_copy_begin(const char *name);
/** The name, by its address, of a cudaMemcpy from pageable memory, whose data may arrive later. */
extern const char lens_pageable_copy[];
/** `waits`: when it returns, the host knows that it is done. */
void lens_timeline_copy_end(bool own, bool waits);

/** The copy that this host thread does, or NULL where nobody asks; in `*open`, unless that is NULL,
 *  what is open for it. With the lock held, like the next one. */
lens_job *lens_timeline_current(lens_open *open);
/** What is open for the host, or for the host function that runs; until the lock is given back. */
const lens_open *lens_timeline_open_for_host(void);
/** The lowest owner of these; UINT64_MAX where there is none. A quick test, without the lock. */
uint64_t lens_timeline_host_floor(void);
void lens_timeline_lock(void);
void lens_timeline_unlock(void);

/* overlap.c: who touches what at the same time */
/** The current copy is about to read or write memory that the lens knows: looks for open jobs that
 *  touch it. */
void lens_overlap_check(const void *address, size_t bytes, bool writes);
/** It has done so: notes it for the jobs to come. */
void lens_overlap_note(const void *address, size_t bytes, bool writes);
/** The host changes memory that it shares with kernels by an atomic. */
void lens_overlap_host_atomic(void);
/** Host code accesses an address of the arena that it may use. */
void lens_overlap_host(uintptr_t address, unsigned bytes, lens_operation operation,
                       uintptr_t place);
/** After a launch: completes the sightings whose other side is an open job. */
void lens_overlap_tell(lens_sightings *sightings, const lens_open *open);

#endif
