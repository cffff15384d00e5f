/* timeline.c: streams, events and host synchronisation: which work is ordered after which. */
#include "timeline.h"

#include "confine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "describe.h"
#include "log.h"

enum { LEGACY, PER_THREAD, FIRST_CREATED, MOST_JOBS = 1024 };

typedef struct stream {
  const void *handle; /* NULL: the stream was destroyed; the next new one takes its place */
  bool blocking;      /* the stream and the legacy default stream wait for each other */
  lens_clock clock;
} stream;

static struct {
  pthread_mutex_t lock;
  lens_clock host;
  stream streams[LENS_MOST_STREAMS];
  unsigned num_streams;
  bool plural;     /* atomic */
  lens_job **jobs; /* jobs that the host has not waited for, sorted by owners */
  size_t num_jobs;
  uint64_t host_floor; /* atomic */
  bool changed;        /* something changed since the host's open jobs were last computed */
} timeline = {.lock = PTHREAD_MUTEX_INITIALIZER,
              .streams = {[LEGACY] = {.blocking = true}, [PER_THREAD] = {.blocking = true}},
              .num_streams = FIRST_CREATED,
              .host_floor = UINT64_MAX};

/* What this host thread does in a stream: an asynchronous copy, or a host function. */
static _Thread_local uint64_t current_owner; /* the owner of the copy; 0: none */
static _Thread_local unsigned current_stream;
static _Thread_local bool waits_at_end; /* the host waits: the copy cannot be asynchronous */
static _Thread_local const lens_clock *acting;

void lens_timeline_lock(void) {
  pthread_mutex_lock(&timeline.lock);
}

void lens_timeline_unlock(void) {
  pthread_mutex_unlock(&timeline.lock);
}

bool lens_timeline_is_plural(void) {
  return __atomic_load_n(&timeline.plural, __ATOMIC_RELAXED);
}

uint64_t lens_timeline_host_floor(void) {
  return __atomic_load_n(&timeline.host_floor, __ATOMIC_RELAXED);
}

/* ---- jobs ----------------------------------------------------------------------------------- */

static bool is_open(const lens_job *job, const lens_clock *clock) {
  return job->turn > clock->at[job->stream];
}

static void free_job(lens_job *job) {
  free(job->extents);
  free(job);
}

static void set_host_floor(void) {
  uint64_t floor = timeline.num_jobs ? timeline.jobs[0]->first_owner : UINT64_MAX;
  __atomic_store_n(&timeline.host_floor, floor, __ATOMIC_RELAXED);
  timeline.changed = true;
}

/* Drops the jobs that the host has waited for, because everything that begins now is ordered after
 * them. */
static void drop_done(void) {
  size_t kept = 0;
  for (size_t i = 0; i < timeline.num_jobs; i++) {
    lens_job *job = timeline.jobs[i];
    if (is_open(job, &timeline.host)) {
      timeline.jobs[kept++] = job;
    } else {
      free_job(job);
    }
  }
  timeline.num_jobs = kept;
  set_host_floor();
}

/* Called if the host has not waited for very many jobs: the older half then counts as done. */
static void drop_older_half(void) {
  size_t half = timeline.num_jobs / 2;
  for (size_t i = 0; i < half; i++) free_job(timeline.jobs[i]);
  memmove(timeline.jobs, timeline.jobs + half,
          (timeline.num_jobs - half) * sizeof(timeline.jobs[0]));
  timeline.num_jobs -= half;
}

static lens_open open_for(const lens_clock *clock) {
  lens_open open = {NULL, 0};
  for (size_t i = 0; i < timeline.num_jobs; i++) open.count += is_open(timeline.jobs[i], clock);
  if (open.count) open.jobs = lens_alloc(open.count, sizeof *open.jobs);
  if (!open.jobs) return (lens_open){NULL, 0};
  open.count = 0;
  for (size_t i = 0; i < timeline.num_jobs; i++) {
    if (is_open(timeline.jobs[i], clock)) open.jobs[open.count++] = *timeline.jobs[i];
  }
  return open;
}

void lens_timeline_free_open(lens_open *open) {
  free(open->jobs);
  *open = (lens_open){NULL, 0};
}

const lens_job *lens_timeline_find_open(const lens_open *open, uint64_t owner) {
  size_t low = 0;
  size_t high = open->count;
  while (low < high) { /* find the first job that begins after `owner` */
    size_t middle = (low + high) / 2;
    if (open->jobs[middle].first_owner <= owner) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low && owner < open->jobs[low - 1].end_owner ? &open->jobs[low - 1] : NULL;
}

/* ---- clocks --------------------------------------------------------------------------------- */

static void join(lens_clock *clock, const lens_clock *other) {
  for (unsigned i = 0; i < timeline.num_streams; i++) {
    if (clock->at[i] < other->at[i]) clock->at[i] = other->at[i];
  }
}

static bool default_is_per_thread;

void lens_default_stream_per_thread(void) {
  default_is_per_thread = true;
}

static void make_plural(void) {
  __atomic_store_n(&timeline.plural, true, __ATOMIC_RELAXED);
}

/* The number of a stream. The runtime API uses special handles for the default streams. */
static unsigned number_of(const void *handle) {
  if (!handle && default_is_per_thread) handle = LENS_STREAM_PER_THREAD;
  if (handle == LENS_STREAM_PER_THREAD) {
    make_plural();
    return PER_THREAD;
  }
  for (unsigned i = FIRST_CREATED; handle && i < timeline.num_streams; i++) {
    if (timeline.streams[i].handle == handle) return i;
  }
  return LEGACY;
}

/* The stream's clock for its next work. That work comes after everything the host has waited for.
 * By the rule of the legacy default stream, work in another blocking stream also comes after that
 * stream, and work in that stream comes after all blocking streams. */
static lens_clock *clock_of(unsigned number) {
  stream *it = &timeline.streams[number];
  join(&it->clock, &timeline.host);
  if (number == LEGACY) {
    for (unsigned i = PER_THREAD; i < timeline.num_streams; i++) {
      if (timeline.streams[i].blocking) join(&it->clock, &timeline.streams[i].clock);
    }
  } else if (it->blocking) {
    join(&it->clock, &timeline.streams[LEGACY].clock);
  }
  return &it->clock;
}

static void host_waits_for(const lens_clock *clock) {
  join(&timeline.host, clock);
  drop_done();
}

/* Returns NULL if memory is short; then conflicts with the job are not reported. */
static lens_job *begin_job(unsigned number, uint64_t owner, const char *name) {
  if (!timeline.jobs) timeline.jobs = lens_alloc(MOST_JOBS, sizeof(timeline.jobs[0]));
  lens_job *job = timeline.jobs ? lens_alloc(1, sizeof *job) : NULL;
  if (!job) return NULL;
  if (timeline.num_jobs == MOST_JOBS) drop_older_half();
  if (timeline.num_jobs) {
    lens_job *last = timeline.jobs[timeline.num_jobs - 1];
    if (last->end_owner > owner) last->end_owner = owner;
  }
  *job = (lens_job){.first_owner = owner,
                    .end_owner = UINT64_MAX,
                    .stream = number,
                    .turn = ++timeline.streams[number].clock.at[number],
                    .name = name};
  timeline.jobs[timeline.num_jobs++] = job;
  set_host_floor();
  return job;
}

lens_open lens_timeline_launch(const lens_launch *launch, const char *kernel, uint64_t owner) {
  lens_open open = {NULL, 0};
  lens_timeline_lock();
  unsigned number = number_of(launch->stream);
  const lens_clock *clock = clock_of(number);
  if (lens_timeline_is_plural()) open = open_for(clock);
  lens_job *job = begin_job(number, owner, kernel);
  if (job) {
    job->kernel = true;
    job->file = launch->file ? lens_intern(launch->file) : NULL;
    job->line = launch->line;
    if (!job->file) job->frames = lens_log_frames();
  }
  lens_timeline_unlock();
  return open;
}

void lens_timeline_printed(uint64_t owner) {
  lens_timeline_lock();
  for (size_t i = 0; i < timeline.num_jobs; i++) {
    if (timeline.jobs[i]->first_owner != owner) continue;
    timeline.jobs[i]->prints = true;
    timeline.changed = true;
  }
  lens_timeline_unlock();
}

void lens_timeline_forget(void) {
  lens_timeline_lock();
  for (unsigned i = 0; i < timeline.num_streams; i++) {
    join(&timeline.host, &timeline.streams[i].clock);
  }
  drop_done();
  lens_timeline_unlock();
}

/* ---- streams and events --------------------------------------------------------------------- */

void lens_stream_open(const void *handle, int blocking) {
  lens_timeline_lock();
  make_plural();
  unsigned number = FIRST_CREATED;
  while (number < timeline.num_streams && timeline.streams[number].handle) number++;
  if (number < LENS_MOST_STREAMS) { /* otherwise the stream counts as the default one */
    if (number == timeline.num_streams) timeline.num_streams++;
    timeline.streams[number].handle = handle;
    timeline.streams[number].blocking = blocking;
  }
  lens_timeline_unlock();
}

void lens_stream_close(const void *handle) {
  lens_timeline_lock();
  unsigned number = number_of(handle);
  if (number >= FIRST_CREATED) timeline.streams[number].handle = NULL;
  lens_timeline_unlock();
}

void lens_stream_record(const void *handle, lens_clock *event) {
  lens_timeline_lock();
  *event = *clock_of(number_of(handle));
  lens_timeline_unlock();
}

void lens_stream_wait(const void *handle, const lens_clock *event) {
  lens_timeline_lock();
  join(clock_of(number_of(handle)), event);
  lens_timeline_unlock();
}

void lens_host_wait(const lens_clock *event) {
  lens_timeline_lock();
  host_waits_for(event);
  lens_timeline_unlock();
}

void lens_host_wait_stream(const void *handle) {
  lens_timeline_lock();
  host_waits_for(clock_of(number_of(handle)));
  lens_timeline_unlock();
}

void lens_host_wait_all(void) {
  lens_timeline_forget();
}

/* ---- host functions and copies -------------------------------------------------------------- */

/* The function runs after the stream's work so far, and other host threads that it wakes may rely
 * on this. The lens treats all host threads as one, so the host counts as having waited for this
 * work. */
void lens_stream_call(const void *handle, void (*function)(void *), void *data) {
  lens_clock clock;
  lens_stream_record(handle, &clock);
  lens_host_wait(&clock);
  const lens_clock *before = acting;
  acting = &clock;
  timeline.changed = true;
  (void)lens_call_back((const void *)(uintptr_t)function, data, NULL);
  acting = before;
}

static void begin_copy(const void *handle, const char *name) {
  uint64_t owner = lens_work_take_owners(0);
  lens_frames frames = lens_log_frames();
  lens_timeline_lock();
  unsigned number = number_of(handle);
  (void)clock_of(number);
  lens_job *job = begin_job(number, owner, name);
  if (job) job->frames = frames;
  current_owner = owner;
  current_stream = number;
  waits_at_end = false;
  lens_timeline_unlock();
}

void lens_stream_begin(const void *handle, const char *name) {
  begin_copy(handle, name);
}

void lens_stream_end(void) {
  lens_timeline_copy_end(true, waits_at_end);
}

const char lens_pageable_copy[] = "cudaMemcpy";

bool lens_timeline_copy_begin(const char *name) {
  if (current_owner) return false;
  if (lens_timeline_is_plural()) begin_copy(NULL, name);
  return true;
}

static lens_job *current(void) {
  for (size_t i = timeline.num_jobs; current_owner && i-- > 0;) {
    if (timeline.jobs[i]->first_owner == current_owner) return timeline.jobs[i];
  }
  return NULL;
}

void lens_timeline_copy_end(bool own, bool waits) {
  waits_at_end |= waits;
  if (!own) return;
  lens_timeline_lock();
  unsigned number = current_owner ? current_stream : number_of(NULL);
  if (waits) host_waits_for(&timeline.streams[number].clock);
  lens_timeline_unlock();
  current_owner = 0;
}

lens_job *lens_timeline_current(lens_open *open) {
  lens_job *job = current();
  if (!job) return NULL;
  if (open) *open = open_for(&timeline.streams[job->stream].clock);
  timeline.changed = true; /* the extents of the job are about to change */
  return job;
}

/* The result is kept until something changes, because this function is called for each access of
 * host code. */
const lens_open *lens_timeline_open_for_host(void) {
  static lens_open open;
  static const lens_clock *asked;
  if (!timeline.changed && asked == acting) return &open;
  lens_timeline_free_open(&open);
  open = open_for(acting ? acting : &timeline.host);
  asked = acting;
  timeline.changed = false;
  return &open;
}
