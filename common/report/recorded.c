/* recorded.c: measured times of the reference solutions, from a table of the bench. */
#include "report/recorded.h"

#include "base/table.h"
#include "report/html.h"
#include "report/paint.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 31, CELL_COLUMN = 12, MOST_PATH = 4096 };

/* For each kernel: the column of the lab's task, and the name in the bench. */
static const char *const contestants[][2] = {{"CSR scalar", "CSR, one thread a row"},
                                             {"ELL", "ELL"},
                                             {"COO", "COO, atomics"},
                                             {"HYB", "HYB"},
                                             {"JDS", "JDS"},
                                             {"sections", "sections of equal rows"},
                                             {"CSR vector", "CSR, a vector a row"},
                                             {"CSR warp", "CSR, warps take rows"}};

/* One matrix of each kind in the demo. */
static const char *const shown[] = {"hpcg:160", "road:3000", "circuit:1000000", "web:1000000",
                                    "rmat:20"};

static bool is_shown(const char *spec) {
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    if (strcmp(spec, shown[i]) == 0) return true;
  }
  return false;
}

static int column_of(const sl_recorded *r, const char *contestant) {
  for (size_t i = 0; i < sizeof contestants / sizeof *contestants; i++) {
    if (strcmp(contestants[i][1], contestant) != 0) continue;
    for (int c = 0; c < r->num_columns; c++) {
      if (strcmp(r->columns[c], contestants[i][0]) == 0) return c;
    }
  }
  return -1;
}

static sl_recorded_row *row_of(sl_recorded *r, const char *spec) {
  for (int i = 0; i < r->num_rows; i++) {
    if (strcmp(r->rows[i].spec, spec) == 0) return &r->rows[i];
  }
  if (r->num_rows == SL_MAX_RECORDED_ROWS) return NULL;
  sl_recorded_row *added = &r->rows[r->num_rows++];
  memset(added, 0, sizeof *added);
  (void)snprintf(added->spec, sizeof added->spec, "%s", spec);
  return added;
}

enum { DEVICE, DATE, PRECISION, SPEC, NNZ, SIDE, CONTESTANT, COLD_US, NUM_FIELDS };

static sl_status take_row(void *context, const char *const *fields) {
  sl_recorded *r = context;
  int column = column_of(r, fields[CONTESTANT]);
  bool wanted = column >= 0 && strcmp(fields[PRECISION], "f32") == 0 &&
                strcmp(fields[SIDE], "textbook") == 0 && is_shown(fields[SPEC]);
  sl_recorded_row *row = wanted ? row_of(r, fields[SPEC]) : NULL;
  if (!row) return SL_OK;
  row->nnz = strtod(fields[NNZ], NULL);
  row->cells[column] = strtod(fields[COLD_US], NULL);
  (void)snprintf(r->device, sizeof r->device, "%s", fields[DEVICE]);
  (void)snprintf(r->date, sizeof r->date, "%s", fields[DATE]);
  return SL_OK;
}

/* Finds the table with the latest date, which is at the end of its name. */
static bool find_table(const char *folder, char *path, size_t size) {
  static const char begin[] = "bench.nvidia-h200.";
  char newest[256] = "";
  DIR *open = opendir(folder);
  for (struct dirent *one; open && (one = readdir(open));) {
    size_t length = strlen(one->d_name);
    bool table = strncmp(one->d_name, begin, strlen(begin)) == 0 && length > 4 &&
                 strcmp(one->d_name + length - 4, ".csv") == 0 && length < sizeof newest;
    if (table && strcmp(one->d_name, newest) > 0) strcpy(newest, one->d_name);
  }
  if (open) (void)closedir(open);
  (void)snprintf(path, size, "%s/%s", folder, newest);
  return newest[0] != '\0';
}

sl_status sl_recorded_read(const char *folder, const char *const *columns, int num_columns,
                           sl_recorded *out) {
  static const char *const fields[NUM_FIELDS] = {"device", "date", "precision",  "spec",
                                                 "nnz",    "side", "contestant", "cold_us"};
  char path[MOST_PATH];
  memset(out, 0, sizeof *out);
  for (int c = 0; c < num_columns && c < SL_MAX_RECORDED_COLUMNS; c++) {
    out->columns[out->num_columns++] = columns[c];
  }
  if (!find_table(folder, path, sizeof path)) return SL_OK;
  return sl_table_read(path, fields, NUM_FIELDS, take_row, out);
}

void sl_recorded_print(FILE *stream, const sl_recorded *r) {
  if (r->num_rows == 0) return;
  (void)fprintf(stream, "\n%s", sl_paint_code(stream, SL_BOLD));
  sl_paint_line(stream, 2, "  Measured on an %s on %s: the kit's reference solutions%s\n",
                r->device, r->date, sl_paint_code(stream, SL_PLAIN));
  (void)fputs("  ", stream);
  sl_paint_padded(stream, "microseconds, measured", NAME_COLUMN);
  (void)fprintf(stream, "%9s", "entries");
  for (int c = 0; c < r->num_columns; c++) {
    sl_paint_right(stream, r->columns[c], CELL_COLUMN - 1);
    (void)fputc(' ', stream);
  }
  (void)fputc('\n', stream);
  for (int i = 0; i < r->num_rows; i++) {
    (void)fputs("  ", stream);
    sl_paint_padded(stream, r->rows[i].spec, NAME_COLUMN);
    (void)fprintf(stream, "%9.0f", r->rows[i].nnz);
    for (int c = 0; c < r->num_columns; c++) {
      char text[32] = "– ";
      double us = r->rows[i].cells[c];
      if (us > 0) (void)snprintf(text, sizeof text, "%.*f ", us < 100 ? 1 : 0, us);
      sl_paint_right(stream, text, CELL_COLUMN);
    }
    (void)fputc('\n', stream);
  }
}

void sl_recorded_page(FILE *file, const sl_recorded *r) {
  if (r->num_rows == 0) return;
  (void)fprintf(file,
                "<h3>Measured on an %s on %s: the kit’s reference solutions</h3>\n<div "
                "class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"recorded times\">"
                "<table class=\"figures\"><caption>measured times in µs</caption><thead><tr>"
                "<th scope=\"col\">matrix</th><th scope=\"col\" class=\"num\">entries</th>",
                r->device, r->date);
  for (int c = 0; c < r->num_columns; c++) {
    (void)fprintf(file, "<th scope=\"col\" class=\"num\">%s</th>", r->columns[c]);
  }
  (void)fputs("</tr></thead><tbody>\n", file);
  for (int i = 0; i < r->num_rows; i++) {
    (void)fputs("<tr><th scope=\"row\">", file);
    sl_html_text(file, r->rows[i].spec);
    (void)fprintf(file, "</th><td class=\"num\">%.0f</td>", r->rows[i].nnz);
    for (int c = 0; c < r->num_columns; c++) {
      double us = r->rows[i].cells[c];
      if (us > 0) {
        (void)fprintf(file, "<td class=\"num\">%.*f</td>", us < 100 ? 1 : 0, us);
      } else {
        (void)fputs("<td class=\"num\">–</td>", file);
      }
    }
    (void)fputs("</tr>\n", file);
  }
  (void)fputs("</tbody></table></div>\n", file);
}
