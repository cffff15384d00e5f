/* test_io_write.c: a matrix that was written reads back bit for bit, and it replaces an existing
 * file completely or not at all. */
#include "folder.h"

#include "base/random.h"
#include "io/io.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>

/* Makes a matrix with doubles of every kind, in rows of 0 to 3 entries. */
static sl_csr make_matrix(int rows) {
  static const double odd[] = {0.0,     -0.0,      DBL_MAX, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN,
                               1.0 / 3, 0x1p-1060, 1e22,    1e23,     0.1,     123456789};
  sl_random random = sl_random_make(17, 0);
  sl_csr made;
  assert_ok(sl_csr_make(rows, 1000, 3 * rows, &made));
  int nnz = 0;
  for (int row = 0; row < rows; row++) {
    int length = sl_random_below(&random, 4);
    for (int k = 0; k < length; k++, nnz++) {
      uint64_t bits = sl_random_bits(&random);
      double value;
      memcpy(&value, &bits, sizeof value);
      if (!isfinite(value) || nnz < 12) value = odd[nnz % 12];
      made.col_idx[nnz] = 300 * k + sl_random_below(&random, 300);
      made.values[nnz] = value;
    }
    made.row_ptr[row + 1] = nnz;
  }
  made.nnz = nnz;
  return made;
}

static void assert_same(const sl_csr *a, const sl_csr *b) {
  assert_int_equal(a->num_rows, b->num_rows);
  assert_int_equal(a->num_cols, b->num_cols);
  assert_int_equal(a->nnz, b->nnz);
  assert_memory_equal(a->row_ptr, b->row_ptr, ((size_t)a->num_rows + 1) * sizeof(int));
  assert_memory_equal(a->col_idx, b->col_idx, (size_t)a->nnz * sizeof(int));
  assert_memory_equal(a->values, b->values, (size_t)a->nnz * sizeof(double));
}

static void a_round_trip_is_exact(void **state) {
  (void)state;
  sl_csr written = make_matrix(5000), found;
  assert_ok(sl_io_write(&written, in_folder("trip.mtx")));
  assert_ok(sl_io_read(in_folder("trip.mtx"), &found, NULL));
  assert_same(&written, &found);
  sl_csr_free(&found);
  sl_csr_free(&written);
  assert_int_equal(sl_memory_live(), 0);
}

static void the_text_is_the_documented_one(void **state) {
  (void)state;
  static int row_ptr[] = {0, 1, 1, 3}, col_idx[] = {1, 0, 1};
  static double values[] = {0.1, -2, 1e300};
  const sl_csr matrix = {3, 2, 3, row_ptr, col_idx, values};
  size_t size;
  assert_ok(sl_io_write(&matrix, in_folder("text.mtx")));
  char *text = file_bytes(in_folder("text.mtx"), &size);
  assert_string_equal(text, "%%MatrixMarket matrix coordinate real general\n3 2 3\n"
                            "1 2 0.10000000000000001\n3 1 -2\n3 2 1.0000000000000001e+300\n");
  free(text);
}

static void empty_matrices_are_written(void **state) {
  (void)state;
  sl_csr empty, found;
  assert_ok(sl_csr_make(0, 7, 0, &empty));
  assert_ok(sl_io_write(&empty, in_folder("none.mtx")));
  assert_ok(sl_io_read(in_folder("none.mtx"), &found, NULL));
  assert_same(&empty, &found);
  sl_csr_free(&found);
  sl_csr_free(&empty);
}

static void the_locale_makes_no_difference(void **state) {
  (void)state;
  if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "de_DE")) skip();
  the_text_is_the_documented_one(state);
  (void)setlocale(LC_ALL, "C");
}

static void a_broken_matrix_is_not_written(void **state) {
  (void)state;
  static int row_ptr[] = {0, 1}, col_idx[] = {0};
  static double values[] = {NAN};
  const sl_csr matrix = {1, 1, 1, row_ptr, col_idx, values};
  assert_fails(sl_io_write(&matrix, in_folder("nan.mtx")), SL_ERR_INPUT, "nan.mtx: not written");
  assert_int_equal(access(in_folder("nan.mtx"), F_OK), -1);
}

/* A limit on file sizes simulates a full disk. */
static void without_space_the_old_file_stays(void **state) {
  (void)state;
  sl_csr matrix = make_matrix(5000);
  const struct rlimit small = {20000, RLIM_INFINITY};
  struct rlimit before;
  size_t size;
  write_text(in_folder("old.mtx"), "the old file");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  (void)signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  sl_status status = sl_io_write(&matrix, in_folder("old.mtx"));
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(status, SL_ERR_SYSTEM);
  assert_non_null(strstr(sl_status_message(), "old.mtx: cannot be written"));
  char *text = file_bytes(in_folder("old.mtx"), &size);
  assert_string_equal(text, "the old file");
  free(text);
  assert_int_equal(count_files(folder, ".tmp", NULL), 0);
  assert_ok(sl_io_write(&matrix, in_folder("old.mtx")));
  assert_int_equal(count_files(folder, ".tmp", NULL), 0);
  sl_csr_free(&matrix);
  assert_int_equal(sl_memory_live(), 0);
}

static void what_cannot_be_written_is_told(void **state) {
  (void)state;
  sl_csr matrix = make_matrix(1);
  assert_fails(sl_io_write(&matrix, in_folder("no/such/folder.mtx")), SL_ERR_SYSTEM,
               "folder.mtx: cannot be written");
  assert_fails(sl_io_write(&matrix, folder), SL_ERR_SYSTEM, "not a regular file");
  assert_fails(sl_io_write(&matrix, "/dev/null"), SL_ERR_SYSTEM, "not a regular file");
  sl_memory_fail_after(0);
  assert_int_equal(sl_io_write(&matrix, in_folder("m.mtx")), SL_ERR_MEMORY);
  sl_csr_free(&matrix);
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_round_trip_is_exact),
      cmocka_unit_test(the_text_is_the_documented_one),
      cmocka_unit_test(empty_matrices_are_written),
      cmocka_unit_test(the_locale_makes_no_difference),
      cmocka_unit_test(a_broken_matrix_is_not_written),
      cmocka_unit_test(without_space_the_old_file_stays),
      cmocka_unit_test(what_cannot_be_written_is_told),
  };
  return cmocka_run_group_tests_name("io write", tests, make_folder, remove_folder);
}
