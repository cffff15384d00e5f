/* model.c: sectors and wavefronts of one request. Checked against the counters of an H100. */
#include "model.h"

#include <stdbool.h>

/* A set of at most 32 numbers: a hash table of 64 slots whose occupation is one word, so that an
 * empty set costs nothing to make. */
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

static unsigned sectors_for(unsigned lanes, unsigned bytes) {
  return (lanes * bytes + LENS_SECTOR_BYTES - 1) / LENS_SECTOR_BYTES;
}

lens_cost lens_model_global(const uint64_t *address, unsigned count, unsigned bytes) {
  /* Most requests ascend with the lanes; then neighbours tell what is distinct. */
  uint64_t descends = 0;
  unsigned sectors = 1;
  for (unsigned i = 1; i < count; i++) {
    descends |= address[i] - address[i - 1]; /* the top bit is set where this is negative */
    sectors += address[i] >> 5 != address[i - 1] >> 5;
  }
  if (descends >> 63) sectors = distinct(address, count, 5);
  /* As Nsight Compute has it: what as many bytes side by side would touch, or less where lanes
   * share. */
  unsigned packed = sectors_for(count, bytes);
  return (lens_cost){sectors, packed < sectors ? packed : sectors};
}

/* Splits a request into rounds in which no address occurs twice: the k-th lane on an address goes
 * into round k. Gives the number of rounds; round k is the mask `rounds[k]` over positions. */
static unsigned replay_rounds(const uint64_t *address, unsigned count, uint32_t *rounds) {
  unsigned num_rounds = 0;
  for (unsigned i = 0; i < count; i++) {
    unsigned before = 0;
    for (unsigned j = 0; j < i; j++) before += address[j] == address[i];
    if (before == num_rounds) rounds[num_rounds++] = 0;
    rounds[before] |= 1u << i;
  }
  return num_rounds;
}

static unsigned gather_round(const uint64_t *address, uint32_t round, uint64_t *gathered) {
  unsigned count = 0;
  for (uint32_t rest = round; rest; rest &= rest - 1) {
    gathered[count++] = address[__builtin_ctz(rest)];
  }
  return count;
}

lens_cost lens_model_global_atomic(const uint64_t *address, unsigned count, unsigned bytes) {
  uint32_t rounds[LENS_WARP];
  unsigned num_rounds = replay_rounds(address, count, rounds);
  lens_cost cost = {0, 0};
  for (unsigned k = 0; k < num_rounds; k++) {
    uint64_t gathered[LENS_WARP];
    unsigned taken = gather_round(address, rounds[k], gathered);
    cost.units += distinct(gathered, taken, 5);
    if (k == 0) cost.ideal = sectors_for(taken, bytes); /* the first round has every address once */
  }
  return cost;
}

/* Wavefronts of one group of lanes that the hardware serves together: the most distinct words that
 * fall into one bank. Adds the group's distinct words to `*words`. */
static unsigned group_wavefronts(const uint64_t *address, unsigned count, unsigned bytes,
                                 unsigned *words) {
  small_set seen; /* at most 32 words: 8 lanes of 16 bytes, 16 of 8, 32 of 4 */
  seen.used = 0;
  uint8_t in_bank[LENS_BANKS] = {0};
  unsigned most = 0;
  for (unsigned i = 0; i < count; i++) {
    for (unsigned byte = 0; byte < bytes; byte += 4) {
      uint64_t word = (address[i] + byte) >> 2;
      if (!add(&seen, word)) continue; /* a broadcast is free */
      (*words)++;
      unsigned load = ++in_bank[word % LENS_BANKS];
      if (load > most) most = load;
    }
  }
  return most;
}

/* True when every lane has a bank of its own. */
static bool free_of_conflicts(const uint64_t *address, unsigned count) {
  uint32_t taken = 0;
  uint32_t twice = 0;
  for (unsigned i = 0; i < count; i++) {
    uint32_t bank = 1u << (address[i] >> 2 & (LENS_BANKS - 1));
    twice |= taken & bank;
    taken |= bank;
  }
  return twice == 0;
}

lens_cost lens_model_shared(const uint64_t *address, unsigned count, uint32_t lanes,
                            unsigned bytes) {
  if (bytes <= 4 && free_of_conflicts(address, count)) return (lens_cost){1, 1};
  unsigned group = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  unsigned done = 0;
  unsigned words = 0;
  lens_cost cost = {0, 0};
  for (unsigned first = 0; first < LENS_WARP; first += group) {
    uint32_t members = lanes >> first & (uint32_t)((UINT64_C(1) << group) - 1);
    unsigned taken = group == LENS_WARP ? count : (unsigned)__builtin_popcount(members);
    cost.units += group_wavefronts(address + done, taken, bytes, &words);
    done += taken;
  }
  cost.ideal = (words + LENS_BANKS - 1) / LENS_BANKS;
  return cost;
}

lens_cost lens_model_shared_atomic(const uint64_t *address, unsigned count, unsigned bytes) {
  uint32_t rounds[LENS_WARP];
  unsigned num_rounds = replay_rounds(address, count, rounds);
  lens_cost cost = {0, 0};
  for (unsigned k = 0; k < num_rounds; k++) {
    uint64_t gathered[LENS_WARP];
    unsigned taken = gather_round(address, rounds[k], gathered);
    uint32_t first_lanes = (uint32_t)((UINT64_C(1) << taken) - 1);
    lens_cost round = lens_model_shared(gathered, taken, first_lanes, bytes);
    cost.units += round.units;
    if (k == 0) cost.ideal = round.ideal;
  }
  return cost;
}
