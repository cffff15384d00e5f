/* results.c: reads rows of both kinds of CSV files as results. */
#define _GNU_SOURCE
#include "report/results.h"

#include "base/memory.h"
#include "base/table.h"
#include "report/csv_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The first columns are in both kinds of files. */
enum {
  DEVICE,
  PRECISION,
  ROWS,
  COLS,
  NNZ,
  COLD,
  GBPS,
  COPY,
  LAB,
  SOURCE,
  TASK,
  CASE,
  VERDICT,
  SECTORS,
  DATE,
  KIND,
  MATRIX,
  SIDE,
  CONTESTANT,
  FILE_NAME,
  SORTED,
  STATE,
  NUM_COLUMNS
};

static const char *const columns[NUM_COLUMNS] = {
    "device",  "precision", "rows",        "cols",  "nnz",      "cold_us",  "gbps",  "copy_gbps",
    "?lab",    "?source",   "?task",       "?case", "?verdict", "?sectors", "?date", "?kind",
    "?matrix", "?side",     "?contestant", "?file", "?sorted",  "?state"};

enum { MOST_RESULTS = 16384 };

typedef struct results_reading {
  sl_results *results;
  char date[16]; /* date of the file */
} results_reading;

static double number(const char *text) {
  char *end;
  double value = strtod(text, &end);
  return end != text && *end == '\0' && value > 0 && value < 1e30 ? value : 0;
}

static void take(char *out, size_t size, const char *text) {
  (void)snprintf(out, size, "%s", text);
}

/* Finds the number of a lab in a path: "labs/05-transpose/…" belongs to lab 05. */
static void number_of_lab(const char *file, char out[4]) {
  for (; *file; file++) {
    bool begins = isdigit((unsigned char)file[0]) && isdigit((unsigned char)file[1]);
    if (!begins || file[2] != '-') continue;
    (void)snprintf(out, 4, "%.2s", file);
    return;
  }
  out[0] = '\0';
}

static void take_contest(const char *const *fields, sl_result *row) {
  bool tuned = strcmp(fields[SIDE], "tuned") == 0;
  char lab[4];
  number_of_lab(fields[FILE_NAME], lab);
  take(row->matrix, sizeof row->matrix, fields[MATRIX]);
  take(row->name, sizeof row->name, fields[CONTESTANT]);
  row->side = strcmp(fields[SIDE], "library") == 0 ? SL_SIDE_LIBRARY
              : tuned                              ? SL_SIDE_TUNED
                                                   : SL_SIDE_LAB;
  if (row->side == SL_SIDE_LIBRARY) {
    take(row->family, sizeof row->family, "cuSPARSE");
  } else {
    (void)snprintf(row->family, sizeof row->family, "lab %s%s", lab, tuned ? ", tuned" : "");
  }
  row->kind = strcmp(fields[KIND], "transpose") == 0 ? SL_KIND_TRANSPOSE : SL_KIND_SPMV;
  row->sorted = strcmp(fields[SORTED], "yes") == 0;
}

/* Reads a row that the judge wrote. The file of a library's program is
 * common/peers/cusparse_NAME.cu. */
static void take_judged(const char *const *fields, sl_result *row) {
  static const char peer[] = "cusparse_";
  const char *library = strstr(fields[SOURCE], peer);
  bool transposes = strncmp(fields[LAB], "05", 2) == 0;
  row->sorted = strcmp(fields[TASK], "sorted") == 0;
  bool whole = row->sorted || strcmp(fields[TASK], "scatter") == 0;
  row->kind = !transposes ? SL_KIND_SPMV : whole ? SL_KIND_TRANSPOSE : SL_KIND_STEP;
  take(row->matrix, sizeof row->matrix, fields[CASE]);
  if (library) {
    library += strlen(peer);
    row->side = SL_SIDE_LIBRARY;
    take(row->family, sizeof row->family, "cuSPARSE");
    (void)snprintf(row->name, sizeof row->name, "%.*s", (int)strcspn(library, "."), library);
  } else {
    row->side = SL_SIDE_LAB;
    (void)snprintf(row->family, sizeof row->family, "lab %.2s", fields[LAB]);
    take(row->name, sizeof row->name, fields[TASK]);
  }
}

static bool same(const sl_result *a, const sl_result *b) {
  return a->kind == b->kind && strcmp(a->name, b->name) == 0 && strcmp(a->family, b->family) == 0 &&
         strcmp(a->matrix, b->matrix) == 0 && strcmp(a->device, b->device) == 0 &&
         strcmp(a->precision, b->precision) == 0;
}

static sl_status keep(sl_results *results, const sl_result *row) {
  for (size_t i = 0; i < results->count; i++) {
    if (!same(&results->rows[i], row)) continue;
    results->rows[i] = *row;
    return SL_OK;
  }
  if (results->count == MOST_RESULTS) {
    return sl_fail(SL_ERR_SIZE, "more than %d results are too many for a plot", MOST_RESULTS);
  }
  if (results->count == results->room) {
    size_t room = results->room ? 2 * results->room : 256;
    SL_TRY(sl_resize(room, sizeof *results->rows, "results", &results->rows));
    results->room = room;
  }
  results->rows[results->count++] = *row;
  return SL_OK;
}

static sl_status take_row(void *context, const char *const *fields) {
  const results_reading *self = context;
  sl_result row = {.num_rows = number(fields[ROWS]),
                   .num_cols = number(fields[COLS]),
                   .nnz = number(fields[NNZ]),
                   .cold_us = number(fields[COLD]),
                   .gbps = number(fields[GBPS]),
                   .copy_gbps = number(fields[COPY]),
                   .sectors = number(fields[SECTORS])};
  bool of_contest = fields[CONTESTANT][0] != '\0';
  const char *ending = of_contest ? fields[STATE] : fields[VERDICT];
  bool passed = strcmp(ending, of_contest ? "measured" : "passed") == 0;
  if (!passed || (row.cold_us == 0 && row.sectors == 0)) return SL_OK;
  take(row.device, sizeof row.device, fields[DEVICE]);
  take(row.precision, sizeof row.precision, fields[PRECISION]);
  take(row.date, sizeof row.date, fields[DATE][0] ? fields[DATE] : self->date);
  if (of_contest) {
    take_contest(fields, &row);
  } else {
    take_judged(fields, &row);
  }
  return keep(self->results, &row);
}

/* Finds the date in the file's name, which kept results have, or otherwise the date of the file's
 * last change. */
static void find_date(const char *path, char out[16]) {
  static const char pattern[] = "dddd-dd-dd";
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  for (; *name; name++) {
    size_t i = 0;
    while (pattern[i] &&
           (pattern[i] == 'd' ? isdigit((unsigned char)name[i]) != 0 : name[i] == pattern[i])) {
      i++;
    }
    if (pattern[i]) continue;
    (void)snprintf(out, 16, "%.10s", name);
    return;
  }
  struct stat about;
  struct tm when;
  if (stat(path, &about) == 0 && gmtime_r(&about.st_mtime, &when)) {
    (void)strftime(out, 16, "%Y-%m-%d", &when);
  }
}

sl_status sl_results_read(const char *path, sl_results *inout) {
  results_reading self = {.results = inout};
  find_date(path, self.date);
  const char *kind = sl_csv_file_kind(path);
  if (kind && !strstr(kind, "results") && !strstr(kind, "bench")) {
    return sl_fail(SL_ERR_INPUT,
                   "%s contains %s, which plot cannot draw: it draws files that ./lab run and demo "
                   "write with --csv. ./lab lens LAB --html FILE shows counters as a page",
                   path, kind);
  }
  sl_status status = sl_table_read(path, columns, NUM_COLUMNS, take_row, &self);
  if (status != SL_ERR_INPUT || kind || access(path, R_OK) != 0) return status;
  return sl_fail(status, "%s; plot draws files that ./lab run and demo write with --csv",
                 sl_status_message());
}

void sl_results_free(sl_results *results) {
  sl_free(results->rows);
  *results = (sl_results){0};
}
