/* grid.c: the barrier of the grid, and the vote by which the host threads decide that a launch
 * hangs. */
#include "grid.h"
#include "alloc.h"
#include "scope.h"

#include <pthread.h>
#include <stdlib.h>

/* The lens makes a remark after the threads of a launch have together made this many trace entries
 * by spinning, without any progress. This takes about four seconds of one core. It does not prove a
 * hang, because something still changes in the threads' registers, perhaps a counter that ends the
 * loop. */
#define LONG_SPINNING (UINT64_C(1) << 26)

/* The vote of a host thread is the progress that it read before it found all its blocks stuck. Of
 * the special values, NOTHING_TO_DO and SLEEPS always agree to stop, and UNDECIDED never does. */
#define NOTHING_TO_DO  UINT64_MAX
#define SLEEPS         (UINT64_MAX - 1)
#define UNDECIDED      0
#define FIRST_PROGRESS 1

struct lens_grid {
  lens_work *work;
  uint64_t spinning; /* atomic: trace entries since the last progress */
  bool hangs;        /* atomic */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  uint64_t barriers; /* atomic: how often all blocks have met */
  uint64_t waiting;  /* blocks at the barrier */
  uint64_t ended;
  uint64_t left_of_waiting; /* threads of waiting blocks that have left the kernel */
  uint64_t left_of_ended;
  uint64_t left_at_barrier;
};

lens_grid *lens_grid_new(lens_work *work) {
  lens_grid *grid = lens_alloc(1, sizeof *grid);
  if (!grid) return NULL;
  grid->work = work;
  pthread_mutex_init(&grid->lock, NULL);
  pthread_cond_init(&grid->changed, NULL);
  return grid;
}

void lens_grid_free(lens_grid *grid) {
  if (!grid) return;
  pthread_cond_destroy(&grid->changed);
  pthread_mutex_destroy(&grid->lock);
  free(grid);
}

static uint64_t vote_of(const lens_host *host) {
  return __atomic_load_n(&host->vote, __ATOMIC_SEQ_CST);
}

static void set_vote(lens_host *host, uint64_t vote) {
  __atomic_store_n(&host->vote, vote, __ATOMIC_SEQ_CST);
}

/* Resets the count only if it is not 0. Otherwise, in every launch, all host threads would keep
 * writing to one address. */
static void stop_counting_spins(lens_grid *grid) {
  if (__atomic_load_n(&grid->spinning, __ATOMIC_SEQ_CST) == 0) return;
  __atomic_store_n(&grid->spinning, 0, __ATOMIC_SEQ_CST);
}

/* The caller of this function, of stop_when_all_agree and of meet_when_all_are_there holds the
 * lock. */
static void stop(lens_grid *grid) {
  __atomic_store_n(&grid->hangs, true, __ATOMIC_SEQ_CST);
  __atomic_store_n(&grid->work->stop, true, __ATOMIC_SEQ_CST);
  pthread_cond_broadcast(&grid->changed);
}

static void stop_when_all_agree(lens_grid *grid) {
  uint64_t progress = lens_grid_progress(grid->work);
  bool some_block = false;
  for (unsigned i = 0; i < grid->work->num_hosts; i++) {
    uint64_t vote = vote_of(grid->work->hosts[i]);
    if (vote != NOTHING_TO_DO && vote != SLEEPS && vote != progress) return;
    some_block |= vote != NOTHING_TO_DO;
  }
  if (some_block) stop(grid);
}

/* ---- the barrier ---------------------------------------------------------------------------- */

/* Lets the blocks continue if all have arrived. No thread of the launch runs at this moment, so for
 * the shadow a new launch begins after the barrier. */
static void meet_when_all_are_there(lens_grid *grid) {
  if (grid->waiting == 0 || grid->waiting + grid->ended < grid->work->blocks) return;
  grid->work->first_owner = lens_work_take_owners(grid->work->blocks);
  lens_order_begin(grid->work);
  lens_scope_begin();
  grid->left_at_barrier = grid->left_of_waiting + grid->left_of_ended;
  grid->left_of_waiting = 0;
  grid->waiting = 0;
  __atomic_fetch_add(&grid->barriers, 1, __ATOMIC_SEQ_CST);
  stop_counting_spins(grid);
  for (unsigned i = 0; i < grid->work->num_hosts; i++) { /* before the host threads wake */
    lens_host *host = grid->work->hosts[i];
    if (vote_of(host) == SLEEPS) set_vote(host, UNDECIDED);
  }
  pthread_cond_broadcast(&grid->changed);
}

void lens_grid_arrive(lens_block *block) {
  lens_grid *grid = block->work->grid;
  pthread_mutex_lock(&grid->lock);
  block->waits = true;
  block->barriers = grid->barriers;
  grid->left_of_waiting += lens_barrier_count_left(block);
  grid->waiting++;
  meet_when_all_are_there(grid);
  pthread_mutex_unlock(&grid->lock);
}

void lens_grid_leave(lens_block *block) {
  lens_grid *grid = block->work->grid;
  pthread_mutex_lock(&grid->lock);
  grid->left_of_ended += lens_barrier_count_left(block);
  grid->ended++;
  meet_when_all_are_there(grid);
  pthread_mutex_unlock(&grid->lock);
}

bool lens_grid_passed(const lens_block *block) {
  lens_grid *grid = block->work->grid;
  pthread_mutex_lock(&grid->lock);
  bool passed = grid->barriers != block->barriers;
  pthread_mutex_unlock(&grid->lock);
  return passed;
}

uint64_t lens_grid_left(const lens_work *work) {
  return work->grid->left_at_barrier;
}

void lens_grid_sleep(lens_host *host) {
  lens_work *work = host->work;
  lens_grid *grid = work->grid;
  pthread_mutex_lock(&grid->lock);
  uint64_t before = grid->barriers;
  for (const lens_block *it = host->blocks; it; it = it->next) {
    if (it->resident) before = it->barriers;
  }
  while (grid->barriers == before && !__atomic_load_n(&work->stop, __ATOMIC_SEQ_CST)) {
    set_vote(host, SLEEPS);
    stop_when_all_agree(grid);
    if (!grid->hangs) pthread_cond_wait(&grid->changed, &grid->lock);
  }
  pthread_mutex_unlock(&grid->lock);
}

/* ---- hangs ---------------------------------------------------------------------------------- */

uint64_t lens_grid_num_ended(const lens_work *work) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < work->num_hosts; i++) {
    sum += __atomic_load_n(&work->hosts[i]->num_ended, __ATOMIC_SEQ_CST);
  }
  return sum;
}

/* A sum of numbers that only grow, so if the sum is unchanged, each number is unchanged. */
uint64_t lens_grid_progress(const lens_work *work) {
  uint64_t sum = FIRST_PROGRESS + __atomic_load_n(&work->grid->barriers, __ATOMIC_SEQ_CST);
  for (unsigned i = 0; i < work->num_hosts; i++) {
    sum += __atomic_load_n(&work->hosts[i]->num_moves, __ATOMIC_SEQ_CST);
  }
  return sum + lens_grid_num_ended(work);
}

void lens_grid_end(lens_host *host) {
  __atomic_fetch_add(&host->num_ended, 1, __ATOMIC_SEQ_CST);
  stop_counting_spins(host->work->grid);
}

void lens_grid_move(lens_host *host) {
  __atomic_fetch_add(&host->num_moves, 1, __ATOMIC_SEQ_CST);
  stop_counting_spins(host->work->grid);
}

bool lens_grid_spin(lens_work *work, uint64_t entries) {
  return __atomic_add_fetch(&work->grid->spinning, entries, __ATOMIC_SEQ_CST) >= LONG_SPINNING;
}

void lens_grid_vote(lens_host *host, uint64_t progress) {
  lens_grid *grid = host->work->grid;
  pthread_mutex_lock(&grid->lock);
  set_vote(host, progress);
  stop_when_all_agree(grid);
  pthread_mutex_unlock(&grid->lock);
}

void lens_grid_abstain(lens_host *host) {
  lens_grid *grid = host->work->grid;
  pthread_mutex_lock(&grid->lock);
  set_vote(host, NOTHING_TO_DO);
  stop_when_all_agree(grid);
  pthread_mutex_unlock(&grid->lock);
}

bool lens_grid_hangs(const lens_work *work) {
  return __atomic_load_n(&work->grid->hangs, __ATOMIC_SEQ_CST);
}

void lens_grid_stop(lens_work *work) {
  pthread_mutex_lock(&work->grid->lock);
  __atomic_store_n(&work->stop, true, __ATOMIC_SEQ_CST);
  pthread_cond_broadcast(&work->grid->changed);
  pthread_mutex_unlock(&work->grid->lock);
}
