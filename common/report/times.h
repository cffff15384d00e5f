/** @file times.h
 *  Predicted times: how long the launches of each kernel take on the chosen GPU, what limits them,
 *  and which lines take the time.
 */
#ifndef SL_REPORT_TIMES_H
#define SL_REPORT_TIMES_H

#include "report/report.h"

/** All launches of one kernel. */
typedef struct sl_kernel_time {
  const char *kernel; /**< borrowed */
  unsigned launches;
  double time_us;                  /**< time of all launches in sequence, with launch overhead */
  lens_prediction longest;         /**< the launch that takes longest */
  const lens_stretches *stretches; /**< of `longest`; borrowed */
  const sl_launch *launch;         /**< of `longest`; borrowed */
  const sl_line_time *costly;      /**< the line that takes most time; NULL: unknown */
  double costly_share;             /**< that line's share of the kernel's time */
} sl_kernel_time;

typedef struct sl_times {
  const char *gpu; /**< "": no device was chosen */
  bool verified;
  double time_us;          /**< all launches and all cudaMemset */
  double memset_us;        /**< the part in cudaMemset */
  sl_kernel_time *kernels; /**< the kernel that takes longest comes first */
  size_t num_kernels;
} sl_times;

/** Collects the predicted times. Free `*out` in either case. Errors: SL_ERR_MEMORY. */
sl_status sl_times_make(const sl_lens_report *seen, sl_times *out);
void sl_times_free(sl_times *times);

/** Computes the range that contains a measured time nine times out of ten, if `limit` limits the
 *  kernel; see lens/model/accuracy.h. */
void sl_time_range(const sl_times *times, lens_limit limit, double time_us, double *least,
                   double *most);

/** Writes "12.3 µs" or "1.23 ms". */
void sl_time_text(double time_us, char *out, size_t size);

/** "device memory is busy 92 % of the time": describes what limits a launch. */
void sl_times_limit_text(const lens_prediction *prediction, char *out, size_t size);

/** Writes "7.8 of 64". */
void sl_times_warps_text(const lens_prediction *prediction, char *out, size_t size);

enum { SL_MAX_TIMED_LAUNCHES = 12 }; /**< most launches that are listed one by one */

/** "Predicted from 10 of 20 blocks: ..."; "" if all blocks of the launch were recorded. */
void sl_times_recorded_text(const lens_prediction *prediction, char *out, size_t size);

/** Prints all predicted times; nothing without a device. */
void sl_times_print(FILE *stream, int width, const sl_lens_view *view);

#endif
