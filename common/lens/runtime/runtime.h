/** @file runtime.h
 *  The threads being run: lanes, the worker that runs a thread block, the launch they belong to.
 */
#ifndef LENS_RUNTIME_RUNTIME_H
#define LENS_RUNTIME_RUNTIME_H

#include "align.h"
#include "count.h"
#include "fiber.h"
#include "guess.h"
#include "lens/abi.h"
#include "lens/lens.h"
#include "order.h"
#include "print.h"
#include "record.h"
#include "shadow.h"
#include "sighting.h"
#include "timeline.h"

#include <stdbool.h>
#include <stdint.h>

#define LENS_MAX_THREADS      1024           /**< of a block */
#define LENS_MAX_SHARED       (227u * 1024)  /**< bytes a launch may ask for */
#define LENS_STATIC_SHARED    (48u * 1024)   /**< bytes of all `__shared__` variables of a kernel */
#define LENS_SHARED_SPAN      (1024u * 1024) /**< shared memory of a worker, with the redzones */
#define LENS_SHARED_GRANULE   128u
#define LENS_MAX_SHARED_NAMES 64
#define LENS_TRACE            240  /**< entries of a lane's buffer; all 32 fit the second cache */
#define LENS_SLICE            2048 /**< entries of a lane's trace after which its warp gives way */
#define LENS_IDLE_SHARE       32 /**< of the step budget, with no access and no end: then it hangs */
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
  uint64_t bits; /**< what it gives to the others; later what it gets */
  unsigned mask;
  int operation; /**< enum lens_barrier or enum lens_exchange */
  int argument, width;
  bool foreign; /**< the program's mask does not name the lane */
} lens_wait;

/** A barrier beside those of enum lens_barrier. */
enum { LENS_SYNC_GRID = 50 };

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
  uint64_t key_base;   /**< of record.h, for this lane's stack and the module of its kernel */
  uintptr_t stack_low; /**< the lowest address of its stack */
  uint64_t steps_left; /**< entries of its trace, until it counts as hung */
  uint64_t clock; /**< what it reads from the GPU\'s clocks */
  struct lens_worker *worker;
  lens_moment global;
  lens_moment shared;
  uintptr_t shared_base;
  void *stack_pointer; /**< NULL: it has not begun */
  lens_lane_state state;
  unsigned thread; /**< linear, within the block */
  lens_dim3 index;
  lens_wait wait;
  bool weak; /**< the access that is looked at is volatile */
  uintptr_t guessed; /**< address of the latest plain load that clashed with an atomic; 0: none */
  unsigned guessed_tag;
  uint8_t update; /**< of the atomic that is looked at: enum lens_atomic */
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

/** What a warp keeps while it gives way to others: where its lanes are in the merge. */
typedef struct lens_warp {
  bool suspended;
  uint64_t key[LENS_WARP];
  const lens_record *next[LENS_WARP];
  lens_record *saved;  /**< what `next` points into; NULL when all traces were used up */
  uint32_t waited_for; /**< as in lens_worker */
  uint32_t passed_by;
  uint32_t ran;   /**< lanes that were run in the latest slice */
  uint32_t aside; /**< lanes that only spin and let the others of the warp go first */
} lens_warp;

/** How far a block has come when it stops running. */
typedef enum lens_progress {
  LENS_BLOCK_GOES_ON, /**< it does not stop */
  LENS_BLOCK_DONE,
  LENS_BLOCK_WAITS, /**< for the other blocks, at a barrier of the grid */
  LENS_BLOCK_BUSY,  /**< it has run for long; perhaps others should */
  LENS_BLOCK_SPINS, /**< its threads go round in circles, until something changes */
  LENS_BLOCK_STUCK  /**< the same, and certainly: they are in the same state again and again */
} lens_progress;

/** A defect that was seen lately, by what is known of it before it is described. */
typedef struct lens_repeat {
  uintptr_t place; /**< 0: none */
  uint64_t what;   /**< kind, operation, space, and the other side's operation and tag */
  uintptr_t array; /**< number of the allocation, or key of the shared variable */
  size_t sighting; /**< its number in the worker's list */
} lens_repeat;

#define LENS_REPEATS 16 /**< that are remembered */

/** What is seen of one thread while it is looked whether it only spins (watch.c). */
typedef struct lens_watch lens_watch;

/** Where the lanes of a warp meet while they run, one after the other: if all come to the same
 *  exchange, the last one does it, and they go on without the merge having seen it. */
typedef struct lens_meeting {
  uint32_t lanes;   /**< those that run and must all come; 0: they cannot meet */
  uint32_t arrived; /**< at the call of `key`, for the same operation and mask */
  uint64_t key;
  int operation;
  unsigned mask;
} lens_meeting;

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
  lens_open open;       /**< earlier jobs that are not ordered before this launch; mostly none */
  uint64_t step_budget;
  uint64_t seed;
  struct lens_host *const *hosts; /**< host threads that take part */
  unsigned num_hosts;
  uint64_t next_block;     /**< atomic: the next one to be taken, before the seed's shuffling */
  uint64_t first_shuffled; /**< blocks before it keep their place */
  uint64_t most_resident;  /**< no more are taken before others have ended */
  bool stop;               /**< atomic: take no more blocks, the kernel hangs */
  bool cut;                /**< atomic: leave the blocks that run where they are (stop.h) */
  bool no_room;            /**< atomic: a block could not begin, as the machine's memory is short */
  struct lens_grid *grid;  /**< where blocks meet (grid.c) */
  bool fenced;             /**< atomic: some thread has fenced (order.h) */
  bool may_be_unset;       /**< stores are looked at by unset.c */
  lens_flow *flow;         /**< of the kernel; changes only while the first block runs alone */
} lens_work;

/** A block that runs or is suspended, and all it needs: lanes, stacks, shared memory, counters.
 * Made once and used by one block after the other. */
typedef struct lens_worker {
  lens_align align; /**< of the warp that is running */
  uint32_t ready;   /**< its lanes that are still to be run on in this round */
  lens_meeting meeting;
  lens_lane *warp; /**< its first lane */
  bool sampled;    /**< its requests are kept as examples */
  unsigned warp_lanes;
  bool exchanges;       /**< lanes of the warp may be waiting for others of it */
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
  lens_guesses guesses; /**< what threads did with words that they had loaded */
  bool all_run;        /**< all threads of the block are ready */
  lens_warp warps[LENS_MAX_THREADS / LENS_WARP];
  int64_t slice_left; /**< of the warp that runs */
  uint32_t ran;       /**< its lanes that were run in this slice */
  uint32_t lane_flip; /**< the seed's order: lane i ^ lane_flip comes i-th */
  int64_t used;       /**< of their slices by the warps in this round, at most */
  uint64_t turn;      /**< entries of a lane's trace after which the block is judged */
  uint64_t turn_used;
  unsigned watched;    /**< turns in which it has been watched whether the block spins; 0: not */
  uint64_t quiet_turn; /**< the turn while it is not watched */
  bool moved;          /**< something was done that is no spinning */
  lens_watch *watches; /**< of all threads, or NULL when nothing was ever watched */
  uint64_t barriers;   /**< of the grid: those that the block has passed */
  bool waits;          /**< at a barrier of the grid */
  bool resident;       /**< its block has begun and not ended */
  bool unset_seen;     /**< a store of what was never set, in this block (unset.c) */
  struct lens_worker *next; /**< of the same host thread */
  uint64_t runs; /**< so often some of its lanes were run on; grows as long as it is used */
  volatile bool idle;       /**< all have computed for long and touched nothing (watchdog.c) */
  bool abandoned;           /**< the block hangs and is given up */
  lens_lane *lanes;         /**< LENS_MAX_THREADS */
  lens_stacks stacks;
  lens_record *traces;   /**< of 32 lanes: the host thread's, or long ones of its own */
  unsigned trace;        /**< entries of each */
  lens_flow_path *paths; /**< of all threads, while the first block runs alone; else NULL */
  lens_shared_memory shared_memory;
  lens_counts counts;
  lens_sightings sightings;
  lens_prints prints;
  lens_repeat repeats[LENS_REPEATS];
  uint64_t accesses, warp_steps, thread_steps;
  int error; /**< cudaError_t of the worst thing that happened, or 0 */
} lens_worker;

/** The lane this host thread is running, NULL outside kernels. */
extern _Thread_local lens_lane *lens_lane_now
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/** A host thread and the blocks on it. Ordinary kernels need one block at a time. What changes with
 *  every block is here, on cache lines that no other host thread writes to. */
typedef struct lens_host {
  _Alignas(128) lens_work *work;  /**< processors fetch cache lines in pairs */
  uint64_t next_block, end_block; /**< those it has taken and not begun, in work's numbers */
  lens_worker *workers;           /**< of all blocks that were on it at once in this launch */
  unsigned num_resident;          /**< of them, those whose block has begun and not ended */
  lens_record *traces;            /**< of 32 lanes, for the one warp that runs */
  uint64_t num_ended;             /**< atomic: blocks that have ended here in this launch */
  uint64_t num_moves;             /**< atomic: so often some block here has got on without ending */
  uint64_t vote;                  /**< atomic: see grid.c */
} lens_host;

/* worker.c: what a block needs */
lens_worker *lens_worker_new(void);
void lens_worker_free(lens_worker *worker);
/** Forgets the launch before. */
void lens_worker_begin(lens_worker *worker, lens_work *work, lens_record *traces);
/** Keeps the worst error: the lowest number, which does not depend on the order of blocks. */
void lens_worker_fail(lens_worker *worker, int error);
lens_record *lens_traces_new(unsigned entries);

/* host.c: a host thread's share of a launch */
/** Whether it has what it needs for blocks of so many threads. */
bool lens_host_is_ready(const lens_host *host, unsigned threads);
/** Makes what the host thread needs at least. False when memory is short. */
bool lens_host_begin(lens_host *host, lens_work *work);
/** Runs the first block, by which the lens learns the kernel's control flow. */
void lens_host_learn(lens_host *host);
/** Takes blocks until none is left. */
void lens_host_run(lens_host *host);
/** Frees what was needed beyond that. */
void lens_host_trim(lens_host *host);

/* seed.c: the order in which blocks, warps and lanes are run */
uint64_t lens_seed(void);
/** The i-th of n in the order of `key`; i itself when that is 0. */
uint64_t lens_shuffled(uint64_t i, uint64_t n, uint64_t key);
/** A key for a part of what `key` orders; 0 when that is 0. */
uint64_t lens_seed_mix(uint64_t key, uint64_t part);

/* block.c: one thread block */
void lens_block_start(lens_worker *worker, uint64_t block);
/** Runs the block until it ends, waits for the grid, or gives way to other blocks. */
lens_progress lens_block_continue(lens_worker *worker);
/** A barrier of the grid has happened. */
void lens_block_pass_grid(lens_worker *worker);
/** A synchronisation of `lanes` of the current warp has happened: a tick. */
void lens_block_tick_warp(lens_worker *worker, uint32_t lanes);
/** A fence of one thread: a tick for it alone, which orders it with nobody. */
void lens_block_tick_lane(lens_worker *worker, lens_lane *lane);
/** A barrier of the block has happened: a tick for all. */
void lens_block_tick_all(lens_worker *worker);

/** Where in the code an entry was made. */
static inline uintptr_t lens_place_of(const lens_worker *worker, const lens_record *record) {
  return worker->work->code_base + lens_key_place(record->key);
}

/* lane.c: one thread */
/** What does not change from block to block; `worker` has a launch and its stacks. */
void lens_lane_prepare(lens_worker *worker, unsigned thread);
/** The thread of a new block, before its first step. */
void lens_lane_start(lens_lane *lane);
/** Runs `lanes` of the current warp until each has filled its buffer, waits, or is done. */
void lens_lanes_run(lens_worker *worker, uint32_t lanes);
/** The buffer of a lane of the current warp; one entry more than it holds, to close it. */
static inline lens_record *lens_lane_trace(const lens_worker *worker, unsigned lane) {
  return worker->traces + (size_t)lane * (worker->trace + 1);
}
/** Runs these lanes next, in the seed's order. */
void lens_lanes_make_ready(lens_worker *worker, uint32_t lanes);
/** Stops the lane that runs and goes on with the next one, or with the scheduler. */
void lens_lane_yield(lens_lane *lane);
/** Ends the lane that runs, after a finding. */
void lens_lane_kill(lens_lane *lane) __attribute__((noreturn));

/* guard.c */
/** The lane that runs has come so far down its stack, at `place`: stops it. Where it may have
 *  written to other threads' stacks, none of its block goes on. */
void lens_guard_overflow(lens_lane *lane, uintptr_t frame, uintptr_t place)
    __attribute__((noreturn));

/* fault.c */
/** The lane, which does not run, has used up its budget of steps: gives up the whole block. */
void lens_fault_hang(lens_lane *lane, const lens_record *trace);

/* warp.c: 32 threads */
/** Runs a warp until it ends, waits, or has used up its slice. */
void lens_warp_run(lens_worker *worker, lens_lane *first, unsigned lanes);
/** Forgets what a warp kept. */
void lens_warp_clear(lens_warp *warp);
/** The lanes that could go on at once. */
uint32_t lens_warp_live(const lens_worker *worker, unsigned warp);
extern const lens_align_client lens_warp_client;

/* exchange.c: what lanes tell each other */
/** Whether these lanes, which are about to run, may meet while they do. */
void lens_meeting_begin(lens_worker *worker, uint32_t lanes);
/** No lane can run on: those that have come to a meeting and found it incomplete wait for the
 *  merge. */
void lens_meeting_end(lens_worker *worker);
/** Does the exchange for which the lanes `present` of the warp wait. */
void lens_exchange_do(lens_lane *warp, uint32_t present);

/* barrier.c */
/** All live threads of the block wait at a barrier: checks them, and lets them go on, but those
 *  that wait for the grid. False: all do. */
bool lens_barrier_release(lens_worker *worker);
/** The grid has come together, and `left` of its threads had left the kernel: lets those go on that
 *  wait for that. */
void lens_barrier_release_grid(lens_worker *worker, uint64_t left);
/** Threads of the block that have left the kernel. */
unsigned lens_barrier_count_left(const lens_worker *worker);

/* grid.c: where the blocks of a launch meet */
typedef struct lens_grid lens_grid;
lens_grid *lens_grid_new(lens_work *work);
void lens_grid_free(lens_grid *grid);
/** The block waits for the others. */
void lens_grid_arrive(lens_worker *worker);
/** The block, of a cooperative launch, has ended. */
void lens_grid_leave(lens_worker *worker);
/** Whether the grid has come together since the block arrived. */
bool lens_grid_passed(const lens_worker *worker);
/** Threads that had left the kernel when the grid last came together. */
uint64_t lens_grid_left(const lens_work *work);
/** All blocks of the host thread wait: sleeps until the grid has come together, or the launch is
 *  stopped. */
void lens_grid_sleep(lens_host *host);
/** Blocks that have ended, on all host threads. */
uint64_t lens_grid_num_ended(const lens_work *work);
/** A number that grows whenever some block gets on. */
uint64_t lens_grid_progress(const lens_work *work);
/** A block of the host thread has ended, or done something that is no spinning. */
void lens_grid_end(lens_host *host);
void lens_grid_move(lens_host *host);
/** Some block spun for so many entries of its threads' traces: too many in a row are a hang.
 *  `may_end`: some thread of it counts, perhaps up to an end. `cause`: something was found that may
 *  be why. */
void lens_grid_spin(lens_work *work, uint64_t entries, bool may_end, bool cause);
/** All blocks of the host thread were stuck from the moment of `progress` on. When that is true of
 *  all host threads, the launch hangs and is stopped. */
void lens_grid_vote(lens_host *host, uint64_t progress);
/** The host thread has no more blocks. */
void lens_grid_abstain(lens_host *host);
bool lens_grid_hangs(const lens_work *work);
/** Stops the launch. */
void lens_grid_stop(lens_work *work);

/* watch.c: which threads only spin */
/** A new block. */
void lens_watch_begin(lens_worker *worker);
/** Looks at the traces that lanes of the current warp have left. */
void lens_watch_note(lens_worker *worker, uint32_t lanes);
/** Judges the block after a turn, in which each warp that could had a slice. */
lens_progress lens_watch_judge(lens_worker *worker);
/** The launch hangs: a finding for each thread that spins. */
void lens_watch_report(lens_worker *worker);
/** The place to name for a thread that goes round in these entries; 0 when it touches no memory. */
uintptr_t lens_watch_place(const lens_lane *lane, const lens_record *begin, const lens_record *end);

/* launch.c */
/** The program dies: writes out what kernels have printed. */
void lens_launch_rescue_prints(void);
/** Numbers for as many blocks in the shadow. */
uint64_t lens_take_owners(uint64_t blocks);
/** The number of the next launch's first block. */
uint64_t lens_next_owner(void);

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
/** Bytes of the n-th argument, as far as they may hold pointers. */
size_t lens_argument_bytes(const lens_launch *launch, int n);
/** What would be a pointer `at` so many bytes into it. */
uintptr_t lens_argument_word(const lens_launch *launch, int n, size_t at);
/** Names the kernel's argument that holds a host address. */
void lens_describe_argument(const lens_work *work, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting);

/** intern.c: one copy of each text, kept for good. */
const char *lens_intern(const char *text);

#endif
