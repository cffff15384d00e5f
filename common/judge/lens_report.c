/* lens_report.c: combines the lens's reports of several runs. */
#include "judge/lens_report.h"

#include "base/memory.h"

#include <string.h>

/* Appends one array of `more` to that of `seen`. */
#define APPEND(name)                                                                               \
  do {                                                                                             \
    size_t had_ = seen->num_##name;                                                                \
    if (more->num_##name == 0) break;                                                              \
    SL_TRY(sl_resize(had_ + more->num_##name, sizeof *seen->name, #name, &seen->name));            \
    memcpy(seen->name + had_, more->name, more->num_##name * sizeof *seen->name);                  \
    seen->num_##name = had_ + more->num_##name;                                                    \
  } while (0)

sl_status sl_lens_report_add_counted(sl_lens_report *seen, const sl_lens_report *more) {
  size_t counters = seen->num_counters, requests = seen->num_requests;
  size_t launches = seen->num_launches, predicted = seen->num_predicted;
  APPEND(counters);
  APPEND(requests);
  APPEND(launches);
  for (size_t i = requests; i < seen->num_requests; i++) {
    seen->requests[i].counter += counters; /* makes it the index in the combined array */
  }
  APPEND(predicted);
  APPEND(line_times);
  for (size_t i = predicted; i < seen->num_predicted; i++) {
    seen->predicted[i].launch += (unsigned)launches;
  }
  if (more->gpu[0]) {
    memcpy(seen->gpu, more->gpu, sizeof seen->gpu);
    seen->gpu_verified = more->gpu_verified;
  }
  return SL_OK;
}

sl_status sl_lens_report_add_findings(sl_lens_report *seen, const sl_lens_report *more) {
  APPEND(findings);
  return SL_OK;
}

void sl_lens_report_free(sl_lens_report *seen) {
  sl_free(seen->findings);
  sl_free(seen->counters);
  sl_free(seen->requests);
  sl_free(seen->launches);
  sl_free(seen->predicted);
  sl_free(seen->line_times);
  memset(seen, 0, sizeof *seen);
}
