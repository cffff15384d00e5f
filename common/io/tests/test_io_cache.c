/* test_io_cache.c: the second read uses the cache, and every cache file is checked before use. */
#include "folder.h"

#include "base/random.h"
#include "io/hash.h"
#include "io/io.h"

#define TEXT "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1.5\n2 3 -2\n2 1 4\n"

static void assert_is_text(const sl_csr *matrix) {
  static const int row_ptr[] = {0, 1, 3}, col_idx[] = {0, 0, 2};
  static const double values[] = {1.5, 4, -2};
  assert_int_equal(matrix->num_rows, 2);
  assert_int_equal(matrix->num_cols, 3);
  assert_int_equal(matrix->nnz, 3);
  assert_memory_equal(matrix->row_ptr, row_ptr, sizeof row_ptr);
  assert_memory_equal(matrix->col_idx, col_idx, sizeof col_idx);
  assert_memory_equal(matrix->values, values, sizeof values);
}

static void read_text_cached(const char *cache) {
  sl_csr matrix;
  assert_ok(sl_io_read_cached(in_folder("a.mtx"), cache, &matrix));
  assert_is_text(&matrix);
  sl_csr_free(&matrix);
  assert_int_equal(sl_memory_live(), 0);
}

/* Makes the cache folder `cache` with a cache file for TEXT. Stores the path of the cache file in
 * `file`. */
static void fill_cache(const char *cache, char *file) {
  write_text(in_folder("a.mtx"), TEXT);
  read_text_cached(cache);
  assert_int_equal(count_files(cache, ".slcsr", file), 1);
  assert_int_equal(count_files(cache, ".tmp", NULL), 0);
}

static void the_folder_is_made_and_filled(void **state) {
  (void)state;
  char file[512];
  fill_cache(in_folder("new/deep/cache"), file);
}

/* To prove that the cache is used, the test writes another value with a matching checksum into the
 * cache file. */
static void the_second_reading_is_from_the_cache(void **state) {
  (void)state;
  char file[512];
  size_t size;
  fill_cache(in_folder("second"), file);
  struct stat before, after;
  assert_int_equal(stat(file, &before), 0);
  read_text_cached(in_folder("second"));
  assert_int_equal(stat(file, &after), 0);
  assert_int_equal(before.st_ino, after.st_ino); /* the file was not written again */

  char *bytes = file_bytes(file, &size);
  double changed = 77;
  memcpy(bytes + size - sizeof changed, &changed, sizeof changed);
  memset(bytes + 56, 0, 16);
  sl_hash hash;
  sl_hash_start(&hash);
  sl_hash_add(&hash, bytes, size);
  sl_digest digest = sl_hash_end(&hash);
  memcpy(bytes + 56, &digest, sizeof digest);
  write_file(file, bytes, size);
  free(bytes);
  sl_csr matrix;
  assert_ok(sl_io_read_cached(in_folder("a.mtx"), in_folder("second"), &matrix));
  assert_true(matrix.values[2] == 77);
  sl_csr_free(&matrix);
}

/* With any bit flipped, with any truncation, and with appended bytes, reading never fails and never
 * returns a different matrix. Afterwards the cache file is correct again. */
static void damaged_cache_files_are_written_anew(void **state) {
  (void)state;
  char file[512];
  size_t size, found_size;
  fill_cache(in_folder("damaged"), file);
  char *bytes = file_bytes(file, &size);
  for (size_t bit = 0; bit < 8 * size; bit += 3) {
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    write_file(file, bytes, size);
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    read_text_cached(in_folder("damaged"));
    char *found = file_bytes(file, &found_size);
    assert_int_equal(found_size, size);
    assert_memory_equal(found, bytes, size);
    free(found);
  }
  for (size_t cut = 0; cut < size; cut += 5) {
    write_file(file, bytes, cut);
    read_text_cached(in_folder("damaged"));
  }
  char longer[512] = {0};
  memcpy(longer, bytes, size);
  write_file(file, longer, size + 1);
  read_text_cached(in_folder("damaged"));
  char *found = file_bytes(file, &found_size);
  assert_int_equal(found_size, size);
  free(found);
  free(bytes);
}

/* Under the name of one matrix, there is a valid cache file of another matrix. */
static void foreign_cache_files_are_ignored(void **state) {
  (void)state;
  char ours[512], theirs[512];
  size_t size;
  fill_cache(in_folder("ours"), ours);
  write_text(in_folder("b.mtx"), "%%MatrixMarket matrix array real general\n1 1\n9\n");
  sl_csr matrix;
  assert_ok(sl_io_read_cached(in_folder("b.mtx"), in_folder("theirs"), &matrix));
  sl_csr_free(&matrix);
  assert_int_equal(count_files(in_folder("theirs"), ".slcsr", theirs), 1);
  char *bytes = file_bytes(theirs, &size);
  write_file(ours, bytes, size);
  free(bytes);
  read_text_cached(in_folder("ours"));
}

static void a_changed_file_is_read_anew(void **state) {
  (void)state;
  char file[512];
  fill_cache(in_folder("changed"), file);
  write_text(in_folder("a.mtx"), "%%MatrixMarket matrix array real general\n1 1\n9\n");
  sl_csr matrix;
  assert_ok(sl_io_read_cached(in_folder("a.mtx"), in_folder("changed"), &matrix));
  assert_true(matrix.values[0] == 9);
  sl_csr_free(&matrix);
  assert_int_equal(count_files(in_folder("changed"), ".slcsr", NULL), 2);
}

static void without_a_cache_it_works_too(void **state) {
  (void)state;
  write_text(in_folder("a.mtx"), TEXT);
  read_text_cached(NULL);
  write_text(in_folder("file"), "not a folder");
  read_text_cached(in_folder("file"));
  read_text_cached(in_folder("file/below"));
  read_text_cached("/proc/none");
}

static void defects_are_told_and_not_kept(void **state) {
  (void)state;
  sl_csr matrix;
  write_text(in_folder("bad.mtx"), "%%MatrixMarket matrix array real general\n1 1\nx\n");
  assert_fails(sl_io_read_cached(in_folder("bad.mtx"), in_folder("bad"), &matrix), SL_ERR_INPUT,
               "bad.mtx:3: the value is 'x'");
  assert_null(matrix.row_ptr);
  assert_int_equal(count_files(in_folder("bad"), ".slcsr", NULL), 0);
  assert_fails(sl_io_read_cached(in_folder("none.mtx"), in_folder("bad"), &matrix), SL_ERR_INPUT,
               "no such file");
}

/* A failure to read or write the cache does not matter, unless reading the matrix itself fails. */
static void every_failing_allocation_is_survived(void **state) {
  (void)state;
  int good = 0, bad = 0;
  write_text(in_folder("a.mtx"), TEXT);
  for (int failures = 0; failures < 60; failures++) {
    sl_csr matrix;
    char cache[32];
    (void)snprintf(cache, sizeof cache, "memory%d", failures / 2);
    sl_memory_fail_after(failures / 2); /* first with an empty cache, then with an existing one */
    sl_status status = sl_io_read_cached(in_folder("a.mtx"), in_folder(cache), &matrix);
    sl_memory_fail_after(-1);
    if (status == SL_OK) {
      assert_is_text(&matrix);
      sl_csr_free(&matrix);
      good++;
    } else {
      assert_int_equal(status, SL_ERR_MEMORY);
      assert_null(matrix.row_ptr);
      bad++;
    }
    assert_int_equal(sl_memory_live(), 0);
  }
  assert_in_range(good, 10, 50); /* of 60 attempts */
  assert_int_equal(good + bad, 60);
}

static sl_digest hash_in_parts(const char *bytes, size_t size, size_t part) {
  sl_hash hash;
  sl_hash_start(&hash);
  for (size_t at = 0; at < size; at += part) {
    sl_hash_add(&hash, bytes + at, size - at < part ? size - at : part);
  }
  return sl_hash_end(&hash);
}

static void the_hash_depends_on_bytes_and_not_on_parts(void **state) {
  (void)state;
  char bytes[200];
  sl_random random = sl_random_make(3, 0);
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)sl_random_bits(&random);
  for (size_t size = 0; size <= sizeof bytes; size++) {
    sl_digest whole = hash_in_parts(bytes, size, sizeof bytes);
    for (size_t part = 1; part < 70; part += 3) {
      sl_digest parts = hash_in_parts(bytes, size, part);
      assert_memory_equal(&whole, &parts, sizeof whole);
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
      bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
      sl_digest other = hash_in_parts(bytes, size, sizeof bytes);
      bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
      assert_true(whole.word[0] != other.word[0] && whole.word[1] != other.word[1]);
    }
  }
  /* Without rotation, the top bits of two words of a lane would cancel. */
  sl_digest before = hash_in_parts(bytes, 200, 200);
  for (size_t at = 7; at + 32 < 200; at++) {
    bytes[at] = (char)(bytes[at] ^ 0x80);
    bytes[at + 32] = (char)(bytes[at + 32] ^ 0x80);
    sl_digest after = hash_in_parts(bytes, 200, 200);
    assert_true(before.word[0] != after.word[0] && before.word[1] != after.word[1]);
    before = after;
  }
  static const char zeros[40];
  sl_digest few = hash_in_parts(zeros, 39, 40), many = hash_in_parts(zeros, 40, 40);
  assert_true(few.word[0] != many.word[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_folder_is_made_and_filled),
      cmocka_unit_test(the_second_reading_is_from_the_cache),
      cmocka_unit_test(damaged_cache_files_are_written_anew),
      cmocka_unit_test(foreign_cache_files_are_ignored),
      cmocka_unit_test(a_changed_file_is_read_anew),
      cmocka_unit_test(without_a_cache_it_works_too),
      cmocka_unit_test(defects_are_told_and_not_kept),
      cmocka_unit_test(every_failing_allocation_is_survived),
      cmocka_unit_test(the_hash_depends_on_bytes_and_not_on_parts),
  };
  return cmocka_run_group_tests_name("io cache", tests, make_folder, remove_folder);
}
