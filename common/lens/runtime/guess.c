/* guess.c: which atomic a thread does on a word after a plain load of the same word. */
#include "guess.h"

#include "access.h"

/* Whether a stale value before this atomic loses no update, because the atomic compares again. */
static bool compares(int update) {
  return update == LENS_ATOMIC_CAS || update == LENS_ATOMIC_MIN || update == LENS_ATOMIC_MAX ||
         update == LENS_ATOMIC_AND || update == LENS_ATOMIC_OR;
}

/* Whether the atomic adds or subtracts one, so its operand was not computed from the loaded value.
 * If a branch lies between the load and the atomic, the value may have decided whether to count.
 * Without a branch, the program uses the value as if the atomic had returned it. */
static bool counts(int update) {
  return update == LENS_ATOMIC_INC || update == LENS_ATOMIC_DEC || update == LENS_ATOMIC_ADD_ONE;
}

static bool overlap(uint64_t one, unsigned bytes, uint64_t other, unsigned other_bytes) {
  return one < other + other_bytes && other < one + bytes;
}

static void set(uint64_t *bits, unsigned tag) {
  bits[tag / 64] |= UINT64_C(1) << tag % 64;
}

/* Examines the thread's loads of the word since the thread last changed the word, as far back as
 * the trace goes. lane->guessed remembers a load that clashed with an atomic for longer. A word of
 * 8 bytes may have been read as two halves. */
void lens_guess_note(lens_lane *lane, const lens_access *access) {
  lens_guesses *all = &lane->block->guesses;
  bool is_guess = compares(lane->update) || counts(lane->update), branched = false;
  uint64_t *bits = is_guess ? all->guess : all->lost;
  if (overlap(lane->guessed, 1, access->counted, access->bytes)) {
    set(bits, lane->guessed_tag);
    lane->guessed = 0;
  }
  const lens_record *begin = lens_lane_trace(lane->block, lane->thread % LENS_WARP);
  for (const lens_record *it = lane->out; it-- > begin;) {
    unsigned kind = lens_kind_of(it->what);
    branched |= kind == LENS_RECORD_BLOCK;
    if (kind > LENS_RECORD_ATOMIC) continue;
    if (!overlap(lens_address_of(it->what), lens_bytes_of(it->what), access->counted,
                 access->bytes)) {
      continue;
    }
    if (kind != LENS_RECORD_LOAD) return;
    bool taken = counts(lane->update) && !branched;
    set(taken ? all->lost : bits, lens_key_place(it->key) & LENS_TAG_MASK);
  }
}

void lens_guesses_merge(lens_guesses *into, const lens_guesses *from) {
  for (unsigned i = 0; i < LENS_GUESS_WORDS; i++) {
    into->guess[i] |= from->guess[i];
    into->lost[i] |= from->lost[i];
  }
}
