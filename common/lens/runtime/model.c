/* model.c: sectors and wavefronts of one request. */
#include "model.h"

#include <stdbool.h>

/* A set of at most 32 numbers: a hash table of 64 slots. One word says which slots are used, so an
 * empty set is made by clearing that word. */
typedef struct small_set {
  uint64_t used;
  uint64_t slot[64];
} small_set;

static inline bool add(small_set *set, uint64_t value) {
  unsigned at = (unsigned)(value * UINT64_C(0x9E3779B97F4A7C15) >> 58);
  while (set->used >> at & 1) {
    if (set->slot[at] == value) return false;
    at = (at + 1) & 63;
  }
  set->used |= UINT64_C(1) << at;
  set->slot[at] = value;
  return true;
}

static unsigned distinct(const uint64_t *address, unsigned count, unsigned shift) {
  small_set set;
  set.used = 0;
  unsigned found = 0;
  for (unsigned i = 0; i < count; i++) found += add(&set, address[i] >> shift);
  return found;
}

static unsigned least(unsigned a, unsigned b) {
  return a < b ? a : b;
}

static unsigned sectors_for(unsigned lanes, unsigned bytes) {
  return (lanes * bytes + LENS_SECTOR_BYTES - 1) / LENS_SECTOR_BYTES;
}

lens_cost lens_model_global(const uint64_t *address, unsigned count, unsigned bytes) {
  /* In most requests the addresses ascend with the lanes. Then it is enough to compare neighbours
   * to count the distinct sectors. */
  uint64_t descends = 0;
  unsigned sectors = 1;
  for (unsigned i = 1; i < count; i++) {
    descends |= address[i] - address[i - 1]; /* the top bit is set if an address descends */
    sectors += address[i] >> 5 != address[i - 1] >> 5;
  }
  if (descends >> 63) sectors = distinct(address, count, 5);
  /* The ideal number of sectors, as in Nsight Compute: those that the same number of contiguous
   * bytes would touch, or fewer if lanes share bytes. */
  unsigned packed = sectors_for(count, bytes);
  return (lens_cost){sectors, least(packed, sectors), 0};
}

/* Sorts in ascending order. The addresses are mostly nearly sorted. */
static void sort(const uint64_t *address, unsigned count, uint64_t *sorted) {
  for (unsigned i = 0; i < count; i++) {
    unsigned at = i;
    for (; at > 0 && sorted[at - 1] > address[i]; at--) sorted[at] = sorted[at - 1];
    sorted[at] = address[i];
  }
}

/* Lanes on one address are served one after another, but do not delay lanes on other addresses:
 * round k serves the k-th lane on each address. So a sector moves as often as there are lanes on
 * its busiest address. */
lens_cost lens_model_global_atomic(const uint64_t *address, unsigned count, unsigned bytes) {
  uint64_t sorted[LENS_WARP];
  sort(address, count, sorted);
  unsigned touched = 0, moved = 0;
  unsigned lanes = 0, most = 0; /* lanes on this address; the most on one address of its sector */
  for (unsigned i = 0; i < count; i++) {
    bool first = i == 0;
    bool same_sector = !first && sorted[i] >> 5 == sorted[i - 1] >> 5;
    lanes = !first && sorted[i] == sorted[i - 1] ? lanes + 1 : 1;
    if (!same_sector) {
      touched++;
      moved += most;
      most = 0;
    }
    if (lanes > most) most = lanes;
  }
  moved += most;
  return (lens_cost){moved, least(sectors_for(count, bytes), touched), moved - touched};
}

/* ---- shared memory -------------------------------------------------------------------------- */

/* The lanes of a request that are served together, and the addresses of all lanes of the
 * request. */
typedef struct lane_group {
  const uint64_t *of; /* addresses by lane */
  uint32_t lanes;
  unsigned bytes;
} lane_group;

static unsigned bank_of(uint64_t address) {
  return (unsigned)(address >> 2) & (LENS_BANKS - 1);
}

/* The most distinct words that fall into one bank. */
static unsigned words_in_a_bank(const lane_group *group) {
  small_set seen; /* at most 32 words: 8 different lanes of 16 bytes, 16 of 8, 32 of 4 */
  seen.used = 0;
  uint8_t in_bank[LENS_BANKS] = {0};
  unsigned most = 0;
  for (uint32_t rest = group->lanes; rest; rest &= rest - 1) {
    uint64_t first = group->of[__builtin_ctz(rest)];
    for (unsigned byte = 0; byte < group->bytes; byte += 4) {
      if (!add(&seen, (first + byte) >> 2)) continue; /* a broadcast is free */
      unsigned load = ++in_bank[bank_of(first + byte)];
      if (load > most) most = load;
    }
  }
  return most;
}

/* The most lanes that fall into one bank. */
static unsigned lanes_in_a_bank(const lane_group *group) {
  uint8_t in_bank[LENS_BANKS] = {0};
  unsigned most = 0;
  for (uint32_t rest = group->lanes; rest; rest &= rest - 1) {
    unsigned load = ++in_bank[bank_of(group->of[__builtin_ctz(rest)])];
    if (load > most) most = load;
  }
  return most;
}

/* Whether each lane and the lane whose number differs in the bit `distance` request the same word,
 * or one of them requests nothing. */
static bool pairs_agree(const lane_group *group, unsigned distance) {
  for (uint32_t rest = group->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    unsigned other = lane ^ distance;
    if (group->lanes >> other & 1 && group->of[lane] != group->of[other]) return false;
  }
  return true;
}

static uint32_t span(unsigned first, unsigned count) {
  return (uint32_t)((UINT64_C(1) << count) - 1) << first;
}

/* Splits a request into the groups that are served one after another. Returns their number. */
static unsigned split(const lens_shared_request *request, bool load, uint64_t *of,
                      lane_group *groups) {
  unsigned at = 0;
  for (uint32_t rest = request->lanes; rest; rest &= rest - 1) {
    of[__builtin_ctz(rest)] = request->address[at++];
  }
  unsigned width = request->bytes <= 4 ? 32 : request->bytes == 8 ? 16 : 8;
  unsigned found = 0;
  for (unsigned first = 0; first < LENS_WARP;) {
    lane_group group = {of, request->lanes & span(first, width), request->bytes};
    unsigned taken = width;
    if (load && width < LENS_WARP && first % (2 * width) == 0) {
      lane_group both = {of, request->lanes & span(first, 2 * width), request->bytes};
      if (pairs_agree(&both, 1) || pairs_agree(&both, 2)) {
        group = both;
        taken = 2 * width;
      }
    }
    if (group.lanes) groups[found++] = group;
    first += taken;
  }
  return found;
}

/* The wavefronts that the same number of contiguous bytes would take. */
static unsigned wavefronts_for(const lens_shared_request *request) {
  return (request->count * request->bytes + 4 * LENS_BANKS - 1) / (4 * LENS_BANKS);
}

/* Whether no two lanes use the same bank. */
static bool free_of_conflicts(const lens_shared_request *request) {
  uint32_t taken = 0;
  uint32_t twice = 0;
  for (unsigned i = 0; i < request->count; i++) {
    uint32_t bank = 1u << bank_of(request->address[i]);
    twice |= taken & bank;
    taken |= bank;
  }
  return twice == 0;
}

/* Adds up the results of `measure` for all groups. */
static lens_cost sum_of_groups(const lens_shared_request *request, bool load,
                               unsigned (*measure)(const lane_group *)) {
  if (request->bytes <= 4 && free_of_conflicts(request)) return (lens_cost){1, 1, 0};
  uint64_t of[LENS_WARP];
  lane_group groups[4];
  unsigned num_groups = split(request, load, of, groups);
  unsigned wavefronts = 0;
  for (unsigned i = 0; i < num_groups; i++) wavefronts += measure(&groups[i]);
  return (lens_cost){wavefronts, least(wavefronts_for(request), wavefronts),
                     wavefronts - num_groups};
}

lens_cost lens_model_shared_load(const lens_shared_request *request) {
  return sum_of_groups(request, true, words_in_a_bank);
}

lens_cost lens_model_shared_store(const lens_shared_request *request) {
  return sum_of_groups(request, false, words_in_a_bank);
}

/* A measure for a swap in which lanes may fail: each group is served once. */
static unsigned once(const lane_group *group) {
  return group->lanes != 0;
}

static lens_cost twice(lens_cost cost) {
  return (lens_cost){2 * cost.units, 2 * cost.ideal, cost.conflicts};
}

lens_cost lens_model_shared_atomic(const lens_shared_request *request, enum lens_update update) {
  switch (update) {
  case LENS_UPDATE_ONE:
    return sum_of_groups(request, false, words_in_a_bank);
  case LENS_UPDATE_SWAP: /* the rounds count as conflicts, although each takes two wavefronts */
    return twice(sum_of_groups(request, false, lanes_in_a_bank));
  case LENS_UPDATE_LOOP:
    return twice(sum_of_groups(request, false, once));
  default:
    return sum_of_groups(request, false, lanes_in_a_bank);
  }
}

/* Whether one of `lanes` requests the same word as `lane`. */
static bool asked_by(const uint64_t *of, uint32_t lanes, unsigned lane) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    if (of[__builtin_ctz(rest)] == of[lane]) return true;
  }
  return false;
}

uint32_t lens_model_swapped(const lens_shared_request *request) {
  uint64_t of[LENS_WARP];
  lane_group groups[4];
  unsigned num_groups = split(request, false, of, groups);
  uint32_t swapped = 0;
  for (unsigned i = 0; i < num_groups; i++) {
    uint32_t taken = 0;
    uint32_t before = swapped; /* lanes of earlier groups, which have changed their words */
    for (uint32_t rest = groups[i].lanes; rest; rest &= rest - 1) {
      unsigned lane = (unsigned)__builtin_ctz(rest);
      uint32_t bank = 1u << bank_of(of[lane]);
      if (!(taken & bank) && !asked_by(of, before, lane)) swapped |= 1u << lane;
      taken |= bank;
    }
  }
  return swapped;
}
