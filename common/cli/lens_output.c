/* lens_output.c: what the lens saw, printed and written to files. */
#include "cli/cli.h"

#include "report/paint.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

/* Prints a warning if the counts of the lens are not exact with the compiler of this build. */
static void warn_if_inexact(FILE *out) {
  char line[512];
  FILE *file = fopen(SL_SELF_TEST, "r"); /* written by the build, with `lenscc --self-test` */
  if (!file) return;
  while (fgets(line, sizeof line, file)) {
    if (!strstr(line, ") are exact: ")) (void)fputs(line, out);
  }
  (void)fclose(file);
}

sl_status sl_lens_output_write(const sl_lens_view *view, const char *html, const char *csv) {
  SL_TRY(sl_report_annotated(stdout, sl_paint_columns(stdout), view));
  warn_if_inexact(stdout);
  if (html) {
    SL_TRY(sl_report_page(html, view));
    (void)printf("\nWrote %s: open it in a browser.\n", html);
  }
  return csv ? sl_report_counters_csv(csv, view) : SL_OK;
}
