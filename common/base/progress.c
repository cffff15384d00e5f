/* progress.c: reads from /proc how much processor time processes have used. */
#define _GNU_SOURCE
#include "progress.h"

#include "clock.h"
#include "memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A process that uses less than this share of a core is idle, because a process that polls only
 * sleeps most of the time. */
static const double least_share = 0.1;

/* On a busy machine the caller samples late. Of one long interval, at most this many periods count
 * as idle. */
enum { MOST_PERIODS = 4 };

typedef struct process {
  pid_t pid, parent;
  bool active, inside;
  double seconds;
} process;

/* Reads a file with the format of /proc/PID/stat. Returns false if the process no longer exists. */
static bool read_stat(const char *path, process *out) {
  char text[1024], state;
  int file = open(path, O_RDONLY | O_CLOEXEC), parent;
  ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : 0;
  if (file >= 0) (void)close(file);
  text[got > 0 ? got : 0] = '\0';
  const char *end = strrchr(text, ')'); /* the process name before it may contain any character */
  unsigned long ticks[4];
  if (!end || sscanf(end + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &state,
                     &parent, &ticks[0], &ticks[1], &ticks[2], &ticks[3]) != 6) {
    return false;
  }
  out->parent = parent;
  out->active = state == 'R' || state == 'D';
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += (double)ticks[i];
  out->seconds = sum / (double)sysconf(_SC_CLK_TCK);
  return true;
}

static bool has_active_thread(pid_t pid) {
  char path[96];
  process thread;
  bool active = false;
  (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *threads = opendir(path);
  for (struct dirent *entry; threads && !active && (entry = readdir(threads));) {
    if (entry->d_name[0] == '.') continue;
    (void)snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, entry->d_name);
    active = read_stat(path, &thread) && thread.active;
  }
  if (threads) (void)closedir(threads);
  return active;
}

sl_usage sl_progress_usage(pid_t pid) {
  clockid_t clock;
  struct timespec used = {0, 0};
  sl_usage usage = {.seconds = 0};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return usage;
  usage.seconds = (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
  usage.active = has_active_thread(pid);
  return usage;
}

static size_t list_processes(process **out) {
  size_t count = 0, room = 0;
  DIR *folder = opendir("/proc");
  *out = NULL;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    char path[64];
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    if (count == room) {
      size_t more = room ? 2 * room : 256;
      if (sl_resize(more, sizeof **out, "processes", out) != SL_OK) break;
      room = more;
    }
    (void)snprintf(path, sizeof path, "/proc/%.20s/stat", entry->d_name);
    process *found = &(*out)[count];
    *found = (process){.pid = (pid_t)strtol(entry->d_name, NULL, 10)};
    count += read_stat(path, found);
  }
  if (folder) (void)closedir(folder);
  return count;
}

sl_usage sl_progress_tree_usage(pid_t root) {
  process *all;
  size_t count = list_processes(&all);
  sl_usage usage = {.seconds = 0};
  bool grows = true;
  for (size_t i = 0; i < count; i++) all[i].inside = all[i].pid == root;
  while (grows) {
    grows = false;
    for (size_t i = 0; i < count; i++) {
      for (size_t k = 0; k < count && !all[i].inside; k++) {
        all[i].inside = all[k].inside && all[k].pid == all[i].parent;
        grows |= all[i].inside;
      }
    }
  }
  for (size_t i = 0; i < count; i++) {
    if (!all[i].inside) continue;
    usage.seconds += all[i].seconds;
    usage.active |= all[i].active;
  }
  sl_free(all);
  return usage;
}

void sl_progress_begin(sl_progress *progress, sl_usage now) {
  *progress = (sl_progress){.used = now.seconds, .us = sl_clock_us()};
}

void sl_progress_take(sl_progress *progress, sl_usage now, double period_us) {
  double us = sl_clock_us(), passed_us = us - progress->us;
  if (passed_us < period_us) return;
  bool idle = !now.active && (now.seconds - progress->used) * 1e6 < least_share * passed_us;
  if (idle) progress->idle_seconds += 1e-6 * fmin(passed_us, MOST_PERIODS * period_us);
  if (now.seconds > progress->used) {
    progress->seconds += fmin(now.seconds - progress->used, 1e-6 * passed_us);
  }
  progress->us = us;
  progress->used = now.seconds;
}
