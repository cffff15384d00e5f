/** @file causes.h
 *  Why a launch takes its predicted time: the reasons for the limit that the model names,
 *  with figures, and what to try.
 */
#ifndef SL_REPORT_CAUSES_H
#define SL_REPORT_CAUSES_H

#include "report/report.h"

enum { SL_MAX_CAUSES = 4, SL_CAUSE_BYTES = 500 };

/** Writes sentences, the most specific first. Returns their number; 0: nothing to add to the limit.
 *  `launch` is the predicted launch. */
int sl_causes_find(const lens_prediction *prediction, const sl_launch *launch,
                   char texts[SL_MAX_CAUSES][SL_CAUSE_BYTES]);

/** Returns what prevents more resident warps: "launch size", "shared memory". */
const char *sl_causes_fit_name(const lens_prediction *prediction, const sl_launch *launch);

/** Returns how many bytes of device memory the launch reads and writes. */
double sl_causes_dram_bytes(const lens_prediction *prediction);

/** Returns the rate of these bytes as a share of the device's; 0 if it is unknown. */
double sl_causes_dram_share(const lens_prediction *prediction);

/** Writes bytes as text, such as "8.2 MB". */
void sl_causes_bytes_text(double bytes, char *out, size_t size);

#endif
