/* sample.c: chooses the blocks of a large launch that are simulated: all blocks at the beginning
 * and at the end, and windows of consecutive blocks in between. The time of other blocks is
 * estimated from the windows in proportion to their work. */
#include "lens/model/internal.h"

#include <math.h>

/* Launches up to this many sectors and operations are simulated completely. */
enum { USUAL_BUDGET = 4000000 };
/* A warp with this many times the mean number of operations may determine the launch's time. */
enum { OUTLIER = 6 };
/* Before a window, skipped blocks with this many times the capacity of L2 update L2. */
enum { WARM_UP_FACTOR = 2 };

static uint64_t work_of(const model_block *b, uint64_t *longest_out, uint64_t *operations_out) {
  uint64_t work = 0;
  *longest_out = *operations_out = 0;
  for (unsigned i = 0; i < b->num_warps; i++) {
    const model_warp *w = &b->warps[i];
    work += w->num_sectors + w->num_operations;
    *operations_out += w->num_operations;
    if (w->num_operations > *longest_out) *longest_out = w->num_operations;
  }
  return work;
}

void model_sample_started(simulation *s, const model_block *b) {
  sampling *p = &s->sampling;
  uint64_t longest, operations;
  uint64_t work = work_of(b, &longest, &operations);
  p->started++;
  p->work += work;
  p->operations += operations;
  p->warps += b->num_warps;
  if (p->in_window) {
    p->in_window--;
    p->window_work += work;
  }
}

/* Plans windows and gaps, when the mean work of a block is known. */
static void plan(simulation *s, ticks now) {
  sampling *p = &s->sampling;
  uint64_t resident = (uint64_t)s->num_multiprocessors * s->blocks_each;
  p->planned = 1;
  uint64_t left = s->launch->num_blocks - s->next_block;
  double each = (double)p->work / (double)p->started;
  double all = (double)left * each,
         budget = (double)(s->launch->budget ? s->launch->budget : USUAL_BUDGET);
  if (all < 2 * budget || left < 8 * resident) return;
  p->window = resident; /* so each slot for a block is used once, on average */
  double windows = budget / (each * (double)p->window);
  if (windows < 4) windows = 4;
  if (windows > MAX_WINDOWS) {
    p->window = (uint64_t)((double)p->window * windows / MAX_WINDOWS);
    windows = MAX_WINDOWS;
  }
  double between = (double)(left - resident) / windows - (double)p->window;
  if (between < (double)p->window) return;
  p->between = (uint64_t)between;
  p->in_window = p->window;
  p->window_begin = now;
  p->active = 1;
}

static void close_window(simulation *s, ticks now) {
  sampling *p = &s->sampling;
  if (p->num_windows < MAX_WINDOWS) {
    p->times[p->num_windows] = (double)(now - p->window_begin);
    p->works[p->num_windows++] = (double)p->window_work;
  }
  p->window_work = 0;
}

const model_block *model_sample_next(simulation *s, ticks now) {
  sampling *p = &s->sampling;
  const model_launch *l = s->launch;
  uint64_t resident = (uint64_t)s->num_multiprocessors * s->blocks_each;
  if (!p->planned && s->next_block >= 3 * resident) plan(s, now);
  if (p->active && !p->in_window && !p->to_skip) {
    close_window(s, now);
    if (l->num_blocks - s->next_block > p->between + resident)
      p->to_skip = p->between;
    else
      p->active = 0;
  }
  while (p->to_skip) {
    const model_block *b = l->take(l->context, s->next_block++);
    uint64_t longest, operations, work = work_of(b, &longest, &operations);
    p->to_skip--;
    if (p->to_skip == 0) {
      p->in_window = p->window;
      p->window_begin = now;
    }
    if (longest * p->warps > OUTLIER * p->operations) {
      if (p->in_window) p->in_window++; /* this block does not count as part of the window */
      return b;
    }
    double lines = (double)p->to_skip * (double)work / 2;
    if (lines < WARM_UP_FACTOR * s->device->l2_mb * 8192) model_memory_warm(s, b);
    p->skipped_work += work;
    l->give_back(l->context, b);
  }
  return l->take(l->context, s->next_block++);
}

double model_sample_scale(const simulation *s) {
  const sampling *p = &s->sampling;
  return p->work ? ((double)p->work + (double)p->skipped_work) / (double)p->work : 1;
}

ticks model_sample_time(const simulation *s, double *error_out) {
  const sampling *p = &s->sampling;
  *error_out = 0;
  if (p->skipped_work == 0) return s->end;
  double time = 0, work = 0, squares = 0;
  for (unsigned i = 0; i < p->num_windows; i++) {
    time += p->times[i];
    work += p->works[i];
  }
  double rate = work > 0 ? time / work : 0;
  double added = rate * (double)p->skipped_work;
  for (unsigned i = 0; i < p->num_windows; i++) {
    double off = p->times[i] - rate * p->works[i];
    squares += off * off;
  }
  double n = p->num_windows, whole = (double)s->end + added;
  if (n > 1 && time > 0) *error_out = sqrt(squares * n / (n - 1)) / time * added / whole;
  return s->end + (ticks)added;
}
