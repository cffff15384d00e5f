/** @file internal.h
 *  Declarations that the parts of the machine model share.
 *
 *  All queues of the model work in the same way: a resource is free from some time on. A request
 *  begins at that time or when the request arrives, whichever is later, and moves that time by its
 *  duration. This is only correct if requests arrive in order of time. So everything that happens
 *  at a later time is a separate event, and no resource is reserved in advance.
 */
#ifndef LENS_MODEL_INTERNAL_H
#define LENS_MODEL_INTERNAL_H

#include "lens/model/simulate.h"

/** Times are whole numbers, so that results are the same on every machine. */
typedef uint64_t ticks;
enum { CYCLE = 256 }; /* ticks */

enum {
  LINE_SECTORS = 4,
  LINES_PER_BLOCK = 8,      /* on two slices: measured with atomics on 1, 2, 4, … lines */
  LINES_PER_PAGE = 1 << 14, /* 2 MB */
  L1_WAYS = 16,
  L2_WAYS = 16,
  RESULTS = 64, /* the most results that a warp waits for */
  NO_RESULT = 255
};

static inline ticks later(ticks a, ticks b) {
  return a > b ? a : b;
}

static inline uint32_t cut(ticks t) {
  return t > UINT32_MAX ? UINT32_MAX : (uint32_t)t;
}

/** How many bits a mask of sectors of one line has. */
static inline unsigned count_sectors(unsigned mask) {
  return (0x4332322132212110ull >> mask * 4) & 7;
}

static inline uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

/* ---- events.c ---- */

typedef enum event_kind {
  EVENT_WARP,  /**< a warp continues */
  EVENT_LOAD,  /**< sectors of one line are requested from L2 */
  EVENT_FAR,   /**< the request arrives at the other half of L2 */
  EVENT_STORE, /**< sectors of one line arrive at L2 to be stored */
  EVENT_ATOMIC,
  EVENT_WAITER /**< not scheduled: a request that waits for sectors that another request loads */
} event_kind;

typedef struct event {
  ticks time;
  uint32_t next; /**< the next event in the list; 0: none */
  uint32_t warp;
  uint32_t line;                 /**< physical line */
  uint32_t waiters;              /**< list of requests that wait for the same sectors */
  uint32_t slot;                 /**< the slot of the L1 cache that these sectors will fill */
  uint32_t waited_l1, waited_l2; /**< ticks spent in queues so far */
  uint16_t multiprocessor;
  uint8_t kind, mask, result, passes, flags;
} event;

typedef struct event_list {
  uint32_t first, last;
} event_list;

enum { WHEEL = 4096 };

/** A queue of events, in order of their cycles. Events of one cycle are in the order in which they
 *  were added. */
typedef struct event_queue {
  event *pool; /**< element 0 is not used */
  uint32_t capacity, used, free;
  uint64_t cycle;         /**< the current cycle */
  event_list near[WHEEL]; /**< a list per cycle, for the cycles with the current cycle / WHEEL */
  event_list far[WHEEL];  /**< a list per group of WHEEL cycles; the last list also holds all later
                             events */
  uint64_t near_bits[WHEEL / 64];
  size_t in_near, in_far;
  int failed; /**< memory was short */
} event_queue;

/** An empty queue, whose pool has room for `capacity` events. */
void model_events_init(event_queue *q, event *pool, uint32_t capacity);
/** Makes an event whose fields are all 0. May move the other events. Returns 0 and sets `failed` if
 *  memory is short. */
uint32_t model_events_new(event_queue *q);
void model_events_release(event_queue *q, uint32_t e);
/** Schedules an event at pool[e].time, or now if that has passed. */
void model_events_add(event_queue *q, uint32_t e);
/** Removes the first event and returns it; 0 if there is none. `*next_out` is most likely the event
 *  after it, or 0. */
uint32_t model_events_take(event_queue *q, uint32_t *next_out);

/* ---- memory.c ---- */

/** The 16 ways of a set, 4 bits each, from the least to the most recently used. */
typedef uint64_t use_order;
#define UNUSED_WAYS UINT64_C(0xfedcba9876543210)

static inline unsigned oldest_way(use_order order) {
  return order & 15;
}

static inline void use_way(use_order *order, unsigned way) {
  const uint64_t ones = UINT64_C(0x1111111111111111);
  uint64_t differs = *order ^ way * ones;
  uint64_t zero = (differs - ones) & ~differs & 8 * ones; /* only the lowest set bit counts */
  unsigned at = (unsigned)__builtin_ctzll(zero) / 4 * 4;
  uint64_t older = *order & (((uint64_t)1 << at) - 1), newer = *order >> at >> 4;
  *order = older | newer << at | (uint64_t)way << 60;
}

typedef struct l1_set {
  _Alignas(64) uint32_t tags[L1_WAYS]; /**< physical line + 1 */
  use_order order;
} l1_set;

/** The state of a sector in L1. 0: not present. Otherwise the cycle at which the sector arrived or
 *  will arrive, plus 1; or IN_FLIGHT and the event that loads the sector. */
typedef uint32_t l1_sector;
#define IN_FLIGHT 0x80000000u

typedef struct l1_cache {
  l1_set *sets;
  l1_sector (*lines)[LINE_SECTORS];
  uint32_t *dropped; /**< DROPPED_EACH for each set: bits that identify a replaced line, and its
                        sectors */
} l1_cache;

/* Four times as many as a set has ways. */
enum { DROPPED_EACH = 4 * L1_WAYS };

enum { SENT_ALONG = 4 };

typedef struct l2_set {
  _Alignas(64) uint32_t tags[L2_WAYS]; /**< physical line + 1 */
  use_order order;
  uint32_t launch; /**< the launch to which `ready` refers; times of earlier launches have passed */
  uint8_t valid[L2_WAYS]; /**< mask of sectors, and from bit SENT_ALONG on, mask of those not yet
                             requested */
  uint8_t dirty[L2_WAYS];
  _Alignas(64) uint32_t ready[L2_WAYS]; /**< cycle at which the line's last sector arrives */
} l2_set;

typedef struct model_page {
  uint64_t number; /**< number of the page in the program plus 1; 0: none */
  uint32_t physical;
  ticks ready; /**< time at which the page's translation is known */
} model_page;

struct model_memory {
  unsigned halves, slices;
  uint32_t sets; /**< number of sets of each half */
  l2_set *l2;    /**< the sets of one half after those of the other */
  uint32_t launch;
  model_page *pages; /**< a hash table */
  size_t page_capacity, num_pages;
  uint8_t *fetched; /**< LINE_SECTORS bits for each line of each page: sectors that this launch has
                       read from device memory */
  size_t fetched_pages;
  /* memory that a launch needs and the next launch uses again */
  l1_cache *l1; /**< one for each multiprocessor that was used */
  unsigned num_l1;
  struct warp *warps;
  size_t num_warps;
  event *pool;
  uint32_t pool_capacity;
};

/** A device's constants in ticks. */
typedef struct costs {
  ticks issue, dependent, exchange, exchange_issue, shared, wavefront, barrier, barrier_warp, fence;
  ticks l1_hit, l1_line, l1_bank, path_line, path_sector, store_line;
  ticks l2_half, l2_far_half, l2_line, l2_sector, l2_store;
  ticks dram, dram_spread, dram_piece, dram_row, dram_window, page;
  ticks atomic_extra, atomic_sector, atomic_int, atomic_float;
  ticks block_start, block_warp, block_next;
} costs;

typedef struct multiprocessor {
  ticks issue[8];                  /**< each scheduler is free from this time on */
  ticks l1, path, store, exchange; /**< each of these is free from this time on */
  ticks starter;
  l1_cache cache;
  uint64_t recent_page[4];
  uint32_t recent_physical[4];
  ticks recent_ready[4];
  unsigned blocks;
} multiprocessor;

typedef struct result {
  ticks time;
  uint32_t issued;    /**< the low bits of the time */
  uint32_t waited[3]; /**< ticks in queues: L1, L2, device memory */
  uint32_t place;
  uint16_t pending;
  uint8_t atomic, loads, depends;
} result;

typedef struct warp {
  const model_operation *operations;
  const uint64_t *sectors;
  size_t count, at;
  size_t complete; /**< number of operations whose results have arrived; the latest arrived at
                      `arrived` */
  size_t first;    /**< the result of operation i is in results[(i - first) % RESULTS] */
  ticks arrived;
  ticks since;   /**< start of waiting */
  ticks covered; /**< until this time, at least one of the warp's loads was in flight */
  uint32_t block;
  uint16_t multiprocessor;
  uint8_t waiting, issued, at_barrier, scheduler;
  result last; /**< the result that arrived at `arrived` */
  result results[RESULTS];
} warp;

typedef struct block {
  const model_block *trace;
  unsigned live, arrived; /**< number of warps; number of them at the barrier */
} block;

/** A flag in addition to those of a trace: a store writes parts of sectors. */
enum { PARTIAL = 128 };

enum { OPEN_ROWS = 256 };

typedef struct open_row {
  uint32_t row;
  uint32_t cycle; /**< cycle of the last access */
} open_row;

/** The latest atomic addition of a slice. */
typedef struct addition {
  uint32_t line; /**< line plus 1; 0: none yet */
  uint8_t mask;
} addition;

typedef struct busy_times {
  ticks issue, l1, path, store, shared, exchange, slices, dram, atomic, start;
} busy_times;

enum { MAX_WINDOWS = 48 };

typedef struct sampling {
  int planned, active;
  uint64_t window, between;    /**< blocks */
  uint64_t in_window, to_skip; /**< remaining blocks */
  ticks window_begin;
  uint64_t started, work, operations, warps; /**< of the blocks that are simulated */
  uint64_t window_work, skipped_work;
  unsigned num_windows;
  double times[MAX_WINDOWS], works[MAX_WINDOWS];
} sampling;

typedef struct simulation {
  const model_device *device;
  const model_launch *launch;
  model_memory *memory;
  model_prediction *out;
  costs cost;
  event_queue events;
  unsigned num_multiprocessors, blocks_each, warps_each_block;
  uint32_t l1_sets;
  multiprocessor *multiprocessors;
  block *blocks;
  warp *warps;
  ticks *slice, *channel;
  ticks *slice_atomic;  /**< time that each slice spent on atomics */
  addition *last_added; /**< one per slice */
  open_row *open_rows;  /**< OPEN_ROWS per channel */
  uint64_t next_block, live_blocks, grid_arrived, live_warps;
  ticks dispatcher;
  ticks end; /**< latest time so far */
  busy_times busy;
  ticks waits[MODEL_NUM_WAITS];
  ticks *place_waits; /**< MODEL_NUM_WAITS per place */
  uint64_t lanes, requests;
  ticks load_time, covered_time; /**< the time of all loads, added up; the time during which a warp
                                    has any load in flight, added up over warps */
  uint64_t rounds, first_rounds, dependent; /**< see model_prediction; first of each warp */
  double warp_time;                         /**< time of the resident warps, added up */
  /* the time up to which the timeline is counted, and the time with fewer than half of the used
   * multiprocessors at work */
  ticks counted_until, few;
  unsigned bucket; /**< ticks of a sample, as a power of 2 */
  unsigned working;
  sampling sampling;
} simulation;

/** The half of L2 that a slice belongs to. A slice's number is its half plus its position in the
 *  half times the number of halves. */
static inline unsigned half_of_slice(const model_memory *m, uint32_t slice) {
  return slice % m->halves;
}

static inline unsigned half_of(const simulation *s, unsigned multiprocessor_number) {
  return multiprocessor_number % s->memory->halves;
}

int model_memory_begin(simulation *s);
void model_memory_end(simulation *s);
/** Gives a multiprocessor an empty L1 cache. */
void model_l1_begin(simulation *s, multiprocessor *mp);
/** Begins a warp's load, store or atomic on global memory. */
void model_l1_request(simulation *s, uint32_t w, const model_operation *op, const uint64_t *sectors,
                      uint8_t slot, ticks now);
/** Returns the physical line of `line`, and in `*ready` the time at which its page is translated.
 *  Pages get physical numbers in the order of their first use. */
uint32_t model_memory_translate(simulation *s, multiprocessor *mp, uint64_t line, ticks now,
                                ticks *ready);
/** Handles an event at L2. */
void model_memory_arrive(simulation *s, uint32_t e);
/** Brings L2 into the state after the block's requests, but takes no time. */
void model_memory_warm(simulation *s, const model_block *b);
/** Prefetches what an event will need. */
void model_memory_prefetch(const simulation *s, const event *e);
uint32_t model_memory_slice(const model_memory *m, uint32_t line);

/* ---- warps.c ---- */

void model_warps_start_block(simulation *s, unsigned slot, ticks now);
void model_warps_go_on(simulation *s, uint32_t w, ticks now);
/** Called when a part of the result in `slot` is known to arrive at `time`. */
void model_warps_complete(simulation *s, uint32_t w, uint8_t slot, ticks now, ticks time,
                          const uint32_t waited[3]);
/** Releases the warps that wait at barriers that no other warp can reach. Returns how many. */
unsigned model_warps_release_all(simulation *s, ticks now);

/* ---- sample.c ---- */

/** Takes the next block to simulate. Call it only if blocks are left. */
const model_block *model_sample_next(simulation *s, ticks now);
void model_sample_started(simulation *s, const model_block *b);
/** The factor from counts of simulated blocks to counts of all blocks. */
double model_sample_scale(const simulation *s);
/** The time of all blocks, and its relative standard error. */
ticks model_sample_time(const simulation *s, double *error_out);

/* ---- timeline.c ---- */

void model_timeline_begin(simulation *s);
/** Counts the warps and multiprocessors at work until `now`; called before either changes. */
void model_timeline_until(simulation *s, ticks now);
model_sample *model_timeline_at(simulation *s, ticks now);
void model_timeline_end(simulation *s);

#endif
