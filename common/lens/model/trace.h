/** @file trace.h
 *  The input of the machine model: the operations of the warps of one launch, in the order in which
 *  a GPU would issue them. The model does not depend on how this trace was obtained.
 *
 *  A warp is a list of operations. An operation issues after all earlier ones of its warp have
 *  issued, and after the results that it needs have arrived. The writer of the trace decides which
 *  operations a compiler would move, such as loads of several iterations before the first use.
 *
 *  Allocations should be laid out as on a GPU: each at a multiple of 256 bytes, one of 1 MB or more
 *  at a multiple of 2 MB, and all at the same addresses in every run. The model numbers pages of 2
 *  MB itself, so only the position within a page matters.
 */
#ifndef LENS_MODEL_TRACE_H
#define LENS_MODEL_TRACE_H

#include <stddef.h>
#include <stdint.h>

typedef enum model_kind {
  MODEL_LOAD,     /**< of global memory */
  MODEL_STORE,    /**< to global memory; no operation waits for it */
  MODEL_ATOMIC,   /**< on global memory */
  MODEL_SHARED,   /**< load, store or atomic of shared memory */
  MODEL_EXCHANGE, /**< shuffle, vote, match, or a reduction of the warp */
  MODEL_BARRIER,  /**< waits for the whole block */
  MODEL_FENCE,    /**< waits until the warp's earlier stores are visible */
  MODEL_COMPUTE   /**< arithmetic only */
} model_kind;

enum {
  MODEL_READ_ONLY = 1, /**< of a load: nothing writes this memory during the launch */
  MODEL_PAST_L1 = 2,   /**< of a load: volatile, or marked to skip the L1 cache */
  MODEL_RETURNS = 4,   /**< of an atomic: the warp uses its result */
  MODEL_GRID = 8,      /**< of a barrier: all blocks of the launch */
  MODEL_FLOATING = 16  /**< of an atomic: it adds floating-point numbers */
};

/** `waits_for` of an operation that needs every earlier result of its warp. */
#define MODEL_WAITS_FOR_ALL UINT16_MAX

/** One operation of one warp. */
typedef struct model_operation {
  uint8_t kind; /**< enum model_kind */
  uint8_t flags;
  uint8_t bytes;         /**< bytes requested by each lane: 1 to 16 */
  uint8_t lanes;         /**< lanes that take part: 1 to 32 */
  uint16_t instructions; /**< non-memory instructions that the warp issues before this one */
  uint16_t waits_for;    /**< this operation needs the result of the operation that comes this many
                            operations earlier, and all results before that one; 0: none */
  uint16_t num_sectors;  /**< global memory: number of distinct sectors, which are in
                            model_warp.sectors */
  uint16_t wavefronts; /**< shared memory, and loads and stores of global memory: the largest number
                            of different words in one of the 32 banks (word modulo 32; of 8 and
                            16 bytes per lane, of one half or quarter of the warp, times 2 or
                            4); 0: unknown. Atomics of global memory: the largest number of lanes
                            on one word, of each half of the warp, added up */
  uint32_t place;      /**< the line of the program, numbered by the writer of the trace */
} model_operation;

/** A warp. The sectors of all operations follow each other, in the order of operations; a sector is
 *  an address divided by 32, in increasing order within one operation. */
typedef struct model_warp {
  const model_operation *operations;
  size_t num_operations;
  const uint64_t *sectors;
  size_t num_sectors;
} model_warp;

/** A block, whose warps must stay valid until it has ended. */
typedef struct model_block {
  const model_warp *warps;
  unsigned num_warps;
} model_block;

/** A launch. The model takes each block once, in the order of the blocks' numbers, and gives it
 *  back when it has ended. */
typedef struct model_launch {
  uint64_t num_blocks;
  unsigned threads_per_block;
  unsigned registers;  /**< per thread; 0: unknown, and then no limit */
  size_t shared_bytes; /**< per block */
  unsigned num_places;
  uint64_t budget; /**< limit of sectors and operations: in a larger launch only some blocks are
                    *  simulated; 0: some millions; UINT64_MAX: all blocks */
  const model_block *(*take)(void *context, uint64_t block);
  void (*give_back)(void *context, const model_block *block);
  void *context;
} model_launch;

#endif
