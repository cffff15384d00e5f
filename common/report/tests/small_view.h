/** @file small_view.h
 *  A small source with counters, findings and requests, as a program might have left them.
 */
#ifndef SL_REPORT_TESTS_SMALL_VIEW_H
#define SL_REPORT_TESTS_SMALL_VIEW_H

#include "base/test.h"

#include "lens/lens.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char small_source[] = "#include <x.h>\n"                                     /* 1 */
                                   "int unused(int a) {\n"                                /* 2 */
                                   "  return a;\n"                                        /* 3 */
                                   "}\n"                                                  /* 4 */
                                   "\n"                                                   /* 5 */
                                   "namespace lab {\n"                                    /* 6 */
                                   "// Copies, <b>badly</b>.\n"                           /* 7 */
                                   "__global__ void copy(const float *x, float *y,\n"     /* 8 */
                                   "                     int n) {\n"                      /* 9 */
                                   "\ty[0] = x[32 * n]; // \"</td>\" & a \033[31mtrick\n" /* 10 */
                                   "  if (n < 3) { tile[n] = '\"'; }\n"                   /* 11 */
                                   "}\n"                                                  /* 12 */
                                   "}\n"                                                  /* 13 */
                                   "int last;";                                           /* 14 */

typedef struct small_view {
  char path[64];
  sl_counter counters[4];
  sl_finding findings[1];
  sl_request requests[2];
  sl_launch launches[2];
  sl_lens_view view;
} small_view;

static inline void put_counters(small_view *s) {
  s->counters[0] = (sl_counter){.line = 10,
                                .column = 10,
                                .operation = LENS_LOAD,
                                .bytes = 4,
                                .array = "x",
                                .requests = 2,
                                .threads = 64,
                                .sectors = 64,
                                .ideal_sectors = 8};
  s->counters[1] = (sl_counter){.line = 10,
                                .column = 3,
                                .operation = LENS_STORE,
                                .bytes = 4,
                                .array = "y",
                                .requests = 2,
                                .threads = 64,
                                .sectors = 8,
                                .ideal_sectors = 8};
  s->counters[2] = (sl_counter){.line = 11,
                                .space = LENS_SHARED,
                                .operation = LENS_ATOMIC,
                                .bytes = 4,
                                .array = "tile",
                                .requests = 1000,
                                .threads = 3000,
                                .wavefronts = 4000,
                                .ideal_wavefronts = 1000,
                                .bank_conflicts = 3000};
  s->counters[3] =
      (sl_counter){.line = 3, .requests = 1, .threads = 1, .sectors = 8, .ideal_sectors = 8};
  for (int i = 0; i < 3; i++) {
    (void)snprintf(s->counters[i].file, sizeof s->counters[i].file, "%s", s->path);
    (void)strcpy(s->counters[i].kernel, "copy");
  }
  (void)strcpy(s->counters[3].file, "/nowhere/gone.cuh"); /* cannot be shown, but counts */
}

static inline void put_requests(small_view *s) {
  s->requests[0] = (sl_request){.counter = 0,
                                .worst = true,
                                .block = {2, 0, 0},
                                .warp = 1,
                                .lanes = UINT32_MAX,
                                .units = 32,
                                .ideal = 4,
                                .array = "x",
                                .length = 4096};
  s->requests[1] = (sl_request){.counter = 2,
                                .turn = 6,
                                .lanes = 0x7,
                                .units = 2,
                                .ideal = 1,
                                .array = "tile",
                                .length = 1024,
                                .offset = {0, 128, 4}};
  for (int i = 0; i < 32; i++) s->requests[0].offset[i] = i * 128LL;
}

/** Writes the source to a temporary file; small_view_free removes it. */
static inline small_view *small_view_make(void) {
  static small_view s;
  memset(&s, 0, sizeof s);
  (void)strcpy(s.path, "/tmp/sparselab-view-XXXXXX");
  int file = mkstemp(s.path);
  ssize_t length = (ssize_t)strlen(small_source);
  assert_true(file >= 0 && write(file, small_source, (size_t)length) == length);
  (void)close(file);
  put_counters(&s);
  put_requests(&s);
  s.findings[0] = (sl_finding){.kind = LENS_OUT_OF_BOUNDS_READ,
                               .kernel = "k",
                               .name = "out-of-bounds read",
                               .array = "<x>",
                               .line = 10,
                               .index = 4096,
                               .length = 4096,
                               .count = 2,
                               .block = {3, 0, 0},
                               .thread = {5, 0, 0}};
  (void)snprintf(s.findings[0].file, sizeof s.findings[0].file, "%s", s.path);
  s.launches[0] = s.launches[1] = (sl_launch){.kernel = "copy",
                                              .grid = {4, 1, 1},
                                              .block = {64, 1, 1},
                                              .warp_steps = 10,
                                              .thread_steps = 80};
  s.view = (sl_lens_view){.lab = "",
                          .title = "a<b>.cu & \"c\"",
                          .case_name = "",
                          .precision = "",
                          .source = s.path,
                          .seen = {.findings = s.findings,
                                   .num_findings = 1,
                                   .counters = s.counters,
                                   .num_counters = 4,
                                   .requests = s.requests,
                                   .num_requests = 2,
                                   .launches = s.launches,
                                   .num_launches = 2}};
  return &s;
}

static inline void small_view_free(small_view *s) {
  (void)unlink(s->path);
}

#endif
