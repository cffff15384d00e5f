/* shadow.c: the rules for uninitialised reads and races, one cell at a time.
 *
 * Two accesses race when at least one writes, not both are atomic, and nothing orders them: no end
 * of a launch, no barrier of the block, no synchronisation of the warp. Threads of a warp run one
 * after another here, so the order in which their accesses arrive proves nothing. */
#include "shadow.h"

/* Whether the earlier access of `word` may have happened at the same time as one seen by `view`. */
static bool unordered(uint64_t word, const lens_view *view, const lens_moment *now,
                      bool many_warps) {
  if (word < view->floor) return false;
  if ((word ^ now->stamp) & view->block_bits) return true;
  uint64_t warp_bits = LENS_THREAD_MASK & ~(UINT64_C(31) << LENS_THREAD_SHIFT);
  bool same_warp = !((word ^ now->stamp) & warp_bits) && !many_warps;
  return lens_word_when(word) >= (same_warp ? now->warp_since : view->block_since);
}

static bool same_thread(uint64_t word, const lens_view *view, uint64_t me) {
  return !((word ^ me) & view->who);
}

static bool clashes_with_writer(uint64_t writer, const lens_view *view, const lens_moment *now,
                                uint64_t me) {
  return !same_thread(writer, view, me) && !((writer | me) & LENS_PARTIAL) &&
         unordered(writer, view, now, false);
}

static bool clashes_with_reader(uint64_t reader, const lens_view *view, const lens_moment *now,
                                uint64_t me) {
  if ((reader | me) & LENS_PARTIAL) return false;
  if (lens_word_when(reader) == view->everyone) return true;
  bool many = reader & (LENS_MANY_LANES | LENS_MANY_WARPS);
  return (many || !same_thread(reader, view, me)) &&
         unordered(reader, view, now, reader & LENS_MANY_WARPS);
}

static uint64_t with_earlier_when(uint64_t word, uint64_t me) {
  uint64_t when =
      lens_word_when(word) < lens_word_when(me) ? lens_word_when(word) : lens_word_when(me);
  uint64_t below = (UINT64_C(1) << LENS_WHEN_SHIFT) - 1;
  return when << LENS_WHEN_SHIFT | (word & below);
}

/* The reader's word after one more reading. One word cannot name all readers; it says instead how
 * far apart they are, which decides whether a writer can be at one with all of them. */
static uint64_t joined(uint64_t reader, const lens_view *view, const lens_moment *now,
                       uint64_t me) {
  if (reader < view->floor || ((reader | me) & LENS_PARTIAL)) return me;
  if (lens_word_when(reader) == view->everyone) return reader;
  if ((reader ^ me) & view->block_bits) {
    return view->everyone << LENS_WHEN_SHIFT | (reader & (uint64_t)LENS_TAG_MASK << LENS_TAG_SHIFT);
  }
  bool many = reader & (LENS_MANY_LANES | LENS_MANY_WARPS);
  if (!many && same_thread(reader, view, me)) return me;
  if (!unordered(reader, view, now, reader & LENS_MANY_WARPS)) return me;
  uint64_t warp_bits = LENS_THREAD_MASK & ~(UINT64_C(31) << LENS_THREAD_SHIFT);
  bool one_warp = !((reader ^ me) & warp_bits);
  return with_earlier_when(reader, me) | (one_warp ? LENS_MANY_LANES : LENS_MANY_WARPS);
}

lens_verdict lens_shadow_load(lens_cell *cell, const lens_view *view, const lens_moment *now,
                              uint64_t me, uint64_t written, uint64_t *other) {
  uint64_t writer = lens_peek(&cell->writer);
  uint64_t reader = lens_peek(&cell->reader);
  uint64_t readers = joined(reader, view, now, me);
  if (readers != reader) lens_poke(&cell->reader, readers);
  if (writer < written) return LENS_NEVER_WRITTEN;
  if (!clashes_with_writer(writer, view, now, me)) return LENS_FINE;
  *other = writer;
  return LENS_CLASH_WITH_WRITER;
}

lens_verdict lens_shadow_store(lens_cell *cell, const lens_view *view, const lens_moment *now,
                               uint64_t me, uint64_t *other) {
  uint64_t writer = lens_peek(&cell->writer);
  uint64_t reader = lens_peek(&cell->reader);
  lens_poke(&cell->writer, me | LENS_WRITTEN);
  if (clashes_with_reader(reader, view, now, me)) {
    *other = reader;
    return LENS_CLASH_WITH_READER;
  }
  if (!clashes_with_writer(writer, view, now, me)) return LENS_FINE;
  *other = writer;
  return LENS_CLASH_WITH_WRITER;
}

lens_verdict lens_shadow_atomic(lens_cell *cell, const lens_view *view, const lens_moment *now,
                                uint64_t me, uint64_t written, uint64_t *other) {
  uint64_t writer = lens_peek(&cell->writer);
  uint64_t reader = lens_peek(&cell->reader);
  lens_poke(&cell->writer, me | LENS_WRITTEN | LENS_BY_ATOMIC);
  if (writer < written) return LENS_NEVER_WRITTEN;
  if (clashes_with_reader(reader, view, now, me)) {
    *other = reader;
    return LENS_CLASH_WITH_READER;
  }
  if ((writer & LENS_BY_ATOMIC) || !clashes_with_writer(writer, view, now, me)) return LENS_FINE;
  *other = writer;
  return LENS_CLASH_WITH_WRITER;
}
