/** @file runtime.h
 *  The threads being run: lanes, the worker that runs a thread block, the launch they belong to.
 */
#ifndef LENS_RUNTIME_RUNTIME_H
#define LENS_RUNTIME_RUNTIME_H

#include "align.h"
#include "count.h"
#include "fiber.h"
#include "lens/abi.h"
#include "lens/lens.h"
#include "order.h"
#include "record.h"
#include "shadow.h"
#include "sighting.h"

#include <stdbool.h>
#include <stdint.h>

#define LENS_MAX_THREADS      1024           /**< of a block */
#define LENS_MAX_SHARED       (227u * 1024)  /**< bytes a launch may ask for */
#define LENS_STATIC_SHARED    (48u * 1024)   /**< bytes of all `__shared__` variables of a kernel */
#define LENS_SHARED_SPAN      (1024u * 1024) /**< shared memory of a worker, with the redzones */
#define LENS_SHARED_GRANULE   128u
#define LENS_MAX_SHARED_NAMES 64
#define LENS_TRACE            240   /**< entries of a lane's buffer; all 32 fit the second cache */
#define LENS_LONG_TRACE       32768 /**< the same in the first block, where looking far ahead helps */

typedef enum lens_lane_state {
  LENS_LANE_RUNS,     /**< ready, or stopped because its buffer was full */
  LENS_LANE_BARRIER,  /**< waits for its block */
  LENS_LANE_EXCHANGE, /**< waits for its warp */
  LENS_LANE_DONE,     /**< returned from the kernel */
  LENS_LANE_KILLED    /**< stopped by a finding */
} lens_lane_state;

/** What a waiting lane waits for. */
typedef struct lens_wait {
  uintptr_t place;
  const void *in;
  void *out;
  unsigned mask;
  bool foreign;  /**< the program's mask does not name the lane */
  int operation; /**< enum lens_barrier or enum lens_exchange */
  int argument, width;
  unsigned bytes;
  unsigned result; /**< of a barrier's reduction, or the active mask */
} lens_wait;

/** Operations of the warp beside those of enum lens_exchange. */
enum { LENS_SYNCWARP = 100, LENS_ACTIVEMASK };

/** A store of the running lane to a cell that another thread wrote at the same time. Only when the
 *  store has been done can it be seen whether it changed anything; if not, the race is of no
 *  consequence. Settled before another lane runs. */
typedef struct lens_suspect {
  const void *address; /**< NULL: none */
  unsigned bytes;
  unsigned char before[16];
  lens_sighting sighting;
} lens_suspect;

/** One CUDA thread. What the hooks need stands first, in as few cache lines as can be. */
typedef struct __attribute__((aligned(64))) lens_lane {
  lens_record *out, *limit;
  uintptr_t stack_low; /**< heights of the stack pointer are counted from here */
  uintptr_t code_base; /**< places in the code are counted from here */
  uint64_t steps_left;
  struct lens_worker *worker;
  lens_moment global;
  lens_moment shared;
  uintptr_t shared_base;
  void *stack_pointer;
  lens_lane_state state;
  unsigned thread; /**< linear, within the block */
  lens_dim3 index;
  lens_wait wait;
  bool weak; /**< the access that is looked at is volatile */
  lens_fences fences;
} lens_lane;

/** A `__shared__` variable of the block that is running. */
typedef struct lens_shared_variable {
  const void *key;
  const char *name;
  uint32_t start;
  uint32_t bytes;
} lens_shared_variable;

/** The shared memory of one worker, used by one block after the other. */
typedef struct lens_shared_memory {
  unsigned char *bytes; /**< LENS_SHARED_SPAN of them */
  lens_cell *cells;     /**< one for each 4 bytes */
  lens_cell *parts;     /**< one for each byte; of cells that are split */
  uint8_t *variable_of; /**< for each LENS_SHARED_GRANULE: number of the variable, or 0 */
  lens_shared_variable variables[1 + LENS_MAX_SHARED_NAMES]; /**< number 0 is empty */
  unsigned num_variables;
  uint32_t used;  /**< bytes up to the end of the last redzone */
  uint32_t asked; /**< bytes of the variables alone */
} lens_shared_memory;

/** One launch while it runs; the same for all workers. */
typedef struct lens_work {
  const lens_launch *launch;
  const char *kernel;            /**< interned name */
  const lens_kernel *registered; /**< or NULL */
  unsigned number;               /**< of launches before it */
  uintptr_t code_base;           /**< of the module that holds the kernel */
  unsigned threads;              /**< of a block */
  uint64_t blocks;
  uint64_t first_owner; /**< of the numbers that stand for this launch's blocks in the shadow */
  uint64_t step_budget;
  uint64_t next_block; /**< atomic: the next one to be taken */
  bool stop;           /**< atomic: take no more blocks, the kernel hangs */
  bool fenced;         /**< atomic: some thread has fenced (order.h) */
  lens_flow *flow;     /**< of the kernel; changes only while the first block runs alone */
} lens_work;

/** A host thread and all it needs to run one block at a time. */
typedef struct lens_worker {
  lens_align align; /**< of the warp that is running */
  uint32_t ready;   /**< its lanes that are still to be run on in this round */
  lens_lane *warp;  /**< its first lane */
  bool watched;     /**< its requests are kept as examples */
  unsigned warp_lanes;
  uint32_t waited_for;  /**< lanes that a waiting exchange of the warp names */
  uint32_t passed_by;   /**< those of them that meanwhile touched memory somewhere else */
  uint32_t undefined;   /**< lanes of the warp whose value of the last shuffle is undefined */
  int shuffle_distance; /**< of that shuffle */
  void *scheduler;      /**< stack pointer of the worker's own stack */
  lens_work *work;
  lens_view global, shared; /**< of the block */
  uint64_t block;
  lens_dim3 block_index;
  uint64_t clock;       /**< ticks over all blocks: `when` of shared memory */
  uint64_t block_clock; /**< `clock` when the block began */
  lens_suspect suspect;
  bool abandoned;   /**< the block hangs and is given up */
  lens_lane *lanes; /**< LENS_MAX_THREADS */
  lens_stacks stacks;
  lens_record *traces;   /**< of 32 lanes */
  unsigned trace;        /**< entries of each */
  lens_flow_path *paths; /**< of all threads, while the first block runs alone; else NULL */
  lens_shared_memory shared_memory;
  lens_counts counts;
  lens_sightings sightings;
  uint64_t accesses, warp_steps, thread_steps;
  int error; /**< cudaError_t of the worst thing that happened, or 0 */
} lens_worker;

/** The lane this host thread is running, NULL outside kernels. */
extern _Thread_local lens_lane *lens_lane_now
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* worker.c: a host thread's share of a launch */
lens_worker *lens_worker_new(void);
void lens_worker_free(lens_worker *worker);
/** Forgets the launch before. */
void lens_worker_begin(lens_worker *worker, lens_work *work);
/** Runs the first block, by which the lens learns the kernel's control flow. */
void lens_worker_learn(lens_worker *worker);
/** Takes blocks until none is left. */
void lens_worker_run(lens_worker *worker);
/** Keeps the worst error: the lowest number, which does not depend on the order of blocks. */
void lens_worker_fail(lens_worker *worker, int error);

/* block.c: one thread block */
void lens_block_run(lens_worker *worker, uint64_t block);
/** A synchronisation of `lanes` of the current warp has happened: a tick. */
void lens_block_tick_warp(lens_worker *worker, uint32_t lanes);
/** A fence of one thread: a tick for it alone, which orders it with nobody. */
void lens_block_tick_lane(lens_worker *worker, lens_lane *lane);
/** A barrier of the block has happened: a tick for all. */
void lens_block_tick_all(lens_worker *worker);

/* lane.c: one thread */
void lens_lane_start(lens_worker *worker, unsigned thread);
/** Runs `lanes` of the current warp until each has filled its buffer, waits, or is done. */
void lens_lanes_run(lens_worker *worker, uint32_t lanes);
/** The buffer of a lane of the current warp; one entry more than it holds, to close it. */
static inline lens_record *lens_lane_trace(const lens_worker *worker, unsigned lane) {
  return worker->traces + (size_t)lane * (worker->trace + 1);
}
/** Stops the lane that runs and goes on with the next one, or with the scheduler. */
void lens_lane_yield(lens_lane *lane);
/** Ends the lane that runs, after a finding. */
void lens_lane_kill(lens_lane *lane) __attribute__((noreturn));
/** Writes the last entry of a trace, and waits for what lane->wait says, called from `frame`. */
void lens_lane_wait(lens_lane *lane, lens_lane_state state, uintptr_t frame);

/* warp.c: 32 threads */
void lens_warp_run(lens_worker *worker, lens_lane *first, unsigned lanes);
extern const lens_align_client lens_warp_client;

/* exchange.c: what lanes tell each other */
/** Does the exchange for which the lanes `present` of the warp wait. */
void lens_exchange_do(lens_lane *warp, uint32_t present);

/* barrier.c */
/** All live threads of the block wait at a barrier: checks them, and lets them go on. */
void lens_barrier_release(lens_worker *worker);

/* shared.c */
int lens_shared_init(lens_shared_memory *shared);
void lens_shared_free(lens_shared_memory *shared);
/** Forgets the variables, for the next block. */
void lens_shared_clear(lens_shared_memory *shared);
/** The variable at `offset`, or else the nearest one, or NULL when there is none. */
const lens_shared_variable *lens_shared_nearest(const lens_shared_memory *shared, size_t offset);

/* describe.c: names for addresses and threads */
/** A sighting of the lane, with its block and thread. */
lens_sighting lens_describe_lane(const lens_lane *lane, lens_finding_kind kind, uintptr_t place);
/** Sets array, index and length. `address` is that of the arena or of shared memory. */
void lens_describe_array(const lens_worker *worker, lens_space space, uintptr_t address,
                         unsigned bytes, lens_sighting *sighting);
/** The same for an address of the arena outside kernels: by the allocation's own name. */
void lens_describe_allocation(uintptr_t address, unsigned bytes, lens_sighting *sighting);
/** Names the kernel's argument that holds a host address. */
void lens_describe_argument(const lens_work *work, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting);

/** intern.c: one copy of each text, kept for good. */
const char *lens_intern(const char *text);

#endif
