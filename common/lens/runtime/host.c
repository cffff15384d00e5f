/* host.c: a host thread and the blocks on it. Usually one block at a time runs to its end. A host
 * thread begins more blocks if its running blocks can only wait: at a barrier of the grid, or in a
 * loop until another block writes something. */
#define _GNU_SOURCE
#include "grid.h"
#include "predict.h"
#include "watch.h"

#include <stdlib.h>
#include <time.h>

#include "alloc.h"
#include "error.h"

bool lens_host_is_ready(const lens_host *host, unsigned threads) {
  return host->blocks && host->blocks->stacks.count >= threads;
}

bool lens_host_begin(lens_host *host, lens_work *work) {
  host->work = work;
  host->next_block = host->end_block = 0;
  host->num_ended = host->num_moves = 0;
  host->vote = 0;
  if (!host->traces) host->traces = lens_block_new_traces(LENS_TRACE);
  if (!host->blocks) host->blocks = lens_block_new();
  if (!host->traces || !host->blocks) return false;
  if (lens_fiber_stacks_grow(&host->blocks->stacks, work->threads) != 0) return false;
  lens_block_prepare(host->blocks, work, host->traces);
  return true;
}

void lens_host_trim(lens_host *host) {
  lens_block *spare = host->blocks->next;
  host->blocks->next = NULL;
  while (spare) {
    lens_block *next = spare->next;
    lens_block_free(spare);
    spare = next;
  }
}

enum { MOST_AT_ONCE = 64 }; /* the most blocks that a host thread takes at once */

static bool stopped(const lens_work *work) {
  return __atomic_load_n(&work->stop, __ATOMIC_RELAXED);
}

/* ---- beginning blocks ----------------------------------------------------------------------- */

static lens_block *free_block(lens_host *host) {
  lens_block **end = &host->blocks;
  for (; *end; end = &(*end)->next) {
    if (!(*end)->resident) return *end;
  }
  lens_block *fresh = lens_block_new();
  if (!fresh) return NULL;
  if (lens_fiber_stacks_grow(&fresh->stacks, host->work->threads) != 0) {
    lens_block_free(fresh);
    return NULL;
  }
  lens_block_prepare(fresh, host->work, host->traces);
  *end = fresh;
  return fresh;
}

static bool some_block_is_left(const lens_host *host) {
  return host->next_block < host->end_block ||
         __atomic_load_n(&host->work->next_block, __ATOMIC_RELAXED) < host->work->blocks;
}

/* The number of blocks, beginning with block `next`, that a host thread takes at once. A block that
 * was taken must be able to begin, because other blocks may wait for it. So blocks are taken in
 * order, and only as many as may be resident. */
static uint64_t count_to_take(const lens_work *work, uint64_t next) {
  uint64_t room = work->most_resident - (next - lens_grid_num_ended(work));
  uint64_t count = (work->blocks - next) / (8 * work->num_hosts);
  uint64_t share = work->most_resident / work->num_hosts;
  if (count > MOST_AT_ONCE) count = MOST_AT_ONCE;
  if (count > share) count = share;
  if (count < 1) count = 1;
  return count < room ? count : room;
}

/* Whether the host thread has a block to begin; if it has none left, it takes more. Neighbouring
 * blocks mostly touch neighbouring memory, so a host thread takes several at once, which keeps this
 * memory out of the caches of other cores. Towards the end of the launch it takes fewer, so that no
 * host thread waits long for another. */
static bool have_block(lens_host *host) {
  lens_work *work = host->work;
  if (host->next_block < host->end_block) return true;
  uint64_t next = __atomic_load_n(&work->next_block, __ATOMIC_RELAXED), count;
  do {
    if (next >= work->blocks) return false;
    count = count_to_take(work, next);
    if (count == 0) return false;
  } while (!__atomic_compare_exchange_n(&work->next_block, &next, next + count, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  host->next_block = next;
  host->end_block = next + count;
  return true;
}

/* The block that is the `number`-th to be run. */
static uint64_t block_of(const lens_work *work, uint64_t number) {
  uint64_t first = work->first_shuffled;
  if (number < first) return number;
  return first + lens_seed_shuffled(number - first, work->blocks - first, work->seed);
}

static void leave(lens_host *host, lens_block *block) {
  block->resident = false;
  lens_block_return_steps(block);
  lens_predict_end_block(block);
  host->num_resident--;
  lens_grid_end(host);
  if (host->work->launch->cooperative) lens_grid_leave(block);
}

/* Begins one more block, if there is one and it may be resident now. */
static lens_block *begin_block(lens_host *host) {
  lens_work *work = host->work;
  if (!have_block(host)) return NULL;
  lens_block *block = free_block(host);
  if (!block) { /* the other blocks continue, but may wait for this one */
    __atomic_store_n(&work->no_room, true, __ATOMIC_RELAXED);
    if (work->launch->cooperative) lens_grid_stop(work);
    return NULL;
  }
  block->resident = true;
  host->num_resident++;
  lens_block_start(block, block_of(work, host->next_block++));
  lens_predict_begin_block(block);
  return block;
}

/* Doubles the number of blocks on this host thread. If all blocks wait for the last one of the
 * grid, it would take too long to begin one block at a time and to run all others in between. */
static bool begin_blocks(lens_host *host) {
  unsigned wanted = host->num_resident ? host->num_resident : 1;
  unsigned begun = 0;
  while (begun < wanted && begin_block(host)) begun++;
  return begun > 0;
}

/* ---- running blocks ------------------------------------------------------------------------- */

static void stop_learning(lens_host *host, lens_block *block) {
  free(block->paths);
  free(block->traces);
  block->paths = NULL;
  block->traces = host->traces;
  block->trace = LENS_TRACE;
}

static lens_progress turn(lens_host *host, lens_block *block) {
  lens_work *work = host->work;
  if (block->waits) {
    if (!lens_grid_passed(block)) return LENS_BLOCK_WAITS;
    block->waits = false;
    lens_block_pass_grid(block);
  }
  lens_progress progress = lens_block_continue(block);
  if (block->paths && (progress == LENS_BLOCK_DONE || !work->launch->cooperative)) {
    stop_learning(host, block);
  }
  if (progress == LENS_BLOCK_DONE) {
    lens_print_end_block(block);
    leave(host, block);
  } else {
    if (block->turns.moved) lens_grid_move(host);
    block->turns.moved = false;
    if (progress == LENS_BLOCK_WAITS) lens_grid_arrive(block);
  }
  return progress;
}

void lens_host_learn(lens_host *host) {
  lens_block *block = host->blocks;
  lens_record *traces = lens_block_new_traces(LENS_LONG_TRACE);
  block->paths = lens_alloc(host->work->threads, sizeof *block->paths);
  if (block->paths && traces) {
    block->traces = traces;
    block->trace = LENS_LONG_TRACE;
    host->work->first_shuffled = 1;
    if (begin_block(host)) (void)turn(host, block);
  } else {
    free(block->paths);
    free(traces);
    block->paths = NULL;
  }
}

/* How many blocks of the host thread have ended, wait at a barrier, or are stuck after one
 * round. */
typedef struct tally {
  unsigned ended, waiting, stuck;
} tally;

static tally run_residents(lens_host *host) {
  tally all = {0, 0, 0};
  for (lens_block *it = host->blocks; it && !stopped(host->work); it = it->next) {
    if (!it->resident) continue;
    lens_progress progress = turn(host, it);
    all.ended += progress == LENS_BLOCK_DONE;
    all.waiting += progress == LENS_BLOCK_WAITS;
    all.stuck += progress == LENS_BLOCK_STUCK;
  }
  return all;
}

static void nap(void) {
  const struct timespec time = {0, 200000};
  (void)nanosleep(&time, NULL);
}

/* Waits for the progress of other host threads, because no block of this one ended and none can
 * begin. */
static void wait_for_others(lens_host *host, const tally *all, uint64_t progress) {
  if (host->num_resident && all->waiting == host->num_resident) {
    lens_grid_sleep(host);
  } else if (all->waiting + all->stuck == host->num_resident) {
    lens_grid_vote(host, progress);
    if (!stopped(host->work)) nap();
  }
}

static void report_hang(lens_host *host) {
  for (lens_block *it = host->blocks; it; it = it->next) {
    if (it->resident) lens_watch_report(it);
  }
}

void lens_host_run(lens_host *host) {
  lens_work *work = host->work;
  uint64_t progress = lens_grid_progress(work); /* must be read before the round */
  while (!stopped(work)) {
    tally all = run_residents(host);
    if (all.ended && host->num_resident) continue;
    if (begin_blocks(host) || stopped(work)) continue;
    if (host->num_resident == 0 && !some_block_is_left(host)) break;
    wait_for_others(host, &all, progress);
    progress = lens_grid_progress(work);
  }
  bool no_room = __atomic_load_n(&work->no_room, __ATOMIC_RELAXED);
  if (lens_grid_hangs(work) && !no_room) report_hang(host);
  lens_grid_abstain(host);
}
