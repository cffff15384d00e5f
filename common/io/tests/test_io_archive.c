/* test_io_archive.c: writes .gz and .tar.gz files and reads them back: the right member, damaged
 * files, archives that unpack to very large files. */
#include "base/parallel.h"
#include "folder.h"

#include "io/input.h"
#include "io/io.h"

#include <archive.h>
#include <archive_entry.h>

#define H "%%MatrixMarket matrix "

/* Matrices of one entry, with different values. */
#define ONE   H "coordinate real general\n1 1 1\n1 1 1\n"
#define TWO   H "coordinate real general\n1 1 1\n1 1 2\n"
#define THREE H "coordinate real general\n1 1 1\n1 1 3\n"

typedef struct member {
  const char *name, *text;
} member;

/* Writes a tar archive of the members, compressed if `gzip`. A single member without a name is
 * written without a tar archive. */
static void pack(const char *path, bool gzip, const member *members, int count) {
  struct archive *archive = archive_write_new();
  struct archive_entry *entry = archive_entry_new();
  assert_true(archive && entry);
  if (gzip) assert_int_equal(archive_write_add_filter_gzip(archive), ARCHIVE_OK);
  if (members[0].name) {
    assert_int_equal(archive_write_set_format_ustar(archive), ARCHIVE_OK);
  } else {
    assert_int_equal(archive_write_set_format_raw(archive), ARCHIVE_OK);
  }
  assert_int_equal(archive_write_open_filename(archive, path), ARCHIVE_OK);
  for (int i = 0; i < count; i++) {
    size_t size = strlen(members[i].text);
    archive_entry_clear(entry);
    archive_entry_set_pathname(entry, members[i].name ? members[i].name : "data");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)size);
    assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
    assert_int_equal(archive_write_data(archive, members[i].text, size), size);
  }
  archive_entry_free(entry);
  assert_int_equal(archive_write_free(archive), ARCHIVE_OK);
}

static void gzip_text(const char *path, const char *text) {
  const member only = {NULL, text};
  pack(path, true, &only, 1);
}

/* Reads the matrix in `path`, and returns the value of its only entry. */
static double value_in(const char *path) {
  sl_csr matrix;
  assert_ok(sl_io_read(path, &matrix, NULL));
  assert_int_equal(matrix.nnz, 1);
  double value = matrix.values[0];
  sl_csr_free(&matrix);
  assert_int_equal(sl_memory_live(), 0);
  return value;
}

static void assert_refused(const char *path, sl_status status, const char *words) {
  sl_csr matrix;
  assert_fails(sl_io_read(path, &matrix, NULL), status, words);
  assert_null(matrix.row_ptr);
  assert_int_equal(sl_memory_live(), 0);
}

/* ---- gzip ---- */

static void gzip_is_known_by_its_content(void **state) {
  (void)state;
  gzip_text(in_folder("a.mtx.gz"), TWO);
  assert_true(value_in(in_folder("a.mtx.gz")) == 2);
  gzip_text(in_folder("disguised.mtx"), THREE);
  assert_true(value_in(in_folder("disguised.mtx")) == 3);
  write_text(in_folder("plain.mtx.gz"), ONE);
  assert_true(value_in(in_folder("plain.mtx.gz")) == 1);
}

static void gzip_in_memory_is_read(void **state) {
  (void)state;
  size_t size;
  gzip_text(in_folder("m.mtx.gz"), TWO);
  char *bytes = file_bytes(in_folder("m.mtx.gz"), &size);
  sl_csr matrix;
  assert_ok(sl_io_read_memory(bytes, size, "m", &matrix, NULL));
  assert_true(matrix.values[0] == 2);
  sl_csr_free(&matrix);
  free(bytes);
}

static void defects_in_gzip_have_lines(void **state) {
  (void)state;
  gzip_text(in_folder("d.mtx.gz"), H "coordinate real general\n1 1 1\n1 2 1\n");
  assert_refused(in_folder("d.mtx.gz"), SL_ERR_INPUT, "d.mtx.gz:3: column '2'");
  gzip_text(in_folder("e.mtx.gz"), "");
  assert_refused(in_folder("e.mtx.gz"), SL_ERR_INPUT, "e.mtx.gz:1: the file is empty");
}

/* Returns the text of a matrix whose values look random, so that compression does not shrink it
 * much. */
static char *long_text(int entries) {
  size_t room = 100 + (size_t)entries * 40, used;
  char *text = malloc(room);
  assert_non_null(text);
  used = (size_t)snprintf(text, room, "%scoordinate real general\n%d 1 %d\n", H, entries, entries);
  for (int i = 0; i < entries; i++) {
    used += (size_t)snprintf(text + used, room - used, "%d 1 %.17g\n", i + 1, 1.0 / (i + 3));
  }
  return text;
}

static void long_gzip_is_read(void **state) {
  (void)state;
  char *text = long_text(50000);
  gzip_text(in_folder("long.mtx.gz"), text);
  sl_csr packed, plain;
  assert_ok(sl_io_read(in_folder("long.mtx.gz"), &packed, NULL));
  assert_ok(sl_io_read_memory(text, strlen(text), "long", &plain, NULL));
  assert_int_equal(packed.nnz, 50000);
  assert_memory_equal(packed.row_ptr, plain.row_ptr, 50001 * sizeof(int));
  assert_memory_equal(packed.values, plain.values, 50000 * sizeof(double));
  sl_csr_free(&packed);
  sl_csr_free(&plain);
  free(text);
}

/* A file that is truncated at any byte is rejected. With any bit flipped, it is either rejected or,
 * if the bit has no meaning (the time in the header), read unchanged. It is never read as a
 * different matrix. */
static void damaged_gzip_is_never_read_as_something_else(void **state) {
  (void)state;
  char *text = long_text(20);
  size_t size;
  gzip_text(in_folder("x.mtx.gz"), text);
  char *bytes = file_bytes(in_folder("x.mtx.gz"), &size);
  sl_csr expected, found;
  assert_ok(sl_io_read_memory(bytes, size, "x", &expected, NULL));
  for (size_t cut = 2; cut < size; cut++) {
    assert_int_equal(sl_io_read_memory(bytes, cut, "x", &found, NULL), SL_ERR_INPUT);
  }
  int refused = 0;
  for (size_t bit = 16; bit < 8 * size; bit++) {
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    if (sl_io_read_memory(bytes, size, "x", &found, NULL) == SL_OK) {
      assert_int_equal(found.nnz, expected.nnz);
      assert_memory_equal(found.values, expected.values, 20 * sizeof(double));
      sl_csr_free(&found);
    } else {
      refused++;
    }
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
  }
  assert_true(refused > 7 * (int)size);
  sl_csr_free(&expected);
  free(bytes);
  free(text);
  assert_int_equal(sl_memory_live(), 0);
}

/* Only the stored checksum is changed. Every byte can be unpacked, but the file must be
 * rejected. */
static void the_checksum_is_compared(void **state) {
  (void)state;
  size_t size;
  gzip_text(in_folder("c.mtx.gz"), ONE);
  char *bytes = file_bytes(in_folder("c.mtx.gz"), &size);
  sl_csr matrix;
  bytes[size - 8] ^= 1;
  assert_fails(sl_io_read_memory(bytes, size, "c", &matrix, NULL), SL_ERR_INPUT,
               "c: the gzip checksum is wrong");
  free(bytes);
}

/* 64 megabytes of newlines compress to a file a thousand times smaller. */
static void bombs_do_not_go_off(void **state) {
  (void)state;
  size_t size = ((size_t)1 << 26) + 4096;
  char *text = malloc(size);
  assert_non_null(text);
  memset(text, '\n', size);
  memcpy(text, H "coordinate real general\n1 1 1\n", strlen(H "coordinate real general\n1 1 1\n"));
  text[size - 1] = '\0';
  gzip_text(in_folder("bomb.mtx.gz"), text);
  assert_refused(in_folder("bomb.mtx.gz"), SL_ERR_SIZE, "blank lines and comments");
  memset(text + 100, '1', size - 101);
  gzip_text(in_folder("ones.mtx.gz"), text);
  assert_refused(in_folder("ones.mtx.gz"), SL_ERR_INPUT, "the line is longer than");
  free(text);
}

/* ---- tar ---- */

static void the_namesake_is_chosen(void **state) {
  (void)state;
  static const member members[] = {{"west/west_b.mtx", TWO},
                                   {"west/README.mtx.txt", "no matrix"},
                                   {"west/west.mtx", ONE},
                                   {"west/west_x.mtx", THREE}};
  pack(in_folder("west.tar.gz"), true, members, 4);
  assert_true(value_in(in_folder("west.tar.gz")) == 1);
  pack(in_folder("west.tgz"), true, members, 4);
  assert_true(value_in(in_folder("west.tgz")) == 1);
  pack(in_folder("west.tar"), false, members, 4);
  assert_true(value_in(in_folder("west.tar")) == 1);
  static const member dotted[] = {{"./a.mtx", TWO}, {"./west/west.mtx", ONE}};
  pack(in_folder("west.tar.gz"), true, dotted, 2);
  assert_true(value_in(in_folder("west.tar.gz")) == 1);
}

static void else_the_only_mtx_is(void **state) {
  (void)state;
  static const member members[] = {
      {"other/README", "no matrix"}, {"other/deep/name.mtx", THREE}, {"other/name.txt", "no"}};
  pack(in_folder("east.tar.gz"), true, members, 3);
  assert_true(value_in(in_folder("east.tar.gz")) == 3);
  pack(in_folder("east.tar"), false, members, 3);
  assert_true(value_in(in_folder("east.tar")) == 3);
}

static void without_a_choice_the_archive_is_refused(void **state) {
  (void)state;
  static const member two[] = {{"n/a.mtx", ONE}, {"n/b.mtx", TWO}};
  pack(in_folder("n.tar.gz"), true, two, 2);
  assert_refused(in_folder("n.tar.gz"), SL_ERR_INPUT,
                 "n.tar.gz: holds 2 .mtx files, and none is n/n.mtx; unpack it");
  static const member none[] = {{"n/README", "no matrix"}, {"n/.mtx", ONE}};
  pack(in_folder("n.tar.gz"), true, none, 1);
  assert_refused(in_folder("n.tar.gz"), SL_ERR_INPUT, "n.tar.gz: holds no .mtx file; ");
}

static void defects_in_a_member_name_it(void **state) {
  (void)state;
  static const member bad[] = {{"b/b.mtx", H "coordinate real general\n1 1 2\n1 1 1\n"}};
  pack(in_folder("b.tar.gz"), true, bad, 1);
  assert_refused(in_folder("b.tar.gz"), SL_ERR_INPUT, "b.tar.gz(b/b.mtx):3: the file ends after 1");
}

static void cut_tars_are_refused(void **state) {
  (void)state;
  static const member members[] = {{"t/t_b.mtx", TWO}, {"t/t.mtx", ONE}};
  size_t size;
  pack(in_folder("t.tar.gz"), true, members, 2);
  char *bytes = file_bytes(in_folder("t.tar.gz"), &size);
  sl_csr matrix;
  for (size_t cut = 2; cut < size; cut++) {
    assert_int_equal(sl_io_read_memory(bytes, cut, "t.tar.gz", &matrix, NULL), SL_ERR_INPUT);
  }
  free(bytes);
  pack(in_folder("t.tar"), false, members, 2);
  bytes = file_bytes(in_folder("t.tar"), &size);
  assert_fails(sl_io_read_memory(bytes, 3 * 512 + 20, "t.tar", &matrix, NULL), SL_ERR_INPUT,
               "damaged or cut short");
  free(bytes);
  assert_int_equal(sl_memory_live(), 0);
}

/* The damage is after the member, in a part of the .tar.gz that is read only for the checksum. */
static void damage_behind_the_member_is_found(void **state) {
  (void)state;
  char *text = long_text(2000);
  const member members[] = {{"d/d.mtx", ONE}, {"d/d_b.mtx", text}};
  size_t size;
  pack(in_folder("d.tar.gz"), true, members, 2);
  char *bytes = file_bytes(in_folder("d.tar.gz"), &size);
  sl_csr matrix;
  bytes[size - 5] ^= 4;
  assert_fails(sl_io_read_memory(bytes, size, "d.tar.gz", &matrix, NULL), SL_ERR_INPUT, "d.tar.gz");
  free(bytes);
  free(text);
}

/* ---- both ---- */

static void other_packings_are_named(void **state) {
  (void)state;
  static const struct {
    const char *bytes, *words;
  } cases[] = {{"BZh91AY&SY", "bunzip2"},
               {"\xfd"
                "7zXZ ",
                "unxz"},
               {"PK\x03\x04", "unzip"},
               {"\x28\xb5\x2f\xfd", "unzstd"},
               {"MATLAB 5.0 MAT-file", "MATLAB"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_text(in_folder("other"), cases[i].bytes);
    assert_refused(in_folder("other"), SL_ERR_INPUT, cases[i].words);
  }
}

/* The same bytes under another name are another matrix, because the name selects the member. The
 * cache must distinguish them. */
static void the_cache_heeds_the_name_of_an_archive(void **state) {
  (void)state;
  static const member members[] = {{"u/u.mtx", ONE}, {"v/v.mtx", TWO}};
  static const char *const names[2] = {"u.tar.gz", "v.tar.gz"};
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 2; i++) {
      sl_csr matrix;
      pack(in_folder(names[i]), true, members, 2);
      assert_ok(sl_io_read_cached(in_folder(names[i]), in_folder("cache"), &matrix));
      assert_true(matrix.values[0] == i + 1);
      sl_csr_free(&matrix);
    }
  }
  sl_csr matrix;
  pack(in_folder("w.tar.gz"), true, members, 2);
  assert_fails(sl_io_read_cached(in_folder("w.tar.gz"), in_folder("cache"), &matrix), SL_ERR_INPUT,
               "holds 2 .mtx files");
}

static void every_failing_allocation_is_survived(void **state) {
  (void)state;
  static const member members[] = {{"q/README", "no matrix"}, {"q/other.mtx", ONE}};
  pack(in_folder("q.tar.gz"), true, members, 2);
  sl_status status = SL_ERR_MEMORY;
  int failures = 0;
  for (; status != SL_OK; failures++) {
    sl_csr matrix;
    sl_memory_fail_after(failures);
    status = sl_io_read(in_folder("q.tar.gz"), &matrix, NULL);
    sl_memory_fail_after(-1);
    if (status == SL_OK) sl_csr_free(&matrix);
    if (status != SL_OK) assert_int_equal(status, SL_ERR_MEMORY);
    assert_int_equal(sl_memory_live(), 0);
  }
  assert_true(failures > 8);
}

static void a_stem_is_a_name_without_endings(void **state) {
  (void)state;
  static const char *const names[][2] = {
      {"a.tar.gz", "a"},  {"/x/y/b.tgz", "b"}, {"x.y/c.mtx.gz", "c"},
      {"d.e.tar", "d.e"}, {"gz", "gz"},        {".gz", ".gz"},
      {"f", "f"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    size_t length;
    const char *stem = sl_input_stem(names[i][0], &length);
    assert_int_equal(length, strlen(names[i][1]));
    assert_memory_equal(stem, names[i][1], length);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gzip_is_known_by_its_content),
      cmocka_unit_test(gzip_in_memory_is_read),
      cmocka_unit_test(defects_in_gzip_have_lines),
      cmocka_unit_test(long_gzip_is_read),
      cmocka_unit_test(damaged_gzip_is_never_read_as_something_else),
      cmocka_unit_test(the_checksum_is_compared),
      cmocka_unit_test(bombs_do_not_go_off),
      cmocka_unit_test(the_namesake_is_chosen),
      cmocka_unit_test(else_the_only_mtx_is),
      cmocka_unit_test(without_a_choice_the_archive_is_refused),
      cmocka_unit_test(defects_in_a_member_name_it),
      cmocka_unit_test(cut_tars_are_refused),
      cmocka_unit_test(damage_behind_the_member_is_found),
      cmocka_unit_test(other_packings_are_named),
      cmocka_unit_test(the_cache_heeds_the_name_of_an_archive),
      cmocka_unit_test(every_failing_allocation_is_survived),
      cmocka_unit_test(a_stem_is_a_name_without_endings),
  };
  int failed = cmocka_run_group_tests_name("io archive", tests, make_folder, remove_folder);
  sl_parallel_pretend(7, 1); /* repeats all tests with several threads */
  return failed +
         cmocka_run_group_tests_name("io archive shared", tests, make_folder, remove_folder);
}
