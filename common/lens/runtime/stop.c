/* stop.c: ends the running launch early, for a report of what was seen up to that point. */
#include "stop.h"
#include "grid.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "log.h"
#include "remark.h"

enum { PATIENCE_SECONDS = 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lens_work *running;
static bool wanted; /* atomic */

static void cut(lens_work *work) {
  __atomic_store_n(&work->cut, true, __ATOMIC_RELAXED);
  lens_grid_stop(work);
}

void lens_stop_watch(lens_work *work) {
  pthread_mutex_lock(&lock);
  running = work;
  if (wanted) cut(work);
  pthread_mutex_unlock(&lock);
}

void lens_stop_forget(void) {
  pthread_mutex_lock(&lock);
  running = NULL;
  pthread_mutex_unlock(&lock);
}

static void describe(char *out, size_t size) {
  unsigned long long launches = lens_the_log.num_launches;
  if (running) {
    (void)snprintf(out, size, "in launch %llu, of %s, when %llu of its %llu blocks had ended%s",
                   launches + 1, running->kernel, (unsigned long long)lens_grid_num_ended(running),
                   (unsigned long long)running->blocks, lens_remark_said());
  } else if (launches) {
    (void)snprintf(out, size, "after %llu launch%s", launches, launches == 1 ? "" : "es");
  } else {
    (void)snprintf(out, size, "before the first launch");
  }
}

void lens_stop_launches(char *progress_out, size_t size) {
  pthread_mutex_lock(&lock);
  describe(progress_out, size);
  __atomic_store_n(&wanted, true, __ATOMIC_SEQ_CST);
  if (running) cut(running);
  pthread_mutex_unlock(&lock);
  lens_memory_freeze_within(PATIENCE_SECONDS);
}

void lens_stop_here(void) {
  while (__atomic_load_n(&wanted, __ATOMIC_SEQ_CST)) (void)pause();
}
