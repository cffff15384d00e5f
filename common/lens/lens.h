/** @file lens.h
 *  What the lens saw, for programs that link it: findings (what is wrong, and where) and counters
 *  (what the hardware would count, line by line). Programs read them after launches. Nothing here
 *  depends on sparse matrices.
 */
#ifndef LENS_LENS_H
#define LENS_LENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */

/** All kinds of findings, with their names. */
#define LENS_FINDING_KINDS(X) \
  X(OUT_OF_BOUNDS_READ, "out-of-bounds read") \
  X(OUT_OF_BOUNDS_WRITE, "out-of-bounds write") \
  X(UNINITIALISED_READ, "uninitialised read") \
  X(RACE, "race") \
  X(HOST_POINTER, "host pointer")                    /* a kernel dereferences a host address */ \
  X(DEVICE_POINTER, "device pointer")                /* the host dereferences a device address */ \
  X(USE_AFTER_FREE, "use after free") \
  X(MISALIGNED, "misaligned access") \
  X(DIVERGENT_BARRIER, "divergent barrier")          /* at different ones, or some threads left */ \
  X(BAD_MASK, "bad warp mask")                       /* the mask names lanes that never arrive */ \
  X(HANG, "hang")                                    /* an endless loop, or no step budget left */ \
  X(TRAP, "trap") \
  X(BAD_LAUNCH, "bad launch")                        /* refused; `detail` has the error */ \
  X(BAD_FREE, "bad free")                            /* freed before, or not the start of memory */ \
  X(LEAK, "leak")                                    /* never freed; see lens_finish */ \
  X(UNREAD_ERROR, "unread error")                    /* the error of a launch was never read */ \
  X(NULL_POINTER, "null pointer")                    /* dereferenced in a kernel */ \
  X(BAD_SHUFFLE, "bad shuffle source")               /* the source lane does not take part */ \
  X(STACK_OVERFLOW, "stack overflow")                /* a thread's local memory is used up */ \
  X(DIVISION_BY_ZERO, "division by zero")            /* of integers */ \
  X(STALE_READ, "stale read")                        /* __ldg of what the same launch writes */ \
  X(CONSTANT_WRITE, "constant write")                /* to a __constant__ variable */ \
  X(UNSET_LOCAL, "uninitialised local variable")     /* and its value is stored */ \
  X(OUT_OF_BOUNDS_INDEX, "out-of-bounds index")      /* of a local array */ \
  X(SHIFT_TOO_FAR, "shift too far")                  /* by too many bits, or by fewer than 0 */ \
  X(FOREIGN_STORE, "foreign write")                  /* by the host, to the lens's memory */

/* clang-format on */

#define LENS_FINDING_KIND(kind, name) LENS_##kind,
typedef enum lens_finding_kind {
  LENS_FINDING_KINDS(LENS_FINDING_KIND) LENS_NUM_FINDING_KINDS
} lens_finding_kind;

/** "out-of-bounds read", … */
const char *lens_finding_name(lens_finding_kind kind);

/** The reason of a finding, for kinds that have several. */
typedef enum lens_reason {
  LENS_ONLY_REASON,       /**< the kind has only one reason */
  LENS_LANE_NOT_NAMED,    /**< of a bad warp mask: the mask leaves out the lane that calls */
  LENS_LANES_NEVER_COME,  /**< of a bad warp mask: its `lanes` never arrive */
  LENS_THREADS_HAVE_LEFT, /**< of a divergent barrier: the other threads have left the kernel */
  LENS_OTHER_BARRIER,     /**< of a divergent barrier: the other side waits at another barrier */
  LENS_LOST_UPDATE,     /**< of a race: an update comes between a read and the atomic that uses the
                           value */
  LENS_BLOCK_SCOPE,     /**< of a race: the atomics have block scope */
  LENS_EMPTY_GRID,      /**< of a bad launch: there are no blocks */
  LENS_EMPTY_BLOCK,     /**< of a bad launch: a block has no threads */
  LENS_OF_COPY,         /**< of a pointer: it was passed to a copy, or to cudaMemset */
  LENS_OTHER_STREAM,    /**< of a race: the other side is a kernel or copy of another stream */
  LENS_NOTHING_CHANGES, /**< of a hang: a loop without memory accesses repeats one state */
  LENS_NUM_REASONS
} lens_reason;

typedef enum lens_space { LENS_GLOBAL, LENS_SHARED } lens_space;
typedef enum lens_operation { LENS_LOAD, LENS_STORE, LENS_ATOMIC } lens_operation;

/** The other side of a race, or a thread that waits at another barrier. */
typedef struct lens_other_side {
  bool known;
  bool several; /**< there are many threads; one of them, or none, is named */
  bool same_block;
  lens_operation operation;
  unsigned long long block; /**< linear */
  unsigned thread;          /**< linear */
  int line;                 /**< 0: unknown */
} lens_other_side;

/** One defect; the same defect at the same place is kept once, with a count. */
typedef struct lens_finding {
  lens_finding_kind kind;
  const char *kernel; /**< "" on the host */
  char file[256];     /**< "" if unknown */
  int line, column;   /**< 0 if unknown */
  unsigned block[3], thread[3];
  char array[64];   /**< parameter, variable or allocation; "" if unknown */
  long long index;  /**< index of the element in that array, in units of the access if the array's
                       type is unknown; negative before the array */
  long long length; /**< number of elements of that array; −1: length and index are unknown */
  char detail[352]; /**< one sentence that describes the fields below */
  lens_reason reason;
  lens_other_side other;
  unsigned mask, lanes; /**< of a bad warp mask: the mask, and its lanes that never arrive */
  unsigned long long count;
} lens_finding;

/** The bytes that have moved so far from the device to the host if `to_host`, otherwise from the
 *  host to the device: by copies, arguments of kernels, and memory that both use. */
unsigned long long lens_bytes_copied(bool to_host);

/** Number of findings since the last lens_reset. */
size_t lens_num_findings(void);
const lens_finding *lens_get_finding(size_t i);

/* clang-format off */

/** The counters of a memory instruction that the hardware also has. */
#define LENS_HARDWARE_COUNTS(X) \
  X(requests) \
  X(threads)          /* active threads over all requests */ \
  X(sectors)          /* global only; for atomics including replays */ \
  X(ideal_sectors)    /* for as many contiguous bytes, or `sectors` if that is less */ \
  X(replays)          /* global atomics: part of `sectors` that is moved again for other threads */ \
  X(wavefronts)       /* shared only */ \
  X(ideal_wavefronts) \
  X(bank_conflicts)   /* shared only: part of `wavefronts` that conflicts add */

/** All counters. A kept request loads what the same threads stored, without a barrier in between.
 *  nvcc may keep such a value in a register; then the hardware makes no request. */
#define LENS_COUNTS(X) \
  LENS_HARDWARE_COUNTS(X) \
  X(kept_requests)    /* shared loads: requests for what the same threads stored just before */

/* clang-format on */

#define LENS_DECLARE_COUNT(count) uint64_t count;

/** Counters of one memory instruction: one row per load, even if two are on one line. Names follow
 *  Nsight Compute: a request is one warp-level instruction, a sector 32 bytes. An atomic on shared
 *  memory for which the hardware has no instruction has two rows, a load and an atomic, because it
 *  is a loop of both. */
typedef struct lens_counter {
  const char *kernel;
  char file[256];
  int line, column; /**< column 0 if unknown */
  lens_space space;
  lens_operation operation;
  char array[64];
  unsigned bytes; /**< bytes of one thread's access */
  LENS_COUNTS(LENS_DECLARE_COUNT)
  struct lens_samples *samples; /**< belongs to the runtime: see lens_get_request */
} lens_counter;

/** Number of counters since the last lens_reset. They are ordered by file, line, column,
 *  operation. */
size_t lens_num_counters(void);
const lens_counter *lens_get_counter(size_t i);

enum { LENS_LINE_BYTES = 128 }; /**< bytes of a cache line, and of all 32 banks together */

/** One request of a memory instruction, kept as an example: the access of each lane. */
typedef struct lens_request {
  bool worst; /**< this is the request of all warps that is furthest from the ideal; among equal
                 ones, the one with most lanes, then of the first launch, the lowest block, the
                 first */
  unsigned launch; /**< number of launches before the request's own */
  unsigned block[3], warp;
  uint64_t turn;         /**< number of earlier requests of this instruction by the warp */
  uint32_t lanes;        /**< lanes that took part */
  unsigned units, ideal; /**< sectors of global memory, wavefronts of shared memory */
  char array[64];        /**< the array of the first lane; "" if unknown */
  long long length;      /**< number of elements of that array; −1: unknown */
  unsigned phase;        /**< address of the array's first element modulo LENS_LINE_BYTES */
  long long offset[32];  /**< bytes from that element, for each lane that took part, in order */
} lens_request;

/** The examples of a counter. The first is the worst request. Up to four requests of the watched
 *  warp follow: its first one, and others spread evenly over its requests in the first launch in
 *  which it made any. The examples do not depend on the number of host threads. */
size_t lens_num_requests(size_t counter);
const lens_request *lens_get_request(size_t counter, size_t i);

/** Sets the watched warp: warp `warp` of the block whose linear number is `block`. Default: the
 *  environment's LENS_WARP ("block:warp"), otherwise 0:0. */
void lens_watch_warp(uint64_t block, unsigned warp);

/** What warps wait for, and what can limit a launch: the same as enum model_wait of lens/model. */
typedef enum lens_limit {
  LENS_LIMIT_ISSUE,   /**< instructions */
  LENS_LIMIT_L1,      /**< L1 cache */
  LENS_LIMIT_L2,      /**< L2 cache, and the path to it */
  LENS_LIMIT_DRAM,    /**< device memory */
  LENS_LIMIT_SHARED,  /**< shared memory */
  LENS_LIMIT_ATOMIC,  /**< updates of one address */
  LENS_LIMIT_BARRIER, /**< other warps of the block */
  LENS_LIMIT_LATENCY, /**< answers in flight while nothing is busy */
  LENS_LIMIT_START,   /**< the start of blocks */
  LENS_NUM_LIMITS
} lens_limit;

enum { LENS_STRETCHES = 48 };

/** The activity in a short part of a kernel's time, each as a share of what the GPU can hold or
 *  do. */
typedef struct lens_stretch {
  float warps, instructions, l2, dram;
} lens_stretch;

/** The kernel's time in equal parts. */
typedef struct lens_stretches {
  unsigned count;
  double each_us;
  lens_stretch all[LENS_STRETCHES];
} lens_stretches;

/** What limits the number of resident blocks on a multiprocessor. */
typedef enum lens_fit {
  LENS_FIT_WARPS, /**< the maximum number of warps */
  LENS_FIT_BLOCKS,
  LENS_FIT_SHARED, /**< shared memory */
  LENS_FIT_REGISTERS,
  LENS_NUM_FITS
} lens_fit;

/** The time of a launch on the chosen device: a prediction by a model, not a measurement. */
typedef struct lens_prediction {
  bool made;
  double time_us;   /**< from the launch to the end of its last block */
  double kernel_us; /**< without launch overhead */
  double queued_us; /**< additional time if the launch is queued after another launch */
  double before_us; /**< additional time of each cudaMemset since the previous launch */
  lens_limit
      limit; /**< the resource that is busy most of the time, otherwise what warps wait for */
  double utilisation[LENS_NUM_LIMITS]; /**< share of kernel_us in which each resource is busy */
  double waits[LENS_NUM_LIMITS];       /**< shares of the time of all warps, which add up to 1 */
  double tail;  /**< share of the time in which less than half of the multiprocessors that got a
                   block work */
  double lanes; /**< mean share of lanes that take part in a request */
  uint64_t l1_hits, l1_misses, l2_hits, l2_misses, dram_sectors;
  double sampling_error;           /**< relative; 0 if all multiprocessors were simulated */
  const lens_stretches *stretches; /**< only for the first 256 launches; or NULL */
  uint64_t num_blocks;
  uint64_t recorded_blocks; /**< the other blocks are assumed to do what one of these did */
  unsigned multiprocessors, warps_most; /**< number of them; warps that each can hold */
  unsigned blocks_fit;   /**< blocks of this launch that a multiprocessor can hold at once */
  lens_fit fit;          /**< what limits blocks_fit */
  uint64_t shared_bytes; /**< per block */
  double warps;     /**< warps resident on a multiprocessor: mean over time and multiprocessors */
  double in_flight; /**< loads of a warp in flight: mean while there are any */
  double rounds;    /**< per warp: loads that begin when none of the warp's loads is in flight */
  double dependent; /**< share of them, except the first, that waited for an earlier result */
  double l1_kb;     /**< size of the L1 cache beside shared memory */
  uint64_t l1_dropped; /**< part of l1_misses: sectors that the cache had and replaced */
  uint64_t dram_again; /**< part of dram_sectors: sectors that this launch had read before, and that
                          L2 replaced */
  double dram_gbps;    /**< bandwidth of the device for streaming */
} lens_prediction;

/** Chooses the GPU whose times are predicted, by the file that describes it (lens/model/device.h);
 *  NULL: none, and nothing is predicted. Default: the file that the environment's LENS_DEVICE
 *  names. False, with a sentence in `message`, if the file is not a valid description. */
bool lens_set_device(const char *path, char *message, size_t size);

struct model_device;

/** Like lens_set_device, with a description (lens/model/device.h), which is copied; NULL: no
 *  device. False if memory is short. */
bool lens_use_device(const struct model_device *description);

/** Sets how much memory a launch may use to record what its blocks do; 1 GB by default. */
void lens_set_tape_memory(size_t bytes);

/** Resets the chosen GPU's caches to the state after a cudaMemset larger than the caches, as before
 *  a cold measurement. This is also the state when the program starts. */
void lens_forget_caches(void);

/** The name of the chosen GPU, or NULL. `*verified_out`: the description was measured on the GPU
 *  and compared with it. */
const char *lens_device_name(bool *verified_out);

/** The chosen GPU's number of multiprocessors, which programs may query; 0: no GPU was chosen. */
int lens_device_multiprocessors(void);

/** A launch; records are in the order of launches. */
typedef struct lens_launch_record {
  const char *kernel;
  unsigned grid[3], block[3];
  int error;              /**< cudaError_t */
  uint64_t accesses;      /**< accesses of all threads */
  uint64_t warp_steps;    /**< basic blocks entered, counted per warp */
  uint64_t thread_steps;  /**< basic blocks entered, counted per thread: 32 × warp_steps without
                             divergence */
  uint64_t working_warps; /**< warps that accessed memory; the next two fields are theirs */
  uint64_t working_warp_steps, working_thread_steps;
  uint64_t busiest_warp, busiest_block; /**< most working_warp_steps of a warp, a block */
  uint64_t first_owner; /**< the first number of the launch's blocks in the words of the shadow; 0:
                           the launch never ran */
  lens_prediction prediction;
} lens_launch_record;

size_t lens_num_launches(void);
const lens_launch_record *lens_get_launch(size_t i);

/** The predicted time of a line, over all launches of a kernel. */
typedef struct lens_line_time {
  const char *kernel;
  char file[256];
  int line;
  double time_us;                   /**< the times of all lines of a kernel add up to its time */
  double waits_us[LENS_NUM_LIMITS]; /**< waits of all warps together */
} lens_line_time;

/** Number of predicted times, which are ordered by file and line; 0 if no device was chosen. */
size_t lens_num_line_times(void);
const lens_line_time *lens_get_line_time(size_t i);

/** Adds a finding for each allocation of device memory that was not freed, except those passed to
 *  lens_keep. */
void lens_find_leaks(void);

/** Declares that the code that made this allocation frees it later, so that the allocation is not a
 *  leak. */
void lens_keep(const void *device_pointer);

/** Must be called when the host's `free` is called with an address that the host's `malloc` did not
 *  return. Adds a finding if it is an address of device memory. */
void lens_note_host_free(const void *pointer);

/** Adds the findings that only the end of the program shows: memory that was never freed, and
 *  errors of launches that were never read. Call it once, after the program's main, when memory is
 *  no longer in use. */
void lens_finish(void);

/** Passes all results, line by line without newlines, to `put`. A line begins with a keyword; its
 *  fields are separated by tabs, and text fields contain no tab or newline. The words are finding,
 *  launch, counter and request, and if a device was chosen, after the launches: gpu (name
 *  verified), predicted, stretches and spent (the time of a line). lens/fields.h has the fields of
 *  all the others.
 *
 *  A line of a request begins with the number of counter lines before the request's own counter;
 *  the offsets at its end are separated by spaces. A line of stretches has the fields launch and
 *  each_us, and then, separated by spaces, the shares of warps, instructions, l2 and dram of each
 *  part, in thousandths. */
void lens_write_lines(void (*put)(const char *text, void *context), void *context);

/** Sets whether the program leaves a report when it ends, by itself or by a signal. Default: yes.
 *  If the environment names a file in LENS_REPORT, the lines are written there, followed by "done";
 *  otherwise findings are printed on standard error. A program that is interrupted (SIGINT,
 *  SIGTERM, SIGHUP), or that runs for LENS_DEADLINE seconds, stops its launch and reports what was
 *  seen up to that point; a line "partial", a tab and the reason come first. Without "done" the
 *  program was killed, and the lines are an earlier state. */
void lens_report_at_exit(bool yes);

/** A sentence that says what the machine lacked, or NULL. If it is not NULL, a launch has failed
 *  with cudaErrorMemoryAllocation for this reason, or some results of the lens are lost. Then the
 *  lens's report proves nothing, neither for the program nor against it. */
const char *lens_shortage(void);

/** Forgets findings, counters and launches, and clears a sticky error. Device memory is kept. */
void lens_reset(void);

/** From now on, the `nth` allocation of device memory, counted from 1, and all later ones return
 *  cudaErrorMemoryAllocation. 0: no allocation is refused. */
void lens_refuse_allocations(unsigned nth);

/** How many allocations were refused because of the last lens_refuse_allocations. */
unsigned lens_refused_allocations(void);

/** For a program's own handler of SIGSEGV, which passes its `si_addr` and its context: whether host
 *  code has touched device memory. If so, adds a finding, and the handler must return. */
bool lens_host_touched(const void *address, const void *context);

/** Gives a device array a name for findings, if no kernel parameter names it. */
void lens_name_array(const void *device_pointer, const char *name);

/** Marks bytes of device memory as never written. Used by a worker that poisons an output. */
void lens_mark_uninitialised(const void *device_pointer, size_t bytes);

/** What wrote a word of device memory last. */
typedef enum lens_writer {
  LENS_WRITER_NOBODY,
  LENS_WRITER_GIVEN, /**< the caller of lens_mark_given; nothing has written since */
  LENS_WRITER_HOST,  /**< a copy from the host, or a cudaMemset */
  LENS_WRITER_LAUNCH /**< a kernel, also if the host has copied the kernel's result within the
                        device */
} lens_writer;

/** Declares the contents of these bytes of device memory as given: from now on the lens records
 *  what else writes to them and whether launches read them. */
void lens_mark_given(const void *device_pointer, size_t bytes);

/** What wrote these 4 bytes last. Before the program's first lens_mark_given, copies within the
 *  device count as written by the host. */
lens_writer lens_last_writer(const void *device_pointer);

/** The kernel that wrote these 4 bytes last; NULL: no kernel did, or its launch is no longer
 *  known. */
const char *lens_last_kernel(const void *device_pointer);

/** Whether a launch, or a copy within the device, has read any of these bytes since they were
 *  given. Only the first and the last lane of each request are considered. */
bool lens_was_read(const void *device_pointer, size_t bytes);

/** The place where the program copied to device memory, or set it. */
typedef struct lens_host_write {
  char file[256]; /**< "" if unknown */
  int line;       /**< 0 if unknown */
} lens_host_write;

/** Finds the last call of the host that wrote to this array since it was given. False if there was
 *  no such call. */
bool lens_find_host_write(const void *device_pointer, lens_host_write *out);

/** Limits stores. From now on, traced code of this host thread, and the runtime API on its behalf,
 *  may store only to its stack, which is [low, high), and to memory that lens_allow_stores names.
 *  Before any other store, the lens adds a finding and calls `breach`, which must not return. Loads
 *  are not limited. Untraced code is not checked. */
void lens_limit_stores(const void *low, const void *high, void (*breach)(void));
void lens_unlimit_stores(void);

/** Adds memory that host code may store to: up to 64 pieces, until lens_forget_stores. */
void lens_allow_stores(const void *start, size_t bytes);
/** Like lens_allow_stores, for a short time: only the latest 16 pieces are kept. */
void lens_allow_stores_for_now(const void *start, size_t bytes);
void lens_forget_stores(void);

/** Sets the functions with which C++'s `new` and `delete` allocate and free memory on the host.
 *  `align` 0: suitable for every type. NULL: out of memory. Default: malloc and free. */
void lens_set_host_memory(void *(*take)(size_t bytes, size_t align), void (*give_back)(void *));

/** Sets how many steps a thread may take before it counts as hung. A step is a basic block entered
 *  or a memory access. Default: no limit. */
void lens_set_step_budget(uint64_t steps);

/** Sets how many steps all threads of a block together may take, including threads that wait for
 *  others. All blocks of a launch together have four times this budget. A 64th of the budget is
 *  reserved for each block, which takes more from the launch's budget when it needs more. Default:
 *  no limit. */
void lens_set_block_step_budget(uint64_t steps);

/** Sets whether a barrier of the block is a finding if some threads have returned before it.
 *  Default: no, because since Volta the hardware waits only for the remaining threads. At a barrier
 *  of the grid, missing threads are always a finding, and so are threads that wait at different
 *  barriers. */
void lens_set_strict_barriers(bool strict);

/** Sets the number of host threads that run blocks. Default: the environment's LENS_THREADS,
 *  otherwise the number of cores that this process may use. Results do not depend on it. */
void lens_set_host_threads(int count);

/** Sets the number of multiprocessors of the lens's GPU, which determines how many blocks the GPU
 *  holds at once. 0: the number of the chosen device, otherwise the environment's
 *  LENS_MULTIPROCESSORS, otherwise 16. */
void lens_set_multiprocessors(int count);

/** Sets whether the lines of findings and counters are looked up, which starts another program and
 *  takes longer than a small launch. If not, lines are 0. Default: yes. */
void lens_set_lines(bool looked_up);

/** Sets whether columns are looked up with the lines, if llvm-symbolizer is installed. This program
 *  takes much longer to start than addr2line, which only knows lines. Default: yes. */
void lens_set_columns(bool looked_up);

/** Sets the order in which blocks, the warps of a block and the lanes of a warp run. 0 is the
 *  natural order; any other number gives a different order, which is the same each time. Default:
 *  the environment's LENS_SEED, otherwise 0. Results of programs without races do not depend on
 *  it. */
void lens_set_seed(uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
