/* fault.c: handles accesses that are wrong. */
#include "access.h"
#include "describe.h"
#include "error.h"
#include "grid.h"
#include "locks.h"
#include "race_advice.h"
#include "watch.h"

#include <stdio.h>
#include <string.h>

static void add(lens_lane *lane, const lens_sighting *sighting) {
  lens_sightings_add(&lane->block->seen.sightings, sighting);
}

static void fail_and_kill(lens_lane *lane, const lens_sighting *sighting, int error) {
  add(lane, sighting);
  lens_block_fail(lane->block, error);
  lens_lane_kill(lane);
}

static const char *verb(lens_operation operation) {
  return operation == LENS_LOAD ? "reads" : operation == LENS_STORE ? "writes" : "updates";
}

static lens_finding_kind out_of_bounds(lens_operation operation) {
  return operation == LENS_LOAD ? LENS_OUT_OF_BOUNDS_READ : LENS_OUT_OF_BOUNDS_WRITE;
}

static void describe_outside(lens_sighting *sighting, const lens_access *access) {
  (void)snprintf(sighting->detail, sizeof sighting->detail,
                 "%s outside of the array; a GPU may use whatever lies there, or end the kernel "
                 "with cudaErrorIllegalAddress",
                 verb(access->operation));
}

static void describe_unwritten(lens_sighting *sighting, lens_space space) {
  (void)snprintf(sighting->detail, sizeof sighting->detail, "%s",
                 space == LENS_SHARED
                     ? "no thread of the block has written this yet; shared memory begins with "
                       "arbitrary values"
                     : "nothing was written here yet; memory from cudaMalloc holds arbitrary "
                       "values, so set it with cudaMemcpy, cudaMemset or a kernel");
}

/* Whether the bytes are inside of the array. An offset before the start is a huge number. */
static bool inside(size_t offset, size_t bytes, size_t length) {
  return offset < length && bytes <= length - offset;
}

static void describe_misaligned(lens_sighting *sighting, const lens_access *access) {
  sighting->kind = LENS_MISALIGNED;
  (void)snprintf(sighting->detail, sizeof sighting->detail,
                 "%s %u bytes at an address that is not a multiple of %u", verb(access->operation),
                 access->bytes, access->bytes);
}

void lens_fault_global(lens_lane *lane, const lens_access *access) {
  lens_sighting sighting =
      lens_describe_lane(lane, out_of_bounds(access->operation), access->place);
  sighting.operation = access->operation;
  lens_describe_array(lane->block, LENS_GLOBAL, access->counted, access->bytes, &sighting);
  const lens_allocation *near = lens_memory_find(access->counted);
  int error = LENS_ERROR_ILLEGAL_ADDRESS;
  if (near && near->freed) {
    sighting.kind = LENS_USE_AFTER_FREE;
    (void)snprintf(sighting.detail, sizeof sighting.detail, "%s %u bytes of memory that was freed",
                   verb(access->operation), access->bytes);
  } else if (near && inside(access->counted - near->start, access->bytes, near->bytes)) {
    describe_misaligned(&sighting, access);
    error = LENS_ERROR_MISALIGNED_ADDRESS;
  } else if (!near) {
    describe_outside(&sighting, access);
    lens_describe_argument(lane->block->work, access->counted, access->bytes, &sighting);
  } else {
    describe_outside(&sighting, access);
  }
  fail_and_kill(lane, &sighting, error);
  __builtin_unreachable();
}

void lens_fault_shared(lens_lane *lane, const lens_access *access) {
  const lens_shared_memory *shared = &lane->block->shared_memory;
  size_t offset = access->address - (uintptr_t)shared->bytes;
  const lens_shared_variable *near = lens_shared_nearest(shared, offset);
  lens_sighting sighting =
      lens_describe_lane(lane, out_of_bounds(access->operation), access->place);
  sighting.operation = access->operation;
  lens_describe_array(lane->block, LENS_SHARED, access->address, access->bytes, &sighting);
  int error = LENS_ERROR_ILLEGAL_ADDRESS;
  if (near && inside(offset - near->start, access->bytes, near->bytes)) {
    describe_misaligned(&sighting, access);
    error = LENS_ERROR_MISALIGNED_ADDRESS;
  } else {
    describe_outside(&sighting, access);
  }
  fail_and_kill(lane, &sighting, error);
  __builtin_unreachable();
}

static void give_up(lens_lane *lane, const lens_sighting *sighting) {
  lens_block *block = lane->block;
  add(lane, sighting);
  lens_block_fail(block, LENS_ERROR_LAUNCH_TIMEOUT);
  block->abandoned = true;
  block->running.ready = 0;
  lens_grid_stop(block->work);
}

void lens_fault_hang(lens_lane *lane, const lens_record *trace) {
  uintptr_t loop = lens_watch_place(lane, trace, lane->out);
  if (!loop) loop = lens_place_of(lane->block, &lane->out[-1]);
  lens_sighting sighting = lens_describe_lane(lane, LENS_HANG, loop);
  if (lane->block->steps_left == 0) {
    (void)snprintf(sighting.detail, sizeof sighting.detail,
                   "after %llu steps of the threads of %s this thread was still running, so the "
                   "launch was stopped",
                   (unsigned long long)lane->block->work->block_step_budget *
                       (lane->block->shares_left ? LENS_BUDGETS_OF_LAUNCH : 1),
                   lane->block->shares_left ? "all blocks" : "the block");
  } else {
    (void)snprintf(sighting.detail, sizeof sighting.detail,
                   "after %llu steps the thread was still running, so the launch was stopped",
                   (unsigned long long)lane->block->work->step_budget);
  }
  give_up(lane, &sighting);
}

void lens_fault_silent_loop(lens_lane *lane, uintptr_t place) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_HANG, place);
  sighting.reason = LENS_NOTHING_CHANGES;
  (void)snprintf(
      sighting.detail, sizeof sighting.detail,
      "this loop can never end, because nothing in it changes its condition: does the loop change "
      "its variable? A value that other threads write must be volatile, or be read by an atomic");
  give_up(lane, &sighting);
  lens_lane_kill(lane);
}

/* ---- races and uninitialised reads ---------------------------------------------------------- */

/* Whether the word of device memory was recorded before this launch, or before a barrier of the
 * grid.
 */
static bool is_earlier(const lens_lane *lane, lens_space space, uint64_t word) {
  return space == LENS_GLOBAL && lens_word_owner(word) < lane->block->work->first_owner;
}

/* Whether the recorded reader, one of several warps or blocks, is this lane itself or its block.
 * Then the other readers are unknown. */
static bool is_own(const lens_lane *lane, const lens_other *other, uint64_t word, bool blocks) {
  bool warps = lens_word_readers(word) == LENS_MANY_WARPS && other->same_block;
  uint64_t own = blocks ? lens_word_owner(lane->global.stamp) & 0x3ff : lane->thread;
  return (blocks || warps) && lens_word_thread(word) == own;
}

/* Describes the other side of a conflict, whose access wrote `word` into a cell. */
static lens_other other_of(const lens_lane *lane, lens_space space, lens_verdict verdict,
                           uint64_t word) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->block->global : &lane->block->shared;
  lens_other other = {0};
  other.known = true;
  other.tag = lens_word_tag(word);
  other.thread = lens_word_thread(word);
  other.block = lane->block->number;
  if (view->block_bits) {
    other.block = lens_word_owner(word) - lane->block->work->first_owner - 1;
  }
  other.same_block = other.block == lane->block->number;
  if (is_earlier(lane, space, word)) {
    other.elsewhere = true;
    other.same_block = false;
    other.block = lens_word_owner(word);
  }
  if (verdict == LENS_CLASH_WITH_READER) {
    other.operation = LENS_LOAD;
    uint64_t readers = lens_word_readers(word);
    bool blocks = lens_word_when(word) == view->everyone;
    other.several = blocks || readers == LENS_MANY_LANES || readers == LENS_MANY_WARPS;
    other.unnamed = is_own(lane, &other, word, blocks);
    if (blocks) {
      other.thread = 0;
      other.same_block = false;
    }
  } else {
    other.operation = word & LENS_BY_ATOMIC ? LENS_ATOMIC : LENS_STORE;
  }
  return other;
}

/* Whether the access is weak, that is, atomic or volatile. */
static bool is_weak(const lens_lane *lane, const lens_access *access) {
  return lane->weak || access->operation == LENS_ATOMIC;
}

/* Forgets the cell's readers if fences order them before this access. */
static void forget_ordered(lens_lane *lane, const lens_access *access, lens_space space,
                           lens_cell *cell) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->block->global : &lane->block->shared;
  bool weak = is_weak(lane, access);
  uint64_t reader = lens_shadow_peek(&cell->reader);
  if (reader >= view->floor && lens_order_before(lane, space, reader, true, weak)) {
    lens_poke(&cell->reader, 0);
  }
}

static void suspect(lens_lane *lane, const lens_access *access, const lens_sighting *sighting) {
  lens_suspect *it = &lane->block->suspect;
  it->address = (const void *)access->address;
  it->bytes = access->bytes;
  memcpy(it->before, it->address, it->bytes);
  it->sighting = *sighting;
}

void lens_access_settle_suspect(lens_block *block) {
  lens_suspect *it = &block->suspect;
  if (memcmp(it->before, it->address, it->bytes) != 0) {
    lens_sightings_add(&block->seen.sightings, &it->sighting);
  }
  it->address = NULL;
}

/* Whether an earlier word belongs to a job that is ordered before this launch. */
static bool is_done(const lens_lane *lane, lens_space space, uint64_t word) {
  return is_earlier(lane, space, word) &&
         !lens_timeline_find_open(&lane->block->work->open, lens_word_owner(word));
}

/* Forgets a reader whose job is ordered before this launch: whatever comes after this access also
 * comes after that reader. */
static void forget_done(const lens_lane *lane, lens_space space, lens_cell *cell) {
  uint64_t reader = lens_shadow_peek(&cell->reader);
  if (reader && is_done(lane, space, reader)) lens_poke(&cell->reader, 0);
}

/* Whether the conflict is between two flags. Volatile accesses of one warp race, because volatile
 * does not replace __syncwarp; but in a kernel with fences they count as flags. */
static bool between_flags(const lens_lane *lane, const lens_access *access, lens_verdict verdict,
                          uint64_t word) {
  if (!lane->block->work->fenced || !is_weak(lane, access)) return false;
  return verdict == LENS_CLASH_WITH_WRITER ? (word & LENS_BY_ATOMIC) != 0
                                           : lens_word_readers(word) == LENS_WEAK_READER;
}

/* Judges one cell by the rules and the fences. `*word` is the other access. */
static lens_verdict judge(lens_lane *lane, const lens_access *access, lens_space space,
                          lens_cell *cell, uint64_t me, uint64_t written, uint64_t *word) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->block->global : &lane->block->shared;
  const lens_moment *now = space == LENS_GLOBAL ? &lane->global : &lane->shared;
  if (lane->block->work->open.count) forget_done(lane, space, cell);
  if (lane->block->work->fenced) forget_ordered(lane, access, space, cell);
  lens_verdict verdict =
      access->operation == LENS_LOAD    ? lens_shadow_load(cell, view, now, me, written, word)
      : access->operation == LENS_STORE ? lens_shadow_store(cell, view, now, me, word)
                                        : lens_shadow_atomic(cell, view, now, me, written, word);
  bool ordered = verdict == LENS_CLASH_WITH_WRITER &&
                 (is_done(lane, space, *word) ||
                  lens_order_before(lane, space, *word, false, is_weak(lane, access)));
  bool clash = verdict == LENS_CLASH_WITH_WRITER || verdict == LENS_CLASH_WITH_READER;
  bool fine = ordered || (clash && between_flags(lane, access, verdict, *word));
  return fine ? LENS_FINE : verdict;
}

/* Judges the cells of the accessed bytes. Different blocks may correctly use different bytes of one
 * word, so host threads take a lock. */
static lens_verdict judge_parts(lens_lane *lane, const lens_access *access, lens_space space,
                                lens_cell *cell, lens_cell *parts, uint64_t me, uint64_t written,
                                uint64_t *word) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->block->global : &lane->block->shared;
  unsigned first = access->bytes < 4 ? (unsigned)access->counted & 3 : 0;
  unsigned count = access->bytes < 4 ? access->bytes : 4;
  lens_verdict verdict = LENS_FINE;
  pthread_mutex_t *lock = lens_lock_of(cell);
  pthread_mutex_lock(lock);
  lens_cell whole = {lens_shadow_peek(&cell->writer), lens_shadow_peek(&cell->reader)};
  if (!lens_is_split(whole.reader, view)) {
    for (unsigned i = 0; i < 4; i++) parts[i] = whole;
  }
  lens_poke(&cell->reader, (me & ~LENS_READERS) | LENS_SPLIT);
  if (access->operation != LENS_LOAD) lens_poke(&cell->writer, me | LENS_WRITTEN);
  for (unsigned i = first; i < first + count; i++) {
    uint64_t others = 0;
    lens_verdict its = judge(lane, access, space, &parts[i], me, written, &others);
    if (verdict != LENS_FINE || its == LENS_FINE) continue;
    verdict = its;
    *word = others;
  }
  pthread_mutex_unlock(lock);
  return verdict;
}

/* Whether a block far from this one has read the cell in this launch. */
static bool was_read_far_away(uint64_t reader, const lens_view *view, uint64_t me) {
  if (reader < view->floor) return false;
  if (lens_word_when(reader) == view->everyone) return lens_is_distant(reader, view, me);
  return lens_are_distant(lens_word_owner(me), lens_word_owner(reader), UINT64_MAX);
}

/* Sets or clears the cell's bit of common_reads.h. If threads fence, readers may have been
 * forgotten, so the bit is cleared. A volatile load does not set it. `reader` is the cell's word
 * before this access. */
static void keep_common(const lens_lane *lane, const lens_access *access, const lens_cell *cell,
                        uint64_t reader, bool fine) {
  bool load = access->operation == LENS_LOAD;
  if (!load || lane->block->work->fenced) lens_common_reads_end(cell);
  if (!load || !fine || lane->weak) return;
  const lens_view *view = &lane->block->global;
  if (lens_word_when(lens_shadow_peek(&cell->reader)) != view->everyone) return;
  if (was_read_far_away(reader, view, lane->global.stamp)) lens_common_reads_begin(cell, view);
}

/* Judges one cell of the access. */
static lens_verdict look_at(lens_lane *lane, const lens_access *access, lens_space space,
                            lens_cell *cell, lens_cell *parts, uint64_t me, uint64_t written,
                            uint64_t *word) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->block->global : &lane->block->shared;
  uint64_t reader = lens_shadow_peek(&cell->reader);
  bool split = access->bytes < 4 || lens_is_split(reader, view);
  lens_verdict verdict = split ? judge_parts(lane, access, space, cell, parts, me, written, word)
                               : judge(lane, access, space, cell, me, written, word);
  if (space == LENS_GLOBAL) keep_common(lane, access, cell, reader, verdict == LENS_FINE && !split);
  return verdict;
}

/* An identifier of the array that holds the address, because finding its name takes long. 0:
 * unknown. */
static uintptr_t array_of(const lens_lane *lane, const lens_access *access, lens_space space) {
  if (space == LENS_GLOBAL) {
    size_t granule = (access->counted - lens_device.base) >> LENS_GRANULE_SHIFT;
    return lens_device.granules[granule].state >> LENS_GRANULE_NUMBER_SHIFT;
  }
  const lens_shared_memory *shared = &lane->block->shared_memory;
  size_t granule = (access->address - lane->shared_base) / LENS_SHARED_GRANULE;
  return (uintptr_t)shared->variables[shared->variable_of[granule]].key;
}

static lens_repeat repeat_of(const lens_lane *lane, const lens_access *access, lens_space space,
                             bool race, const lens_other *other, bool across) {
  uint64_t kind = race ? LENS_RACE : LENS_UNINITIALISED_READ;
  uint64_t others = (uint64_t)other->same_block << 17 | (uint64_t)across << 16 |
                    (uint64_t)other->tag << 4 | (uint64_t)other->operation << 1 | other->known;
  return (lens_repeat){.place = access->place,
                       .what = others << 16 | kind << 8 | (uint64_t)access->operation << 4 | space,
                       .array = array_of(lane, access, space)};
}

/* How many times a repeated race is examined for what its threads did before. */
enum { LOOKED_AT = 64 };

/* Returns the slot for this defect among the repeats. */
static lens_repeat *slot_of(lens_block *block, const lens_repeat *it) {
  uint64_t hash = (it->place ^ it->what * 31 ^ it->array * 7) * UINT64_C(0x9E3779B97F4A7C15);
  return &block->seen.repeats[(hash >> 32) % LENS_REPEATS];
}

/* Whether the same defect was described before; if so, counts it once more. If a whole array is
 * read that nothing has written, each read is a finding, but only the first is described. */
static bool is_repeated(lens_lane *lane, const lens_repeat *it) {
  lens_block *block = lane->block;
  const lens_repeat *slot = slot_of(block, it);
  return it->array && slot->place == it->place && slot->what == it->what &&
         slot->array == it->array &&
         lens_sightings_repeat(&block->seen.sightings, slot->sighting, block->number, lane->thread);
}

static void add_first(lens_lane *lane, const lens_sighting *sighting, lens_repeat it) {
  it.sighting = lens_sightings_add(&lane->block->seen.sightings, sighting);
  if (it.sighting != LENS_NO_SIGHTING) *slot_of(lane->block, &it) = it;
}

static void tell(lens_lane *lane, const lens_access *access, lens_space space, lens_verdict verdict,
                 uint64_t word) {
  bool race = verdict != LENS_NEVER_WRITTEN;
  lens_other other = {0};
  if (race) other = other_of(lane, space, verdict, word);
  bool two_stores = race && access->operation == LENS_STORE && other.operation == LENS_STORE;
  bool guess = race && access->operation == LENS_LOAD && other.operation == LENS_ATOMIC;
  if (guess) {
    lane->guessed = access->counted;
    lane->guessed_tag = (unsigned)(access->place - lane->key_base) & LENS_TAG_MASK;
  }
  bool many_warps = verdict == LENS_CLASH_WITH_READER && lens_word_readers(word) == LENS_MANY_WARPS;
  bool across = race && (many_warps || lane->thread / LENS_WARP != other.thread / LENS_WARP);
  lens_repeat repeat = repeat_of(lane, access, space, race, &other, across);
  if (!two_stores && is_repeated(lane, &repeat)) {
    lens_sighting *known =
        &lane->block->seen.sightings.items[slot_of(lane->block, &repeat)->sighting];
    bool early = race && known->count < LOOKED_AT && !known->gap.loops;
    if (early) known->gap.loops = lens_race_advice_loops(lane, access, &other);
    return;
  }
  lens_sighting sighting =
      lens_describe_lane(lane, race ? LENS_RACE : LENS_UNINITIALISED_READ, access->place);
  lens_describe_array(lane->block, space, access->counted, access->bytes, &sighting);
  sighting.operation = access->operation;
  sighting.other = other;
  if (race) sighting.gap = lens_race_advice_of(lane, access, &other, across);
  if (!race) {
    describe_unwritten(&sighting, space);
    if (space == LENS_GLOBAL) sighting.address = access->counted + access->bytes - 1;
  }
  if (two_stores) {
    suspect(lane, access, &sighting);
  } else {
    add_first(lane, &sighting, repeat);
  }
}

/* A wide access is reported once, even if several cells have findings. */
void lens_access_look_closer(lens_lane *lane, const lens_access *access, lens_space space,
                             lens_cell *cells, lens_cell *parts, uint64_t me, uint64_t written) {
  if (lane->block->suspect.address) lens_access_settle_suspect(lane->block);
  lens_verdict first = LENS_FINE;
  uint64_t word = 0;
  for (unsigned i = 0; 4 * i < access->bytes; i++) {
    uint64_t its = 0;
    lens_verdict verdict =
        look_at(lane, access, space, &cells[i], &parts[4 * i], me, written, &its);
    if (first != LENS_FINE || verdict == LENS_FINE) continue;
    first = verdict;
    word = its;
  }
  if (first != LENS_FINE) tell(lane, access, space, first, word);
}
