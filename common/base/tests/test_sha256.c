/* test_sha256.c: the examples of FIPS 180-4 and of NIST's test vectors. The expected sums for
 * lengths around a block are from sha256sum of coreutils. */
#include "base/test.h"

#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void assert_sum(const char *text, const char *expected) {
  char got[SL_SHA256_TEXT];
  sl_sha256_of(text, strlen(text), got);
  assert_string_equal(got, expected);
}

static void test_examples(void **state) {
  (void)state;
  assert_sum("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert_sum("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert_sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_a_million_letters_in_pieces(void **state) {
  (void)state;
  char piece[1009], got[SL_SHA256_TEXT]; /* 1000000 = 991 · 1009 + 81 */
  sl_sha256 sum;
  memset(piece, 'a', sizeof piece);
  sl_sha256_begin(&sum);
  for (int i = 0; i < 991; i++) sl_sha256_add(&sum, piece, sizeof piece);
  sl_sha256_add(&sum, piece, 81);
  sl_sha256_end(&sum, got);
  assert_string_equal(got, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* With 56 bytes or more in the last block, the padding needs another block. */
static void test_lengths_around_a_block(void **state) {
  (void)state;
  char text[70] = "";
  memset(text, 'b', 55);
  assert_sum(text, "eb2c86e932179f4ba13fe8715a26124b77d6bad290b9b4c1cc140cf633300c19");
  text[55] = 'b';
  assert_sum(text, "a5fc6e203a4c2b657d0d153885932414b2ffc6a93f0f8bf8b3183315e5a7212c");
  memset(text, 'b', 64);
  assert_sum(text, "a0fab1377f49a759b57f63318262ebe89fabfc990e8e93ceac2984561482b9d4");
}

static void test_fields_are_kept_apart(void **state) {
  (void)state;
  char one[SL_SHA256_TEXT], other[SL_SHA256_TEXT];
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  sl_sha256_add_field(&sum, "ab", 2);
  sl_sha256_add_field(&sum, "c", 1);
  sl_sha256_end(&sum, one);
  sl_sha256_begin(&sum);
  sl_sha256_add_field(&sum, "a", 1);
  sl_sha256_add_field(&sum, "bc", 2);
  sl_sha256_end(&sum, other);
  assert_string_not_equal(one, other);
}

static void test_files(void **state) {
  (void)state;
  char path[] = "/tmp/sparselab-sha256-XXXXXX", got[SL_SHA256_TEXT];
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, "abc", 3) == 3 && close(file) == 0);
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  assert_ok(sl_sha256_add_file(&sum, path));
  sl_sha256_end(&sum, got);
  assert_string_equal(got, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert_int_equal(unlink(path), 0);
  assert_fails(sl_sha256_add_file(&sum, path), SL_ERR_INPUT, "cannot read");
  assert_fails(sl_sha256_add_file(&sum, "/dev/zero"), SL_ERR_INPUT, "cannot read");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_a_million_letters_in_pieces),
      cmocka_unit_test(test_lengths_around_a_block),
      cmocka_unit_test(test_fields_are_kept_apart),
      cmocka_unit_test(test_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
