/* test_io_missing.c: the error message for a compressed file, if the kit is built without
 * libarchive. */
#include "folder.h"

#include "io/io.h"

static void compressed_files_name_the_package(void **state) {
  (void)state;
  sl_csr matrix;
  write_file(in_folder("a.mtx.gz"), "\x1f\x8b\x08\0\0\0\0\0", 8);
  assert_fails(sl_io_read(in_folder("a.mtx.gz"), &matrix, NULL), SL_ERR_MISSING, "libarchive-dev");
  assert_non_null(strstr(sl_status_message(), "gunzip -k"));
  assert_non_null(strstr(sl_status_message(), in_folder("a.mtx.gz")));
  char tar[512] = "a/a.mtx";
  memcpy(tar + 257, "ustar", 5);
  assert_fails(sl_io_read_memory(tar, sizeof tar, "a.tar", &matrix, NULL), SL_ERR_MISSING,
               "tar xf a.tar");
  assert_int_equal(sl_memory_live(), 0);
}

static void plain_files_are_read_all_the_same(void **state) {
  (void)state;
  sl_csr matrix;
  write_text(in_folder("a.mtx.gz"), "%%MatrixMarket matrix array real general\n1 1\n2.5\n");
  assert_ok(sl_io_read(in_folder("a.mtx.gz"), &matrix, NULL));
  assert_true(matrix.values[0] == 2.5);
  sl_csr_free(&matrix);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compressed_files_name_the_package),
      cmocka_unit_test(plain_files_are_read_all_the_same),
  };
  return cmocka_run_group_tests_name("io missing", tests, make_folder, remove_folder);
}
