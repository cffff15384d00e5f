/* log.c: collects the results of launches and host calls. */
#include "log.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "error.h"
#include "symbolise.h"

lens_log lens_the_log;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void lens_log_lock(void) {
  pthread_mutex_lock(&lock);
}

void lens_log_unlock(void) {
  pthread_mutex_unlock(&lock);
}

lens_frames lens_log_frames(void) {
  void *found[LENS_HOST_FRAMES];
  lens_frames frames = {{0}};
  int count = backtrace(found, LENS_HOST_FRAMES);
  for (int i = 0; i < count; i++) frames.at[i] = (uintptr_t)found[i];
  return frames;
}

static uintptr_t first_of_user(const uintptr_t *places) {
  lens_line lines[LENS_HOST_FRAMES];
  lens_symbolise(places, LENS_HOST_FRAMES, lines);
  for (int i = 0; i < LENS_HOST_FRAMES; i++) {
    if (lines[i].line > 0 && lines[i].users) return places[i];
  }
  return 0;
}

/* Finds the first frame that has a line and belongs to the user. Usually this is one of the frames
 * before the first frame outside of the program. These are tried first, so that the frames of the C
 * library that called main need not be looked up. */
uintptr_t lens_log_users_place(const lens_frames *frames) {
  uintptr_t own[LENS_HOST_FRAMES] = {0};
  int i = 0;
  for (; i < LENS_HOST_FRAMES && lens_symbolise_is_of_program(frames->at[i]); i++)
    own[i] = frames->at[i];
  uintptr_t place = first_of_user(own);
  return place ? place : first_of_user(frames->at);
}

void lens_log_sighting(lens_sighting *sighting) {
  if (!sighting->place && !sighting->file) {
    lens_frames frames = lens_log_frames();
    sighting->place = lens_log_users_place(&frames);
  }
  lens_log_lock();
  sighting->launch = (unsigned)lens_the_log.num_launches;
  lens_sightings_add(&lens_the_log.sightings, sighting);
  lens_the_log.version++;
  lens_log_unlock();
}

void lens_log_launch(const lens_launch_record *record) {
  lens_log *log = &lens_the_log;
  if (log->num_launches == log->launches_capacity) {
    size_t capacity = log->launches_capacity ? 2 * log->launches_capacity : 64;
    lens_launch_record *grown = lens_alloc_more(log->launches, capacity, sizeof *grown);
    if (!grown) return;
    log->launches = grown;
    log->launches_capacity = capacity;
  }
  log->launches[log->num_launches++] = *record;
  log->version++;
}

void lens_log_add_time(const lens_log_time *more) {
  lens_log *log = &lens_the_log;
  log->version++;
  for (size_t i = 0; i < log->num_times; i++) {
    lens_log_time *it = &log->times[i];
    if (it->place != more->place || it->kernel != more->kernel) continue;
    it->time_us += more->time_us;
    for (int k = 0; k < LENS_NUM_LIMITS; k++) it->waits_us[k] += more->waits_us[k];
    return;
  }
  if (log->num_times == log->times_capacity) {
    size_t capacity = log->times_capacity ? 2 * log->times_capacity : 64;
    lens_log_time *grown = lens_alloc_more(log->times, capacity, sizeof *grown);
    if (!grown) return;
    log->times = grown;
    log->times_capacity = capacity;
  }
  log->times[log->num_times++] = *more;
}

static lens_log_count *count_of(const char *kernel, uintptr_t place, unsigned class) {
  lens_log *log = &lens_the_log;
  for (size_t i = 0; i < log->num_counts; i++) {
    lens_log_count *it = &log->counts[i];
    if (it->place == place && it->class == class && it->kernel == kernel) return it;
  }
  if (log->num_counts == log->counts_capacity) {
    size_t capacity = log->counts_capacity ? 2 * log->counts_capacity : 128;
    lens_log_count *grown = lens_alloc_more(log->counts, capacity, sizeof *grown);
    if (!grown) return NULL;
    log->counts = grown;
    log->counts_capacity = capacity;
  }
  lens_log_count *fresh = &log->counts[log->num_counts++];
  *fresh = (lens_log_count){.kernel = kernel, .place = place, .class = class};
  return fresh;
}

void lens_log_counts(const char *kernel, uintptr_t code_base, const lens_calls_counts *counts) {
  for (size_t i = 0; i < counts->capacity; i++) {
    const lens_count *row = &counts->rows[i];
    if (!row->name) continue;
    lens_log_count *it =
        count_of(kernel, code_base + (uint32_t)row->name, (unsigned)(row->name >> 32));
    if (!it) return;
    if (!it->sum.array) it->sum.array = row->array; /* the array's name in the first launch */
    lens_count_add(&it->sum, row);
  }
}

void lens_reset(void) {
  lens_log_lock();
  lens_sightings_clear(&lens_the_log.sightings);
  for (size_t i = 0; i < lens_the_log.num_counts; i++) free(lens_the_log.counts[i].sum.samples);
  lens_the_log.num_counts = 0;
  lens_the_log.num_times = 0;
  lens_the_log.num_launches = 0;
  lens_the_log.version++;
  lens_log_unlock();
  lens_error_reset();
}
