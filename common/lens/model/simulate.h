/** @file simulate.h
 *  Predicts the time of a launch on a GPU that a file describes.
 */
#ifndef LENS_MODEL_SIMULATE_H
#define LENS_MODEL_SIMULATE_H

#include "device.h"
#include "trace.h"

/** What a warp that is not issuing waits for, and what limits a launch. */
typedef enum model_wait {
  MODEL_WAIT_ISSUE,   /**< instructions: the schedulers are busy */
  MODEL_WAIT_L1,      /**< the L1 cache's tags and data path, including hits */
  MODEL_WAIT_L2,      /**< the path to the L2 cache and back, and its slices */
  MODEL_WAIT_DRAM,    /**< device memory */
  MODEL_WAIT_SHARED,  /**< wavefronts of shared memory */
  MODEL_WAIT_ATOMIC,  /**< successive updates of one address */
  MODEL_WAIT_BARRIER, /**< other warps of the block */
  MODEL_WAIT_LATENCY, /**< an answer in flight although nothing is busy */
  MODEL_WAIT_START,   /**< the limited rate of starting blocks */
  MODEL_NUM_WAITS
} model_wait;

/** What limits the number of resident blocks on a multiprocessor. */
typedef enum model_fit {
  MODEL_FIT_WARPS, /**< the maximum number of warps */
  MODEL_FIT_BLOCKS,
  MODEL_FIT_SHARED, /**< shared memory */
  MODEL_FIT_REGISTERS
} model_fit;

typedef struct model_place_time {
  double busy_ns; /**< this place's share of the launch's time; the shares of all places add up to
                     this time */
  double wait_ns[MODEL_NUM_WAITS];
  uint64_t requests, sectors, l1_misses, l2_misses;
} model_place_time;

/** One of the equal parts of the kernel's time. */
typedef struct model_sample {
  double warps;                                /**< mean number of resident warps */
  double l1_sectors, l2_sectors, dram_sectors; /**< per ns: requested, past L1, moved by DRAM */
  double instructions;                         /**< instructions issued per ns on the whole GPU */
} model_sample;

enum { MODEL_MAX_SAMPLES = 256 };

typedef struct model_prediction {
  double time_ns;   /**< from the launch to the end of the last block, including launch overhead */
  double kernel_ns; /**< without launch overhead */
  uint64_t l1_hits, l1_misses;         /**< sectors of loads */
  uint64_t l2_hits, l2_misses;         /**< sectors of requests that reached L2 */
  uint64_t dram_sectors;               /**< read and written */
  double utilisation[MODEL_NUM_WAITS]; /**< busy time of each resource over the kernel's time */
  double wait[MODEL_NUM_WAITS];        /**< shares of the warps' time, which add up to 1 */
  double tail;         /**< share of the time in which most multiprocessors that got a block idle */
  double lanes;        /**< mean share of lanes that take part in a request */
  unsigned blocks_fit; /**< blocks that a multiprocessor can hold at once */
  model_fit fit;       /**< what limits blocks_fit */
  double l1_kb;        /**< size of the L1 cache beside shared memory */
  double warps;     /**< warps resident on a multiprocessor: mean over time and multiprocessors */
  double in_flight; /**< mean number of loads in flight per warp, while there are any */
  double rounds;    /**< per warp: loads that begin while none of the warp's loads is in flight */
  double dependent; /**< share of them, except the first, that waited for an earlier result */
  uint64_t l1_dropped; /**< misses on sectors that the cache had and replaced */
  uint64_t dram_again; /**< part of dram_sectors: sectors that this launch had read before, and that
                          L2 replaced */
  uint64_t simulated;  /**< number of simulated blocks; for large launches these are not all, and
                          counts are scaled */
  double sampling_error; /**< relative standard error of the time; 0 if all blocks were simulated */
  model_place_time *places; /**< one for each of the launch's num_places; owned */
  unsigned num_samples;
  double sample_ns;
  model_sample samples[MODEL_MAX_SAMPLES];
} model_prediction;

/** The state of the L2 cache and the address translation after earlier launches. */
typedef struct model_memory model_memory;

/** Makes a cold state, as after a memset larger than the cache. NULL if memory is short. */
model_memory *model_memory_make(const model_device *device);
void model_memory_free(model_memory *memory);

/** Simulates a launch; the result is deterministic. If `memory` is NULL, the launch begins with a
 *  cold state, which is not kept. Returns 0, or -1 if memory is short. The caller releases the
 *  places with free(). */
int model_simulate(const model_device *device, model_memory *memory, const model_launch *launch,
                   model_prediction *out);

#endif
