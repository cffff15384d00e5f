/** @file block.h
 *  One thread block: its lanes, its warps, and what it needs to run.
 */
#ifndef LENS_RUNTIME_BLOCK_H
#define LENS_RUNTIME_BLOCK_H

#include "align.h"
#include "count.h"
#include "fiber.h"
#include "flow.h"
#include "guess.h"
#include "lens/abi.h"
#include "lens/lens.h"
#include "order.h"
#include "print.h"
#include "record.h"
#include "recording.h"
#include "register_values.h"
#include "shadow.h"
#include "shared.h"
#include "sighting.h"

#include <stdbool.h>
#include <stdint.h>

#define LENS_MAX_THREADS 1024  /**< threads per block */
#define LENS_TRACE       240   /**< entries of a lane's buffer; 32 buffers fit into the L2 cache */
#define LENS_LONG_TRACE  32768 /**< the same in the first block, whose control flow is learnt */
#define LENS_SLICE       2048  /**< entries of a lane's trace after which its warp yields */

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
  uint64_t bits; /**< the value that the lane sends; later the value that it receives */
  unsigned mask;
  int operation; /**< enum lens_barrier or enum lens_exchange */
  int argument, width;
  bool foreign; /**< the program's mask does not name the lane */
} lens_wait;

/** A barrier in addition to those of enum lens_barrier. */
enum { LENS_SYNC_GRID = 50 };

/** Operations of the warp in addition to those of enum lens_exchange. */
enum { LENS_SYNCWARP = 100, LENS_ACTIVEMASK };

/** What a meeting's trace entry holds in its field for bytes: whether the lanes exchange
 *  anything. */
enum { LENS_MET_EXCHANGE = 1, LENS_MET_SYNC = 2 };

static inline unsigned lens_met_bytes(int operation) {
  return operation == LENS_SYNCWARP ? LENS_MET_SYNC : LENS_MET_EXCHANGE;
}

/** A store of the running lane to a cell that another thread wrote at the same time. Only after the
 *  store is it known whether the store changed anything; if not, the race is harmless. This is
 *  settled before another lane runs. */
typedef struct lens_suspect {
  const void *address; /**< NULL: none */
  unsigned bytes;
  unsigned char before[16];
  lens_sighting sighting;
} lens_suspect;

/** One CUDA thread. The fields that the hooks need come first, in as few cache lines as
 *  possible. */
typedef struct __attribute__((aligned(64))) lens_lane {
  lens_record *out, *limit;
  uint64_t key_base;   /**< see lens_key_base; for this lane's stack and the module of its kernel */
  uintptr_t stack_low; /**< the lowest address of the lane's stack */
  uint64_t steps_left; /**< entries that its trace may still get before the lane counts as hung */
  uint64_t clock;      /**< the value that the lane reads from the GPU's clocks */
  struct lens_block *block;
  lens_moment global;
  lens_moment shared;
  uintptr_t shared_base;
  void *stack_pointer; /**< NULL: the lane has not begun */
  lens_lane_state state;
  unsigned thread; /**< linear index within the block */
  lens_dim3 index;
  lens_wait wait;
  bool weak;         /**< the current access is volatile */
  uintptr_t guessed; /**< address of the latest plain load that clashed with an atomic; 0: none */
  unsigned guessed_tag;
  uintptr_t constant_pointer; /**< the last pointer loaded from a `__constant__` variable, as an
                                 arena address; 0: none */
  uint8_t update;             /**< of the current atomic: enum lens_atomic */
  lens_fences fences;
} lens_lane;

static inline bool lens_lane_has_ended(const lens_lane *lane) {
  return lane->state == LENS_LANE_DONE || lane->state == LENS_LANE_KILLED;
}

/** The state of a warp's merge while other warps run. */
typedef struct lens_warp {
  bool suspended;
  uint64_t key[LENS_WARP];
  const lens_record *next[LENS_WARP];
  lens_record *saved;  /**< the array that `next` points into; NULL when all traces were used up */
  uint32_t waited_for; /**< see lens_running */
  uint32_t passed_by;
  uint32_t ran;   /**< lanes that were run in the latest slice */
  uint32_t aside; /**< lanes that only spin, so the others of the warp go first */
  lens_stored stored;
  uint64_t steps, thread_steps; /**< steps of the warp in the running block, as in lens_seen */
  bool works;                   /**< the warp has accessed memory */
} lens_warp;

/** How far a block has come when it stops running. */
typedef enum lens_progress {
  LENS_BLOCK_GOES_ON, /**< the block does not stop */
  LENS_BLOCK_DONE,
  LENS_BLOCK_WAITS, /**< the block waits for other blocks at a barrier of the grid */
  LENS_BLOCK_BUSY,  /**< the block has run for a long time; perhaps other blocks should run */
  LENS_BLOCK_SPINS, /**< the block's threads spin until something changes */
  LENS_BLOCK_STUCK  /**< the block's threads spin for ever, because their state repeats */
} lens_progress;

/** A recently seen defect, identified by what is known before it is described. */
typedef struct lens_repeat {
  uintptr_t place; /**< 0: none */
  uint64_t what;   /**< kind, operation, space, and the other side's operation and tag */
  uintptr_t array; /**< number of the allocation, or key of the shared variable */
  size_t sighting; /**< its index in the list of sightings */
} lens_repeat;

#define LENS_REPEATS 16 /**< number of defects that are remembered */

/** What is observed of one thread while watch.c checks whether it only spins. */
typedef struct lens_watch lens_watch;

/** Where the lanes of a warp meet while they run, one after the other: if all come to the same
 *  exchange, the last one does it, and they continue without involving the merge. */
typedef struct lens_meeting {
  uint32_t lanes;   /**< the running lanes, all of which must come; 0: they cannot meet */
  uint32_t arrived; /**< lanes at the call of `key`, with the same operation and mask */
  uint64_t key;
  int operation;
  unsigned mask;
} lens_meeting;

/** The warp that runs. */
typedef struct lens_running {
  lens_align align;
  uint32_t ready; /**< lanes of the warp that must still run in this round */
  lens_meeting meeting;
  lens_lane *lanes; /**< the first lane of the warp */
  bool sampled;     /**< the warp's requests are kept as examples */
  unsigned num_lanes;
  bool exchanges;       /**< lanes may be waiting for others of the warp */
  uint32_t waited_for;  /**< lanes that a waiting exchange names */
  uint32_t passed_by;   /**< those of `waited_for` that have touched other memory in the meantime */
  uint32_t undefined;   /**< lanes whose value of the last shuffle is undefined */
  int shuffle_distance; /**< the distance of that shuffle */
  int64_t slice_left;
  uint32_t ran;       /**< lanes that were run in this slice */
  uint32_t lane_flip; /**< the seed's order: lane i ^ lane_flip comes i-th */
} lens_running;

/** The rounds of a block, in each of which every warp that can run has a slice, and whether the
 *  block spins (watch.c). */
typedef struct lens_turns {
  uint64_t length; /**< entries of a lane's trace after which the block is checked */
  uint64_t spent;
  int64_t used;        /**< the most that a warp has used of its slice in this round */
  unsigned watched;    /**< rounds for which the block has been watched for spinning; 0: it is not
                        *  watched */
  uint64_t quiet_turn; /**< the round, while the block is not watched */
  bool moved;          /**< the block did something other than spin */
  lens_watch *watches; /**< one per thread; NULL if the block was never watched */
} lens_turns;

/** What was counted, found and printed in all blocks that ran on one host thread. */
typedef struct lens_seen {
  lens_calls_counts counts;
  uint64_t accesses, warp_steps, thread_steps;
  uint64_t working_warps, working_warp_steps, working_thread_steps; /**< see lens_launch_record */
  uint64_t busiest_warp, busiest_block;
  lens_sightings sightings;
  lens_repeat repeats[LENS_REPEATS];
  lens_prints prints;
  int error; /**< cudaError_t of the worst thing that happened, or 0 */
} lens_seen;

/** A running or suspended block, and everything it needs. Made once and reused by one block after
 *  another. */
typedef struct lens_block {
  lens_running running;
  void *scheduler; /**< stack pointer of the stack on which the lanes are run one by one */
  struct lens_work *work;
  lens_view global, shared;
  uint64_t number;
  lens_dim3 index;
  uint64_t clock; /**< ticks over all blocks: `when` of shared memory */
  uint64_t began; /**< `clock` when the block began */
  lens_suspect suspect;
  lens_guesses guesses; /**< what threads did with words that they had loaded */
  bool all_run;         /**< all threads are ready */
  lens_warp warps[LENS_MAX_THREADS / LENS_WARP];
  lens_turns turns;
  uint64_t barriers;       /**< the number of barriers of the grid that the block has passed */
  uintptr_t barrier;       /**< place of the latest barrier of the block; 0: none yet */
  bool waits;              /**< the block waits at a barrier of the grid */
  bool resident;           /**< the block has begun and not ended */
  bool unset_seen;         /**< a store of a value that was never set was found (unset.c) */
  unsigned examined;       /**< trace entries examined for advice on races (race_advice.c) */
  struct lens_block *next; /**< the next block of the same host thread */
  uint64_t runs;           /**< how often some lanes were continued; never decreases */
  uint64_t steps_left;     /**< entries that the block's traces may still get before the block takes
                              another share */
  unsigned shares_left;    /**< if none is left, the block counts as hung */
  volatile bool idle;      /**< all threads have computed for a long time without touching memory
                            *  (watchdog.c) */
  bool abandoned;          /**< the block hangs and is no longer run */
  lens_lane *lanes;        /**< LENS_MAX_THREADS */
  lens_stacks stacks;
  lens_record *traces; /**< buffers of 32 lanes: the host thread's, or the block's own long ones */
  unsigned trace;      /**< entries per buffer in `traces` */
  lens_flow_path *paths; /**< one per thread, while the first block runs alone; else NULL */
  lens_shared_memory shared_memory;
  lens_seen seen;
  lens_recorder *recorder; /**< used while the block is recorded (predict.h); else unused or NULL */
  bool recorded;
  uint64_t size_reads; /**< reads of blockDim by all threads while the block is recorded */
} lens_block;

/** The lane that this host thread is running; NULL outside of kernels. */
extern _Thread_local lens_lane *lens_lane_now
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* block_parts.c: what a block needs */
lens_block *lens_block_new(void);
void lens_block_free(lens_block *block);
/** Clears the state of the previous launch. */
void lens_block_prepare(lens_block *block, struct lens_work *work, lens_record *traces);
/** Keeps the worst error. This is the lowest number, so the result does not depend on the order of
 *  blocks. */
void lens_block_fail(lens_block *block, int error);
lens_record *lens_block_new_traces(unsigned entries);
/** Called when the block has ended: records how many steps its warps executed. */
void lens_block_note_shares(lens_block *block);

/* block.c: one thread block */
void lens_block_start(lens_block *block, uint64_t number);
/** False if the block has used its whole budget, or other blocks hold the rest. */
bool lens_block_take_steps(lens_block *block);
/** Returns the shares of steps that the block took, when it ends. */
void lens_block_return_steps(const lens_block *block);
/** Runs the block until it ends, waits for the grid, or yields to other blocks. */
lens_progress lens_block_continue(lens_block *block);
/** Called after a barrier of the grid. */
void lens_block_pass_grid(lens_block *block);
/** Called after a synchronisation of `lanes` of the current warp: advances the clock. */
void lens_block_tick_warp(lens_block *block, uint32_t lanes);
/** Called after a fence of one thread: advances the clock for this thread alone, which does not
 *  order it with other threads. */
void lens_block_tick_lane(lens_block *block, lens_lane *lane);
/** Called after a barrier of the block: advances the clock for all threads. */
void lens_block_tick_all(lens_block *block);

/* lane.c: one thread */
/** Sets the fields that do not change from block to block. The block must have a launch and its
 *  stacks. */
void lens_lane_prepare(lens_block *block, unsigned thread);
/** Prepares the thread of a new block for its first step. */
void lens_lane_start(lens_lane *lane);
/** Runs `lanes` of the current warp until each has filled its buffer, waits, or is done. */
void lens_lanes_run(lens_block *block, uint32_t lanes);
/** The buffer of a lane of the current warp. It has one more entry, which closes it. */
static inline lens_record *lens_lane_trace(const lens_block *block, unsigned lane) {
  return block->traces + (size_t)lane * (block->trace + 1);
}
/** Runs these lanes next, in the seed's order. */
void lens_lanes_make_ready(lens_block *block, uint32_t lanes);
/** Stops the running lane and continues with the next one, or with the scheduler. */
void lens_lane_yield(lens_lane *lane);
/** Ends the running lane after a finding. */
void lens_lane_kill(lens_lane *lane) __attribute__((noreturn));

/* fault.c */
/** Called when a lane that does not run has used up its budget of steps: stops the block. */
void lens_fault_hang(lens_lane *lane, const lens_record *trace);

/* warp.c: 32 threads */
/** Runs a warp until it ends, waits, or has used up its slice. */
void lens_warp_run(lens_block *block, lens_lane *first, unsigned lanes);
/** Forgets the saved state of a warp. */
void lens_warp_clear(lens_warp *warp);
/** The lanes that could continue at once. */
uint32_t lens_warp_live(const lens_block *block, unsigned warp);
extern const lens_align_client lens_warp_client;

/* exchange.c: exchanges between lanes */
/** Decides whether these lanes, which are about to run, may meet while they run. */
void lens_block_meeting_begin(lens_block *block, uint32_t lanes);
/** Called when no lane can continue: lanes at an incomplete meeting now wait for the merge. */
void lens_block_meeting_end(lens_block *block);
/** Does the exchange for which the lanes `present` of the warp wait. */
void lens_exchange_do(lens_lane *warp, uint32_t present);

/* barrier.c */
/** Called when all live threads of the block wait at a barrier: checks the threads, and lets those
 *  continue that do not wait for the grid. False if all wait for the grid. */
bool lens_barrier_release(lens_block *block);
/** Called when all blocks have reached a barrier of the grid, and `left` threads had left the
 *  kernel: lets the threads that wait for the grid continue. */
void lens_barrier_release_grid(lens_block *block, uint64_t left);
/** Returns the number of threads of the block that have left the kernel. */
unsigned lens_barrier_count_left(const lens_block *block);

#endif
