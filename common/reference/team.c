/* team.c: a team of threads that spin while they wait, so that starting a job costs little more
 * than a store.
 *
 * The time of a short job must not include the time to wake up threads. In a program with other
 * work, spinning would waste cores, but a team exists only while code is measured. */
#include "reference/team.h"

#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

typedef struct member {
  sl_team *team;
  int number;
  pthread_t thread;
} member;

struct sl_team {
  atomic_uint jobs;   /* number of jobs started; members start a job when it changes */
  atomic_int running; /* number of members, except member 0, that have not finished the job */
  sl_team_job *job;   /* NULL: the threads end */
  void *context;
  int num_members; /* threads that have been started, plus the caller */
  member *members;
};

/* Waits a moment: spins at first. Later it yields the core, because otherwise a fully loaded
 * machine would make no progress. */
static void wait_a_little(int *patience) {
  if (*patience > 0) {
    (*patience)--;
  } else {
    (void)sched_yield();
  }
}

static void *work(void *argument) {
  const member *self = argument;
  sl_team *team = self->team;
  for (unsigned seen = 0;; seen++) {
    int patience = 2000;
    while (atomic_load_explicit(&team->jobs, memory_order_acquire) == seen) {
      wait_a_little(&patience);
    }
    if (!team->job) return NULL;
    team->job(team->context, self->number);
    atomic_fetch_sub_explicit(&team->running, 1, memory_order_release);
  }
}

static sl_status start(sl_team *team, int number) {
  member *fresh = &team->members[number];
  fresh->team = team;
  fresh->number = number;
  int error = pthread_create(&fresh->thread, NULL, work, fresh);
  if (error == 0) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM,
                 "thread %d for the timing on all cores could not be started: %s; raise the limit "
                 "on processes (ulimit -u) or bind the program to fewer cores (taskset)",
                 number + 1, strerror(error));
}

sl_status sl_team_make(int members, sl_team **out) {
  sl_team *team;
  *out = NULL;
  SL_TRY(sl_alloc(1, sizeof *team, "the team of threads", &team));
  atomic_init(&team->jobs, 0);
  atomic_init(&team->running, 0);
  team->num_members = 1;
  sl_status status =
      sl_alloc((size_t)members, sizeof *team->members, "the members of the team", &team->members);
  while (status == SL_OK && team->num_members < members) {
    status = start(team, team->num_members);
    if (status == SL_OK) team->num_members++;
  }
  if (status != SL_OK) {
    sl_team_free(team);
    return status;
  }
  *out = team;
  return SL_OK;
}

static void hand_out(sl_team *team, sl_team_job *job, void *context) {
  team->job = job;
  team->context = context;
  atomic_store_explicit(&team->running, team->num_members - 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&team->jobs, 1, memory_order_release);
}

void sl_team_run(sl_team *team, sl_team_job *job, void *context) {
  hand_out(team, job, context);
  job(context, 0);
  int patience = 2000;
  while (atomic_load_explicit(&team->running, memory_order_acquire) > 0) wait_a_little(&patience);
}

void sl_team_free(sl_team *team) {
  hand_out(team, NULL, NULL);
  for (int k = 1; k < team->num_members; k++) (void)pthread_join(team->members[k].thread, NULL);
  sl_free(team->members);
  sl_free(team);
}
