/** @file seen.h
 *  What the lens saw of a run, as it crossed the wire: one record for the judge, the reports and
 * the quiz. Nothing in it is to be believed beyond its form (reply.h).
 */
#ifndef SL_JUDGE_SEEN_H
#define SL_JUDGE_SEEN_H

#include "base/status.h"
#include "lens/lens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One finding of the lens, as the worker handed it on. Kinds are lens_finding_kind. */
typedef struct sl_finding {
  int kind;
  char name[40];
  char kernel[64], file[256], array[64], detail[352];
  int line, column;
  unsigned block[3], thread[3];
  long long index, length;
  unsigned long long count;
  int reason;           /**< lens_reason */
  unsigned mask, lanes; /**< of a bad warp mask: the mask, and those of its lanes that never come */
  lens_other_side other; /**< of a race, or at another barrier */
} sl_finding;

/** Counters of one memory instruction; lens_counter as it crossed the wire. */
typedef struct sl_counter {
  char kernel[64], file[256], array[64];
  int line, column;
  int space, operation; /**< lens_space, lens_operation */
  unsigned bytes;
  uint64_t requests, threads, sectors, ideal_sectors, replays;
  uint64_t wavefronts, ideal_wavefronts, bank_conflicts, kept_requests;
} sl_counter;

/** A request kept as an example of a counter; lens_request as it crossed the wire. */
typedef struct sl_request {
  size_t counter; /**< index into the counters; may be beyond them */
  bool worst;
  unsigned launch, block[3], warp;
  uint64_t turn;
  uint32_t lanes; /**< mask */
  unsigned units, ideal;
  char array[64];
  long long length;
  unsigned phase;
  long long offset[32]; /**< of the lanes in the mask, in order */
} sl_request;

typedef struct sl_launch {
  char kernel[64];
  unsigned grid[3], block[3];
  int error;
  uint64_t warp_steps, thread_steps;
} sl_launch;

/** What a launch would take on the chosen device: predicted by a model, not measured. */
typedef struct sl_predicted {
  unsigned launch;    /**< number of launches before it; may be beyond those that are kept */
  lens_prediction is; /**< without its stretches, which are */
  lens_stretches stretches;
} sl_predicted;

/** The predicted time of a line, over all launches of a kernel; lens_line_time as it crossed the
 *  wire. */
typedef struct sl_line_time {
  char kernel[64], file[256];
  int line;
  double time_us, waits_us[LENS_NUM_LIMITS];
} sl_line_time;

enum {
  SL_MAX_FINDINGS = 64,
  SL_MAX_COUNTERS = 512,
  SL_MAX_REQUESTS = 5 * SL_MAX_COUNTERS,
  SL_MAX_LAUNCHES = 4000,
  SL_MAX_LINE_TIMES = 1024
};

/** Fields of these lines of a reply, with the word in front (worker/protocol.h). */
enum { SL_PREDICTED_FIELDS = 17 + 2 * LENS_NUM_LIMITS, SL_SPENT_FIELDS = 5 + LENS_NUM_LIMITS };

/** Findings, counters with example requests, and launches. Empty on a GPU. */
typedef struct sl_seen {
  sl_finding *findings;
  size_t num_findings;
  sl_counter *counters;
  size_t num_counters;
  sl_request *requests;
  size_t num_requests;
  sl_launch *launches;
  size_t num_launches;
  char gpu[64]; /**< whose times are predicted; "": none */
  bool gpu_verified;
  sl_predicted *predicted;
  size_t num_predicted;
  sl_line_time *line_times;
  size_t num_line_times;
} sl_seen;

/** Puts counters, requests and launches of `more` behind those of `seen`. Errors: SL_ERR_MEMORY. */
sl_status sl_seen_add_counted(sl_seen *seen, const sl_seen *more);

/** Puts the findings of `more` behind those of `seen`. Errors: SL_ERR_MEMORY. */
sl_status sl_seen_add_findings(sl_seen *seen, const sl_seen *more);

void sl_seen_free(sl_seen *seen);

#ifdef __cplusplus
}
#endif
#endif
