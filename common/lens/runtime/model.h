/** @file model.h
 *  The work of the memory system for one request, that is, for one instruction of one warp.
 *
 *  Everywhere: `address` holds the addresses of the `count` active lanes in order of lanes, `lanes`
 *  is the mask of those lanes, and each requests `bytes` (a power of two up to 16), aligned.
 *
 *  The rules were fitted to the counters of an H200 (CUDA 13.0) on 84 patterns of addresses, for
 *  each size and kind of access, and agree on all of them.
 */
#ifndef LENS_RUNTIME_MODEL_H
#define LENS_RUNTIME_MODEL_H

#include "record.h"

#include <stdint.h>

#define LENS_WARP         32
#define LENS_SECTOR_BYTES 32
#define LENS_BANKS        32

/** The memory's work for a request. */
typedef struct lens_cost {
  unsigned units; /**< sectors of global memory, wavefronts of shared memory */
  unsigned ideal; /**< units for the same number of contiguous bytes, or the units touched if these
                     are fewer */
  unsigned conflicts; /**< units added by replays of a global atomic or by bank conflicts */
} lens_cost;

/** Loads and stores of global memory: distinct 32-byte sectors. */
lens_cost lens_model_global(const uint64_t *address, unsigned count, unsigned bytes);

/** Atomics on global memory, with or without use of the result: lanes on one address are served one
 *  after another, and each such round moves its distinct sectors. */
lens_cost lens_model_global_atomic(const uint64_t *address, unsigned count, unsigned bytes);

typedef struct lens_shared_request {
  const uint64_t *address;
  unsigned count;
  uint32_t lanes;
  unsigned bytes;
} lens_shared_request;

/** Shared memory has 32 banks of 4 bytes, and distinct words in one bank are served one after
 *  another. Requests of 8 bytes are split into half warps, those of 16 into quarters. A load takes
 *  two such groups at once if in both each lane's neighbour, at distance 1 or 2, requests the same
 *  word or nothing. */
lens_cost lens_model_shared_load(const lens_shared_request *request);
lens_cost lens_model_shared_store(const lens_shared_request *request);

/** Atomics on shared memory: lanes in one bank are served one after another, on the same word too.
 *  LENS_UPDATE_ONE serves all lanes on a word at once. A swap takes two wavefronts each time. For a
 *  LENS_UPDATE_LOOP the result is for one swap, which serves one lane per bank and fails for the
 *  others. */
lens_cost lens_model_shared_atomic(const lens_shared_request *request, enum lens_update update);

/** The lanes that succeed in one swap of a LENS_UPDATE_LOOP: the first in each bank of a group,
 *  except lanes whose word an earlier group has just changed. Every update is assumed to change its
 *  word; if 0 is added, the hardware needs fewer rounds. */
uint32_t lens_model_swapped(const lens_shared_request *request);

#endif
