/** @file internal.h
 *  Declarations that the files of the worker share. Labs do not use them.
 */
#ifndef SL_WORKER_INTERNAL_H
#define SL_WORKER_INTERNAL_H

#include "base/status.h"
#include "worker/protocol.h"
#include "worker/worker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An array of a job, in memory that the student's code accesses. */
typedef struct sl_buffer {
  const sl_wire_array *wire;
  size_t bytes;     /**< size of all elements */
  char *data;       /**< address of element 0, on the host or on the device */
  size_t redzone;   /**< bytes with known contents before the array; on the device also after it */
  char *allocation; /**< the address to free: a host mapping, or device memory from cudaMalloc */
  size_t mapped;    /**< size of the host mapping; 0 on the device */
  bool filled;      /**< on the device: whether it has been filled before */
  char *saved;      /**< a device copy of its initial contents, if many launches need them; or
                     *  NULL */
} sl_buffer;

struct sl_job {
  const sl_wire_question *question; /**< mapped read-only */
  const sl_drive *drive;
  char *answer; /**< mapped, shared with the judge */
  sl_buffer buffers[SL_WIRE_MAX_ARRAYS];
};

/** The differences between the GPU and the lens. Everything else uses the CUDA runtime. */
typedef struct sl_backend {
  const char *name;
  size_t redzone;  /**< bytes on each side of a device array; 0 if the backend detects wrong
                    *  accesses itself */
  bool keeps_time; /**< whether events measure the time of a real device */
  void (*begin)(const sl_job *job);                /**< called before the first launch of a job */
  void (*describe_array)(const sl_buffer *buffer); /**< called after each upload */
  void (*account)(const sl_job *job);              /**< reports which side has written and read */
  void (*report)(void);                            /**< called after the last launch of a job */
  /** Called before and after each call of the student's code. Its stack begins at `stack` and grows
   *  downward. Both may be NULL. */
  void (*enter)(const sl_job *job, const void *stack);
  void (*leave)(void);
  /** Handles a crash at `address`. Returns whether it is a finding of the backend, after which the
   *  program continues. May be NULL. */
  bool (*touched)(const void *address, const void *context);
  /** Makes the `nth` allocation of device memory and all later ones fail; 0: none. Returns how many
   *  have failed since the last call. NULL if the backend cannot do this. */
  unsigned (*refuse)(unsigned nth);
  const char *(*shortage)(void); /**< a shortage of memory or threads that made a launch fail or
                                  *  lost findings; or NULL */
} sl_backend;

extern const sl_backend sl_this_backend;

/** The number of the repair that a program of candidates must run. The program reads this variable
 *  by name (common/repair/candidates.h). No other code uses it. */
extern unsigned sl_candidate;

/* secret.c: keeps the nonce of the job in a page that cannot be read while it is hidden. The kernel
 * reads and writes the page itself when a line or a job is transferred, so that no copy remains on
 * a stack. */
/** Makes the page. Ends the worker if that fails. */
void sl_secret_make(void);
char *sl_secret(void);         /**< the nonce: SL_WIRE_NONCE_BYTES bytes */
bool sl_secret_hide(bool yes); /**< hides or shows the nonce, and returns whether it was hidden */

/* say.c */
/** Sends one line of the reply. `format` must not contain a newline. Texts that the kit has not
 *  written must be passed through sl_say_field. */
void sl_say(const char *format, ...) SL_PRINTF(1, 2);

/** Sends a line that ends with its newline. May be called in a signal handler. */
void sl_say_text(const char *text, size_t size);

/** Returns a copy of `text` in which tabs and newlines are spaces. The copy is in one of a few
 *  static buffers. */
const char *sl_say_field(const char *text);

/** Reports a defect of the kit or of the lab, and ends the worker. Not for errors of students. */
void sl_say_broken(const char *format, ...) SL_PRINTF(1, 2) __attribute__((noreturn));

/** Reports that an array on the device no longer exists because of the student's code, and ends the
 *  worker. */
void sl_say_lost(const char *array) __attribute__((noreturn));

/* ending.c */
/** Ends the worker if the machine has run out of something (sl_backend.shortage). */
void sl_ending_if_short(void);

/** Sends what the backend has observed (sl_backend.report). Ends the worker if the machine has run
 *  out of something meanwhile. */
void sl_ending_send_report(void);

/** Waits for the device. If the student's code has caused an error of the CUDA runtime, sends an
 *  `error` line with `where`, and ends the worker. */
void sl_ending_if_cuda_failed(const char *where);

/* main.c */
/** Waits for a job, and calls `answer` without running anything. `answer` must end the worker. */
void sl_main_answer_first(void (*answer)(void));

/* call.c */
/** Calls a function of drive.cu, which calls the student's code. Afterward, nothing that the
 *  student's code could have changed in registers or on its stack is used. */
void sl_call(sl_job *job, void (*function)(sl_job *job));

/* arrays.c */
void sl_arrays_make(sl_job *job);
void sl_arrays_save(sl_job *job);    /**< makes sl_arrays_restore fast */
void sl_arrays_restore(sl_job *job); /**< resets all arrays except inputs, before the next launch */
void sl_arrays_collect(sl_job *job); /**< copies all arrays with their redzones into the answer */
void sl_arrays_free(sl_job *job);

/* fault.c */
void sl_fault_install(void);
void sl_fault_watch(const sl_job *job); /**< sets the job whose arrays are named in faults; NULL:
                                         *  none */

/* own_memory.c */
/** The address ranges of the memory that the student's code allocates on the host. */
typedef struct sl_own_ranges {
  void *guarded, *unguarded;
  size_t guarded_bytes, unguarded_bytes;
} sl_own_ranges;

/** Reserves the ranges in the first call. Both are NULL if there is not enough address space. */
sl_own_ranges sl_own_memory_open(void);

/** Whether `malloc` returns zeroed memory. Otherwise the memory contains numbers that make wrong
 *  use visible. */
extern bool sl_own_memory_cleared;

/** Frees memory that this room has not allocated, such as that of a library. The default is
 *  free. */
extern void (*sl_own_free_other)(void *data);

/** Allocates memory for C++'s `new`; see lens_set_host_memory. sl_own_memory_free frees it. */
void *sl_own_memory_take_unguarded(size_t bytes, size_t align);

/** Whether `address` is in, or in the guard pages of, a block that the student's code has
 *  allocated. Sets `*byte_out` to the offset in the block, and `*bytes_out` to the size of the
 *  block. */
bool sl_own_memory_at(uintptr_t address, long long *byte_out, long long *bytes_out);

/* timing.c */
void sl_timing_launches(sl_job *job);
/** Calls a host function question->host_samples times, and reports each time. */
void sl_timing_host(sl_job *job);

/* batch.c */
/** Makes question->batch consecutive launches while the judge measures the time, and then twice as
 *  many. Repeats this question->pairs times. The answers of one of the launches remain in the
 *  arrays. */
void sl_batch_run(sl_job *job);

#endif
