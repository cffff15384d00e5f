/* Not to be filled, for the table below. */
/* clang-format off */
/** @file protocol.h
 *  The protocol between judge and worker. The judge is trusted, the worker is not: it runs the
 *  student's code, so everything it sends is checked, and it is never sent an expected answer.
 *
 *  The judge starts the worker with a stream socket as descriptor SL_WIRE_FD. For each job it sends
 *  a byte and a *nonce*, letters that cannot be guessed, with two descriptors attached: the
 *  *question*, a sealed file that begins with sl_wire_question and holds the input arrays, and the
 *  *answer*, a file of fixed size into which the worker copies every array, including inputs, with
 *  redzones. The worker replies in lines of text, the fields separated by tabs, ending with "done".
 *  The first field of each line is the nonce. The student's code cannot read it while it runs
 *  (secret.c), so a line that this code writes is recognised, and ends the job, as does a line out
 *  of order (judge/transcript.c). A worker that dies, or is silent until the deadline, has not
 *  answered.
 *
 *  Lines of a reply (a %s field never holds a tab or a newline):
 *
 *    device       name
 *    stage        prepare | launch | collect | time
 *                   what begins now
 *    error        code name text where
 *                   a CUDA error after the student's call
 *    fault        signal array index count pc pc …
 *                   a crash: where, and the call chain
 *    time         prepare_us
 *                   host conversion, once
 *    sample       cold_us | hot_us  value
 *                   device time of the launch alone; time of a function of the host, hot
 *    batch        one of SL_WIRE_BATCH_WORDS
 *                   before "collect": copies alone, and launches between copies; then twice as many;
 *                   all of it as often as there are to be pairs
 *    picked       turn bytes
 *                   whose answers come back: by how much its inputs were turned (sl_wire_turn), and
 *                   how much of the L2 cache was set aside
 *    copy         gbps
 *                   copy bandwidth of the device
 *    collected
 *                   every array is in the answer
 *    memory       array read file line
 *                   of an array on the device: whether a launch read it, and the line of the host's
 *                   last call that wrote to it; "" and 0 for none
 *    written      array kernel count
 *                   so many elements of the answer were last written by this kernel
 *    copied       to_host to_device
 *                   bytes that the student's last call copied
 *    finding, launch, counter, request, gpu, predicted, stretches, spent
 *                   what the lens saw: see lens/fields.h
 *    lost         array
 *                   on the device; it cannot be read any more
 *    broken       text
 *                   a defect of kit or lab, not of the student
 *    done
 */
/* clang-format on */
#ifndef SL_WORKER_PROTOCOL_H
#define SL_WORKER_PROTOCOL_H

#include "lens/model/device.h"

#include <stddef.h>
#include <stdint.h>

#define SL_WIRE_FD          3  /* the descriptor of the connection in the worker */
#define SL_WIRE_NONCE_BYTES 24 /* before each line, and after the byte of a job */
#define SL_LINES_FD         4  /* a file that all workers of one module share, for the lens */
#define SL_WIRE_MAGIC       0x534c5131u /* "SLQ1" */
#define SL_WIRE_MAX_ARRAYS  16
#define SL_WIRE_MAX_KERNELS 4    /* kernels listed per array; "" stands for the others */
#define SL_WIRE_REDZONE     4096 /* bytes before and after each array in the answer */

/** Every word of an output before the launch: NaN as float and as double, an implausible int. */
#define SL_WIRE_POISON 0x7fffc0deu

/** Every word of a redzone beside an answer of reals: small but finite, so that an addition to it
 *  is visible (NaN plus a number stays NaN, with the same bits on some hardware). */
#define SL_WIRE_SENTINEL 0x3d0dc0deu

/** The name in a fault instead of an array, if it is in or beside memory that the student's code
 *  has allocated; then index and count are bytes. */
#define SL_WIRE_OWN_MEMORY "memory of your own"

enum sl_wire_type { SL_INT, SL_REAL };
enum sl_wire_place { SL_HOST, SL_DEVICE };

/** What the worker may do with an array. */
enum sl_wire_role {
  SL_IN,     /**< must come back unchanged */
  SL_INOUT,  /**< has contents, and is an answer */
  SL_OUT,    /**< poisoned, and is an answer */
  SL_SCRATCH /**< poisoned, and its final contents do not matter */
};

/** Whether the judge checks the returned contents of an array with this role. */
static inline int sl_wire_is_answer(uint32_t role) {
  return role == SL_INOUT || role == SL_OUT;
}

/** Whether an array with this role has no initial contents. */
static inline int sl_wire_is_poisoned(uint32_t role) {
  return role == SL_OUT || role == SL_SCRATCH;
}

/** What last wrote an element of an answer on the device, as far as the backend knows. */
enum sl_wire_writer {
  SL_WRITER_UNKNOWN,
  SL_WRITER_NOBODY,
  SL_WRITER_GIVEN, /**< the judge: the initial content, there or where it was copied from */
  SL_WRITER_HOST,
  SL_WRITER_LAUNCH
};

typedef struct sl_wire_array {
  char name[24];
  uint32_t type, place, role;
  int32_t last; /**< SL_INT: the last element sent; 0 if there is none */
  uint64_t count;
  uint64_t question_offset; /**< bytes from the start of the question; 0 if poisoned */
  uint64_t answer_offset;   /**< bytes from the start of the answer to element 0 */
  uint64_t writers_offset;  /**< offset of the first of its sl_wire_writers, one byte per element; 0
                             *  if not requested */
  uint64_t turns;           /**< 1: in a batch it is rotated differently for each launch */
} sl_wire_array;

/** The lines of a job of batches, in their order. */
#define SL_WIRE_BATCH_WORDS                                                                        \
  "empty-begins", "empty-ended", "full-begins", "full-ended", "longer-empty-begins",               \
      "longer-empty-ended", "longer-full-begins", "longer-full-ended"
enum { SL_WIRE_BATCH_LINES = 8, SL_WIRE_MAX_PAIRS = 8 };

/** The number of elements by which `turn` rotates an array of `count` elements: element i is then
 *  the former element (i + result) modulo `count`. Long arrays are rotated by whole memory lines,
 *  so that all rotations take equally long to copy. */
static inline uint64_t sl_wire_turn(uint64_t count, uint32_t turn) {
  const uint64_t unit = count >= 4096 ? 64 : 1, most = (uint64_t)1 << 20;
  uint64_t reach = count < most ? count : most;
  return reach < unit ? 0 : turn % (reach / unit) * unit;
}

/** Word `i` of the redzone after an array. After integers it continues counting from the last
 *  element: a thread without a row, which reads the bounds of its row after the end of row_ptr,
 *  then finds a short row and leaves a trace in y, instead of running through all of memory. */
static inline uint32_t sl_wire_behind(uint32_t type, uint32_t role, int32_t last, size_t i) {
  if (type == SL_INT) return (uint32_t)last + 1u + (uint32_t)i;
  return role == SL_IN ? SL_WIRE_POISON : SL_WIRE_SENTINEL;
}

/** Each word of the redzone before an array. */
static inline uint32_t sl_wire_before(uint32_t type, uint32_t role) {
  return type == SL_REAL && role != SL_IN ? SL_WIRE_SENTINEL : SL_WIRE_POISON;
}

/** Begins a question. Offsets are multiples of SL_WIRE_REDZONE. */
typedef struct sl_wire_question {
  uint32_t magic;
  uint32_t num_arrays;
  uint32_t real_bytes;   /**< 4 or 8: must be what the module was built for */
  uint32_t cold_samples; /**< 0: do not time */
  uint32_t hot_samples;
  uint32_t batch; /**< not 0: make this many consecutive launches between two lines, timed by the
                   *  judge, and then twice as many: a pair */
  uint32_t pairs; /**< the number of pairs of batches, at most SL_WIRE_MAX_PAIRS */
  uint32_t measure_copy; /**< 1: also measure the copy bandwidth */
  uint32_t seed;         /**< of the order in which the lens runs threads; 0: the natural one */
  uint32_t layout;       /**< of the arrays in memory; 0: the natural one */
  uint32_t one_thread;   /**< 1: the lens uses one host thread instead of one per core */
  uint32_t own_cleared;  /**< 1: malloc of the student's code returns zeroed memory on the lens */
  uint32_t candidate;    /**< which of a module's repairs to run (common/repair); 0: none */
  uint32_t hurried;      /**< 1: only check quickly whether it passes */
  uint32_t columns;      /**< 1: counters have the columns of their lines, if available */
  uint32_t multiprocessors; /**< of the lens's GPU; 0: the default */
  uint32_t predicts;        /**< 1: the lens predicts the times of launches on `device` */
  uint32_t host_samples;    /**< number of timed calls of a host function; 0: none */
  model_device device;
  char task[32];
  uint64_t question_bytes;
  uint64_t answer_bytes;
  sl_wire_array arrays[SL_WIRE_MAX_ARRAYS];
} sl_wire_question;

#endif
