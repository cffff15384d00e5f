/* annotated.c: the student's source, line by line, with the lens's counters beside it. */
#include "report/report.h"

#include "base/memory.h"
#include "base/path.h"
#include "judge/source.h"
#include "report/paint.h"

#include <string.h>

enum { BAR = 10 };

/* The counters of one line: loads and stores to global memory, and shared memory. */
typedef struct line_sum {
  uint64_t requests, threads, sectors, ideal_sectors, wavefronts, ideal_wavefronts;
} line_sum;

static bool is_of(const sl_counter *counter, const char *source) {
  return strcmp(sl_base_name(counter->file), sl_base_name(source)) == 0;
}

static line_sum sum_line(const sl_lab_result *result, int line) {
  line_sum sum = {0};
  for (size_t i = 0; i < result->num_counters; i++) {
    const sl_counter *c = &result->counters[i];
    if (c->line != line || !is_of(c, result->source)) continue;
    sum.requests += c->requests;
    sum.threads += c->threads;
    sum.sectors += c->sectors;
    sum.ideal_sectors += c->ideal_sectors;
    sum.wavefronts += c->wavefronts;
    sum.ideal_wavefronts += c->ideal_wavefronts;
  }
  return sum;
}

static void print_bar(FILE *stream, double share) {
  int filled = (int)(share * BAR + 0.5);
  for (int i = 0; i < BAR; i++) (void)fputs(i < filled ? "█" : " ", stream);
}

static void print_line(FILE *stream, const line_sum *sum, uint64_t total, int number,
                       const char *text, int length) {
  if (sum->requests == 0) {
    (void)fprintf(stream, "%*s%4d  %.*s\n", 10 + 11 + 7 + 8 + 7 + 2 + BAR, "", number, length,
                  text);
    return;
  }
  double requests = (double)sum->requests;
  double share = total ? (double)(sum->sectors + sum->wavefronts) / (double)total : 0;
  bool wasteful = (double)sum->sectors > 2.0 * (double)sum->ideal_sectors ||
                  (double)sum->wavefronts > 1.5 * (double)sum->ideal_wavefronts;
  (void)fprintf(stream, "%10llu %10llu %s%6.2f%s %7.2f %6.1f  ", (unsigned long long)sum->requests,
                (unsigned long long)sum->sectors,
                sl_paint_code(stream, wasteful ? SL_BAD : SL_GOOD), (double)sum->sectors / requests,
                sl_paint_code(stream, SL_PLAIN), (double)sum->ideal_sectors / requests,
                (double)sum->threads / requests);
  print_bar(stream, share);
  (void)fprintf(stream, "%4d  %.*s\n", number, length, text);
}

sl_status sl_report_annotated(FILE *stream, const sl_lab_result *result) {
  sl_source source;
  SL_TRY(sl_source_read(result->source, &source));
  uint64_t total = 0;
  for (size_t i = 0; i < result->num_counters; i++) {
    if (!is_of(&result->counters[i], result->source)) continue;
    total += result->counters[i].sectors + result->counters[i].wavefronts;
  }
  (void)fprintf(stream, "%10s %10s %6s %7s %6s  %-*s%4s\n", "requests", "sectors", "/req", "ideal",
                "thr.", BAR, "share", "line");
  int number = 1;
  for (const char *line = source.text; *line; number++) {
    size_t length = strcspn(line, "\n");
    line_sum sum = sum_line(result, number);
    print_line(stream, &sum, total, number, line, (int)length);
    line += length + (line[length] == '\n');
  }
  sl_source_free(&source);
  return SL_OK;
}
