/** @file sheet.h
 *  The annotated source before it is printed: the lines of each file with their sums, the lines to
 *  show, and the accesses that waste most. Terminal and page share it.
 */
#ifndef SL_REPORT_SHEET_H
#define SL_REPORT_SHEET_H

#include "judge/source.h"
#include "report/report.h"

#include <stdbool.h>

/** "global" or "shared", "load", "store" or "atomic"; "" for anything else. */
const char *sl_sheet_space_name(int space);
const char *sl_sheet_operation_name(int operation);

/** The counters of one line, or of many. */
typedef struct sl_line_sum {
  uint64_t requests, threads; /**< for both spaces */
  uint64_t global_requests, sectors, ideal_sectors;
  uint64_t shared_requests, wavefronts, ideal_wavefronts, bank_conflicts;
  uint64_t shared_loads, kept_requests; /**< see lens_counter */
  uint64_t atomics;                     /**< the number of requests that are atomic */
  double time_us;                       /**< predicted; 0 if no device was chosen */
} sl_line_sum;

void sl_sheet_add_to_line(sl_line_sum *sum, const sl_counter *counter);

/** The distance from the ideal, which is shown as a colour. */
typedef enum sl_heat { SL_COOL, SL_WARM, SL_HOT } sl_heat;
sl_heat sl_sheet_heat(uint64_t units, uint64_t ideal);
/** The heat of the worse of the two spaces. */
sl_heat sl_sheet_heat_of_line(const sl_line_sum *sum);

typedef struct sl_sheet_line {
  const char *text, *code; /**< not terminated; in `code`, comments and strings are blanked */
  int length;
  bool shown; /**< in or near a function with counters or findings */
  sl_line_sum sum;
} sl_sheet_line;

/** One source file. Line n is lines[n − 1]. */
typedef struct sl_sheet {
  sl_source source;
  char path[512];
  sl_sheet_line *lines;
  int num_lines;
} sl_sheet;

/** A kind of access on one line: rows that differ only in column, size or kernel are merged. */
typedef struct sl_access {
  const sl_counter *first;
  sl_line_sum sum;
} sl_access;

typedef struct sl_sheets {
  sl_sheet *items; /**< the source first, then headers with counters or findings */
  size_t count;
  sl_line_sum total;
  sl_access *worst; /**< accesses with more sectors or wavefronts than ideal, the worst first */
  size_t num_worst;
  sl_access idle;  /**< the loads of a line that waste most by idle threads; `first` is NULL if the
                    *  waste is small */
  bool idle_first; /**< idle threads waste more than sectors and wavefronts */
  const char *prefix; /**< the prefix of the view's name, or "" */
} sl_sheets;

/** Makes the sheets. Free `*out` in either case. Errors: SL_ERR_INPUT if the source cannot be read,
 *  SL_ERR_MEMORY. */
sl_status sl_sheets_make(const sl_lens_view *view, sl_sheets *out);
void sl_sheets_free(sl_sheets *sheets);

/** Whether a file named by the lens is the sheet's file. */
bool sl_sheet_has(const sl_sheet *sheet, const char *file);

/** Returns the sectors of global memory, or wavefronts of shared memory, beyond the ideal. */
uint64_t sl_sheet_access_excess(const sl_access *access);
/** "12 of 40 sectors are more than ideal; 3.2 sectors per request where 1.0 would do". */
void sl_sheet_access_text(const sl_access *access, char *out, size_t size);
/** "on average 3.3 of 32 threads take part in its loads; full warps would make 12 requests instead
 *  of 110", for `idle` of the sheets. */
void sl_sheet_idle_text(const sl_access *idle, char *out, size_t size);
/** "load of x", "store to shared tile", … */
void sl_sheet_access_name(const sl_counter *counter, char *out, size_t size);

/** Writes a remark on a line's loads of shared memory for which nvcc may use registers; "" if these
 *  are less than half of its loads. */
void sl_sheet_kept_text(const sl_line_sum *sum, char *out, size_t size);

/** Whether the line takes at least half a percent of the predicted time. */
bool sl_sheet_takes_time(const sl_line_sum *sum, const sl_line_sum *total);
/** "48 %": the line's share of the predicted time of all lines; "" without a device. */
void sl_sheet_time_text(const sl_line_sum *sum, const sl_line_sum *total, char *out, size_t size);

/** "; this line takes 48 % of the time", "" without a device. */
void sl_sheet_access_time_text(const sl_sheets *sheets, const sl_access *access, char *out,
                               size_t size);

/** Returns 1234567 as "1,234,567", in one of a few static buffers. */
const char *sl_sheet_grouped(uint64_t number);

/** extent.c: marks the lines of each function that contains a line for which `wanted` is true.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_sheet_mark_functions(sl_sheet *sheet,
                                  bool (*wanted)(const sl_sheet_line *line, void *context),
                                  void *context);

#endif
