/* race_advice.c: the advice for a race: what is missing, and between which lines. */
#include "race_advice.h"

#include "describe.h"

#include <stdio.h>
#include <string.h>

/* ---- while the kernel runs ------------------------------------------------------------------ */

/* Each of a block's races would examine all that its thread has done since it last waited, so a
 * kernel with many races would take time quadratic in the length of its loops. After the block has
 * spent this many trace entries, only the last few before each race are examined. */
enum { EXAMINED_PER_BLOCK = 1 << 16, ALWAYS_EXAMINED = 64 };

/* The first entry of the running lane's trace that is examined: at the earliest the one after the
 * lane last waited for other lanes. */
static const lens_record *trace_begin(const lens_lane *lane) {
  lens_block *block = lane->block;
  const lens_record *begin = lens_lane_trace(block, lane->thread % LENS_WARP);
  unsigned most = EXAMINED_PER_BLOCK - block->examined;
  if (most < ALWAYS_EXAMINED) most = ALWAYS_EXAMINED;
  if (lane->out - begin > most) begin = lane->out - most;
  const lens_record *it = lane->out;
  while (it > begin && lens_kind_of(it[-1].what) != LENS_RECORD_MET) it--;
  unsigned spent = block->examined + (unsigned)(lane->out - it);
  block->examined = spent < EXAMINED_PER_BLOCK ? spent : EXAMINED_PER_BLOCK;
  return it;
}

static bool is_memory(const lens_record *record) {
  return lens_kind_of(record->what) <= LENS_RECORD_ATOMIC;
}

static unsigned tag_of(const lens_lane *lane, uintptr_t place) {
  return (unsigned)(place - lane->key_base) & LENS_TAG_MASK;
}

static bool is_at(const lens_lane *lane, const lens_record *record, unsigned tag,
                  lens_operation operation) {
  return lens_kind_of(record->what) == (unsigned)operation &&
         tag_of(lane, lens_place_of(lane->block, record)) == tag;
}

/* Whether the lane has also executed the other side of the race. Sets `*loops` if it did so after
 * its own side: then the lane is in a loop in which nothing orders the two. */
static bool has_been_there(const lens_lane *lane, const lens_access *access,
                           const lens_other *other, bool *loops) {
  unsigned mine = tag_of(lane, access->place);
  bool here = false, there = false;
  *loops = false;
  for (const lens_record *it = trace_begin(lane); it < lane->out; it++) {
    bool now = is_at(lane, it, other->tag, other->operation);
    *loops |= now && here;
    there |= now;
    here |= is_at(lane, it, mine, access->operation);
  }
  return there;
}

bool lens_race_advice_loops(const lens_lane *lane, const lens_access *access,
                            const lens_other *other) {
  bool loops;
  (void)has_been_there(lane, access, other, &loops);
  return loops && !other->unnamed;
}

/* Whether all recent accesses of the lane were this load of this address. */
static bool reads_again(const lens_lane *lane, const lens_access *access) {
  unsigned times = 0;
  const lens_record *begin = trace_begin(lane);
  for (const lens_record *it = lane->out; it > begin && times < 2; it--) {
    if (!is_memory(&it[-1])) continue;
    bool same = lens_place_of(lane->block, &it[-1]) == access->place &&
                lens_address_of(it[-1].what) == access->counted;
    if (!same) return false;
    times++;
  }
  return times == 2 && access->operation == LENS_LOAD;
}

static bool has_read_flag(const lens_lane *lane) {
  for (const lens_record *it = trace_begin(lane); it < lane->out; it++) {
    if (lens_kind_of(it->what) == LENS_RECORD_LOAD && (it->what & LENS_VOLATILE)) return true;
  }
  return false;
}

lens_race_advice lens_race_advice_of(const lens_lane *lane, const lens_access *access,
                                     const lens_other *other, bool across) {
  lens_race_advice gap = {0};
  bool there = has_been_there(lane, access, other, &gap.loops) && !other->unnamed;
  gap.loops = gap.loops && there;
  gap.first = there && !gap.loops ? LENS_TURN_THEIRS : LENS_TURN_UNKNOWN;
  gap.across = across;
  gap.waits = reads_again(lane, access);
  gap.flagged = access->operation == LENS_LOAD && !lane->weak && has_read_flag(lane);
  gap.cooperative = lane->block->work->launch->cooperative;
  gap.since = gap.across ? lane->block->barrier : lane->wait.place;
  return gap;
}

/* ---- at the end of the launch --------------------------------------------------------------- */

static uint64_t volume(lens_dim3 extent) {
  return (uint64_t)extent.x * extent.y * extent.z;
}

static void settle_side(lens_sighting *race, uintptr_t place, const lens_calls_counts *counts,
                        uintptr_t code_base) {
  uint64_t block = volume(race->block_extent);
  uint64_t threads = 0, requests = 0;
  for (size_t i = 0; i < counts->capacity; i++) {
    const lens_count *row = &counts->rows[i];
    if (!row->name || code_base + (uint32_t)row->name != place) continue;
    threads += row->threads;
    requests += row->requests;
  }
  if (threads == 0) return;
  race->gap.some_warps |= threads < block * volume(race->grid);
  race->gap.some_lanes |= block % LENS_WARP == 0 && threads < requests * LENS_WARP;
}

void lens_race_advice_settle(lens_sighting *race, const lens_calls_counts *counts,
                             uintptr_t code_base) {
  settle_side(race, race->place, counts, code_base);
  if (race->other.place) settle_side(race, race->other.place, counts, code_base);
}

/* ---- texts ---------------------------------------------------------------------------------- */

static const char lost_update[] = "another update may come between this read and the atomic after "
                                  "it: use one atomic for both, or a loop around atomicCAS";
static const char flag_without_fence[] =
    "a flag orders nothing by itself: put a __threadfence() between the data and setting the flag, "
    "and one between seeing the flag and the data";
static const char plain_flag[] =
    "if the thread waits for this value, make it volatile or use an atomic, with a __threadfence() "
    "on both sides";

static const char *verb(lens_operation operation) {
  return operation == LENS_LOAD ? "reads" : operation == LENS_STORE ? "writes" : "updates";
}

static const char *barrier_for(const lens_race_advice *gap) {
  return gap->across ? "__syncthreads()" : "__syncwarp()";
}

/* The advice must not cause the next mistake: a barrier in a branch that some threads do not
 * take. */
static const char *reached_by(const lens_race_advice *gap) {
  if (gap->across) return gap->some_warps ? " that all threads of the block reach" : "";
  return gap->some_lanes ? " that all threads of the warp reach" : "";
}

static bool same_file(const lens_line *one, const lens_line *other) {
  return strcmp(one->file, other->file) == 0;
}

/* Whether the side at `mine` runs first. Both sides ran after the synchronisation at line `since`,
 * if there was one. From that line on, lines run in the order of the source; lines above it run
 * after a loop has jumped back. */
static bool is_mine_first(const lens_sighting *race, const lens_line *mine, const lens_line *theirs,
                          const lens_line *since) {
  if (race->gap.first != LENS_TURN_UNKNOWN) return race->gap.first == LENS_TURN_MINE;
  bool known = since->line && same_file(since, mine) && same_file(since, theirs);
  bool mine_above = known && mine->line < since->line;
  bool theirs_above = known && theirs->line < since->line;
  if (mine_above != theirs_above) return theirs_above;
  return mine->line < theirs->line;
}

static void describe_gap(const lens_sighting *race, const lens_line *mine, const lens_line *theirs,
                         const lens_line *since, char *out, size_t size) {
  bool mine_first = is_mine_first(race, mine, theirs, since);
  if (race->gap.loops) {
    int above = mine->line < theirs->line ? mine->line : theirs->line;
    int below = mine->line < theirs->line ? theirs->line : mine->line;
    (void)snprintf(out, size,
                   "a %s%s is missing in the loop, between line %d and line %d or between line %d "
                   "and the next iteration's line %d",
                   barrier_for(&race->gap), reached_by(&race->gap), above, below, below, above);
    return;
  }
  int first = mine_first ? mine->line : theirs->line;
  int second = mine_first ? theirs->line : mine->line;
  bool back = first > second && same_file(mine, theirs);
  bool read_first = (mine_first ? race->operation : race->other.operation) == LENS_LOAD;
  bool loop = back && since->line >= second && same_file(since, mine);
  (void)snprintf(out, size, "a %s%s is missing %s line %d%s %d%s%s", barrier_for(&race->gap),
                 reached_by(&race->gap), back ? "after" : "between", first,
                 loop   ? ", before the next iteration's line"
                 : back ? ", before line"
                        : " and line",
                 second, back && !loop ? " runs next" : "",
                 read_first && !back ? ", or an atomic if both change it" : "");
}

/* Advice for a race between blocks, for which a barrier of the block does not help. */
static const char *advise_blocks(const lens_sighting *race) {
  bool one_atomic = race->operation == LENS_ATOMIC || race->other.operation == LENS_ATOMIC;
  if (race->other.lost) return lost_update;
  if (race->gap.flagged) return flag_without_fence;
  if (race->gap.waits) return plain_flag;
  if (race->gap.cooperative) {
    return "nothing orders the blocks here: put a grid.sync() between the two accesses, or use an "
           "atomic";
  }
  return one_atomic ? "nothing orders the blocks of a launch: make both accesses atomic, or do the "
                      "second part in a separate launch"
                    : "nothing orders the blocks of a launch: use an atomic, or do the second part "
                      "in a separate launch";
}

/* What would order the two sides of a race within one block. */
static void advise(const lens_sighting *race, const lens_line *mine, const lens_line *theirs,
                   const lens_line *since, char *out, size_t size) {
  lens_operation my = race->operation, their = race->other.operation;
  const char *barrier = barrier_for(&race->gap);
  const char *reached = reached_by(&race->gap);
  bool one_line = mine->line == theirs->line || !mine->line || !theirs->line;
  if (race->other.lost) {
    (void)snprintf(out, size, "%s", lost_update);
  } else if (race->gap.flagged || race->gap.waits) {
    (void)snprintf(out, size, "%s", race->gap.flagged ? flag_without_fence : plain_flag);
  } else if (race->gap.blocks) {
    (void)snprintf(out, size, "so do other blocks, and %s", advise_blocks(race));
  } else if (my == LENS_ATOMIC || their == LENS_ATOMIC) {
    (void)snprintf(out, size,
                   "one side is atomic and the other is not; make both atomic, or put a "
                   "%s%s between them",
                   barrier, reached);
  } else if (one_line && my == LENS_STORE && their == LENS_STORE) {
    (void)snprintf(out, size, "nothing orders the two: use an atomic, or let one thread write");
  } else if (one_line) {
    (void)snprintf(out, size,
                   "nothing orders the two: if both change it, use an atomic; if one only reads "
                   "it, put a %s%s between reading and writing",
                   barrier, reached);
  } else {
    describe_gap(race, mine, theirs, since, out, size);
  }
}

void lens_race_advice_describe(const lens_sighting *race, const lens_line *mine,
                               const lens_line *theirs, const lens_line *since, char *out,
                               size_t size) {
  const lens_other *it = &race->other;
  unsigned long long block = it->block;
  char where[32] = "", advice[224];
  if (theirs->line) (void)snprintf(where, sizeof where, " at line %d", theirs->line);
  if (race->reason == LENS_BLOCK_SCOPE) {
    (void)snprintf(out, size,
                   "thread %u of block %llu updates the same element%s; an atomic whose name ends "
                   "in _block is atomic only within one block",
                   it->thread, block, where);
  } else if (it->same_block) {
    advise(race, mine, theirs, since, advice, sizeof advice);
    char who[48] = "another thread";
    if (!it->unnamed && it->thread != race->thread) {
      (void)snprintf(who, sizeof who, "%s %u", it->several ? "among others thread" : "thread",
                     it->thread);
    }
    (void)snprintf(out, size, "%s of the same block %s the same element%s; %s", who,
                   verb(it->operation), where, advice);
  } else if (race->gap.by_writer) {
    (void)snprintf(out, size, "other blocks read the element here, and this thread %s it%s; %s",
                   verb(it->operation), where, advise_blocks(race));
  } else if (it->several) {
    (void)snprintf(out, size, "threads of other blocks read the same element%s; %s", where,
                   advise_blocks(race));
  } else {
    (void)snprintf(out, size, "thread %u of block %llu %s the same element%s; %s", it->thread,
                   block, verb(it->operation), where, advise_blocks(race));
  }
}
