/* launch.c: a kernel launch from the check of its configuration to its record. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "capacity.h"
#include "describe.h"
#include "error.h"
#include "exit.h"
#include "grid.h"
#include "guard.h"
#include "host_code.h"
#include "input.h"
#include "kernel.h"
#include "log.h"
#include "memory.h"
#include "module.h"
#include "partial.h"
#include "predict.h"
#include "protect.h"
#include "resolve.h"
#include "scope.h"
#include "stop.h"
#include "unset.h"
#include "watchdog.h"

#define MOST_HOSTS        256
#define MANY_STEPS        (UINT64_C(1) << 31) /* steps of a thread that cause a remark */
#define LEARNING_LAUNCHES 8                   /* number of launches to learn a kernel from */
#define HELPERS_STACK     (512u * 1024u)

static lens_host *hosts[MOST_HOSTS];
static int wanted_hosts, wanted_multiprocessors;
static uint64_t step_budget; /* 0: none */
static uint64_t block_step_budget = UINT64_MAX;
static uint64_t next_owner = 1; /* the next number for a block, over all launches; 0: the host */

/* ---- settings ------------------------------------------------------------------------------- */

void lens_set_step_budget(uint64_t steps) {
  step_budget = steps;
}

void lens_set_block_step_budget(uint64_t steps) {
  block_step_budget = steps;
}

void lens_set_host_threads(int count) {
  wanted_hosts = count;
}

static unsigned number_of_hosts(void) {
  if (wanted_hosts <= 0) {
    const char *text = getenv("LENS_THREADS");
    wanted_hosts = text ? (int)strtol(text, NULL, 10) : 0;
  }
  if (wanted_hosts <= 0) {
    cpu_set_t cores;
    bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
    wanted_hosts = known ? CPU_COUNT(&cores) : 1;
  }
  return wanted_hosts < MOST_HOSTS ? (unsigned)wanted_hosts : MOST_HOSTS;
}

enum { MULTIPROCESSORS = 16, MOST_MULTIPROCESSORS = 1024 };

void lens_set_multiprocessors(int count) {
  wanted_multiprocessors = count;
}

int lens_multiprocessors(void) {
  if (wanted_multiprocessors > 0) return wanted_multiprocessors;
  int of_device = lens_device_multiprocessors();
  if (of_device > 0) return of_device;
  const char *text = getenv("LENS_MULTIPROCESSORS");
  long count = text ? strtol(text, NULL, 10) : 0;
  return count > 0 && count <= MOST_MULTIPROCESSORS ? (int)count : MULTIPROCESSORS;
}

/* ---- the configuration ---------------------------------------------------------------------- */

static uint64_t volume(lens_dim3 extent) {
  return (uint64_t)extent.x * extent.y * extent.z;
}

int lens_occupancy(unsigned threads, size_t shared_bytes) {
  if (threads == 0 || threads > LENS_MAX_THREADS) return 0;
  unsigned whole_warps = (threads + LENS_WARP - 1) / LENS_WARP * LENS_WARP;
  size_t blocks = LENS_THREADS_OF_MULTIPROCESSOR / whole_warps;
  size_t by_shared = LENS_SHARED_OF_MULTIPROCESSOR / (shared_bytes + LENS_SHARED_RESERVED);
  if (blocks > LENS_BLOCKS_OF_MULTIPROCESSOR) blocks = LENS_BLOCKS_OF_MULTIPROCESSOR;
  return (int)(by_shared < blocks ? by_shared : blocks);
}

static uint64_t most_resident(const lens_launch *launch) {
  int blocks = lens_occupancy((unsigned)volume(launch->block), launch->shared_bytes);
  return (uint64_t)lens_multiprocessors() * (uint64_t)blocks;
}

/* Returns CUDA's error for a configuration that a GPU would refuse, and writes the reason to
 * `why`. */
static int check_configuration(const lens_launch *launch, char *why, size_t size) {
  lens_dim3 grid = launch->grid;
  lens_dim3 block = launch->block;
  int error = LENS_ERROR_INVALID_VALUE;
  if (volume(grid) == 0) {
    (void)snprintf(
        why, size,
        "the grid is %u x %u x %u: it has no blocks (a division of integers rounds down)", grid.x,
        grid.y, grid.z);
  } else if (volume(block) == 0) {
    (void)snprintf(why, size, "the block is %u x %u x %u: it has no threads", block.x, block.y,
                   block.z);
  } else if (volume(block) > LENS_MAX_THREADS || block.x > 1024 || block.y > 1024) {
    (void)snprintf(why, size, "the block has %llu threads, at most %d are allowed",
                   (unsigned long long)volume(block), LENS_MAX_THREADS);
  } else if (block.z > 64) {
    (void)snprintf(why, size, "the block's z is %u, at most 64 is allowed", block.z);
  } else if (grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535) {
    (void)snprintf(why, size,
                   "the grid is %u x %u x %u, at most 2147483647 x 65535 x 65535 is "
                   "allowed",
                   grid.x, grid.y, grid.z);
  } else if (launch->shared_bytes > lens_dynamic_shared(launch->function)) {
    (void)snprintf(why, size,
                   "the launch asks for %zu bytes of dynamic shared memory, and this kernel may "
                   "have %zu; cudaFuncSetAttribute allows up to %u",
                   launch->shared_bytes, lens_dynamic_shared(launch->function), LENS_MAX_SHARED);
  } else if (launch->cooperative && volume(grid) > most_resident(launch)) {
    (void)snprintf(why, size,
                   "the grid of a cooperative launch has %llu blocks, and %llu of them can be "
                   "resident at once",
                   (unsigned long long)volume(grid), (unsigned long long)most_resident(launch));
    error = LENS_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  } else {
    error = 0;
  }
  return error;
}

static void sight_bad_launch(const lens_launch *launch, const char *kernel, int error,
                             const char *why) {
  lens_sighting sighting = lens_sighting_of(LENS_BAD_LAUNCH);
  sighting.kernel = kernel;
  sighting.file = launch->file ? lens_intern(launch->file) : NULL;
  sighting.line = launch->line;
  if (volume(launch->block) == 0) sighting.reason = LENS_EMPTY_BLOCK;
  if (volume(launch->grid) == 0) sighting.reason = LENS_EMPTY_GRID;
  (void)snprintf(sighting.detail, sizeof sighting.detail, "%s: %s", lens_error_name(error), why);
  lens_log_sighting(&sighting);
}

/* ---- running -------------------------------------------------------------------------------- */

static void *help(void *host) {
  lens_watchdog dog;
  lens_watchdog_start(&dog, host);
  lens_host_run(host);
  lens_watchdog_stop(&dog);
  return NULL;
}

static lens_host *new_host(void) {
  lens_host *host = aligned_alloc(_Alignof(lens_host), sizeof *host);
  if (host) memset(host, 0, sizeof *host);
  return host;
}

/* How many host threads the machine has room for. Host threads keep their memory, so the number is
 * computed again only if a launch needs more. */
static unsigned count_with_room(unsigned wanted, unsigned threads) {
  static unsigned for_threads, for_count, allowed;
  if (threads <= for_threads && wanted <= for_count) return wanted < allowed ? wanted : allowed;
  unsigned ready = 0;
  while (ready < wanted && hosts[ready] && lens_host_is_ready(hosts[ready], threads)) ready++;
  lens_capacity left = lens_capacity_left(), each = lens_capacity_of_host(threads);
  const char *short_of = NULL;
  unsigned more = ready < wanted ? lens_capacity_for(&left, &each, wanted - ready, &short_of) : 0;
  for_threads = threads > for_threads ? threads : for_threads;
  for_count = wanted > for_count ? wanted : for_count;
  allowed = ready + more;
  if (short_of) lens_capacity_tell(allowed, wanted, short_of);
  return allowed;
}

/* Prepares host threads for a launch, at most `count`. Returns how many are ready. */
static unsigned prepare(lens_work *work, unsigned count) {
  unsigned most = count_with_room(count, work->threads);
  for (unsigned i = 0; i < most; i++) {
    if (!hosts[i]) hosts[i] = new_host();
    if (hosts[i] && lens_host_begin(hosts[i], work)) continue;
    if (i) lens_capacity_tell(i, count, "memory");
    return i;
  }
  return most;
}

/* Starts a host thread. A small stack is enough, because CUDA threads run on their own stacks. */
static bool start(pthread_t *thread, lens_host *host) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  (void)pthread_attr_setstacksize(&attributes, HELPERS_STACK);
  bool good = pthread_create(thread, &attributes, help, host) == 0;
  (void)pthread_attr_destroy(&attributes);
  return good;
}

static void run_hosts(unsigned count) {
  pthread_t threads[MOST_HOSTS];
  unsigned started = 1;
  while (started < count && start(&threads[started], hosts[started])) started++;
  if (started < count) lens_capacity_tell(started, count, "threads (ulimit -u)");
  for (unsigned i = started; i < count; i++) lens_grid_abstain(hosts[i]);
  lens_host_run(hosts[0]);
  for (unsigned i = 1; i < started; i++) pthread_join(threads[i], NULL);
}

/* Runs all blocks. Returns the number of host threads that took part; 0 when memory is short. If
 * `learn`, the first block runs alone, because the counts of other blocks must not depend on how
 * much another host thread has learnt meanwhile. The first block of a cooperative launch cannot run
 * alone, so then one host thread runs all blocks. */
static unsigned run_blocks(lens_work *work, bool learn) {
  unsigned count = number_of_hosts();
  if (count > work->blocks) count = (unsigned)work->blocks;
  if (learn && work->launch->cooperative) count = 1;
  count = prepare(work, count);
  work->hosts = hosts;
  work->num_hosts = count;
  work->grid = count ? lens_grid_new(work) : NULL;
  if (!work->grid) return 0;
  if (work->most_resident < count) work->most_resident = count;
  lens_watchdog dog;
  lens_guard_begin();
  lens_protect_begin_launch();
  lens_stop_watch(work);
  lens_watchdog_start(&dog, hosts[0]);
  if (learn) lens_host_learn(hosts[0]);
  run_hosts(count);
  lens_watchdog_stop(&dog);
  lens_stop_forget();
  lens_predict_end(work);
  lens_protect_end_launch();
  lens_guard_end();
  lens_grid_free(work->grid);
  return count;
}

void lens_launch_rescue_prints(void) {
  for (int i = 0; i < MOST_HOSTS && hosts[i]; i++) {
    for (lens_block *it = hosts[i]->blocks; it; it = it->next) lens_print_end_block(it);
  }
  lens_print_end_launch();
}

/* What is known of the control flow of the kernel whose code is at `code`. */
typedef struct known_flow {
  const void *code;
  uintptr_t code_base;
  unsigned launches;
  lens_flow flow;
  struct known_flow *next;
} known_flow;

static known_flow *flow_of(const void *code, uintptr_t code_base) {
  static known_flow *known;
  for (known_flow *it = known; it; it = it->next) {
    if (it->code == code && it->code_base == code_base) return it;
  }
  known_flow *fresh = lens_alloc(1, sizeof *fresh);
  if (!fresh) return NULL;
  fresh->code = code;
  fresh->code_base = code_base;
  fresh->next = known;
  known = fresh;
  return fresh;
}

/* Numbers for the blocks of this launch in the shadow; if they run out, all accesses are forgotten
 * once. */
uint64_t lens_work_take_owners(uint64_t blocks) {
  if (next_owner + blocks + 1 > LENS_OWNER_MAX) {
    lens_memory_forget_accesses();
    lens_timeline_forget();
    next_owner = 1;
  }
  uint64_t first = next_owner;
  next_owner += blocks + 1;
  return first;
}

uint64_t lens_work_next_owner(void) {
  return next_owner;
}

static void gather_shares(lens_block *block, lens_launch_record *record) {
  const lens_seen *seen = &block->seen;
  lens_block_note_shares(block);
  record->working_warps += seen->working_warps;
  record->working_warp_steps += seen->working_warp_steps;
  record->working_thread_steps += seen->working_thread_steps;
  if (seen->busiest_warp > record->busiest_warp) record->busiest_warp = seen->busiest_warp;
  if (seen->busiest_block > record->busiest_block) record->busiest_block = seen->busiest_block;
}

static void gather_from(lens_block *first, lens_block *block, lens_launch_record *record) {
  lens_print_end_block(block); /* needed for a block that was abandoned */
  record->accesses += block->seen.accesses;
  record->warp_steps += block->seen.warp_steps;
  record->thread_steps += block->seen.thread_steps;
  gather_shares(block, record);
  if (block == first) return;
  lens_counts_merge(&first->seen.counts, &block->seen.counts);
  lens_guesses_merge(&first->guesses, &block->guesses);
  lens_sightings_merge(&first->seen.sightings, &block->seen.sightings);
  if (block->seen.error) lens_block_fail(first, block->seen.error);
}

/* Combines the results of all host threads. The result, which the returned block holds, does not
 * depend on which host thread ran which block. */
static lens_block *gather(const lens_work *work, unsigned count, lens_launch_record *record) {
  lens_block *first = hosts[0]->blocks;
  for (unsigned i = 0; i < count; i++) {
    for (lens_block *it = hosts[i]->blocks; it; it = it->next) gather_from(first, it, record);
    lens_host_trim(hosts[i]);
  }
  lens_print_end_launch();
  lens_resolve(&first->seen.sightings, &first->seen.counts, &first->guesses, work->code_base);
  lens_unset_settle(&first->seen.sightings, &first->seen.counts, work->code_base);
  record->error = first->seen.error;
  return first;
}

static int run_kernel(const lens_launch *launch, lens_launch_record *record) {
  const lens_kernel *registered = lens_kernel_find(launch->function, record->kernel);
  const void *code = launch->function ? launch->function : (const void *)(uintptr_t)launch->run;
  const lens_module *module = lens_module_find((uintptr_t)code);
  lens_work work = {0};
  work.launch = launch;
  work.kernel = record->kernel;
  work.registered = registered;
  work.number = (unsigned)lens_the_log.num_launches;
  work.code_base = module ? module->start : 0;
  work.threads = (unsigned)volume(launch->block);
  work.blocks = volume(launch->grid);
  work.is_limited = step_budget > 0;
  work.step_budget = step_budget ? step_budget : MANY_STEPS;
  work.block_step_budget = block_step_budget;
  work.shared_steps = block_step_budget < UINT64_MAX / LENS_BUDGETS_OF_LAUNCH
                          ? block_step_budget * LENS_BUDGETS_OF_LAUNCH
                          : UINT64_MAX;
  work.may_be_unset = lens_unset_possible(work.code_base);
  work.seed = lens_seed();
  work.most_resident = most_resident(launch);
  if (work.blocks + 2 > LENS_OWNER_MAX) return record->error = LENS_ERROR_INVALID_CONFIGURATION;
  work.first_owner = lens_work_take_owners(work.blocks);
  record->first_owner = work.first_owner;
  lens_memory_open();
  lens_order_begin(&work);
  lens_scope_begin();
  lens_input_begin(launch);
  lens_host_code_begin(launch);
  known_flow *known = flow_of(code, work.code_base);
  if (!known) return record->error = LENS_ERROR_MEMORY_ALLOCATION;
  work.flow = &known->flow;
  work.open = lens_timeline_launch(launch, work.kernel, work.first_owner);
  lens_predict_begin(&work);
  unsigned count = run_blocks(&work, known->launches++ < LEARNING_LAUNCHES);
  lens_predict_log(&work, record);
  bool given_up = count == 0 || (work.stop && work.no_room);
  if (given_up) lens_capacity_give_up();
  if (count == 0) {
    lens_timeline_free_open(&work.open);
    return record->error = LENS_ERROR_MEMORY_ALLOCATION;
  }
  lens_block *all = gather(&work, count, record);
  if (lens_print_happened()) lens_timeline_printed(work.first_owner);
  if (given_up && !record->error) record->error = LENS_ERROR_MEMORY_ALLOCATION;
  lens_overlap_tell(&all->seen.sightings, &work.open);
  lens_partial_tell(&all->seen.sightings);
  lens_timeline_free_open(&work.open);
  lens_log_lock();
  lens_log_counts(work.kernel, work.code_base, &all->seen.counts);
  lens_sightings_merge(&lens_the_log.sightings, &all->seen.sightings);
  lens_log_unlock();
  return record->error;
}

static lens_launch_record record_of(const lens_launch *launch, const char *kernel) {
  lens_launch_record record = {.kernel = kernel};
  memcpy(record.grid, &launch->grid, sizeof record.grid);
  memcpy(record.block, &launch->block, sizeof record.block);
  return record;
}

size_t lens_work_argument_bytes(const lens_launch *launch, int argument) {
  enum { MOST_OF_CUDA = 4096 };
  return launch->sizes ? launch->sizes[argument] : MOST_OF_CUDA;
}

static void note_arguments(const lens_launch *launch) {
  for (int i = 0; i < launch->num_arguments; i++) {
    lens_memory_note_copied(false, lens_work_argument_bytes(launch, i));
  }
}

static int run(const lens_launch *launch) {
  lens_exit_watch();
  note_arguments(launch);
  lens_stop_here();
  lens_memory_freeze();
  lens_error_check_unread();
  lens_launch_record record = record_of(launch, lens_kernel_name(launch));
  char why[200];
  int error = lens_error_sticky();
  if (!error) {
    error = check_configuration(launch, why, sizeof why);
    if (error) sight_bad_launch(launch, record.kernel, error, why);
    record.error = error;
  } else {
    record.error = error;
  }
  if (!error) error = run_kernel(launch, &record);
  lens_log_lock();
  lens_log_launch(&record);
  lens_log_unlock();
  lens_memory_thaw();
  lens_stop_here();
  lens_exit_note();
  return lens_error_of_launch(error, record.kernel, launch->file, launch->line);
}

/* Blocks the program's own signals, such as timers, until the launch has ended: their handlers
 * would run on a CUDA thread's small stack and be traced as part of the kernel. Faults, the
 * watchdog and signals that end a program are not blocked. */
static void keep_signals_away(sigset_t *before) {
  static const int let_through[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,  SIGABRT, SIGTRAP,
                                    SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, LENS_WATCHDOG};
  sigset_t set;
  (void)sigfillset(&set);
  for (size_t i = 0; i < sizeof let_through / sizeof *let_through; i++) {
    (void)sigdelset(&set, let_through[i]);
  }
  (void)pthread_sigmask(SIG_BLOCK, &set, before);
}

int lens_run(const lens_launch *launch) {
  if (lens_lane_now) lens_trap("a kernel launched from a kernel, which the lens does not support");
  sigset_t before;
  keep_signals_away(&before);
  int error = run(launch);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

/* ---- cudaLaunchKernel ----------------------------------------------------------------------- */

static int count_parameters(const char *names) {
  int count = names[0] != '\0';
  for (; *names; names++) count += *names == ',';
  return count;
}

int lens_run_function(const void *function, lens_dim3 grid, lens_dim3 block, void **arguments,
                      size_t shared_bytes, void *stream, int cooperative) {
  const lens_kernel *kernel = lens_kernel_find(function, NULL);
  if (!kernel || !kernel->call) return lens_error_raise(LENS_ERROR_INVALID_DEVICE_FUNCTION);
  int num_arguments = count_parameters(kernel->parameters);
  lens_launch launch = {.name = kernel->name,
                        .function = function,
                        .grid = grid,
                        .block = block,
                        .shared_bytes = shared_bytes,
                        .stream = stream,
                        .run = (void (*)(void *))(uintptr_t)kernel->call,
                        .closure = arguments,
                        .closure_bytes = (size_t)num_arguments * sizeof *arguments,
                        .num_arguments = num_arguments,
                        .arguments = arguments,
                        .cooperative = cooperative};
  int error = lens_run(&launch);
  if (error) (void)lens_peek_last_error(); /* cudaLaunchKernel returns it */
  return error;
}
