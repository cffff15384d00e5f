/** @file lens.h
 *  What the lens saw, for whoever linked it: findings (what is wrong, and where) and counters (what
 *  the hardware would count, line by line). Read after launches; knows nothing of sparse matrices.
 */
#ifndef LENS_LENS_H
#define LENS_LENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lens_finding_kind {
  LENS_OUT_OF_BOUNDS_READ,
  LENS_OUT_OF_BOUNDS_WRITE,
  LENS_UNINITIALISED_READ,
  LENS_RACE,
  LENS_HOST_POINTER,   /**< a host address dereferenced in a kernel */
  LENS_DEVICE_POINTER, /**< a device address handed where the host needs its own */
  LENS_USE_AFTER_FREE,
  LENS_MISALIGNED,
  LENS_DIVERGENT_BARRIER, /**< threads of a block wait at different barriers, or some have left */
  LENS_BAD_MASK,          /**< a warp exchange names lanes that never arrive */
  LENS_HANG,              /**< nothing can end this loop, or the step budget was used up */
  LENS_TRAP,
  LENS_BAD_LAUNCH, /**< refused configuration: the runtime's error in `detail` */
  LENS_NUM_FINDING_KINDS
} lens_finding_kind;

/** "out-of-bounds read", … */
const char *lens_finding_name(lens_finding_kind kind);

/** One defect; the same defect at the same place is kept once, with a count. */
typedef struct lens_finding {
  lens_finding_kind kind;
  const char *kernel; /**< "" on the host */
  char file[256];     /**< "" when unknown */
  int line, column;   /**< 0 when unknown */
  unsigned block[3], thread[3];
  char array[64];   /**< parameter, variable or allocation; "" when unknown */
  long long index;  /**< element of that array, in units of the access's size; −1 unknown */
  long long length; /**< elements of that array; −1 unknown */
  char detail[256]; /**< one sentence: for a race, the other access and its thread and line */
  unsigned long long count;
} lens_finding;

/** Number of findings since the last lens_reset. */
size_t lens_num_findings(void);
const lens_finding *lens_get_finding(size_t i);

typedef enum lens_space { LENS_GLOBAL, LENS_SHARED } lens_space;
typedef enum lens_operation { LENS_LOAD, LENS_STORE, LENS_ATOMIC } lens_operation;

/** Counters of one memory instruction: one row a load, even of two on one line. Names follow Nsight
 *  Compute: a request is one warp-level instruction, a sector 32 bytes. */
typedef struct lens_counter {
  const char *kernel;
  char file[256];
  int line, column; /**< column 0 when unknown */
  lens_space space;
  lens_operation operation;
  char array[64];
  unsigned bytes; /**< of one thread's access */
  uint64_t requests;
  uint64_t threads;       /**< active threads over all requests */
  uint64_t sectors;       /**< global only */
  uint64_t ideal_sectors; /**< if the threads' bytes lay side by side; `sectors` where less */
  uint64_t wavefronts;    /**< shared only */
  uint64_t ideal_wavefronts;
} lens_counter;

/** Number of counters since the last lens_reset, ordered by file, line, column, operation. */
size_t lens_num_counters(void);
const lens_counter *lens_get_counter(size_t i);

/** What was launched, in order. */
typedef struct lens_launch_record {
  const char *kernel;
  unsigned grid[3], block[3];
  int error;             /**< cudaError_t */
  uint64_t accesses;     /**< of all threads */
  uint64_t warp_steps;   /**< basic blocks entered, a warp at a time */
  uint64_t thread_steps; /**< the same, a thread at a time: 32 × warp_steps without divergence */
} lens_launch_record;

size_t lens_num_launches(void);
const lens_launch_record *lens_get_launch(size_t i);

/** Forgets findings, counters and launches, and clears a sticky error. Memory stays. */
void lens_reset(void);

/** Gives a device array a name for findings, where no kernel parameter names it. */
void lens_name_array(const void *device_pointer, const char *name);

/** Marks bytes of device memory as never written, or as written: what a worker does when it poisons
 *  an output or fills an input by its own means. */
void lens_mark_uninitialised(const void *device_pointer, size_t bytes);

/** Basic blocks a thread may enter before it counts as hung. Default 2^31. */
void lens_set_step_budget(uint64_t steps);

/** Host threads that run blocks; default: the environment's LENS_THREADS, else the cores this
 *  process may use. Results do not depend on it. */
void lens_set_workers(int workers);

/** The order in which blocks, the warps of a block and the lanes of a warp are run: 0 the natural
 *  one, any other number another one, the same each time. Default: the environment's LENS_SEED,
 * else 0. Results of programs without races do not depend on it. */
void lens_set_seed(uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
