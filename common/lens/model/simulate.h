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
  MODEL_WAIT_L1,      /**< the first-level cache's tags and data path, hits included */
  MODEL_WAIT_L2,      /**< the way to the second-level cache and back, its slices */
  MODEL_WAIT_DRAM,    /**< device memory */
  MODEL_WAIT_SHARED,  /**< wavefronts of shared memory */
  MODEL_WAIT_ATOMIC,  /**< updates of one address after one another */
  MODEL_WAIT_BARRIER, /**< other warps of the block */
  MODEL_WAIT_LATENCY, /**< an answer that is on its way although nothing is busy */
  MODEL_WAIT_START,   /**< blocks start no faster than this */
  MODEL_NUM_WAITS
} model_wait;

/** What keeps more blocks from being resident on a multiprocessor. */
typedef enum model_fit {
  MODEL_FIT_WARPS, /**< it holds no more warps */
  MODEL_FIT_BLOCKS,
  MODEL_FIT_SHARED, /**< shared memory */
  MODEL_FIT_REGISTERS
} model_fit;

typedef struct model_place_time {
  double busy_ns; /**< share of the launch's time that this place accounts for; all add up to it */
  double wait_ns[MODEL_NUM_WAITS];
  uint64_t requests, sectors, l1_misses, l2_misses;
} model_place_time;

/** One of the equal parts into which the kernel's time is cut. */
typedef struct model_sample {
  double warps;                                /**< resident, mean */
  double l1_sectors, l2_sectors, dram_sectors; /**< per ns: of requests, past L1, read or written */
  double instructions;                         /**< issued per ns, whole card */
} model_sample;

enum { MODEL_MAX_SAMPLES = 256 };

typedef struct model_prediction {
  double time_ns;   /**< from the launch to the end of the last block, launch overhead included */
  double kernel_ns; /**< without that overhead */
  uint64_t l1_hits, l1_misses;         /**< sectors of loads */
  uint64_t l2_hits, l2_misses;         /**< sectors that reached the second level */
  uint64_t dram_sectors;               /**< read and written */
  double utilisation[MODEL_NUM_WAITS]; /**< of each resource: its busy time over the kernel's */
  double wait[MODEL_NUM_WAITS];        /**< shares of the warps' time, which add up to 1 */
  double tail;           /**< share of the time in which less than half the multiprocessors work */
  double lanes;          /**< mean share of lanes that take part in a request */
  unsigned blocks_fit;   /**< that a multiprocessor can hold at once */
  model_fit fit;         /**< what limits their number */
  double l1_kb;          /**< of the first-level cache, beside shared memory */
  double warps;          /**< resident on a multiprocessor: mean over the time and over all */
  double in_flight;      /**< loads of a warp, mean while it has any */
  double rounds;         /**< of a warp: loads that begin when none of its loads is in flight */
  double dependent;      /**< share of those, except the first, that waited for an earlier result */
  uint64_t l1_dropped;   /**< of the misses: the cache had the sector, and had replaced it */
  uint64_t dram_again;   /**< of dram_sectors: read before by this launch, and replaced in L2 */
  uint64_t simulated;    /**< blocks; of large launches not all, and counts are in proportion */
  double sampling_error; /**< relative standard error of the time; 0 if all were simulated */
  model_place_time *places; /**< num_places of the launch; owned */
  unsigned num_samples;
  double sample_ns;
  model_sample samples[MODEL_MAX_SAMPLES];
} model_prediction;

/** The second-level cache and the address translation as earlier launches left them. */
typedef struct model_memory model_memory;

/** Cold: as after a memset of more than the cache. NULL if memory is short. */
model_memory *model_memory_make(const model_device *device);
void model_memory_free(model_memory *memory);

/** Returns 0, or -1 if memory is short. Deterministic. `memory` NULL: cold, and not kept. Release
 *  the places with free(). */
int model_simulate(const model_device *device, model_memory *memory, const model_launch *launch,
                   model_prediction *out);

#endif
