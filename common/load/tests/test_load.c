/* test_load.c: loads matrices by specification, by path, and by a name in datasets/. */
#include "base/test.h"

#include "load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void assert_shape(const char *spec, int num_rows, int num_cols, int nnz) {
  sl_csr a;
  assert_ok(sl_load_matrix(spec, NULL, &a));
  assert_int_equal(a.num_rows, num_rows);
  assert_int_equal(a.num_cols, num_cols);
  assert_int_equal(a.nnz, nnz);
  sl_csr_free(&a);
  assert_int_equal(sl_memory_live(), 0);
}

static void specifications_are_generated(void **state) {
  (void)state;
  assert_shape("dense:3x5", 3, 5, 15);
  assert_shape("empty:70x50", 70, 50, 0);
}

static void datasets_go_by_their_names(void **state) {
  (void)state;
  assert_shape("example-4x4", 4, 4, 7);
}

static void files_are_read_and_come_before_datasets(void **state) {
  (void)state;
  static const char text[] = "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n";
  char folder[] = "/tmp/sparselab-load-XXXXXX", before[4096];
  assert_non_null(mkdtemp(folder));
  assert_non_null(getcwd(before, sizeof before));
  assert_int_equal(chdir(folder), 0);
  FILE *file = fopen("example-4x4", "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  assert_shape("example-4x4", 2, 3, 1);
  assert_shape("./example-4x4", 2, 3, 1);
  assert_int_equal(unlink("example-4x4"), 0);
  assert_int_equal(chdir(before), 0);
  assert_int_equal(rmdir(folder), 0);
}

static void what_cannot_be_loaded_is_refused(void **state) {
  (void)state;
  sl_csr a;
  assert_fails(sl_load_matrix("hpcg:x", NULL, &a), SL_ERR_INPUT, "hpcg");
  assert_fails(sl_load_matrix("/nowhere/a.mtx", NULL, &a), SL_ERR_INPUT, "/nowhere/a.mtx");
  assert_fails(sl_load_matrix("no-such-name", NULL, &a), SL_ERR_INPUT, "no-such-name");
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(specifications_are_generated),
      cmocka_unit_test(datasets_go_by_their_names),
      cmocka_unit_test(files_are_read_and_come_before_datasets),
      cmocka_unit_test(what_cannot_be_loaded_is_refused),
  };
  return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
