/* launch_sizes.c: how the launches of a kernel differ from case to case. */
#include "judge/launch_sizes.h"

#include "base/memory.h"
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_THREADS = 1024,    /* the most threads of a block in CUDA */
  ROWS_OF_CASES = 300000, /* the most rows of a case on the lens */
  MOST_ROWS = 5000000,    /* with more rows the lens would take too long */
  FEWEST_CASES = 5,       /* cases without a change before a larger case is tried */
  FEWEST_TIMES = 4,       /* for sorts that take at most five of twenty bits at a time */
};

/* Returns the entry of the launch's kernel, which it makes if needed; NULL: there is no room for
 * another. */
static sl_kernel_sizes *habit_of(sl_launch_sizes *habits, const sl_launch *launch) {
  for (int i = 0; i < habits->count; i++) {
    if (strcmp(habits->of[i].kernel, launch->kernel) == 0) return &habits->of[i];
  }
  if (habits->count == (int)SL_COUNT(habits->of)) return NULL;
  sl_kernel_sizes *habit = &habits->of[habits->count++];
  *habit = (sl_kernel_sizes){.blocks = sl_finding_grid_blocks(launch),
                             .threads = sl_finding_block_threads(launch)};
  (void)snprintf(habit->kernel, sizeof habit->kernel, "%s", launch->kernel);
  return habit;
}

static void take_launch(sl_launch_sizes *habits, const sl_launch *launch) {
  sl_kernel_sizes *habit = habit_of(habits, launch);
  if (!habit) return;
  habit->other_grids |= habit->blocks != sl_finding_grid_blocks(launch);
  habit->other_blocks |= habit->threads != sl_finding_block_threads(launch);
  habit->cases += habit->last_case != habits->cases;
  habit->last_case = habits->cases;
}

/* Records what is only visible in all launches of a kernel on one case. */
static void take_series(sl_kernel_sizes *habit, const sl_lens_report *seen) {
  int times = 0, levels = 0;
  unsigned long long blocks = 0;
  for (size_t i = 0; i < seen->num_launches; i++) {
    const sl_launch *launch = &seen->launches[i];
    if (launch->error || strcmp(launch->kernel, habit->kernel) != 0) continue;
    bool fewer = times == 0 || sl_finding_grid_blocks(launch) < blocks;
    blocks = sl_finding_grid_blocks(launch);
    levels = fewer ? levels + 1 : 1;
    if (blocks == 1 && levels > habit->most_levels) habit->most_levels = levels;
    times++;
  }
  if (times == 0) return;
  if (times > habit->most_times) habit->most_times = times;
  if (habit->fewest_times == 0 || times < habit->fewest_times) habit->fewest_times = times;
}

void sl_launch_sizes_take(sl_launch_sizes *habits, const sl_lens_report *seen) {
  habits->cases++;
  for (size_t i = 0; i < seen->num_launches; i++) {
    if (!seen->launches[i].error) take_launch(habits, &seen->launches[i]);
  }
  for (int i = 0; i < habits->count; i++) take_series(&habits->of[i], seen);
}

bool sl_launch_sizes_repeat(const sl_launch_sizes *habits) {
  for (int i = 0; i < habits->count; i++) {
    const sl_kernel_sizes *habit = &habits->of[i];
    bool same = habit->fewest_times == habit->most_times && habit->cases >= FEWEST_CASES;
    if (same && habit->most_times >= FEWEST_TIMES) return true;
  }
  return false;
}

double sl_launch_sizes_reach(const sl_launch_sizes *habits) {
  double most = 0;
  for (int i = 0; i < habits->count; i++) {
    const sl_kernel_sizes *habit = &habits->of[i];
    if (habit->other_blocks || habit->most_levels == 0) continue;
    most = fmax(most, pow(habit->threads, habit->most_levels));
  }
  return most;
}

/* Returns the number of threads in a launch that will fail on a larger matrix; 0: there is none. A
 * single block that grows is a different mistake, which small matrices show. */
static unsigned long long room_of(const sl_kernel_sizes *habit) {
  if (habit->other_grids) return 0;
  if (habit->other_blocks) return habit->blocks > 1 ? habit->blocks * MOST_THREADS : 0;
  unsigned long long threads = habit->blocks * habit->threads;
  return habit->cases >= FEWEST_CASES && threads >= ROWS_OF_CASES ? threads : 0;
}

unsigned sl_launch_sizes_room(const sl_launch_sizes *habits) {
  unsigned long long most = 0;
  for (int i = 0; i < habits->count; i++) {
    unsigned long long room = room_of(&habits->of[i]);
    if (room > most && room < MOST_ROWS) most = room;
  }
  return (unsigned)most;
}

/* The first specification has enough rows, of which some are empty; the second has enough entries.
 * A few more are requested, because the number of entries is random. */
bool sl_launch_sizes_larger_spec(unsigned room, int number, bool sizes,
                                 char out[static SL_LARGER_SPEC_BYTES]) {
  unsigned many = room + room / 16, every = number == 0 ? 2 : 4;
  unsigned rows = number == 0 ? many : many * every;
  if (sizes) {
    (void)snprintf(out, SL_LARGER_SPEC_BYTES, "size:%u", many);
    return many <= MOST_ROWS;
  }
  (void)snprintf(out, SL_LARGER_SPEC_BYTES, "hypersparse:%u,every=%u", rows, every);
  return rows <= MOST_ROWS;
}
