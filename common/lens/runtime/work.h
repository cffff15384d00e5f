/** @file work.h
 *  A launch while it runs, and the host threads that run its blocks.
 */
#ifndef LENS_RUNTIME_WORK_H
#define LENS_RUNTIME_WORK_H

#include "block.h"
#include "timeline.h"

/** A block takes its budget one share at a time: the first is its own, the others come from a pool
 *  for all blocks and return there when the block ends. So if each of many blocks is in an endless
 *  loop, this is detected about as soon as if only one block were. */
enum { LENS_STEP_SHARES = 64, LENS_BUDGETS_OF_LAUNCH = 4 };

/** One launch while it runs; the same for all its blocks. */
typedef struct lens_work {
  const lens_launch *launch;
  const char *kernel;            /**< interned name */
  const lens_kernel *registered; /**< or NULL */
  unsigned number;               /**< the number of launches before this one */
  uintptr_t code_base;           /**< the base address of the module that holds the kernel */
  unsigned threads;              /**< per block */
  uint64_t blocks;
  uint64_t first_owner; /**< the first of the numbers that identify this launch's blocks in the
                         *  shadow */
  lens_open open;       /**< earlier jobs that are not ordered before this launch; mostly none */
  uint64_t step_budget, block_step_budget; /**< budgets of a thread, and of a block */
  uint64_t shared_steps;                   /**< atomic: left to all blocks that have not ended */
  uint64_t seed;
  struct lens_host *const *hosts; /**< host threads that take part */
  unsigned num_hosts;
  uint64_t next_block;     /**< atomic: the next one to be taken, before the seed's shuffling */
  uint64_t first_shuffled; /**< the first block that the seed may move to another place */
  uint64_t most_resident;  /**< the most blocks that may have begun and not ended */
  bool stop;               /**< atomic: take no more blocks, the kernel hangs */
  bool cut;                /**< atomic: abandon the running blocks (stop.h) */
  bool no_room;            /**< atomic: a block could not begin, because memory is short */
  struct lens_grid *grid;  /**< the barrier of the grid (grid.c) */
  bool fenced;             /**< atomic: some thread has fenced (order.h) */
  bool is_limited;         /**< a thread ends when it has used up its budget */
  bool may_be_unset;       /**< unset.c checks stores */
  lens_flow *flow;         /**< changes only while the first block runs alone */
  bool asks_grid;          /**< atomic: the kernel reads gridDim */
  bool steps_by_block;     /**< atomic: the kernel reads blockDim in loops */
  struct lens_recordings *tapes; /**< what the blocks did (predict.h); NULL: it is not recorded */
} lens_work;

/** A host thread and the blocks on it. Ordinary kernels need one block at a time. Fields that
 *  change with every block are here, on cache lines that no other host thread writes. */
typedef struct lens_host {
  _Alignas(128) lens_work *work;  /**< processors fetch cache lines in pairs */
  uint64_t next_block, end_block; /**< blocks that the host thread has taken and not begun */
  lens_block *blocks;    /**< all blocks that were on the host thread at once in this launch */
  unsigned num_resident; /**< the number of these blocks that have begun and not ended */
  lens_record *traces;   /**< buffers of 32 lanes, for the one warp that runs */
  uint64_t num_ended;    /**< atomic: blocks that have ended here in this launch */
  uint64_t num_moves;    /**< atomic: times that a block here made progress */
  uint64_t vote;         /**< atomic: see grid.c */
} lens_host;

/** The place in the code of an entry. */
static inline uintptr_t lens_place_of(const lens_block *block, const lens_record *record) {
  return block->work->code_base + lens_key_place(record->key);
}

/* host.c: a host thread's share of a launch */
/** Whether the host thread has what it needs for blocks of `threads` threads. */
bool lens_host_is_ready(const lens_host *host, unsigned threads);
/** Allocates the minimum that the host thread needs. False if memory is short. */
bool lens_host_begin(lens_host *host, lens_work *work);
/** Runs the first block, by which the lens learns the kernel's control flow. */
void lens_host_learn(lens_host *host);
/** Takes blocks until none is left. */
void lens_host_run(lens_host *host);
/** Frees what lens_host_run has allocated in addition to lens_host_begin. */
void lens_host_trim(lens_host *host);

/* seed.c: the order in which blocks, warps and lanes are run */
uint64_t lens_seed(void);
/** The number that comes i-th if 0 … n - 1 are shuffled by `key`; i itself if `key` is 0. */
uint64_t lens_seed_shuffled(uint64_t i, uint64_t n, uint64_t key);
/** Derives from `key` the key for shuffling one part of the launch; 0 if `key` is 0. */
uint64_t lens_seed_mix(uint64_t key, uint64_t part);

/* launch.c */
/** Writes what kernels have printed. Called when the program crashes. */
void lens_launch_rescue_prints(void);
/** Reserves numbers in the shadow for this many blocks. */
uint64_t lens_work_take_owners(uint64_t blocks);
/** The size of an argument of the kernel. If it is unknown: the largest that CUDA allows. */
size_t lens_work_argument_bytes(const lens_launch *launch, int argument);
/** The number that the shadow will use for the next launch's first block. */
uint64_t lens_work_next_owner(void);

#endif
