/** @file log.h
 *  The results of all launches since lens_reset.
 */
#ifndef LENS_RUNTIME_LOG_H
#define LENS_RUNTIME_LOG_H

#include "count.h"
#include "memory.h"
#include "sighting.h"

/** One memory instruction of one kernel, over all launches. */
typedef struct lens_log_count {
  const char *kernel; /**< interned */
  uintptr_t place;
  unsigned class; /**< see lens_class_of */
  lens_count sum;
} lens_log_count;

/** The predicted time of one place of the code, over all launches of a kernel. */
typedef struct lens_log_time {
  const char *kernel; /**< interned */
  uintptr_t place;
  double time_us;
  double waits_us[LENS_NUM_LIMITS]; /**< of all warps together */
} lens_log_time;

typedef struct lens_log {
  lens_sightings sightings;
  lens_log_count *counts;
  size_t num_counts, counts_capacity;
  lens_log_time *times;
  size_t num_times, times_capacity;
  lens_launch_record *launches;
  size_t num_launches, launches_capacity;
  unsigned long version; /**< increases with every change */
} lens_log;

/** Used by one thread at a time: lens_run and the report take lens_log_lock. */
extern lens_log lens_the_log;
void lens_log_lock(void);
void lens_log_unlock(void);

/** The current call chain as plain addresses: cheap enough for every cudaMalloc. */
lens_frames lens_log_frames(void);
/** The first place of the chain that is in the user's code, or 0. */
uintptr_t lens_log_users_place(const lens_frames *frames);
/** Adds a finding of host code. If its place is not set, it becomes that of the user's call. */
void lens_log_sighting(lens_sighting *sighting);
/** Adds the record of a launch. The caller must hold the lock. */
void lens_log_launch(const lens_launch_record *record);
void lens_log_add_time(const lens_log_time *more);
void lens_log_counts(const char *kernel, uintptr_t code_base, const lens_calls_counts *counts);

#endif
