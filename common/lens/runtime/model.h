/** @file model.h
 *  What the memory system does with one request, that is with one instruction of one warp.
 *
 *  Everywhere: `address` holds the addresses of the `count` active lanes in order of lanes, `lanes`
 *  is the mask of those lanes, and each asks for `bytes` (a power of two up to 16), aligned.
 */
#ifndef LENS_RUNTIME_MODEL_H
#define LENS_RUNTIME_MODEL_H

#include <stdint.h>

#define LENS_WARP         32
#define LENS_SECTOR_BYTES 32
#define LENS_BANKS        32

/** The memory's work for a request, and the work had the lanes asked for bytes side by side, or the
 *  same where that is less. */
typedef struct lens_cost {
  unsigned units; /**< sectors of global memory, wavefronts of shared memory */
  unsigned ideal;
} lens_cost;

/** Loads and stores of global memory: distinct 32-byte sectors. */
lens_cost lens_model_global(const uint64_t *address, unsigned count, unsigned bytes);

/** Atomics on global memory: lanes on one address are served one after another, and each such round
 *  moves its distinct sectors. */
lens_cost lens_model_global_atomic(const uint64_t *address, unsigned count, unsigned bytes);

/** Loads and stores of shared memory: 32 banks of 4 bytes; distinct words in one bank are served
 *  one after another. 8-byte requests go by half warps, 16-byte requests by quarters. */
lens_cost lens_model_shared(const uint64_t *address, unsigned count, uint32_t lanes,
                            unsigned bytes);

/** Atomics on shared memory: the rounds of global atomics, each with its bank conflicts. */
lens_cost lens_model_shared_atomic(const uint64_t *address, unsigned count, unsigned bytes);

#endif
