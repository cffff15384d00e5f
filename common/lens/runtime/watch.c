/* watch.c: detects threads that only spin, that is, are in a loop that apparently only other
 * threads can end.
 *
 * A block that has run for a while is watched for a few rounds. Two sets are kept for each thread:
 * what it did (the place, the address, and the current content of the memory), and its states
 * (everything on its stack, including the saved registers). A thread spins if in one round it did
 * nothing that it had not done in the rounds before. If its states also repeat, it cannot leave the
 * loop by itself: it is stuck until another thread writes something. Sets are used because they do
 * not depend on the phase of the loop in which a thread is observed.
 *
 * Kernels of ordinary length are never watched. */
#include "watch.h"
#include "describe.h"
#include "grid.h"
#include "lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "error.h"
#include "remark.h"

#define QUIET_TURN    32768      /* entries of a lane's trace, before the block is watched */
#define LONGEST_QUIET (1u << 20) /* the round doubles up to this while the block makes progress */
#define WATCHED_TURN  LENS_SLICE /* the same while the block is watched */
#define MOST_WATCHED  3          /* rounds, if no thread spins */
#define SURELY        3 /* rounds of spinning in the same states before a thread is stuck */
#define SET_WORDS     4
#define FULL_SET      (64 * SET_WORDS / 2) /* a set with more bits is useless */

/* A Bloom filter with one bit per element. */
typedef struct set {
  uint64_t bits[SET_WORDS];
} set;

struct lens_watch {
  set done, done_now;
  set states, states_now; /* `…_now`: in the current round */
  bool ran;               /* the thread ran in this round */
  bool touched;           /* the thread accessed memory in this round */
  bool shared;            /* the thread uses memory that host code may also change */
  unsigned spins;         /* consecutive rounds of spinning */
  unsigned repeats;       /* rounds of these in which the thread's states also repeated */
  uint64_t anchor;        /* a state of the thread after its states began to repeat */
  unsigned age, most_age; /* how many states ago, and at which age to replace the anchor */
  bool came_back;         /* the thread returned to exactly the anchor */
  uint64_t entries;       /* trace entries in this round */
  uint64_t steps_left;    /* the thread's budget before this round */
  uintptr_t place;        /* the place to report */
};

void lens_watch_begin(lens_block *block) {
  block->turns.length = QUIET_TURN;
  block->turns.quiet_turn = QUIET_TURN;
  block->turns.spent = 0;
  block->turns.watched = 0;
  block->turns.moved = true;
}

/* ---- sets ----------------------------------------------------------------------------------- */

static void add(set *it, uint64_t element) {
  uint64_t hash = element * UINT64_C(0x9E3779B97F4A7C15);
  hash = (hash ^ hash >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
  unsigned bit = (unsigned)(hash >> 56);
  it->bits[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Whether `more` has an element that `it` does not have. Always true if the two together are too
 * full to tell. */
static bool has_news(const set *it, const set *more) {
  uint64_t news = 0;
  int count = 0;
  for (int i = 0; i < SET_WORDS; i++) {
    news |= more->bits[i] & ~it->bits[i];
    count += __builtin_popcountll(it->bits[i] | more->bits[i]);
  }
  return news != 0 || count > FULL_SET;
}

static void join(set *it, const set *more) {
  for (int i = 0; i < SET_WORDS; i++) it->bits[i] |= more->bits[i];
}

/* ---- what a thread does --------------------------------------------------------------------- */

static bool touches_memory(const lens_record *it) {
  return lens_kind_of(it->what) <= LENS_RECORD_ATOMIC;
}

/* The place of the outermost access in the trace; if there are several, the first one in the
 * code. */
uintptr_t lens_watch_place(const lens_lane *lane, const lens_record *begin,
                           const lens_record *end) {
  const lens_record *best = NULL;
  for (const lens_record *it = begin; it < end; it++) {
    if (!touches_memory(it)) continue;
    bool better = !best || lens_key_height(it->key) > lens_key_height(best->key) ||
                  (lens_key_height(it->key) == lens_key_height(best->key) && it->key < best->key);
    if (better) best = it;
  }
  return best ? lens_place_of(lane->block, best) : 0;
}

static uint64_t content_at(uintptr_t address, unsigned bytes) {
  uint64_t words[2] = {0, 0};
  memcpy(words, lens_memory_content(address), bytes);
  return words[0] ^ words[1] * 3;
}

static uint64_t state_of(const lens_lane *lane) {
  const uint64_t *word = lane->stack_pointer;
  const uint64_t *top = (const uint64_t *)(const void *)lens_lane_top(lane);
  uint64_t hash = (uint64_t)(top - word);
  for (; word < top; word++) hash = (hash ^ *word) * UINT64_C(0x100000001B3);
  hash = (hash ^ lane->clock) * UINT64_C(0x100000001B3); /* a wait for a clock value ends */
  return hash ^ hash >> 32;
}

/* Adds the thread's current state. The sets are filters, which may mistake a new state for a known
 * one, so an exact return to an earlier state, the anchor, is needed as proof. Each anchor is kept
 * twice as long as the one before (Brent 1980), so one of them is within the cycle and is kept for
 * longer than the cycle takes. */
static void note_state(lens_watch *watch, uint64_t state) {
  add(&watch->states_now, state);
  if (watch->repeats == 0) return;
  watch->came_back |= watch->most_age > 0 && watch->anchor == state;
  if (watch->age++ < watch->most_age) return;
  watch->anchor = state;
  watch->age = 0;
  watch->most_age = 2 * watch->most_age + 1;
}

static void note_lane(lens_watch *watch, const lens_lane *lane, const lens_record *begin) {
  for (const lens_record *it = begin; it < lane->out; it++) {
    uint64_t element = it->key * 31 ^ it->what;
    if (touches_memory(it)) {
      element ^= content_at(lens_address_of(it->what), lens_bytes_of(it->what)) * 17;
      watch->touched = true;
      watch->shared |= lens_memory_is_shared(lens_memory_content(lens_address_of(it->what)));
    }
    add(&watch->done_now, element);
  }
  if (!lens_lane_has_ended(lane)) note_state(watch, state_of(lane));
  uintptr_t place = lens_watch_place(lane, begin, lane->out);
  if (!place && lane->out > begin) place = lens_place_of(lane->block, begin);
  if (place) watch->place = place;
  watch->entries += (uint64_t)(lane->out - begin);
  watch->ran = true;
}

void lens_watch_note(lens_block *block, uint32_t lanes) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    const lens_lane *lane = &block->running.lanes[i];
    note_lane(&block->turns.watches[lane->thread], lane, lens_lane_trace(block, i));
  }
}

/* ---- judging -------------------------------------------------------------------------------- */

/* Judges a thread after a round in which it ran. */
static void judge_lane(lens_watch *watch, lens_lane *lane) {
  bool news = has_news(&watch->done, &watch->done_now);
  bool other_states = has_news(&watch->states, &watch->states_now);
  bool spins = !news && (watch->touched || !other_states);
  watch->spins = spins ? watch->spins + 1 : 0;
  watch->repeats = spins && !other_states ? watch->repeats + 1 : 0;
  if (watch->repeats == 0) {
    watch->age = watch->most_age = 0;
    watch->came_back = false;
  }
  if (spins) {
    join(&watch->states, &watch->states_now);
    lane->steps_left = watch->steps_left; /* waiting is not charged */
  } else {
    watch->done = watch->done_now;
    watch->states = watch->states_now;
  }
}

static void begin_turn(lens_block *block) {
  for (unsigned i = 0; i < block->work->threads; i++) {
    lens_watch *it = &block->turns.watches[i];
    memset(&it->done_now, 0, sizeof it->done_now);
    memset(&it->states_now, 0, sizeof it->states_now);
    it->ran = false;
    it->touched = false;
    it->entries = 0;
    it->steps_left = block->lanes[i].steps_left;
  }
}

/* Sets aside the lanes of a warp that only spin, so that lanes which never ran meanwhile can
 * continue: one of these may hold what the others wait for. Ends when all lanes have run. */
static bool set_aside(lens_block *block, unsigned number) {
  lens_warp *warp = &block->warps[number];
  if (!warp->suspended) return false;
  uint32_t spinning = 0;
  for (uint32_t rest = warp->ran; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (block->turns.watches[number * LENS_WARP + i].spins) spinning |= 1u << i;
  }
  uint32_t live = lens_warp_live(block, number);
  uint32_t aside = (warp->aside | spinning) & live;
  bool all_spin = (warp->ran & live & ~spinning) == 0;
  warp->aside = all_spin && aside != live ? aside : 0;
  return warp->aside != 0;
}

static lens_progress state_of_block(const lens_block *block) {
  bool stuck = true;
  unsigned threads = block->work->threads;
  for (unsigned first = 0; first < threads; first += LENS_WARP) {
    for (uint32_t rest = lens_warp_live(block, first / LENS_WARP); rest; rest &= rest - 1) {
      const lens_watch *it = &block->turns.watches[first + (unsigned)__builtin_ctz(rest)];
      if (!it->spins) return LENS_BLOCK_GOES_ON;
      stuck &= it->repeats >= SURELY && it->came_back;
    }
  }
  return stuck ? LENS_BLOCK_STUCK : LENS_BLOCK_SPINS;
}

/* Judges all threads of the block after a round. Sets `*some_spin` if at least one thread spins. */
static lens_progress judge(lens_block *block, bool *some_spin) {
  unsigned threads = block->work->threads;
  uint64_t spun = 0;
  bool all_spin = true;
  const lens_lane *spinning = NULL;
  for (unsigned i = 0; i < threads; i++) {
    lens_watch *it = &block->turns.watches[i];
    if (!it->ran) continue;
    judge_lane(it, &block->lanes[i]);
    all_spin &= it->spins != 0;
    *some_spin |= it->spins != 0;
    if (it->spins && !spinning) spinning = &block->lanes[i];
    spun += it->entries;
  }
  bool others = false;
  for (unsigned i = 0; i * LENS_WARP < threads; i++) others |= set_aside(block, i);
  if (all_spin && spinning && lens_grid_spin(block->work, spun)) {
    lens_remark_loop(spinning, block->turns.watches[spinning->thread].place,
                     "memory no longer changes");
  }
  block->turns.moved |= !all_spin;
  return all_spin && !others ? state_of_block(block) : LENS_BLOCK_GOES_ON;
}

static lens_progress stop_watching(lens_block *block) {
  block->turns.watched = 0;
  block->turns.length = block->turns.quiet_turn;
  if (block->paths) block->trace = LENS_LONG_TRACE;
  if (block->turns.quiet_turn == LONGEST_QUIET) return LENS_BLOCK_BUSY;
  block->turns.quiet_turn *= 2;
  return LENS_BLOCK_GOES_ON;
}

static lens_progress start_watching(lens_block *block) {
  unsigned threads = block->work->threads;
  if (!block->turns.watches)
    block->turns.watches = lens_alloc(LENS_MAX_THREADS, sizeof *block->turns.watches);
  if (!block->turns.watches) return LENS_BLOCK_BUSY; /* so that other blocks run */
  memset(block->turns.watches, 0, threads * sizeof *block->turns.watches);
  block->turns.watched = 1;
  block->turns.length = WATCHED_TURN;
  block->trace = LENS_TRACE; /* even while learning, so that no run is longer than a slice */
  begin_turn(block);
  return LENS_BLOCK_GOES_ON;
}

lens_progress lens_watch_judge(lens_block *block) {
  if (!block->turns.watched) {
    block->turns.moved = true;
    return start_watching(block);
  }
  bool some_spin = false;
  lens_progress progress = judge(block, &some_spin);
  begin_turn(block);
  if (some_spin) {
    block->turns.watched = 1;
    block->turns.quiet_turn = WATCHED_TURN; /* a block that waits once will often wait */
  } else if (block->turns.watched++ == MOST_WATCHED) {
    return stop_watching(block);
  }
  return progress;
}

/* ---- the end -------------------------------------------------------------------------------- */

/* Adds to the finding of a spinning thread how many other threads of the block do not spin but
 * wait, and where. */
static void describe_waiting(const lens_block *block, lens_sighting *sighting) {
  unsigned waiting = 0;
  const char *what = "";
  for (unsigned i = 0; i < block->work->threads; i++) {
    const lens_lane *lane = &block->lanes[i];
    if (lane->state != LENS_LANE_BARRIER && lane->state != LENS_LANE_EXCHANGE) continue;
    if (block->turns.watches[i].spins || waiting++) continue;
    what = lane->state == LENS_LANE_BARRIER ? "at a barrier" : "in a warp exchange";
    sighting->other.known = true;
    sighting->other.same_block = true;
    sighting->other.thread = i;
    sighting->other.place = lane->wait.place;
  }
  if (!waiting) return;
  size_t used = strlen(sighting->detail);
  (void)snprintf(sighting->detail + used, sizeof sighting->detail - used,
                 "; %u other threads of the block wait for it %s", waiting, what);
}

void lens_watch_report(lens_block *block) {
  unsigned threads = block->work->threads;
  if (!block->turns.watches) return;
  for (unsigned first = 0; first < threads; first += LENS_WARP) {
    for (uint32_t rest = lens_warp_live(block, first / LENS_WARP); rest; rest &= rest - 1) {
      unsigned thread = first + (unsigned)__builtin_ctz(rest);
      const lens_watch *it = &block->turns.watches[thread];
      if (!it->spins || !it->place) continue;
      lens_sighting sighting = lens_describe_lane(&block->lanes[thread], LENS_HANG, it->place);
      (void)snprintf(sighting.detail, sizeof sighting.detail, "%s",
                     it->shared ? "the thread waits for memory that host code may change, but on "
                                  "the lens a launch returns only after the kernel has ended; on a "
                                  "GPU the host could continue meanwhile"
                                : "the thread repeats a loop here, and memory no longer changes");
      describe_waiting(block, &sighting);
      lens_sightings_add(&block->seen.sightings, &sighting);
    }
  }
  lens_block_fail(block, LENS_ERROR_LAUNCH_TIMEOUT);
}
