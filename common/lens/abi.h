/** @file abi.h
 *  The interface inside the lens: functions that translated device code and the shim headers in
 *  `include/` call, and that the runtime in `runtime/` provides. Plain C, so that the shims may be
 *  included from C and C++. Not for labs: they see only CUDA's own names.
 */
#ifndef LENS_ABI_H
#define LENS_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lens_dim3 {
  unsigned x, y, z;
} lens_dim3;

/* ---- kernels and launches ------------------------------------------------------------------- */

/** The element type of an array: the bytes of an element, the lengths of the array's second and
 *  third dimension or 0, and the members if an element is a structure. A NULL pointer means that
 *  the type is not known. */
typedef struct lens_type {
  size_t bytes;
  size_t inner[2];
  const struct lens_member *(*members)(void); /**< the list ends with a name that is NULL */
} lens_type;

typedef struct lens_member {
  const char *name; /**< "": unnamed */
  size_t offset, bytes;
  int is_array;
  const lens_type *type; /**< of its elements if it is an array, otherwise of the member */
} lens_member;

/** A `__global__` function, registered by a static object that the translator adds after its
 *  definition. `function` and `call` are NULL for a template, which is found by name; each of its
 *  instances registers itself with its own address. */
typedef struct lens_kernel {
  const char *name;            /**< unqualified, without template arguments */
  const char *file;            /**< as the translator was given it */
  int line;                    /**< line of the name in the definition */
  const char *parameters;      /**< names separated by commas, "" where unnamed: "n,x,,y" */
  const void *function;        /**< its address, for launches through a pointer */
  void (*call)(void **values); /**< calls the kernel with CUDA's void** argument convention */
  struct lens_kernel *next;    /**< used by the runtime */
} lens_kernel;

void lens_register_kernel(lens_kernel *kernel);

/** A launch. `run(closure)` calls the kernel once, as one CUDA thread.
 *  `arguments` are the addresses of the `num_arguments` actual arguments, `sizes` their bytes: the
 *  runtime reads pointers from them to name arrays after the kernel's parameters. */
typedef struct lens_launch {
  const char *name;     /**< the kernel as written at the launch ("ns::k<float,3>", but also "p" or
                             "s.table[1]" for a pointer), or NULL */
  const void *function; /**< the kernel's address, or NULL if it is not known */
  const char *file;     /**< file of the launch; NULL if launched by cudaLaunchKernel */
  int line;
  lens_dim3 grid, block;
  size_t shared_bytes;
  void *stream;
  void (*run)(void *closure);
  void *closure;
  size_t closure_bytes; /**< reads inside the closure are kernel parameters: not counted */
  int num_arguments;
  void *const *arguments;
  const size_t *sizes;
  const int *constants; /**< for each argument, whether it points to constant numbers; or NULL */
  const lens_type *const *types; /**< the types that the arguments point to; a type may be NULL */
  int cooperative;               /**< all blocks are resident at once and may wait for each other */
} lens_launch;

/** Runs the whole grid. Returns a cudaError_t, which also becomes the runtime's last error. */
int lens_run(const lens_launch *launch);

/** Launches a kernel for cudaLaunchKernel and cudaLaunchCooperativeKernel: finds the function among
 *  the registered kernels. */
int lens_run_function(const void *function, lens_dim3 grid, lens_dim3 block, void **arguments,
                      size_t shared_bytes, void *stream, int cooperative);

/** Set and return how many bytes of dynamic shared memory a kernel may have (cudaFuncSetAttribute);
 *  48 KB unless set. If `function` is NULL, lens_dynamic_shared returns the largest value that was
 *  set. */
int lens_set_dynamic_shared(const void *function, size_t bytes);
size_t lens_dynamic_shared(const void *function);

/** Limits that the lens reports for its device, and applies to cooperative launches. */
enum lens_device_limits {
  LENS_THREADS_OF_MULTIPROCESSOR = 2048,
  LENS_BLOCKS_OF_MULTIPROCESSOR = 32,
  LENS_SHARED_OF_MULTIPROCESSOR = 228 * 1024,
  LENS_SHARED_RESERVED = 1024 /**< of each block's shared memory, for the system */
};
/** The number of multiprocessors: see lens_set_multiprocessors. */
int lens_multiprocessors(void);
/** The number of blocks with `threads` threads and `shared_bytes` of shared memory that are
 *  resident on a multiprocessor at once; 0 for a size that is not allowed. Registers, and the
 *  kernel's own `__shared__` variables, are not known. */
int lens_occupancy(unsigned threads, size_t shared_bytes);

/* ---- inside a kernel ------------------------------------------------------------------------ */

/** Whether the caller is a thread of a kernel. */
int lens_on_device(void);
lens_dim3 lens_thread_idx(void) __attribute__((const));
lens_dim3 lens_block_idx(void) __attribute__((const));
lens_dim3 lens_block_dim(void) __attribute__((const));
lens_dim3 lens_grid_dim(void) __attribute__((const));

/** The value of the GPU's clocks: the number of the thread's readings so far, because the lens has
 *  no time. */
long long lens_clock_count(void);

void lens_bytes_are_set(void);

/** malloc and free in a kernel. NULL if the heap's limit is reached. */
void *lens_heap_malloc(size_t bytes);
/** Declares that the program itself writes numbers that look like unset variables (unset.h), so
 *  that no unset variable is reported. */
int lens_unset_is_own(void);
void lens_heap_free(void *pointer);
/** Sets the heap's limit for cudaLimitMallocHeapSize. */
void lens_heap_set_limit(size_t bytes);

/** Storage of a `__shared__` variable: the same address for all threads of a block. `key` is unique
 *  to the variable (the address of a static byte, one for each template instance). */
void *lens_shared(const void *key, size_t bytes, size_t align, const char *name,
                  const lens_type *type);
/** Storage of `extern __shared__`. */
void *lens_shared_dynamic(const char *name, const lens_type *type);

enum lens_barrier { LENS_SYNC, LENS_SYNC_COUNT, LENS_SYNC_AND, LENS_SYNC_OR };
void lens_syncthreads(void);
/** Returns the reduction of `predicate` over the block for __syncthreads_count, _and and _or. */
int lens_syncthreads_reduce(int barrier, int predicate);
void lens_syncwarp(unsigned mask);
/** Waits for all threads of all blocks of a cooperative launch. */
void lens_grid_sync(void);
int lens_is_cooperative(void);

/** Exchanges between lanes of a warp. */
enum lens_exchange {
  LENS_SHFL,      /**< argument: source lane */
  LENS_SHFL_UP,   /**< argument: delta */
  LENS_SHFL_DOWN, /**< argument: delta */
  LENS_SHFL_XOR,  /**< argument: lane mask */
  LENS_BALLOT,    /**< each lane gives an int and gets an unsigned */
  LENS_ALL,       /**< of an int; gives an int */
  LENS_ANY,       /**< of an int; gives an int */
  LENS_MATCH_ANY, /**< each lane gets an unsigned: the lanes with its value */
  LENS_MATCH_ALL, /**< each lane gets the mask if all values are equal, otherwise 0 */
  LENS_REDUCE_ADD_U32,
  LENS_REDUCE_MIN_U32,
  LENS_REDUCE_MAX_U32,
  LENS_REDUCE_MIN_S32,
  LENS_REDUCE_MAX_S32,
  LENS_REDUCE_AND,
  LENS_REDUCE_OR,
  LENS_REDUCE_XOR
};
/** Returns the lane's result of an exchange of `bits`. Values are passed as bit patterns whose
 *  upper bits are 0. */
uint64_t lens_exchange(int exchange, unsigned mask, uint64_t bits, int argument, int width);
unsigned lens_activemask(void);
/** The lane of the mask `lanes` that has `n` lanes of the mask before it; 32 if there is none. */
unsigned lens_nth_lane(unsigned lanes, unsigned n) __attribute__((const));
/** The `bits` at the lanes of the mask `lanes`, packed from bit 0 on. */
unsigned lens_pack_lanes(unsigned lanes, unsigned bits) __attribute__((const));

/** Atomics on words of 2, 4 and 8 bytes; the return value is the old content. Types: 'i' int32, 'u'
 *  uint32, 'l' int64, 'L' uint64, 'f' float, 'd' double, 's' uint16 (CAS alone), and for additions
 *  also 'h' half, 'H' two halves, 'b' bfloat16, 'B' two bfloat16. Operands are passed as bit
 *  patterns. */
enum lens_atomic {
  LENS_ATOMIC_ADD,
  LENS_ATOMIC_SUB,
  LENS_ATOMIC_EXCH,
  LENS_ATOMIC_MIN,
  LENS_ATOMIC_MAX,
  LENS_ATOMIC_INC,
  LENS_ATOMIC_DEC,
  LENS_ATOMIC_CAS,
  LENS_ATOMIC_AND,
  LENS_ATOMIC_OR,
  LENS_ATOMIC_XOR,
  LENS_ATOMIC_ADD_ONE /**< an addition of 32 bits whose operand the compiler knows to be 1 */
};
/** Called before the load of __ldg, which a GPU may serve from a cache that does not see writes of
 *  the same launch. */
void lens_read_only(const void *address, size_t bytes);

/** Does an atomic. Called from the shim's inline wrappers, so that the return address is in the
 *  student's code. */
uint64_t lens_atomic(int operation, char type, void *address, uint64_t operand, uint64_t compare);
/** Like lens_atomic, but atomic only for the threads of one block, such as atomicAdd_block. */
uint64_t lens_atomic_of_block(int operation, char type, void *address, uint64_t operand,
                              uint64_t compare);
/** lens_fence is __threadfence and __threadfence_system; lens_fence_block is
 *  __threadfence_block. */
void lens_fence(void);
void lens_fence_block(void);

/** lens_trap stops the thread for __trap and for what the lens cannot run, lens_assert_failed for a
 *  failed assert on the device. */
void lens_trap(const char *what) __attribute__((noreturn));
void lens_assert_failed(const char *what, const char *function) __attribute__((noreturn));

/* ---- the runtime API's memory (the shim maps cudaMalloc and friends on these) ---------------- */

int lens_malloc(void **out, size_t bytes, const char *expression);
/** Memory that host code may use directly (cudaMallocManaged); it counts as written. */
int lens_malloc_managed(void **out, size_t bytes, const char *expression);
int lens_free(void *pointer);
/** Host memory that kernels may use as well (cudaMallocHost); it counts as written. */
int lens_malloc_pinned(void **out, size_t bytes);
int lens_free_pinned(void *pointer);
/** Lets kernels use memory that the host has already (cudaHostRegister). */
int lens_host_register(void *pointer, size_t bytes);
int lens_host_unregister(void *pointer);
/** What an address belongs to. */
enum lens_memory_kind {
  LENS_MEMORY_UNKNOWN,
  LENS_MEMORY_PINNED,
  LENS_MEMORY_DEVICE,
  LENS_MEMORY_MANAGED
};
int lens_memory_kind(const void *pointer);
/** Bytes of device memory that are allocated. */
size_t lens_memory_in_use(void);
/** Frees all memory, and resets the device variables to their first values. */
int lens_device_reset(void);
int lens_memcpy(void *to, const void *from, size_t bytes, int kind);
int lens_memset(void *to, int value, size_t bytes);

/* ---- streams: who comes behind whom (runtime/timeline.h). A stream is known by its handle. -- */

enum { LENS_MOST_STREAMS = 64 }; /**< at once; more streams count as the default one */
#define LENS_STREAM_PER_THREAD ((const void *)2) /**< cudaStreamPerThread */

/** For each stream, the number up to which the stream's jobs are done. An event stores such a
 *  clock. */
typedef struct lens_clock {
  uint64_t at[LENS_MOST_STREAMS];
} lens_clock;

/** `blocking`: the stream and the legacy default stream wait for each other. */
void lens_stream_open(const void *stream, int blocking);
void lens_stream_close(const void *stream);
void lens_stream_record(const void *stream, lens_clock *event);
void lens_stream_wait(const void *stream, const lens_clock *event);
void lens_host_wait(const lens_clock *event);
void lens_host_wait_stream(const void *stream);
void lens_host_wait_all(void);
/** Calls a host function at its position in the stream. */
void lens_stream_call(const void *stream, void (*function)(void *), void *data);
/** Copies and memsets between these two calls are one job of the stream, for which the host does
 *  not wait. */
void lens_stream_begin(const void *stream, const char *name);
void lens_stream_end(void);
/** From now on NULL means the default stream of the host thread. */
void lens_default_stream_per_thread(void);
int lens_get_last_error(void);
int lens_peek_last_error(void);
int lens_device_synchronize(void);
/** Must be called if a call of the runtime API returned this error, and the program ignores the
 *  result. Adds a finding at the end of the program, unless the program reads the last error
 *  before. */
void lens_error_unread(int error, const char *call, const char *file, int line);
/** Must be called when the program reads the last error that the API itself has set. */
void lens_error_read(void);
/** Sets whether the call that fails now has a finding of its own. */
void lens_error_explained(int yes);
/** The copies between these two calls are the rows of one copy. */
void lens_rows_begin(void);
void lens_rows_end(void);
const char *lens_error_name(int error);
const char *lens_error_string(int error);

/** Sets the element type of an allocation. Both parameters may be NULL. */
void lens_set_type(const void *device_pointer, const lens_type *type);

/** A `__device__` or `__constant__` variable, registered by a static object after it. */
typedef struct lens_symbol {
  const char *name;
  void *address;
  size_t bytes;
  int constant; /**< 1 for __constant__ */
  int host;     /**< 1 for __managed__: host code may use the variable too */
  struct lens_symbol *next;
  const lens_type *type; /**< type of its elements, or NULL */
} lens_symbol;
void lens_register_symbol(lens_symbol *symbol);
/** Returns the address of the host's own copy of the variable that begins at `address`. If there is
 *  no such variable of the device, returns `address`. */
void *lens_host_side(void *address);

/** Must be called before storing to memory on behalf of host code, see lens_limit_stores. Returns
 *  1, or does not return. */
int lens_may_store(const void *to, size_t bytes);
/** Must be called when a library function that the program calls, on the host or in a kernel,
 *  stores to `to`, which may be NULL. `place` and `frame` are the return address and the stack
 *  pointer of the call. */
void lens_note_store(const void *to, size_t bytes, const void *place, const void *frame);
/** Returns `format`, unless it makes printf store something (%n). */
const char *lens_plain_format(const char *format);
/** Whether stores are limited and the program may store to this address. */
int lens_stores_hold(const void *address);

/** Calls a function that the program has given to a library: `function(first, second)`. */
intptr_t lens_call_back(const void *function, const void *first, const void *second);

/** Declares that some host code of the program is not traced (lens/host). */
void lens_host_is_plain(void);

#ifdef __cplusplus
}
#endif
#endif
