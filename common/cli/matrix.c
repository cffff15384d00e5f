/* matrix.c: ./lab matrix: look at a matrix, make one, write one out. */
#include "cli/cli.h"

#include "base/memory.h"
#include "generate/generate.h"
#include "io/io.h"
#include "load/collection.h"
#include "report/paint.h"

#include <stdio.h>
#include <string.h>

/* Prints a line of `info`: the name on the left, then the value. */
#define print_fact(name, format, ...)                                                              \
  sl_paint_line(stdout, 27, "  %-24s " format "\n", name, __VA_ARGS__)

static void print_bytes(const sl_csr *a, const char *what, double bytes) {
  print_fact(what, "%14.0f bytes, %.2f per entry", bytes, a->nnz ? bytes / a->nnz : 0.0);
}

/* Prints the size of the ELL format, which follows from the longest row. The format itself may be
 * far too large to build. */
static void print_ell(const sl_csr *a, int longest) {
  double slots = (double)a->num_rows * longest;
  print_bytes(a, "ELL storage, float", 8 * slots);
  if (a->nnz == 0) return;
  print_fact("padding ratio", "%.2f slots per entry, %.1f %% of the slots are padding",
             slots / a->nnz, 100 * (1 - a->nnz / slots));
}

enum { MOST_LENGTHS = 8 }; /* how many different lengths are listed */

/* Prints how many rows have each length, longest first, if there are few lengths. */
static sl_status print_lengths(const sl_csr *a, int longest) {
  int *rows, lengths = 0;
  SL_TRY(sl_alloc((size_t)longest + 1, sizeof *rows, "row lengths", &rows));
  for (int row = 0; row < a->num_rows; row++) {
    lengths += rows[sl_csr_row_length(a, row)]++ == 0;
  }
  if (lengths > 0 && lengths <= MOST_LENGTHS) {
    char text[MOST_LENGTHS * 32] = "";
    for (int length = longest; length >= 0; length--) {
      if (rows[length] == 0) continue;
      size_t used = strlen(text);
      (void)snprintf(text + used, sizeof text - used, "%s%d of %d", used ? ", " : "", rows[length],
                     length);
    }
    print_fact("rows of each length", "%s", text);
  }
  sl_free(rows);
  return SL_OK;
}

static int info(int count, char **arguments) {
  if (count != 1) {
    return sl_complain(sl_fail(SL_ERR_USAGE, "usage: ./lab matrix info MATRIX"));
  }
  sl_csr a;
  sl_status status = sl_load_matrix(arguments[0], sl_judging_cache_dir(), &a);
  if (status != SL_OK) return sl_complain(status);
  sl_csr_stats stats;
  sl_csr_statistics(&a, &stats);
  double m = a.num_rows, nnz = a.nnz;
  (void)printf("%s\n", arguments[0]);
  print_fact("shape", "%d × %d, %d entries", a.num_rows, a.num_cols, a.nnz);
  print_fact("row length", "mean %.2f, deviation %.2f, shortest %d, longest %d", stats.mean_row,
             stats.deviation_row, stats.min_row, stats.max_row);
  status = print_lengths(&a, stats.max_row);
  if (status != SL_OK) {
    sl_csr_free(&a);
    return sl_complain(status);
  }
  print_fact("empty rows", "%d", stats.empty_rows);
  print_fact("bandwidth |i - j|", "%lld", stats.bandwidth);
  print_fact("columns in order", "%s", sl_csr_is_sorted(&a) ? "in every row" : "not in every row");
  print_bytes(&a, "COO storage, float", 12 * nnz);
  print_bytes(&a, "CSR storage, float", 8 * nnz + 4 * (m + 1));
  print_ell(&a, stats.max_row);
  print_bytes(&a, "SpMV traffic, float", sl_csr_spmv_bytes(&a, 4));
  print_bytes(&a, "SpMV traffic, double", sl_csr_spmv_bytes(&a, 8));
  sl_csr_free(&a);
  return 0;
}

static int write_out(int count, char **arguments) {
  if (count != 2) {
    return sl_complain(sl_fail(SL_ERR_USAGE, "usage: ./lab matrix make|convert MATRIX FILE.mtx"));
  }
  sl_csr a;
  sl_status status = sl_load_matrix(arguments[0], sl_judging_cache_dir(), &a);
  if (status != SL_OK) return sl_complain(status);
  status = sl_io_write(&a, arguments[1]);
  if (status == SL_OK) {
    sl_paint_line(stdout, 2, "%s: %d × %d, %d entries\n", arguments[1], a.num_rows, a.num_cols,
                  a.nnz);
  }
  sl_csr_free(&a);
  return status == SL_OK ? 0 : sl_complain(status);
}

static void list_families(void) {
  size_t num_families;
  const sl_family *table = sl_generate_families(&num_families);
  for (size_t i = 0; i < num_families; i++) {
    sl_paint_line(stdout, 4, "%s%s%s\n", sl_paint_code(stdout, SL_BOLD), table[i].usage,
                  sl_paint_code(stdout, SL_PLAIN));
    sl_paint_wrapped(stdout, table[i].summary, 4, 100);
  }
}

static void list_one(const char *name, void *context) {
  (void)context;
  (void)printf("    %s\n", name);
}

static void list_collection(void) {
  for (size_t i = 0; i < sl_collection_size; i++) {
    const sl_collected *row = &sl_collection[i];
    char name[128];
    (void)snprintf(name, sizeof name, "%s/%s", row->group, row->name);
    sl_paint_line(stdout, 30, "    %-25s %s\n", name, row->about);
  }
}

static int list(int count, char **arguments) {
  (void)arguments;
  if (count != 0) return sl_complain(sl_fail(SL_ERR_USAGE, "usage: ./lab matrix list"));
  list_families();
  (void)puts("\nOn this machine, by name:");
  sl_load_names(list_one, NULL);
  sl_paint_line(stdout, 2,
                "\nFrom the SuiteSparse collection, after ./lab matrix fetch NAME (for any other "
                "matrix: fetch GROUP/NAME):\n");
  list_collection();
  return 0;
}

const sl_command_row sl_matrix_verbs[] = {
    {"info", info, {SL_TAKES_MATRIX}, NULL, false},
    {"make", write_out, {SL_TAKES_MATRIX, SL_TAKES_FILE}, NULL, false},
    {"convert", write_out, {SL_TAKES_MATRIX, SL_TAKES_FILE}, NULL, false},
    {"fetch", sl_fetch_matrix, {SL_TAKES_COLLECTION}, sl_fetch_option, false},
    {"list", list, {0}, NULL, false},
};
const size_t sl_num_matrix_verbs = sizeof sl_matrix_verbs / sizeof *sl_matrix_verbs;

int sl_cmd_matrix(int count, char **arguments) {
  for (size_t i = 0; count > 1 && i < sl_num_matrix_verbs; i++) {
    if (strcmp(arguments[1], sl_matrix_verbs[i].name) == 0) {
      return sl_matrix_verbs[i].run(count - 2, arguments + 2);
    }
  }
  return sl_complain(sl_fail(SL_ERR_USAGE, "usage: ./lab matrix info MATRIX | make SPEC FILE.mtx | "
                                           "convert MATRIX FILE.mtx | fetch NAME | list"));
}
