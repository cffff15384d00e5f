/* test_io_limits.c: tests the library as it is compiled for the fuzzer, with small blocks and low
 * limits, so that every limit and every block boundary is reached. */
#include "base/parallel.h"
#include "folder.h"

#include "io/input.h"
#include "io/io.h"
#include "io/lines.h"

#define H "%%MatrixMarket matrix coordinate real general\n"

/* Writes a gzip file of `text` to `to` and returns its size. It uses stored blocks of deflate, so
 * no library is needed. */
static size_t store_gzip(const char *text, size_t size, unsigned char *to) {
  static const unsigned char head[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
  size_t used = sizeof head;
  memcpy(to, head, sizeof head);
  for (size_t at = 0; at < size;) {
    size_t piece = size - at < 1000 ? size - at : 1000;
    to[used] = at + piece == size;
    to[used + 1] = (unsigned char)piece;
    to[used + 2] = (unsigned char)(piece >> 8);
    to[used + 3] = (unsigned char)~to[used + 1];
    to[used + 4] = (unsigned char)~to[used + 2];
    memcpy(to + used + 5, text + at, piece);
    used += 5 + piece;
    at += piece;
  }
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < size; i++) {
    crc ^= (unsigned char)text[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xEDB88320) : 0);
  }
  const uint32_t tail[2] = {~crc, (uint32_t)size};
  for (int i = 0; i < 8; i++) to[used++] = (unsigned char)(tail[i / 4] >> 8 * (i % 4));
  return used;
}

/* Writes the text of a matrix with `rows` rows and one column to `text`, and returns its size. The
 * integer part of each value is the row number. */
static size_t write_column(int rows, char *text) {
  size_t used = (size_t)sprintf(text, "%s%d 1 %d\n", H, rows, rows);
  for (int i = 1; i <= rows; i++) used += (size_t)sprintf(text + used, "%d 1 %d.%03d\n", i, i, i);
  return used;
}

/* Each further row moves every line relative to the block boundaries. */
static void every_seam_is_met(void **state) {
  (void)state;
  static char text[1 << 15];
  static unsigned char packed[1 << 16];
  for (int rows = 1; rows < 900; rows += 7) {
    sl_csr plain, unpacked;
    size_t size = write_column(rows, text);
    assert_ok(sl_io_read_memory(text, size, "plain", &plain, NULL));
    assert_ok(sl_io_read_memory((char *)packed, store_gzip(text, size, packed), "packed", &unpacked,
                                NULL));
    assert_int_equal(plain.nnz, rows);
    for (int i = 0; i < rows; i++) assert_true((int)plain.values[i] == i + 1);
    assert_memory_equal(plain.values, unpacked.values, (size_t)rows * sizeof(double));
    sl_csr_free(&plain);
    sl_csr_free(&unpacked);
  }
  assert_int_equal(sl_memory_live(), 0);
}

/* Comments occur in all blocks, so no block contains only entries. The entries after a comment must
 * be read, too, and the message about a malformed entry must have its line number. */
static void comments_among_entries_are_passed(void **state) {
  (void)state;
  static char text[1 << 16];
  const int rows = 2500;
  size_t used = (size_t)sprintf(text, "%s%d 1 %d\n", H, rows, rows);
  for (int i = 1; i <= rows; i++) {
    if (i % 70 == 0) used += (size_t)sprintf(text + used, "%% row %d\n", i);
    used += (size_t)sprintf(text + used, "%d 1 %d\n", i, i);
  }
  sl_csr matrix;
  assert_ok(sl_io_read_memory(text, used, "comments", &matrix, NULL));
  assert_int_equal(matrix.nnz, rows);
  for (int i = 0; i < rows; i++) assert_true(matrix.values[i] == i + 1);
  sl_csr_free(&matrix);
  char *last = strstr(text, "\n2400 1 2400");
  assert_non_null(last);
  memcpy(last, "\n2400 9", 7); /* line 2 has the sizes, and 34 comments precede */
  assert_fails(sl_io_read_memory(text, used, "defect", &matrix, NULL), SL_ERR_INPUT,
               "defect:2436:");
}

static void archives_unpack_to_a_limit(void **state) {
  (void)state;
  static char text[SL_INPUT_MAX_UNPACKED + 2000];
  static unsigned char packed[2 * sizeof text];
  size_t size = write_column(2050, text);
  assert_in_range(size, SL_INPUT_MAX_UNPACKED - 2000, SL_INPUT_MAX_UNPACKED + 1000);
  memset(text + size, '\n', sizeof text - size);
  sl_csr matrix;
  assert_fails(sl_io_read_memory((char *)packed, store_gzip(text, sizeof text, packed), "big.gz",
                                 &matrix, NULL),
               SL_ERR_SIZE, "big.gz: unpacks to more than 32768 bytes");
  assert_int_equal(sl_memory_live(), 0);
}

static void filler_is_read_to_a_limit(void **state) {
  (void)state;
  static char text[SL_LINES_MAX_FILLER + 200];
  memset(text, '\n', sizeof text);
  memcpy(text, H "1 1 1\n", strlen(H "1 1 1\n"));
  memcpy(text + SL_LINES_MAX_FILLER - 100, "1 1 7", 5);
  sl_csr matrix;
  assert_ok(sl_io_read_memory(text, SL_LINES_MAX_FILLER, "few", &matrix, NULL));
  sl_csr_free(&matrix);
  assert_fails(sl_io_read_memory(text, sizeof text, "many", &matrix, NULL), SL_ERR_SIZE,
               "bytes of blank lines");
}

static void lines_are_read_to_a_limit(void **state) {
  (void)state;
  static char text[2 * SL_LINES_BLOCK];
  memset(text, ' ', sizeof text);
  memcpy(text, H "1 1 1\n1 1 7", strlen(H "1 1 1\n1 1 7"));
  sl_csr matrix;
  assert_ok(sl_io_read_memory(text, SL_LINES_BLOCK, "short", &matrix, NULL));
  sl_csr_free(&matrix);
  assert_fails(sl_io_read_memory(text, sizeof text, "long", &matrix, NULL), SL_ERR_INPUT,
               "long:3: the line is longer than");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_seam_is_met),
      cmocka_unit_test(comments_among_entries_are_passed),
      cmocka_unit_test(archives_unpack_to_a_limit),
      cmocka_unit_test(filler_is_read_to_a_limit),
      cmocka_unit_test(lines_are_read_to_a_limit),
  };
  int failed = cmocka_run_group_tests_name("io limits", tests, make_folder, remove_folder);
  sl_parallel_pretend(7, 1); /* repeats all tests with several threads */
  return failed +
         cmocka_run_group_tests_name("io limits shared", tests, make_folder, remove_folder);
}
