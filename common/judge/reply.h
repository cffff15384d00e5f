/** @file reply.h
 *  What came back from a worker for one job, parsed from its lines (worker/protocol.h). Nothing in
 *  it is to be believed beyond its form: it comes from the process that runs the student's code.
 */
#ifndef SL_JUDGE_REPLY_H
#define SL_JUDGE_REPLY_H

#include "base/status.h"
#include "judge/lens_report.h"
#include "worker/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What the worker said of an array on the device. */
typedef struct sl_memory {
  char array[24], file[256];
  bool read; /**< by a launch */
  int line;  /**< of the host's last call that wrote to it; 0: unknown, or there was none */
} sl_memory;

enum { SL_MAX_FRAMES = 32, SL_MAX_SAMPLES = 128 };

typedef struct sl_reply {
  bool done;
  bool collected; /**< the answer was copied back */
  char device[128];
  char stage[16];    /**< the last one begun */
  char broken[256];  /**< a defect of the kit, in words; "" for none */
  char lost[64];     /**< an array of the device that cannot be read any more; "" for none */
  char unruly[64];   /**< what came that no worker writes, in a few words; "": nothing did */
  char partial[300]; /**< why the lens did not see the whole run; "" when it did */
  int cuda_error;    /**< 0: none */
  char cuda_name[64], cuda_text[160];
  int fault_signal; /**< 0: none; SIGUSR1: where the worker was at the deadline */
  char fault_array[24];
  long long fault_index, fault_count;
  unsigned long frames[SL_MAX_FRAMES];
  int num_frames;
  double prepare_us, copy_gbps;
  double cold_us[SL_MAX_SAMPLES], hot_us[SL_MAX_SAMPLES];
  int num_cold, num_hot;
  double samples_us[2]; /**< on the judge's clock: when the first and the last hot sample came */
  double batch_us[SL_WIRE_MAX_PAIRS][SL_WIRE_BATCH_LINES]; /**< and when these lines came */
  int num_pairs;                                           /**< of which the last line came */
  bool picked;              /**< the answer is that of a launch of a batch, with */
  uint32_t turn;            /**< its inputs turned so (sl_wire_turn), and */
  uint64_t set_aside_bytes; /**< so much of the L2 cache set aside */
  sl_lens_report seen;
  sl_memory memories[SL_WIRE_MAX_ARRAYS];
  size_t num_memories;
  double copied_to_host, copied_to_device; /**< bytes, by the launch */
} sl_reply;

/** Takes one line, without its newline; it is cut apart in place. Unknown or malformed lines are
 *  ignored, except that they can never make a job look done. Errors: SL_ERR_MEMORY. */
sl_status sl_reply_take(sl_reply *reply, char *line);

void sl_reply_free(sl_reply *reply);

#endif
