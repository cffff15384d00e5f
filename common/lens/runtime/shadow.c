/* shadow.c: the rules for uninitialised reads and races, one cell at a time.
 *
 * Two accesses race if at least one writes, not both are atomic, and nothing orders them: no end of
 * a launch, no barrier of the block, no synchronisation of the warp. The lens runs the threads of a
 * warp one after another, so the order in which their accesses arrive proves nothing. */
#include "shadow.h"

#define WARP_BITS (LENS_THREAD_MASK & ~(UINT64_C(31) << LENS_THREAD_SHIFT))

static bool same_warp(uint64_t word, const lens_view *view, uint64_t me) {
  return !((word ^ me) & (view->block_bits | WARP_BITS));
}

static bool same_thread(uint64_t word, const lens_view *view, uint64_t me) {
  return !((word ^ me) & view->who);
}

/* Whether nothing orders the earlier access of `word` before the current access, which `view` and
 * `now` describe. `many_warps`: `word` stands for readers in several warps. */
static bool unordered(uint64_t word, const lens_view *view, const lens_moment *now,
                      bool many_warps) {
  if (word < view->floor) return false;
  if ((word ^ now->stamp) & view->block_bits) return true;
  uint64_t when = lens_word_when(word);
  if (many_warps || !same_warp(word, view, now->stamp)) return when >= view->block_since;
  bool met = now->met >> lens_word_thread(word) % 32 & 1;
  return when >= now->warp_since || (when >= now->whole_since && !met);
}

static bool is_weak_reader(uint64_t word) {
  return lens_word_readers(word) == LENS_WEAK_READER;
}

/* Whether the current access `me` races with the writer. If `weak`, the access is atomic or
 * volatile, and does not race with other such accesses outside of its warp. */
static bool clashes_with_writer(uint64_t writer, const lens_view *view, const lens_moment *now,
                                uint64_t me, bool weak) {
  if (weak && (writer & LENS_BY_ATOMIC) && !same_warp(writer, view, me)) return false;
  return !same_thread(writer, view, me) && unordered(writer, view, now, false);
}

static bool clashes_with_reader(uint64_t reader, const lens_view *view, const lens_moment *now,
                                uint64_t me, bool weak) {
  if (lens_word_when(reader) == view->everyone) return true;
  if (weak && is_weak_reader(reader) && !same_warp(reader, view, me)) return false;
  bool warps = lens_word_readers(reader) == LENS_MANY_WARPS;
  bool many = warps || lens_word_readers(reader) == LENS_MANY_LANES;
  return (many || !same_thread(reader, view, me)) && unordered(reader, view, now, warps);
}

static uint64_t with_earlier_when(uint64_t word, uint64_t me) {
  uint64_t when =
      lens_word_when(word) < lens_word_when(me) ? lens_word_when(word) : lens_word_when(me);
  uint64_t below = (UINT64_C(1) << LENS_WHEN_SHIFT) - 1;
  return when << LENS_WHEN_SHIFT | (word & below);
}

/* Like joined, if `reader` or `me` is a volatile load. A plain load takes precedence. Of volatile
 * loads, the first one within the warp is kept, because volatile loads do not race outside of their
 * warp. */
static uint64_t joined_weakly(uint64_t reader, const lens_view *view, const lens_moment *now,
                              uint64_t me) {
  if (!is_weak_reader(me)) return me;
  bool warps = lens_word_readers(reader) == LENS_MANY_WARPS;
  bool keep = !is_weak_reader(reader) || same_warp(reader, view, me);
  return keep && unordered(reader, view, now, warps) ? reader : me;
}

/* The reader's word after one more read, `me`. One word cannot name all readers. For readers in
 * different warps, it names the first one, and says how far apart the readers are, which decides
 * whether a writer can be ordered after all of them. It does not name the last reader, because in
 * x[i] += v the last reader is the writer itself. */
static uint64_t joined(uint64_t reader, const lens_view *view, const lens_moment *now,
                       uint64_t me) {
  if (reader < view->floor) return me;
  if (lens_word_when(reader) == view->everyone) return reader;
  if (is_weak_reader(reader) || is_weak_reader(me)) return joined_weakly(reader, view, now, me);
  if ((reader ^ me) & view->block_bits) {
    uint64_t block = lens_word_owner(reader) << LENS_THREAD_SHIFT & LENS_THREAD_MASK;
    uint64_t tag = reader & (uint64_t)LENS_TAG_MASK << LENS_TAG_SHIFT;
    return view->everyone << LENS_WHEN_SHIFT | block | tag;
  }
  bool warps = lens_word_readers(reader) == LENS_MANY_WARPS;
  if (!lens_word_readers(reader) && same_thread(reader, view, me)) return me;
  if (!unordered(reader, view, now, warps)) return me;
  bool one_warp = same_warp(reader, view, me) && !warps;
  uint64_t named = one_warp ? lens_named_lane(reader, me) : reader;
  return (with_earlier_when(named, named == me ? reader : me) & ~LENS_READERS) |
         (one_warp ? LENS_MANY_LANES : LENS_MANY_WARPS);
}

lens_verdict lens_shadow_load(lens_cell *cell, const lens_view *view, const lens_moment *now,
                              uint64_t me, uint64_t written, uint64_t *other) {
  uint64_t writer = lens_shadow_peek(&cell->writer);
  uint64_t reader = lens_shadow_peek(&cell->reader);
  uint64_t readers = joined(reader, view, now, me);
  if (readers != reader) lens_poke(&cell->reader, readers);
  if (writer < written) return LENS_NEVER_WRITTEN;
  if (!clashes_with_writer(writer, view, now, me, is_weak_reader(me))) return LENS_FINE;
  *other = writer;
  return LENS_CLASH_WITH_WRITER;
}

lens_verdict lens_shadow_store(lens_cell *cell, const lens_view *view, const lens_moment *now,
                               uint64_t me, uint64_t *other) {
  uint64_t writer = lens_shadow_peek(&cell->writer);
  uint64_t reader = lens_shadow_peek(&cell->reader);
  lens_poke(&cell->writer, me | LENS_WRITTEN);
  bool weak = me & LENS_BY_ATOMIC;
  if (clashes_with_reader(reader, view, now, me, weak)) {
    *other = reader;
    return LENS_CLASH_WITH_READER;
  }
  if (!clashes_with_writer(writer, view, now, me, weak)) return LENS_FINE;
  *other = writer;
  return LENS_CLASH_WITH_WRITER;
}

lens_verdict lens_shadow_atomic(lens_cell *cell, const lens_view *view, const lens_moment *now,
                                uint64_t me, uint64_t written, uint64_t *other) {
  uint64_t writer = lens_shadow_peek(&cell->writer);
  uint64_t reader = lens_shadow_peek(&cell->reader);
  /* If the same thread has just made a plain store, the word of that store is kept, because it
   * conflicts with the atomics of other threads. */
  bool keep = writer >= view->floor && same_thread(writer, view, me) &&
              lens_word_when(writer) == lens_word_when(me);
  if (!keep) lens_poke(&cell->writer, me | LENS_WRITTEN | LENS_BY_ATOMIC);
  if (writer < written) return LENS_NEVER_WRITTEN;
  if (!is_weak_reader(reader) && clashes_with_reader(reader, view, now, me, true)) {
    *other = reader;
    return LENS_CLASH_WITH_READER;
  }
  if (writer & LENS_BY_ATOMIC) return LENS_FINE;
  if (!clashes_with_writer(writer, view, now, me, true)) return LENS_FINE;
  *other = writer;
  return LENS_CLASH_WITH_WRITER;
}
