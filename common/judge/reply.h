/** @file reply.h
 *  What came back from a worker for one job, parsed from its lines (worker/protocol.h). Only its
 *  form is checked; its content cannot be trusted, because it comes from the process that runs the
 *  student's code.
 */
#ifndef SL_JUDGE_REPLY_H
#define SL_JUDGE_REPLY_H

#include "base/status.h"
#include "judge/lens_report.h"
#include "worker/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The worker's report on an array on the device. */
typedef struct sl_memory {
  char array[24], file[256];
  bool read; /**< a launch has read the array */
  int line;  /**< line of the host's last call that wrote to it; 0: unknown, or none */
} sl_memory;

/** The number of elements of an answer that a kernel was the last to write. */
typedef struct sl_written {
  char array[24], kernel[64];
  double count;
} sl_written;

enum { SL_MAX_FRAMES = 32, SL_MAX_SAMPLES = 128 };

typedef struct sl_reply {
  bool done;
  bool collected; /**< the answer was copied back */
  char device[128];
  char stage[16];    /**< the last stage that began */
  char broken[256];  /**< a defect of the kit, as text; "" for none */
  char lost[64];     /**< a device array that cannot be read any more; "" for none */
  char unruly[64];   /**< a short description of a line that no worker writes; "": none */
  char partial[300]; /**< why the lens did not see the whole run; "" if it did */
  int cuda_error;    /**< 0: none */
  char cuda_name[64], cuda_text[160];
  int fault_signal; /**< 0: none; SIGUSR1: the place is where the worker was at the deadline */
  char fault_array[24];
  long long fault_index, fault_count;
  unsigned long frames[SL_MAX_FRAMES];
  int num_frames;
  double prepare_us, copy_gbps;
  double cold_us[SL_MAX_SAMPLES], hot_us[SL_MAX_SAMPLES];
  int num_cold, num_hot;
  double samples_us[2]; /**< arrival of the first and the last hot sample, by the judge's clock */
  double batch_us[SL_WIRE_MAX_PAIRS][SL_WIRE_BATCH_LINES]; /**< arrival of the lines of batches */
  int num_pairs;                                           /**< number of complete pairs */
  bool picked;   /**< the answer belongs to a launch that was drawn from a batch */
  uint32_t turn; /**< by how much the inputs of that launch were rotated (sl_wire_turn) */
  uint64_t set_aside_bytes; /**< how much of the L2 cache was set aside in that launch */
  sl_lens_report seen;
  sl_memory memories[SL_WIRE_MAX_ARRAYS];
  size_t num_memories;
  sl_written written[SL_WIRE_MAX_ARRAYS * SL_WIRE_MAX_KERNELS];
  size_t num_written;
  /** bytes that the launch copied between host and device */
  double copied_to_host, copied_to_device;
} sl_reply;

/** Takes one line, without its newline; it is split in place. Unknown or malformed lines are
 *  ignored, except that they can never make a job look done. Errors: SL_ERR_MEMORY. */
sl_status sl_reply_take(sl_reply *reply, char *line);

void sl_reply_free(sl_reply *reply);

#endif
