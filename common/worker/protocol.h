/* The table below must keep its line breaks. */
/* clang-format off */
/** @file protocol.h
 *  The protocol between judge and worker. The judge is trusted, but the worker is not, because it
 *  runs the student's code. The judge checks everything that the worker sends, and never sends it
 *  an expected answer.
 *
 *  The judge starts the worker with a stream socket as descriptor SL_WIRE_FD. For each job it sends
 *  a byte, a *nonce* (letters that cannot be guessed) and two descriptors. The first is that of the
 *  *question*, a sealed file that begins with sl_wire_question and contains the input arrays. The
 *  second is that of the *answer*, a file of fixed size into which the worker copies every array,
 *  including inputs, with redzones.
 *
 *  The worker replies with lines of text, whose fields are separated by tabs. The last line is
 *  "done". The first field of each line is the nonce, which the student's code cannot read while it
 *  runs (secret.c). So the judge recognizes a line that this code has written, and ends the job. It
 *  also ends the job if a line is out of order (judge/transcript.c). A worker that dies, or that
 *  sends nothing until the deadline, has not answered.
 *
 *  The lines of a reply, with the meaning of their fields (no field contains a tab or a newline):
 *
 *    device       name
 *    stage        prepare | launch | collect | time
 *                   the stage that begins now
 *    error        code name text where
 *                   a CUDA error after a call of the student's code
 *    fault        signal array index count pc pc …
 *                   a crash: the accessed element, and the call chain
 *    time         prepare_us
 *                   time of the preparation on the host, which happens once
 *    sample       cold_us | hot_us  value
 *                   device time of a single launch; for a function of the host, its hot time
 *    batch        one of SL_WIRE_BATCH_WORDS
 *                   sent before "collect": a batch without launches and one with launches, and then
 *                   both with twice as many; all of them once per pair
 *    picked       turn bytes
 *                   the launch whose answers are sent: the rotation of its inputs (sl_wire_turn),
 *                   and the size of the L2 cache that was set aside
 *    copy         gbps
 *                   copy bandwidth of the device
 *    collected
 *                   the answer contains every array
 *    memory       array read file line
 *                   for an array on the device: whether a launch has read it, and the last call of
 *                   the host that wrote to it; "" and 0 if there is none
 *    written      array kernel count
 *                   the number of elements of an answer that this kernel was the last to write
 *    copied       to_host to_device
 *                   bytes that the student's last call has copied
 *    finding, launch, counter, request, gpu, predicted, stretches, spent
 *                   what the lens has observed: see lens/fields.h
 *    lost         array
 *                   an array on the device that no longer exists
 *    broken       text
 *                   a defect of the kit or of the lab, not an error of the student
 *    done
 */
/* clang-format on */
#ifndef SL_WORKER_PROTOCOL_H
#define SL_WORKER_PROTOCOL_H

#include "lens/model/device.h"

#include <stddef.h>
#include <stdint.h>

#define SL_WIRE_FD          3  /* the descriptor of the connection in the worker */
#define SL_WIRE_NONCE_BYTES 24 /* in front of each line, and after the byte of a job */
#define SL_LINES_FD         4  /* a file of source lines that all workers of one program share */
#define SL_WIRE_MAGIC       0x534c5131u /* "SLQ1" */
#define SL_WIRE_MAX_ARRAYS  16
#define SL_WIRE_MAX_KERNELS 4    /* kernels per array; "" represents all others */
#define SL_WIRE_REDZONE     4096 /* bytes before and after each array in the answer */

/** Each word of an output before the launch: NaN as float and as double, and an implausible int. */
#define SL_WIRE_POISON 0x7fffc0deu

/** Each word of a redzone beside an answer of floating-point numbers. It is small but finite, so
 *  that an addition to it is visible. NaN plus a number would be NaN again, on some hardware with
 *  the same bits. */
#define SL_WIRE_SENTINEL 0x3d0dc0deu

/** Replaces the array name in a fault in or beside memory that the student's code has allocated.
 *  Index and count are then in bytes. */
#define SL_WIRE_OWN_MEMORY "memory of your own"

enum sl_wire_type { SL_INT, SL_REAL };
enum sl_wire_place { SL_HOST, SL_DEVICE };

/** The role of an array in a task. */
enum sl_wire_role {
  SL_IN,     /**< an input, which must not change */
  SL_INOUT,  /**< an answer with initial contents */
  SL_OUT,    /**< an answer that is poisoned before the launch */
  SL_SCRATCH /**< poisoned before the launch; its final contents do not matter */
};

/** Whether the judge checks the returned contents of an array with this role. */
static inline int sl_wire_is_answer(uint32_t role) {
  return role == SL_INOUT || role == SL_OUT;
}

/** Whether an array with this role has no initial contents. */
static inline int sl_wire_is_poisoned(uint32_t role) {
  return role == SL_OUT || role == SL_SCRATCH;
}

/** What has last written an element of an answer on the device, as far as the backend knows. */
enum sl_wire_writer {
  SL_WRITER_UNKNOWN,
  SL_WRITER_NOBODY,
  SL_WRITER_GIVEN, /**< the judge: an initial value, possibly copied from another array */
  SL_WRITER_HOST,
  SL_WRITER_LAUNCH
};

typedef struct sl_wire_array {
  char name[24];
  uint32_t type, place, role;
  int32_t last; /**< for SL_INT: the last element; 0 if there is none */
  uint64_t count;
  uint64_t question_offset; /**< offset of the contents from the start of the question; 0 if
                             *  poisoned */
  uint64_t answer_offset;   /**< offset of element 0 from the start of the answer */
  uint64_t writers_offset;  /**< offset in the answer of an sl_wire_writer for each element,
                             *  in one byte; 0 if not requested */
  uint64_t turns;           /**< 1: in a batch, each launch gets another rotation */
} sl_wire_array;

/** The lines of a pair of batches, in this order. */
#define SL_WIRE_BATCH_WORDS                                                                        \
  "empty-begins", "empty-ended", "full-begins", "full-ended", "longer-empty-begins",               \
      "longer-empty-ended", "longer-full-begins", "longer-full-ended"
enum { SL_WIRE_BATCH_LINES = 8, SL_WIRE_MAX_PAIRS = 8 };

/** The number of elements by which `turn` rotates an array of `count` elements: element i becomes
 *  the former element (i + result) modulo `count`. Long arrays are rotated by multiples of 64
 *  elements, so that all rotations take equally long to copy. */
static inline uint64_t sl_wire_turn(uint64_t count, uint32_t turn) {
  const uint64_t unit = count >= 4096 ? 64 : 1, most = (uint64_t)1 << 20;
  uint64_t reach = count < most ? count : most;
  return reach < unit ? 0 : turn % (reach / unit) * unit;
}

/** Word `i` of the redzone after an array. After integers, the words continue to count from the
 *  last element. So a thread without a row, which reads the end of row_ptr, finds a short row and
 *  leaves a trace in y. Otherwise it could run through all of memory. */
static inline uint32_t sl_wire_behind(uint32_t type, uint32_t role, int32_t last, size_t i) {
  if (type == SL_INT) return (uint32_t)last + 1u + (uint32_t)i;
  return role == SL_IN ? SL_WIRE_POISON : SL_WIRE_SENTINEL;
}

/** The word of which the redzone before an array consists. */
static inline uint32_t sl_wire_before(uint32_t type, uint32_t role) {
  return type == SL_REAL && role != SL_IN ? SL_WIRE_SENTINEL : SL_WIRE_POISON;
}

/** The beginning of a question. All offsets are multiples of SL_WIRE_REDZONE. */
typedef struct sl_wire_question {
  uint32_t magic;
  uint32_t num_arrays;
  uint32_t real_bytes;   /**< 4 or 8; the worker must have been built for it */
  uint32_t cold_samples; /**< number of cold samples; 0: do not measure time */
  uint32_t hot_samples;
  uint32_t batch; /**< not 0: make this many consecutive launches between two lines, then twice
                   *  as many: a pair of batches. The judge measures the time */
  uint32_t pairs; /**< the number of pairs of batches, at most SL_WIRE_MAX_PAIRS */
  uint32_t measure_copy;    /**< 1: measure the copy bandwidth, too */
  uint32_t seed;            /**< selects the order in which the lens runs threads; 0: the natural
                             *  order */
  uint32_t layout;          /**< selects the order of the arrays in memory; 0: the natural order */
  uint32_t one_thread;      /**< 1: the lens uses one host thread instead of one per core */
  uint32_t own_cleared;     /**< 1: on the lens, the student's malloc returns zeroed memory */
  uint32_t candidate;       /**< number of the repair to run (common/repair); 0: none */
  uint32_t hurried;         /**< 1: only the verdict is needed, and quickly */
  uint32_t columns;         /**< 1: counters also have column numbers, if available */
  uint32_t multiprocessors; /**< number of multiprocessors of the lens's GPU; 0: the default */
  uint32_t predicts;        /**< 1: the lens predicts the times of launches on `device` */
  uint32_t host_samples;    /**< number of timed calls of a host function; 0: none */
  model_device device;
  char task[32];
  uint64_t question_bytes;
  uint64_t answer_bytes;
  sl_wire_array arrays[SL_WIRE_MAX_ARRAYS];
} sl_wire_question;

#endif
