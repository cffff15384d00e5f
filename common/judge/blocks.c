/* blocks.c: how the launches of a kernel differ from case to case. */
#include "judge/blocks.h"

#include "base/memory.h"
#include "judge/findings.h"

#include <stdio.h>
#include <string.h>

enum {
  MOST_THREADS = 1024, /* of a block, in CUDA */
  FOR_A_BLOCK = 1100,  /* rows that have an entry: more, though chance draws them */
};

static void take_launch(sl_launch_habits *habits, const sl_launch *launch) {
  unsigned threads = sl_block_threads(launch);
  unsigned long long blocks =
      (unsigned long long)launch->grid[0] * launch->grid[1] * launch->grid[2];
  for (int i = 0; i < habits->count; i++) {
    sl_launch_habit *habit = &habits->of[i];
    if (strcmp(habit->kernel, launch->kernel) != 0) continue;
    habit->other_grids |= habit->blocks != blocks;
    habit->other_blocks |= habit->threads != threads;
    return;
  }
  if (habits->count == (int)SL_COUNT(habits->of)) return;
  sl_launch_habit *habit = &habits->of[habits->count++];
  *habit = (sl_launch_habit){.blocks = blocks, .threads = threads};
  (void)snprintf(habit->kernel, sizeof habit->kernel, "%s", launch->kernel);
}

void sl_launch_habits_take(sl_launch_habits *habits, const sl_seen *seen) {
  for (size_t i = 0; i < seen->num_launches; i++) {
    if (!seen->launches[i].error) take_launch(habits, &seen->launches[i]);
  }
}

/* A single block is another mistake, and small matrices show it. */
unsigned sl_launch_habits_growing(const sl_launch_habits *habits) {
  for (int i = 0; i < habits->count; i++) {
    const sl_launch_habit *habit = &habits->of[i];
    bool growing = habit->other_blocks && !habit->other_grids;
    if (growing && habit->blocks > 1 && habit->blocks <= MOST_THREADS) {
      return (unsigned)habit->blocks;
    }
  }
  return 0;
}

void sl_growing_spec(unsigned blocks, int number, char out[static SL_GROWING_SPEC_BYTES]) {
  int every = number == 0 ? 2 : 4; /* one row of so many has an entry */
  (void)snprintf(out, SL_GROWING_SPEC_BYTES, "hypersparse:%u,every=%d",
                 blocks * FOR_A_BLOCK * (unsigned)every, every);
}
