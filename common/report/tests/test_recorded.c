/* test_recorded.c: measured times of the reference solutions, read from a table of the bench. */
#define _GNU_SOURCE
#include "captured.h"

#include "report/recorded.h"

#include <unistd.h>

static const char header[] = "device,date,precision,spec,nnz,side,contestant,cold_us\n";

static void write_table(const char *folder, const char *name, const char *rows) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  (void)fprintf(file, "%s%s", header, rows);
  assert_int_equal(fclose(file), 0);
}

static void remove_table(const char *folder, const char *name) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  (void)unlink(path);
}

static void the_newest_table_counts(void **state) {
  (void)state;
  static const char older[] = "bench.nvidia-h200.a.2026-11-01.csv",
                    newer[] = "bench.nvidia-h200.a.2026-11-27.csv";
  char folder[] = "/tmp/sparselab-recorded-XXXXXX";
  assert_non_null(mkdtemp(folder));
  static const char *const columns[] = {"ELL", "CSR vector"};
  static sl_recorded read;
  assert_ok(sl_recorded_read(folder, columns, 2, &read));
  assert_int_equal(read.num_rows, 0);
  write_table(folder, older, "\"NVIDIA H200\",2026-11-01,f32,rmat:20,5,textbook,ELL,1\n");
  write_table(folder, newer,
              "\"NVIDIA H200\",2026-11-27,f32,hpcg:160,99,textbook,ELL,240.4\n"
              "\"NVIDIA H200\",2026-11-27,f64,hpcg:160,99,textbook,ELL,300\n"
              "\"NVIDIA H200\",2026-11-27,f32,hpcg:160,99,tuned,ELL,100\n"
              "\"NVIDIA H200\",2026-11-27,f32,hpcg:160,99,textbook,\"CSR, a vector a row\",39.25\n"
              "\"NVIDIA H200\",2026-11-27,f32,dense:4096,7,textbook,ELL,5\n");
  assert_ok(sl_recorded_read(folder, columns, 2, &read));
  assert_int_equal(read.num_rows, 1);
  assert_true(read.rows[0].cells[0] == 240.4 && read.rows[0].cells[1] == 39.25);
  captured *c = capture();
  sl_recorded_print(c->stream, &read);
  assert_printed(c, "\n  Measured on an NVIDIA H200 on 2026-11-27: the kit's reference solutions\n"
                    "  microseconds, measured           entries        ELL  CSR vector \n"
                    "  hpcg:160                              99        240        39.2 \n");
  remove_table(folder, older);
  remove_table(folder, newer);
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_newest_table_counts)};
  return cmocka_run_group_tests_name("report_recorded", tests, NULL, NULL);
}
