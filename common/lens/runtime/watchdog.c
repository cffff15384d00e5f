/* watchdog.c: loops that watch.c cannot see. In some nothing is reported: no access, no basic
 * block. Compilers make them of loops that nothing can end, as when a flag is neither volatile nor
 * read by an atomic; only a signal gets a thread out of them. In others lanes compute and shuffle
 * for ever, each time with other values, and never touch memory; those end where the lanes are next
 * seen. The clock is that of the host thread's own work, so that a busy machine makes no
 * difference. */
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
#define MOST_TICKS   6                   /* without anything reported: one and a half seconds */
#define MOST_STATES  16                  /* that are remembered of a loop that reports nothing */
#define MOST_IDLE    40                  /* ten seconds */
#define MOST_ENTRIES (UINT64_C(1) << 26) /* of one thread in that time */

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* What the latest tick saw on this host thread. Between two runs of a block's lanes a lane's trace
 * only grows. So where all of this is the same, the lane has reported nothing, whatever blocks come
 * by in the same way one after the other. And where pages of memory have come in, it has not only
 * gone round in a loop: it may be in a long copy, on a machine short of memory. */
typedef struct sight {
  const lens_lane *lane;
  const lens_record *out;
  uint64_t runs;
  long page_faults;
} sight;

static _Thread_local sight seen;
static _Thread_local int silent_ticks;
static _Thread_local uint64_t states[MOST_STATES]; /* of the latest silent ticks */

/* What it saw of all blocks that are on this host thread, as far as the merge has come. */
static _Thread_local struct {
  lens_host *host;
  uint64_t accesses, num_ended; /* the latter in the whole launch */
  uint64_t entries;             /* when these last changed */
  int ticks;
} idle;

/* The longest trace of a thread that is on this host thread. */
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

/* How long a loop may be that touches nothing is counted in entries, not in time alone: a kernel
 * that computes much is no hang, be the machine as slow as it may. */
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
  idle.host = NULL; /* once is enough */
}

static void let_signal_through(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Whether all registers were the same at an earlier silent tick. Then nothing advances in the loop,
 * and it has no end. In a long function of the C library something does. */
static bool came_back(uint64_t state) {
  bool known = false;
  int count = silent_ticks < MOST_STATES ? silent_ticks : MOST_STATES;
  for (int i = 1; i < count; i++) known |= states[(silent_ticks - i) % MOST_STATES] == state;
  states[silent_ticks % MOST_STATES] = state;
  return known;
}

/* Runs on the stack of the thread that loops, which is never gone back to when it is given up. */
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
