/* view.c: what the lens saw of a lab. */
#include "report/report.h"

sl_lens_view sl_report_lens_view(const sl_lab_result *result, const char *case_name) {
  return (sl_lens_view){.lab = result->lab->id,
                        .title = result->lab->title,
                        .case_name = case_name,
                        .precision = sl_spmv_precision_name(result->precision),
                        .source = result->source,
                        .timed = result->forecast ? &result->forecast->seen : NULL,
                        .seen = result->seen};
}
