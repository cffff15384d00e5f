/** @file shadow.h
 *  Which threads accessed a 4-byte cell last, and whether the next access conflicts with them.
 *
 *  A cell has two words, for the last writer and the last reader. Both have this form:
 *
 *      when : 39 | thread : 10 | tag : 12 | flags : 3
 *
 *  `when` grows with time. For global memory it is the number of the thread block (counted over all
 *  launches), followed by the block's clock in the low bits; for shared memory it is the block's
 *  own clock. A clock ticks at each barrier and each warp synchronisation. `tag` holds the low bits
 *  of the place in the code, which are enough to find the line among the instructions of one
 *  kernel.
 */
#ifndef LENS_RUNTIME_SHADOW_H
#define LENS_RUNTIME_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lens_cell {
  uint64_t writer; /**< 0: never written */
  uint64_t reader;
} lens_cell;

#define LENS_WHEN_SHIFT   25
#define LENS_THREAD_SHIFT 15
#define LENS_TAG_SHIFT    3
#define LENS_THREAD_MASK  (UINT64_C(0x3ff) << LENS_THREAD_SHIFT)
#define LENS_TAG_MASK     0xfffu

/** Within `when` of global memory. */
#define LENS_CLOCK_BITS 13
#define LENS_CLOCK_MAX  ((UINT64_C(1) << LENS_CLOCK_BITS) - 1)
#define LENS_OWNER_BITS 26
#define LENS_OWNER_MAX  ((UINT64_C(1) << LENS_OWNER_BITS) - 1)
#define LENS_OWNER_MASK (LENS_OWNER_MAX << (64 - LENS_OWNER_BITS))

/** Flags of a writer. A word from the host is LENS_WRITTEN alone. */
#define LENS_WRITTEN   UINT64_C(1)
#define LENS_BY_ATOMIC UINT64_C(2) /**< written by an atomic, or by a volatile store */
/** Flags of a reader; a word has at most one of these three values. Several lanes or several warps
 *  have read the cell with no synchronisation between them, or all loads were volatile. */
#define LENS_MANY_LANES  UINT64_C(1)
#define LENS_MANY_WARPS  UINT64_C(2)
#define LENS_WEAK_READER UINT64_C(3)
#define LENS_READERS     UINT64_C(3)
/** Flag of a reader: parts of the cell were accessed in this launch or block, and the four cells of
 *  its bytes say by which threads. Its `writer` then says only that the cell was written. */
#define LENS_SPLIT UINT64_C(4)

/** A thread block's view of one space (global or shared), until its next barrier. */
typedef struct lens_view {
  uint64_t floor;       /**< words below belong to an earlier launch (global) or block (shared) */
  uint64_t who;         /**< mask of the bits that distinguish threads */
  uint64_t block_bits;  /**< mask of the bits that distinguish thread blocks; 0 for shared memory */
  uint64_t block_since; /**< `when` of the last barrier */
  uint64_t everyone;    /**< the value of `when` for readers in several thread blocks */
  /** identifies the launch, or the part between two barriers of the grid, for common_reads.h; 0 for
   * shared memory, and after the block has executed a fence */
  uint32_t epoch;
} lens_view;

/** One thread's own part of the view, until its next synchronisation within the warp. */
typedef struct lens_moment {
  uint64_t stamp;       /**< when and thread, as in a cell's word */
  uint64_t warp_since;  /**< `when` of the thread's last synchronisation with any lanes */
  uint64_t whole_since; /**< `when` of the last synchronisation of all lanes of the warp */
  uint32_t met; /**< lanes that the thread was synchronised with since then, also indirectly */
} lens_moment;

typedef enum lens_verdict {
  LENS_FINE,
  LENS_NEVER_WRITTEN,
  LENS_CLASH_WITH_WRITER, /**< nothing orders this access and the one in `*other` */
  LENS_CLASH_WITH_READER
} lens_verdict;

static inline uint64_t lens_word_when(uint64_t word) {
  return word >> LENS_WHEN_SHIFT;
}
/** The number of the thread block, in a word of global memory. */
static inline uint64_t lens_word_owner(uint64_t word) {
  return word >> (64 - LENS_OWNER_BITS);
}
static inline unsigned lens_word_thread(uint64_t word) {
  return (unsigned)(word >> LENS_THREAD_SHIFT) & 0x3ff;
}
static inline uint64_t lens_word_readers(uint64_t word) {
  return word & LENS_READERS;
}
static inline unsigned lens_word_tag(uint64_t word) {
  return (unsigned)(word >> LENS_TAG_SHIFT) & LENS_TAG_MASK;
}

static inline bool lens_is_split(uint64_t reader, const lens_view *view) {
  return reader >= view->floor && (reader & LENS_SPLIT);
}

/** Several host threads access cells of global memory without a lock. Each word is read and written
 *  as a whole, and a lost update loses at most one sighting of a race. */
static inline uint64_t lens_shadow_peek(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static inline void lens_poke(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/** The full rules. A volatile access is marked in `me`, as LENS_WEAK_READER or LENS_BY_ATOMIC: with
 *  other volatile accesses and with atomics of other warps it does not race. Within a warp it does
 *  race, because volatile does not replace __syncwarp. `me` is now->stamp with tag and flags; a
 *  writer's word below `written` means that the cell was never written. Each function judges the
 *  access, updates the cell, and on a conflict returns the word of the other access. */
lens_verdict lens_shadow_load(lens_cell *cell, const lens_view *view, const lens_moment *now,
                              uint64_t me, uint64_t written, uint64_t *other);
lens_verdict lens_shadow_store(lens_cell *cell, const lens_view *view, const lens_moment *now,
                               uint64_t me, uint64_t *other);
lens_verdict lens_shadow_atomic(lens_cell *cell, const lens_view *view, const lens_moment *now,
                                uint64_t me, uint64_t written, uint64_t *other);

/* The quick tests handle the common cases: data that was written before the launch, and data that
 * only one thread uses. Most of the lens's speed comes from these tests. If a test returns true,
 * the access is done. If it returns false, the test has changed nothing, and the full rules must be
 * applied. */

/** Whether the numbers of two blocks are far apart, judged by these bits of them. */
static inline bool lens_are_distant(uint64_t one, uint64_t other, uint64_t bits) {
  return ((one - other + 32) & bits) > 64;
}

/** Whether the first reading block is far from the block of `me`. The word for readers in several
 *  blocks holds, instead of a thread, the low bits of the number of the block that read first. */
static inline bool lens_is_distant(uint64_t reader, const lens_view *view, uint64_t me) {
  return lens_word_when(reader) == view->everyone &&
         lens_are_distant(lens_word_owner(me), lens_word_thread(reader), 0x3ff);
}

/** The difference between the reader's word and `me`, except lane and tag: 0 if a lane of this warp
 *  read the cell at this moment; LENS_MANY_LANES alone if several did. */
static inline uint64_t lens_beyond_lane(uint64_t reader, uint64_t me) {
  return (reader ^ me) & ~((uint64_t)LENS_TAG_MASK << LENS_TAG_SHIFT) &
         ~(UINT64_C(31) << LENS_THREAD_SHIFT);
}

/** Which of two readers of one warp the cell names. For different instructions it is the first: in
 *  x[i] += v the other one is about to write itself. For the same instruction it is the last,
 *  because the lane that writes is most often the first. */
static inline uint64_t lens_named_lane(uint64_t reader, uint64_t me) {
  return (reader ^ me) & ((uint64_t)LENS_TAG_MASK << LENS_TAG_SHIFT) ? reader : me;
}

/** Whether the access of `word`, which is part of this launch, was made by this block before its
 *  last barrier. */
static inline bool lens_before_barrier(uint64_t word, const lens_view *view, uint64_t me) {
  return !((word ^ me) & view->block_bits) && lens_word_when(word) < view->block_since;
}

/** Whether the cell's last writer cannot conflict with `me`: it wrote before this launch, is the
 *  same thread, or wrote before a barrier of this block. */
static inline bool lens_writer_passes(uint64_t writer, const lens_view *view, uint64_t me) {
  return writer < view->floor || !((writer ^ me) & view->who) ||
         lens_before_barrier(writer, view, me);
}

/** Whether several warps of this block have read the cell since the last barrier, and no other
 *  thread has read it later.
 */
static inline bool lens_among_warps(uint64_t reader, const lens_view *view, uint64_t me) {
  return (reader & (LENS_READERS | LENS_SPLIT)) == LENS_MANY_WARPS &&
         !((reader ^ me) & view->block_bits) && lens_word_when(reader) >= view->block_since &&
         lens_word_when(reader) <= lens_word_when(me);
}

static inline bool lens_quick_load(lens_cell *cell, const lens_view *view, uint64_t me,
                                   uint64_t written) {
  uint64_t writer = lens_shadow_peek(&cell->writer);
  if (writer < written || !lens_writer_passes(writer, view, me)) return false;
  uint64_t reader = lens_shadow_peek(&cell->reader);
  if (reader < view->floor) {
    __builtin_prefetch((const void *)((uintptr_t)cell + 32 * sizeof *cell),
                       1); /* most arrays are read in order */
    lens_poke(&cell->reader, me);
    return true;
  }
  if (lens_word_when(reader) ==
      view->everyone) { /* needed only until common_reads.h knows the cell */
    return !view->epoch || !lens_is_distant(reader, view, me);
  }
  uint64_t beyond = lens_beyond_lane(reader, me);
  bool volatile_load = me & LENS_READERS;
  if (beyond == LENS_MANY_LANES) {
    if (!volatile_load) lens_poke(&cell->reader, lens_named_lane(reader, me) | LENS_MANY_LANES);
    return true;
  }
  if (beyond == 0) {
    bool other = (reader ^ me) & view->who;
    uint64_t named = volatile_load ? reader : lens_named_lane(reader, me);
    lens_poke(&cell->reader, other ? named | LENS_MANY_LANES : me);
    return true;
  }
  if (lens_among_warps(reader, view, me)) return true;
  if (reader & LENS_SPLIT) return false;
  bool same = !((reader ^ me) & (view->who | LENS_READERS)); /* the same thread, perhaps later */
  if (!same && !lens_before_barrier(reader, view, me)) return false;
  lens_poke(&cell->reader, me);
  return true;
}

static inline bool lens_quick_store(lens_cell *cell, const lens_view *view, uint64_t me) {
  if (!lens_writer_passes(lens_shadow_peek(&cell->writer), view, me)) return false;
  uint64_t reader = lens_shadow_peek(&cell->reader);
  if (reader >= view->floor && ((reader ^ me) & (view->who | LENS_READERS | LENS_SPLIT))) {
    if ((reader & LENS_SPLIT) || !lens_before_barrier(reader, view, me)) return false;
  }
  lens_poke(&cell->writer, me | LENS_WRITTEN);
  return true;
}

static inline bool lens_quick_atomic(lens_cell *cell, const lens_view *view, uint64_t me,
                                     uint64_t written) {
  uint64_t writer = lens_shadow_peek(&cell->writer);
  if (writer < written || (writer >= view->floor && !(writer & LENS_BY_ATOMIC))) return false;
  if (lens_shadow_peek(&cell->reader) >= view->floor) return false;
  lens_poke(&cell->writer, me | LENS_WRITTEN | LENS_BY_ATOMIC);
  return true;
}

#endif
