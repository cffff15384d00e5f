/* watchdog.c: detects loops that watch.c cannot see. Some make no trace entries at all: no access,
 * no basic block. Compilers generate such a loop from one that nothing can end, for example if a
 * flag is neither volatile nor read by an atomic. Only a signal gets a thread out of such a loop.
 * In other loops, lanes compute and shuffle for ever with changing values and never touch memory. A
 * remark is made about such a loop when the trace of one of its lanes is next handed over (warp.c).
 * Time is the processor time of the host thread, so a busy machine makes no difference. */
#define _GNU_SOURCE
#include "watchdog.h"
#include "access.h"
#include "grid.h"
#include "machine.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TICK_NS      250000000L
#define MOST_TICKS   6                   /* ticks without any entry: one and a half seconds */
#define MOST_STATES  16                  /* remembered states of a loop without entries */
#define MOST_IDLE    40                  /* ticks without any access: ten seconds */
#define MOST_ENTRIES (UINT64_C(1) << 26) /* entries of one thread in these ticks */

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* What the latest tick saw on this host thread. Between two runs of a block's lanes, a lane's trace
 * only grows. So if all these fields are unchanged, the lane has made no entry, even if equal
 * blocks run one after another. If memory pages were loaded meanwhile, the lane was not only in a
 * loop: it may be in a long copy on a machine that is short of memory. */
typedef struct sight {
  const lens_lane *lane;
  const lens_record *out;
  uint64_t runs;
  long page_faults;
} sight;

static _Thread_local sight seen;
static _Thread_local int silent_ticks;
static _Thread_local uint64_t states[MOST_STATES]; /* states at the latest silent ticks */

/* What the latest tick saw of all blocks on this host thread, as far as the merge has processed
 * them. */
static _Thread_local struct {
  lens_host *host;
  uint64_t accesses, num_ended; /* num_ended: in the whole launch */
  uint64_t entries;             /* the longest trace when one of these two last changed */
  int ticks;
} idle;

/* The longest trace of any CUDA thread on this host thread. */
static uint64_t longest_trace(const lens_host *host) {
  uint64_t budget = host->work->step_budget;
  uint64_t longest = 0;
  for (const lens_block *it = host->blocks; it; it = it->next) {
    for (unsigned i = 0; it->resident && i < it->work->threads; i++) {
      uint64_t entries = budget - it->lanes[i].steps_left;
      if (entries > longest) longest = entries;
    }
  }
  return longest;
}

/* Marks the blocks as idle if they have not touched memory for MOST_IDLE ticks and MOST_ENTRIES
 * entries. Time alone is not enough: a kernel that computes a lot does not hang, even on a slow
 * machine. */
static void look_for_idleness(void) {
  if (!idle.host) return;
  uint64_t num_ended = lens_grid_num_ended(idle.host->work);
  uint64_t accesses = 0;
  for (const lens_block *it = idle.host->blocks; it; it = it->next) accesses += it->seen.accesses;
  uint64_t entries = longest_trace(idle.host);
  bool same = accesses == idle.accesses && num_ended == idle.num_ended && entries >= idle.entries;
  idle.ticks = same ? idle.ticks + 1 : 0;
  idle.accesses = accesses;
  idle.num_ended = num_ended;
  if (!same) idle.entries = entries;
  if (idle.ticks < MOST_IDLE || entries - idle.entries < MOST_ENTRIES) return;
  for (lens_block *it = idle.host->blocks; it; it = it->next) it->idle = true;
  idle.host = NULL; /* this needs to be reported only once */
}

static void let_signal_through(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Whether all registers were the same at an earlier silent tick. Then nothing changes in the loop,
 * so it never ends. In a long function of the C library, some register changes. */
static bool came_back(uint64_t state) {
  bool known = false;
  int count = silent_ticks < MOST_STATES ? silent_ticks : MOST_STATES;
  for (int i = 1; i < count; i++) known |= states[(silent_ticks - i) % MOST_STATES] == state;
  states[silent_ticks % MOST_STATES] = state;
  return known;
}

/* Handles the timer's signal. Runs on the stack of the looping thread. If the thread is stopped,
 * this stack is never used again. */
static void tick(int number, siginfo_t *info, void *context) {
  (void)info;
  look_for_idleness();
  lens_lane *lane = lens_lane_now;
  struct rusage used;
  (void)getrusage(RUSAGE_THREAD, &used);
  sight now = {lane, lane ? lane->out : NULL, lane ? lane->block->runs : 0,
               used.ru_minflt + used.ru_majflt};
  bool same = lane && lane == seen.lane && now.out == seen.out && now.runs == seen.runs &&
              now.page_faults == seen.page_faults;
  silent_ticks = same ? silent_ticks + 1 : 0;
  seen = now;
  bool repeats = silent_ticks > 0 && came_back(lens_machine_state(context));
  if (silent_ticks < MOST_TICKS || !repeats) return;
  seen.lane = NULL;
  let_signal_through(number);
  lens_fault_silent_loop(lane, lens_machine_place(context));
}

static void set_handler(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = tick;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(LENS_WATCHDOG, &action, NULL);
}

void lens_watchdog_start(lens_watchdog *dog, lens_host *host) {
  idle.host = host;
  idle.ticks = 0;
  idle.entries = 0;
  seen.lane = NULL;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, set_handler);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = LENS_WATCHDOG;
  event.sigev_notify_thread_id = (int)syscall(SYS_gettid);
  dog->watches = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &dog->timer) == 0;
  const struct itimerspec period = {{0, TICK_NS}, {0, TICK_NS}};
  if (dog->watches) timer_settime(dog->timer, 0, &period, NULL);
}

void lens_watchdog_stop(lens_watchdog *dog) {
  if (dog->watches) timer_delete(dog->timer);
  idle.host = NULL;
}
