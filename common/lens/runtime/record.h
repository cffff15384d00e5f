/** @file record.h
 *  One entry of a thread's trace: where the thread was, and what it touched there.
 *
 *  `key` orders the entries of the 32 threads of a warp in time (see align.c): the height of the
 *  stack pointer above the lowest address of the stack (plus LENS_KEY_LIFT) in the upper half, so
 *  that the deepest call comes first, and the place in the code in the lower half. The place is the
 *  return address of the hook, relative to the module that holds the kernel. `what` packs the kind
 *  of entry, the space, the size, the kind of update of an atomic, whether the access is volatile,
 *  and the address.
 */
#ifndef LENS_RUNTIME_RECORD_H
#define LENS_RUNTIME_RECORD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lens_record {
  uint64_t key;
  uint64_t what;
} lens_record;

/** The first three are enum lens_operation of lens.h. */
enum lens_record_kind {
  LENS_RECORD_LOAD,
  LENS_RECORD_STORE,
  LENS_RECORD_ATOMIC,
  LENS_RECORD_PRINT, /**< printed text, which is at the address (print.h) */
  LENS_RECORD_BLOCK, /**< entry into a basic block */
  LENS_RECORD_SYNC,  /**< the thread waits here; always the last entry */
  LENS_RECORD_MET    /**< the thread has met the others of its warp here, and continued */
};

/** Keys from LENS_KEY_NONE up say why a lane has no next entry. */
#define LENS_KEY_NONE     (UINT64_C(1) << 63)
#define LENS_KEY_STARVED  LENS_KEY_NONE /**< closes a buffer: the thread must run to add entries */
#define LENS_KEY_PARKED   (LENS_KEY_NONE + 1) /**< the lane waits for other lanes */
#define LENS_KEY_FINISHED (LENS_KEY_NONE + 2)
#define LENS_KEY_ASIDE    (LENS_KEY_NONE + 3) /**< the lane lets other lanes go first */

/** How the hardware does an atomic on shared memory; the costs differ (model.h). */
enum lens_update {
  LENS_UPDATE_PLAIN,     /**< ATOMS.ADD, .MAX, .EXCH, … */
  LENS_UPDATE_ONE,       /**< ATOMS.POPC.INC: adds the constant 1 for all lanes on a word at once */
  LENS_UPDATE_SWAP,      /**< ATOMS.CAS */
  LENS_UPDATE_LOOP,      /**< a loop: LDS and ATOMS.CAST.SPIN until all lanes succeed */
  LENS_UPDATE_FLOATS = 4 /**< an additional flag, also for global memory: it adds floats */
};

#define LENS_ADDRESS_BITS 48
#define LENS_UPDATE_SHIFT (LENS_ADDRESS_BITS + 8)
#define LENS_VOLATILE     (UINT64_C(1) << 63) /**< in `what`: the access is volatile */

static inline uint64_t lens_make_key(uint64_t height, uint32_t place) {
  return height << 32 | place;
}

/** Added to every height to keep it positive: a place outside of the module changes the height by
 *  less than 2^15. */
#define LENS_KEY_LIFT 0x10000

/** What to subtract from `(frame << 32) + place` to get the key, so that a key costs only an
 *  addition and a subtraction. */
static inline uint64_t lens_key_base(uintptr_t stack_low, uintptr_t code_base) {
  return ((uint64_t)(stack_low - LENS_KEY_LIFT) << 32) + code_base;
}

static inline uint32_t lens_key_place(uint64_t key) {
  return (uint32_t)key;
}

static inline uint64_t lens_key_height(uint64_t key) {
  return key >> 32;
}

/** The part of `what` that says what kind of entry it is, without the address. `bytes` is a power
 *  of two, or 0. */
static inline uint64_t lens_make_class(unsigned kind, unsigned space, unsigned bytes) {
  unsigned log2_bytes = bytes ? (unsigned)__builtin_ctz(bytes) : 0;
  return (uint64_t)(kind | space << 3 | log2_bytes << 4) << LENS_ADDRESS_BITS;
}

static inline uint64_t lens_class_of(uint64_t what) {
  return what >> LENS_ADDRESS_BITS;
}

static inline uint64_t lens_address_of(uint64_t what) {
  return what & ((UINT64_C(1) << LENS_ADDRESS_BITS) - 1);
}

static inline unsigned lens_kind_of(uint64_t what) {
  return (unsigned)lens_class_of(what) & 7;
}

static inline unsigned lens_syntax_space_of(uint64_t what) {
  return (unsigned)lens_class_of(what) >> 3 & 1;
}

static inline unsigned lens_bytes_of(uint64_t what) {
  return 1u << ((unsigned)lens_class_of(what) >> 4 & 15);
}

static inline uint64_t lens_update_bits(enum lens_update update) {
  return (uint64_t)update << LENS_UPDATE_SHIFT;
}

static inline enum lens_update lens_update_of(uint64_t what) {
  return (enum lens_update)(what >> LENS_UPDATE_SHIFT & 3);
}

static inline bool lens_adds_floats(uint64_t what) {
  return what >> LENS_UPDATE_SHIFT & LENS_UPDATE_FLOATS;
}

#endif
