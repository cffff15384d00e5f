/* align.c: the lock-step merge of a warp's traces: deepest stack first, then the lowest rank.
 *
 * Diverged threads meet again at the immediate post-dominator of the branch. In the order of flow.c
 * this post-dominator comes after the code in which they diverged. So if the threads that are
 * furthest back always run first, the other threads wait exactly at this post-dominator, as on the
 * hardware. A called function must return before its caller can continue, so the deepest stack
 * comes first. */
#include "align.h"

#include <stdbool.h>

void lens_align_init(lens_align *align, const lens_align_client *client, const lens_order *order) {
  align->client = client;
  align->order = order;
  for (unsigned i = 0; i < LENS_WARP; i++) align->key[i] = LENS_KEY_FINISHED;
}

void lens_align_park(lens_align *align, uint32_t lanes) {
  if (lanes == UINT32_MAX) {
    for (unsigned i = 0; i < LENS_WARP; i++) align->key[i] = LENS_KEY_PARKED;
  } else {
    for (; lanes; lanes &= lanes - 1) align->key[__builtin_ctz(lanes)] = LENS_KEY_PARKED;
  }
}

/* Whether all keys are equal, which is nearly always so. */
static bool all_equal(const uint64_t *key) {
  uint64_t differ = 0;
  for (unsigned i = 1; i < LENS_WARP; i++) differ |= key[i] ^ key[0];
  return differ == 0;
}

/* The lanes that can continue. In a small block, or while other lanes wait at a barrier, these are
 * few. */
typedef struct live_lanes {
  uint32_t all;
  bool together; /* all lanes have the same key */
} live_lanes;

static live_lanes find_live(const uint64_t *key) {
  live_lanes live = {0, true};
  uint64_t first = 0;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (key[i] & LENS_KEY_NONE) continue;
    if (!live.all) first = key[i];
    if (key[i] != first) live.together = false;
    live.all |= 1u << i;
  }
  return live;
}

/* The lanes of `live` at the lowest position. */
static uint32_t furthest_back(const lens_align *align, uint32_t live) {
  uint64_t key = LENS_KEY_NONE, position = 0, lowest = UINT64_MAX;
  uint32_t lanes = 0;
  for (; live; live &= live - 1) {
    unsigned i = (unsigned)__builtin_ctz(live);
    if (align->key[i] != key) {
      key = align->key[i];
      position = lens_order_position(align->order, key);
    }
    if (position < lowest) lanes = 0;
    if (position < lowest) lowest = position;
    if (position == lowest) lanes |= 1u << i;
  }
  return lanes;
}

/* What the lanes of a step do next. */
typedef struct outlook {
  bool together; /* all lanes have the same key */
  bool starved;  /* the buffer of some lane is used up */
  bool mixed;    /* the lanes did not all do the same kind of thing */
} outlook;

/* Adds the addresses of the step's lanes to the step, and advances these lanes by one record. */
static outlook advance(lens_align *align, lens_step *step) {
  uint64_t first = align->next[__builtin_ctz(step->lanes)][1].key;
  uint64_t differ = 0;
  uint64_t all = 0;
  uint64_t classes = 0;
  unsigned count = 0;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    const lens_record *record = align->next[i]++;
    uint64_t key = record[1].key;
    step->address[count++] = lens_address_of(record->what);
    align->key[i] = key;
    classes |= record->what ^ step->what;
    differ |= key ^ first;
    all |= key;
  }
  step->count = count;
  return (outlook){differ == 0, (all & LENS_KEY_NONE) != 0, lens_class_of(classes) != 0};
}

/* One instruction may touch different spaces in different lanes, through generic pointers. Then
 * this step keeps only the lanes that agree with the first one; the other lanes take a separate
 * step later. */
static void undo_others(lens_align *align, lens_step *step) {
  uint32_t same = 0;
  unsigned count = 0;
  unsigned position = 0;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1, position++) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    const lens_record *record = align->next[i] - 1;
    if (lens_class_of(record->what) == lens_class_of(step->what)) {
      same |= 1u << i;
      step->address[count++] = step->address[position];
    } else {
      lens_align_feed(align, i, record);
    }
  }
  step->lanes = same;
  step->count = count;
}

static void refill_starved(lens_align *align, uint32_t lanes) {
  uint32_t starved = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (align->key[i] == LENS_KEY_STARVED) starved |= 1u << i;
  }
  if (starved) align->client->refill(align, starved);
}

/* Whether the lanes of a step are still in the same basic block after it. If so, they may continue
 * without a check of the other lanes, because no other lane can be in the middle of this block. */
static bool same_block(uint64_t before, const lens_record *after) {
  return lens_kind_of(after->what) < LENS_RECORD_BLOCK && after->key > before &&
         lens_key_height(after->key) == lens_key_height(before);
}

/* Takes steps of `lanes`, beginning at `key`, as long as it is certain that exactly these lanes
 * take part. */
static void take_steps(lens_align *align, uint64_t key, uint32_t lanes, bool all) {
  unsigned first = (unsigned)__builtin_ctz(lanes);
  lens_step step;
  step.lanes = lanes;
  for (;;) {
    step.key = key;
    step.what = align->next[first]->what;
    if (lens_kind_of(step.what) >= LENS_RECORD_SYNC) {
      align->client->sync(align, lanes);
      return;
    }
    outlook ahead = advance(align, &step);
    if (ahead.mixed) undo_others(align, &step);
    align->client->step(align, &step);
    if (ahead.starved) refill_starved(align, step.lanes);
    if (ahead.starved || !ahead.together || ahead.mixed) return;
    if (!all && !same_block(key, align->next[first])) return;
    key = align->key[first];
  }
}

/* ---- the whole warp together ------------------------------------------------------------------
 * The lanes are nearly always together, and stay together for many steps. Then all lanes are
 * equally far from the positions that the merge last recorded. */

/* What the lanes do `ahead` entries after the positions that the merge last recorded. */
static outlook look(const lens_align *align, size_t ahead) {
  uint64_t first = align->next[0][ahead].key;
  uint64_t differ = 0;
  uint64_t all = 0;
#pragma GCC unroll 4
  for (unsigned i = 0; i < LENS_WARP; i++) {
    uint64_t key = align->next[i][ahead].key;
    differ |= key ^ first;
    all |= key;
  }
  return (outlook){differ == 0, (all & LENS_KEY_NONE) != 0, false};
}

/* Like look, but also adds the addresses of the access one entry earlier to the step. */
static outlook gather_and_look(const lens_align *align, size_t ahead, lens_step *step) {
  uint64_t first = align->next[0][ahead].key;
  uint64_t differ = 0;
  uint64_t all = 0;
  uint64_t classes = 0;
#pragma GCC unroll 4
  for (unsigned i = 0; i < LENS_WARP; i++) {
    const lens_record *record = &align->next[i][ahead];
    uint64_t what = record[-1].what;
    step->address[i] = lens_address_of(what);
    classes |= what ^ step->what;
    differ |= record->key ^ first;
    all |= record->key;
  }
  return (outlook){differ == 0, (all & LENS_KEY_NONE) != 0, lens_class_of(classes) != 0};
}

static void move_all(lens_align *align, size_t by) {
#pragma GCC unroll 4
  for (unsigned i = 0; i < LENS_WARP; i++) lens_align_feed(align, i, align->next[i] + by);
}

/* Advances all lanes together while they are at the same place in the code. If the record there is
 * the start of a basic block in one lane, it is so in all lanes. The same holds for a meeting. */
static void take_steps_together(lens_align *align) {
  const lens_record *lead = align->next[0];
  lens_step step;
  step.lanes = UINT32_MAX;
  step.count = LENS_WARP;
  outlook next = {true, false, false};
  size_t taken = 0;
  for (; next.together && !next.starved; taken++) {
    step.key = lead[taken].key;
    step.what = lead[taken].what;
    enum lens_record_kind kind = lens_kind_of(step.what);
    if (kind == LENS_RECORD_SYNC) break;
    bool addresses = kind < LENS_RECORD_BLOCK;
    next = addresses ? gather_and_look(align, taken + 1, &step) : look(align, taken + 1);
    if (next.mixed) break;
    if (kind != LENS_RECORD_MET) {
      align->client->step(align, &step);
    } else if (align->client->met) { /* they have met: no waiting */
      align->client->met(align, &step);
    }
  }
  move_all(align, taken);
  if (next.starved && !next.mixed) {
    refill_starved(align, UINT32_MAX);
  } else if (next.together || next.mixed) {
    take_steps(align, step.key, UINT32_MAX, true);
  }
}

void lens_align_run(lens_align *align) {
  for (;;) {
    if (all_equal(align->key) && !(align->key[0] & LENS_KEY_NONE)) {
      take_steps_together(align);
      continue;
    }
    live_lanes live = find_live(align->key);
    if (!live.all) return;
    uint32_t lanes = live.together ? live.all : furthest_back(align, live.all);
    take_steps(align, align->key[__builtin_ctz(lanes)], lanes, lanes == live.all);
  }
}
