/** @file internal.h
 *  Declarations that the worker's files share. Not for labs.
 */
#ifndef SL_WORKER_INTERNAL_H
#define SL_WORKER_INTERNAL_H

#include "base/status.h"
#include "worker/protocol.h"
#include "worker/worker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One array of a job, in the memory that the student's code sees. */
typedef struct sl_buffer {
  const sl_wire_array *wire;
  size_t bytes;     /**< of the elements */
  char *data;       /**< element 0; host or device memory */
  size_t redzone;   /**< poisoned bytes on either side, inside the allocation */
  char *allocation; /**< what is freed: a mapping on the host, cudaMalloc's on the device */
  size_t mapped;    /**< bytes of the host mapping; 0 on the device */
  bool filled;      /**< on the device: it was allocated before */
  char *saved;      /**< a device copy of its first contents if many launches need them; or NULL */
} sl_buffer;

struct sl_job {
  const sl_wire_question *question; /**< mapped, read only */
  const sl_drive *drive;
  char *answer; /**< mapped, shared with the judge */
  sl_buffer buffers[SL_WIRE_MAX_ARRAYS];
};

/** What differs between the GPU and the lens; everything else goes through the CUDA runtime. */
typedef struct sl_backend {
  const char *name;
  size_t redzone;  /**< around device arrays; 0 if the backend guards them itself */
  bool keeps_time; /**< device events measure a real device */
  void (*begin)(const sl_job *job);                /**< before the first launch of a job */
  void (*describe_array)(const sl_buffer *buffer); /**< after each upload */
  void (*account)(const sl_job *job);              /**< reports which side wrote and read */
  void (*report)(void);                            /**< after the last launch of a job */
  /** Around each call of the student's code, whose stack ends at `stack`. Each may be NULL. */
  void (*enter)(const sl_job *job, const void *stack);
  void (*leave)(void);
  /** Whether a crash is a finding of the backend, after which the program continues. May be NULL.
   */
  bool (*touched)(const void *address, const void *context);
  /** From the `nth` allocation of device memory on, each fails; 0: none. Returns how many have
   *  failed since the last call. NULL: the backend cannot do this. */
  unsigned (*refuse)(unsigned nth);
  const char *(*shortage)(void); /**< a shortage of the machine that made a launch fail or lost
                                  *  findings, or NULL */
} sl_backend;

extern const sl_backend sl_this_backend;

/** The repair that a module of candidates must run; it reads this variable by name: see
 *  common/repair/candidates.h. Nothing else uses it. */
extern unsigned sl_candidate;

/* secret.c: the nonce of the job, in a page that cannot be read while it is hidden. Sending and
 * receiving pass the page itself to the kernel, so that no copy remains on a stack. */
/** Makes the page; ends the worker if that fails. */
void sl_secret_make(void);
char *sl_secret(void);         /**< SL_WIRE_NONCE_BYTES */
bool sl_secret_hide(bool yes); /**< returns the previous state */

/* say.c */
/** Sends one line of the reply; `format` contains no newline. Pass external texts through
 *  sl_say_field first. */
void sl_say(const char *format, ...) SL_PRINTF(1, 2);

/** The same for a text that ends with its newline: usable in a signal handler. */
void sl_say_text(const char *text, size_t size);

/** A copy of `text` in one of a few static buffers, tabs and newlines turned into spaces. */
const char *sl_say_field(const char *text);

/** Ends the worker after a defect of the kit or the lab, with a description. Not for errors of
 *  students. */
void sl_say_broken(const char *format, ...) SL_PRINTF(1, 2) __attribute__((noreturn));

/** Reports that an array on the device cannot be read any more because of the student's code, and
 *  ends the worker. */
void sl_say_lost(const char *array) __attribute__((noreturn));

/* ending.c */
/** Ends the worker if the machine lacked something, see sl_backend.shortage. */
void sl_ending_if_short(void);

/** Sends what the backend saw (sl_backend.report). Ends the worker if the machine lacked something
 *  for it. */
void sl_ending_send_report(void);

/** Waits for the device. Ends job and worker with an `error` line if the student's code has left an
 *  error of the CUDA runtime. */
void sl_ending_if_cuda_failed(const char *where);

/* main.c */
/** Waits for a job, and answers it without running anything. `answer` does not return. */
void sl_main_answer_first(void (*answer)(void));

/* call.c */
/** Calls a function of drive.cu, and with it the student's code. Its registers and its stack are
 *  not used afterwards. */
void sl_call(sl_job *job, void (*function)(sl_job *job));

/* arrays.c */
void sl_arrays_make(sl_job *job);
void sl_arrays_save(sl_job *job);    /**< makes restoring fast */
void sl_arrays_restore(sl_job *job); /**< resets all arrays except inputs for the next launch */
void sl_arrays_collect(sl_job *job); /**< copies all arrays with redzones into the answer */
void sl_arrays_free(sl_job *job);

/* fault.c */
void sl_fault_install(void);
void sl_fault_watch(const sl_job *job); /**< names this job's arrays in faults; NULL: none */

/* own_memory.c */
/** The memory that the student's code allocates: two reserved address ranges. */
typedef struct sl_own_ranges {
  void *guarded, *unguarded;
  size_t guarded_bytes, unguarded_bytes;
} sl_own_ranges;

/** Reserves the ranges at the first call. Both are NULL if addresses are not available. */
sl_own_ranges sl_own_memory_open(void);

/** Frees what was taken elsewhere: by a library, or not at all. Default: free. */
/** Whether `malloc` returns zeroed memory instead of numbers that are noticed when they are
 *  used. */
extern bool sl_own_memory_cleared;

extern void (*sl_own_free_other)(void *data);

/** For C++'s `new`: see lens_set_host_memory. sl_own_memory_free frees it. */
void *sl_own_memory_take_unguarded(size_t bytes, size_t align);

/** Whether `address` is in or beside memory that the student's code has allocated; sets the byte in
 *  it, and its size. */
bool sl_own_memory_at(uintptr_t address, long long *byte_out, long long *bytes_out);

/* timing.c */
void sl_timing_launches(sl_job *job);
/** The same for a host function, which is called question->host_samples times. */
void sl_timing_host(sl_job *job);

/* batch.c */
/** Makes question->batch consecutive launches while the judge measures the time, then twice as
 *  many. Repeats this question->pairs times, and leaves the answers of one of the launches. */
void sl_batch_run(sl_job *job);

#endif
