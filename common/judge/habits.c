/* habits.c: how the launches of a kernel differ from case to case. */
#include "judge/habits.h"

#include "base/memory.h"
#include "judge/findings.h"

#include <stdio.h>
#include <string.h>

enum {
  MOST_THREADS = 1024,    /* of a block, in CUDA */
  ROWS_OF_CASES = 300000, /* on the lens, at most */
  MOST_ROWS = 5000000,    /* with more the lens would take long */
  FEWEST_CASES = 5,       /* on which nothing changed */
};

static void take_launch(sl_launch_habits *habits, const sl_launch *launch) {
  unsigned threads = sl_block_threads(launch);
  unsigned long long blocks = sl_grid_blocks(launch);
  for (int i = 0; i < habits->count; i++) {
    sl_launch_habit *habit = &habits->of[i];
    if (strcmp(habit->kernel, launch->kernel) != 0) continue;
    habit->other_grids |= habit->blocks != blocks;
    habit->other_blocks |= habit->threads != threads;
    habit->cases += habit->last_case != habits->cases;
    habit->last_case = habits->cases;
    return;
  }
  if (habits->count == (int)SL_COUNT(habits->of)) return;
  sl_launch_habit *habit = &habits->of[habits->count++];
  *habit = (sl_launch_habit){
      .blocks = blocks, .threads = threads, .cases = 1, .last_case = habits->cases};
  (void)snprintf(habit->kernel, sizeof habit->kernel, "%s", launch->kernel);
}

void sl_launch_habits_take(sl_launch_habits *habits, const sl_seen *seen) {
  habits->cases++;
  for (size_t i = 0; i < seen->num_launches; i++) {
    if (!seen->launches[i].error) take_launch(habits, &seen->launches[i]);
  }
}

/* A single block that grows is another mistake, and small matrices show it. */
static unsigned long long room_of(const sl_launch_habit *habit) {
  if (habit->other_grids) return 0;
  if (habit->other_blocks) return habit->blocks > 1 ? habit->blocks * MOST_THREADS : 0;
  unsigned long long threads = habit->blocks * habit->threads;
  return habit->cases >= FEWEST_CASES && threads >= ROWS_OF_CASES ? threads : 0;
}

unsigned sl_launch_habits_room(const sl_launch_habits *habits) {
  unsigned long long most = 0;
  for (int i = 0; i < habits->count; i++) {
    unsigned long long room = room_of(&habits->of[i]);
    if (room > most && room < MOST_ROWS) most = room;
  }
  return (unsigned)most;
}

/* The first has the rows, whether they have an entry or not, and the second has the entries. As
 * chance has it, so a few more. */
bool sl_larger_spec(unsigned room, int number, char out[static SL_LARGER_SPEC_BYTES]) {
  unsigned many = room + room / 16, every = number == 0 ? 2 : 4;
  unsigned rows = number == 0 ? many : many * every;
  (void)snprintf(out, SL_LARGER_SPEC_BYTES, "hypersparse:%u,every=%u", rows, every);
  return rows <= MOST_ROWS;
}
