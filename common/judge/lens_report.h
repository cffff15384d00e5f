/** @file lens_report.h
 *  What the lens saw of a run, as received from the worker: one record for the judge, the reports
 *  and the quiz. Only its form was checked, so its content cannot be trusted (reply.h).
 */
#ifndef SL_JUDGE_LENS_REPORT_H
#define SL_JUDGE_LENS_REPORT_H

#include "base/status.h"
#include "lens/fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How each type of a field in lens/fields.h is stored. */
#define SL_KEEP_WORD(field)        char field[64]
#define SL_KEEP_PATH(field)        char field[256]
#define SL_KEEP_SENTENCE(field)    char field[352]
#define SL_KEEP_INT(field)         int field
#define SL_KEEP_SMALL(field)       unsigned field
#define SL_KEEP_SMALL3(field)      unsigned field[3]
#define SL_KEEP_FLAG(field)        bool field
#define SL_KEEP_NUMBER(field)      long long field
#define SL_KEEP_COUNT(field)       uint64_t field
#define SL_KEEP_BITS(field)        uint32_t field
#define SL_KEEP_REAL(field)        double field
#define SL_KEEP_SHARES(field)      double field[LENS_NUM_LIMITS]
#define SL_KEEP_FIELD(type, field) SL_KEEP_##type(field);

/** One finding of the lens, as the worker sent it. */
typedef struct sl_finding {
  int kind; /**< one of lens_finding_kind */
  char name[40];
  LENS_FINDING_FIELDS(SL_KEEP_FIELD)
  lens_other_side other; /**< the other side of a race, or another barrier */
} sl_finding;

/** Counters of one memory instruction; lens_counter as received. */
typedef struct sl_counter {
  LENS_COUNTER_FIELDS(SL_KEEP_FIELD)
  LENS_COUNTS(LENS_DECLARE_COUNT)
} sl_counter;

/** A request kept as an example of a counter; lens_request as received. */
typedef struct sl_request {
  size_t counter; /**< index into the counters; may be beyond them */
  LENS_REQUEST_FIELDS(SL_KEEP_FIELD)
  long long offset[32]; /**< offsets of the lanes in the mask, in order */
} sl_request;

typedef struct sl_launch {
  LENS_LAUNCH_FIELDS(SL_KEEP_FIELD)
} sl_launch;

/** The time of a launch on the chosen device: predicted by a model, not measured. */
typedef struct sl_predicted {
  unsigned launch;    /**< number of launches before it; may be beyond the stored launches */
  lens_prediction is; /**< without its stretches, which are below */
  lens_stretches stretches;
} sl_predicted;

/** The predicted time of a line, over all launches of a kernel; lens_line_time as received. */
typedef struct sl_line_time {
  LENS_LINE_TIME_FIELDS(SL_KEEP_FIELD)
} sl_line_time;

enum {
  SL_MAX_FINDINGS = 64,
  SL_MAX_COUNTERS = 512,
  SL_MAX_REQUESTS = 5 * SL_MAX_COUNTERS,
  SL_MAX_LAUNCHES = 4000,
  SL_MAX_LINE_TIMES = 1024
};

/** Findings, counters with example requests, and launches. Empty on a GPU. */
typedef struct sl_lens_report {
  sl_finding *findings;
  size_t num_findings;
  sl_counter *counters;
  size_t num_counters;
  sl_request *requests;
  size_t num_requests;
  sl_launch *launches;
  size_t num_launches;
  char gpu[64]; /**< the GPU for which times are predicted; "": none */
  bool gpu_verified;
  sl_predicted *predicted;
  size_t num_predicted;
  sl_line_time *line_times;
  size_t num_line_times;
} sl_lens_report;

/** Appends counters, requests and launches of `more` to those of `seen`. Errors: SL_ERR_MEMORY. */
sl_status sl_lens_report_add_counted(sl_lens_report *seen, const sl_lens_report *more);

/** Appends the findings of `more` to those of `seen`. Errors: SL_ERR_MEMORY. */
sl_status sl_lens_report_add_findings(sl_lens_report *seen, const sl_lens_report *more);

void sl_lens_report_free(sl_lens_report *seen);

#ifdef __cplusplus
}
#endif
#endif
