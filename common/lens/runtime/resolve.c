/* resolve.c: brings a launch's sightings into their final form. */
#include "resolve.h"

#include "race_advice.h"

#include <string.h>

/* The place of the instruction with this operation whose place ends in the other side's tag; 0 if
 * there is none. If there are several, the first one that touched the same array. */
static uintptr_t place_with(const lens_sighting *sighting, lens_operation operation,
                            const lens_calls_counts *counts, uintptr_t code_base) {
  uintptr_t best = 0;
  bool best_same_array = false;
  for (size_t i = 0; i < counts->capacity; i++) {
    const lens_count *row = &counts->rows[i];
    if (!row->name) continue;
    uint32_t place = (uint32_t)row->name;
    uint64_t what = row->name >> 32 << LENS_ADDRESS_BITS;
    if ((place & LENS_TAG_MASK) != sighting->other.tag) continue;
    if (lens_kind_of(what) != (unsigned)operation) continue;
    bool same_array = row->array && strcmp(row->array, sighting->array) == 0;
    bool better = !best || (same_array && !best_same_array) ||
                  (same_array == best_same_array && code_base + place < best);
    if (!better) continue;
    best = code_base + place;
    best_same_array = same_array;
  }
  return best;
}

/* Finds the place of the race's other side. A cell marks a volatile store as atomic; the
 * instructions of the launch show which of the two it was. */
static void find_other(lens_sighting *sighting, const lens_calls_counts *counts,
                       uintptr_t code_base) {
  lens_other *other = &sighting->other;
  if (other->place || other->unnamed) return; /* already known, or cannot be known */
  other->place = place_with(sighting, other->operation, counts, code_base);
  if (!other->place && other->operation == LENS_ATOMIC) {
    other->place = place_with(sighting, LENS_STORE, counts, code_base);
    if (other->place) other->operation = LENS_STORE;
  }
  other->tag = 0;
}

/* Whether to report the race from its other side. A race is reported from the reader's side,
 * because the wrong value appears there, otherwise from the side of the plain store. If both sides
 * are equal, the lower place is reported. */
static bool other_side_first(const lens_sighting *sighting) {
  if (!sighting->other.place) return false;
  if (sighting->other.operation != sighting->operation) {
    return sighting->other.operation < sighting->operation;
  }
  return sighting->other.place < sighting->place;
}

static void swap_sides(lens_sighting *sighting) {
  lens_other mine = sighting->other;
  mine.operation = sighting->operation;
  mine.place = sighting->place;
  mine.block = sighting->block;
  mine.thread = sighting->thread;
  mine.several = false;
  sighting->operation = sighting->other.operation;
  sighting->place = sighting->other.place;
  sighting->gap.by_writer = !sighting->other.same_block && sighting->other.several;
  if (!sighting->gap.by_writer) {
    sighting->block = sighting->other.block;
    sighting->thread = sighting->other.thread;
  }
  sighting->other = mine;
  lens_turn first = sighting->gap.first;
  if (first != LENS_TURN_UNKNOWN) {
    sighting->gap.first = first == LENS_TURN_MINE ? LENS_TURN_THEIRS : LENS_TURN_MINE;
  }
}

static bool is_early_side_of_race(const lens_sighting *read, const lens_sightings *all) {
  for (size_t i = 0; i < all->count; i++) {
    const lens_sighting *race = &all->items[i];
    if (race->kind != LENS_RACE || strcmp(race->array, read->array) != 0) continue;
    if (race->place == read->place || race->other.place == read->place) return true;
  }
  return false;
}

/* ---- guesses -------------------------------------------------------------------------------- */

static unsigned tag_of(uintptr_t place, uintptr_t code_base) {
  return (unsigned)(place - code_base) & LENS_TAG_MASK;
}

static bool is_guess(const lens_guesses *guesses, unsigned tag) {
  return lens_guesses_have(guesses->guess, tag) && !lens_guesses_have(guesses->lost, tag);
}

/* The place of the load of an __ldg, which comes right after the call at `place`. */
static uintptr_t load_behind(uintptr_t place, const lens_calls_counts *counts,
                             uintptr_t code_base) {
  uintptr_t nearest = UINTPTR_MAX;
  for (size_t i = 0; i < counts->capacity; i++) {
    const lens_count *row = &counts->rows[i];
    uint64_t what = row->name >> 32 << LENS_ADDRESS_BITS;
    uintptr_t its = code_base + (uint32_t)row->name;
    bool load = row->name && lens_kind_of(what) == LENS_RECORD_LOAD;
    if (load && its > place && its < nearest) nearest = its;
  }
  return nearest;
}

/* Whether the finding is about a load that is only a guess. A load that leads to a lost update is
 * marked as such. */
static bool check_guess(lens_sighting *it, const lens_calls_counts *counts,
                        const lens_guesses *guesses, uintptr_t code_base) {
  if (it->kind == LENS_STALE_READ) {
    return is_guess(guesses, tag_of(load_behind(it->place, counts, code_base), code_base));
  }
  bool loads = it->operation == LENS_LOAD && it->other.operation == LENS_ATOMIC;
  bool is_loaded = it->operation == LENS_ATOMIC && it->other.operation == LENS_LOAD;
  if (it->kind != LENS_RACE || (!loads && !is_loaded)) return false;
  unsigned tag = loads ? tag_of(it->place, code_base) : it->other.tag;
  it->other.lost = lens_guesses_have(guesses->lost, tag);
  /* All readers read at the line whose value the atomic stores, so the line can be named. */
  if (it->other.lost) it->other.unnamed = false;
  return is_guess(guesses, tag);
}

static void drop_guesses(lens_sightings *sightings, const lens_calls_counts *counts,
                         const lens_guesses *guesses, uintptr_t code_base) {
  size_t kept = 0;
  for (size_t i = 0; i < sightings->count; i++) {
    lens_sighting *it = &sightings->items[i];
    if (!check_guess(it, counts, guesses, code_base)) sightings->items[kept++] = *it;
  }
  sightings->count = kept;
}

void lens_resolve(lens_sightings *sightings, const lens_calls_counts *counts,
                  const lens_guesses *guesses, uintptr_t code_base) {
  drop_guesses(sightings, counts, guesses, code_base);
  for (size_t i = 0; i < sightings->count; i++) {
    lens_sighting *it = &sightings->items[i];
    if (it->kind != LENS_RACE || it->other.elsewhere) continue;
    find_other(it, counts, code_base);
    lens_race_advice_settle(it, counts, code_base);
    if (other_side_first(it)) swap_sides(it);
  }
  lens_sightings final = {0};
  for (size_t i = 0; i < sightings->count; i++) {
    const lens_sighting *it = &sightings->items[i];
    bool drop = it->kind == LENS_UNINITIALISED_READ && is_early_side_of_race(it, sightings);
    if (!drop) lens_sightings_add(&final, it);
  }
  lens_sightings_free(sightings);
  *sightings = final;
}
