/* test_fuzz_archive.c: randomly changed archives. The file of a lab is taken whole from each, or a
 * message says why not. */
#include "io/tests/folder.h"

#include "base/fuzz.h"
#include "grade/lab_hints.h"
#include "grade/match.h"
#include "grade/submission.h"
#include "judge/lab.h"

#include <archive.h>
#include <archive_entry.h>

enum { MOST_BYTES = 1 << 16, MOST_CHANGES = 6 };

static char bytes[MOST_BYTES];

static void put(struct archive *to, const char *name, const char *text) {
  struct archive_entry *entry = archive_entry_new();
  archive_entry_set_pathname(entry, name);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, (la_int64_t)strlen(text));
  assert_int_equal(archive_write_header(to, entry), ARCHIVE_OK);
  assert_true(archive_write_data(to, text, strlen(text)) == (la_ssize_t)strlen(text));
  archive_entry_free(entry);
}

/* Makes an archive. Its contents are not compressed, because a change would only cause a wrong
 * checksum. */
static size_t make(bool zip) {
  struct archive *made = archive_write_new();
  char long_name[200] = "course/";
  size_t size = 0;
  assert_non_null(made);
  if (zip) {
    assert_int_equal(archive_write_set_format_zip(made), ARCHIVE_OK);
    assert_int_equal(archive_write_zip_set_compression_store(made), ARCHIVE_OK);
  } else {
    assert_int_equal(archive_write_set_format_pax(made), ARCHIVE_OK);
  }
  assert_int_equal(archive_write_open_memory(made, bytes, sizeof bytes, &size), ARCHIVE_OK);
  put(made, "course/labs/02-ell/README.md", "# ELL\n");
  put(made, "course/labs/02-ell/ell.cu", "#include \"ell.h\"\nint main() {}\n");
  memset(long_name + 7, 'n', sizeof long_name - 8); /* pax and zip store such names elsewhere */
  put(made, long_name, "notes\n");
  assert_int_equal(archive_write_close(made), ARCHIVE_OK);
  assert_int_equal(archive_write_free(made), ARCHIVE_OK);
  return size;
}

static void assert_sound(const sl_handed_file *file, const sl_lab *lab) {
  assert_true(file->kind <= SL_HANDED_REFUSED);
  if (file->kind != SL_HANDED_FILE) {
    assert_null(file->bytes);
    assert_true(file->kind == SL_HANDED_NOTHING || file->problem[0]);
    return;
  }
  assert_true(file->size <= SL_SUBMISSION_FILE_BYTES && file->bytes[file->size] == '\0');
  assert_true(sl_match_file_rank(file->path, lab, 1) > 0);
  assert_null(strstr(file->path, ".."));
}

static void fuzz_archives(bool zip) {
  static const char *const words[] = {"course/labs/02-ell/ell.cu",
                                      "ell.cu",
                                      "../",
                                      "/",
                                      "\\",
                                      "02-ell/",
                                      "PK\x03\x04",
                                      "PK\x01\x02",
                                      "PK\x05\x06",
                                      "PK\x06\x06",
                                      "PK\x07\x08",
                                      "ustar",
                                      "path=",
                                      "30 path=../../etc/passwd\n",
                                      "linkpath=",
                                      "size=99999999999\n",
                                      "GNU.sparse.size=",
                                      "x",
                                      "L",
                                      "5",
                                      "2",
                                      "1",
                                      "777777777777",
                                      "\x1f\x8b\x08"};
  static char given[MOST_BYTES];
  const sl_lab *lab;
  assert_true(sl_num_labs > 0);
  assert_ok(sl_lab_find("02-ell", &lab));
  unsigned long taken = 0;
  size_t whole = make(zip);
  const char *name = zip ? "one.zip" : "one.tar.gz";
  memcpy(given, bytes, whole);
  sl_fuzz fuzz = sl_fuzz_begin(4000, words, sizeof words / sizeof *words);
  while (sl_fuzz_goes_on(&fuzz)) {
    sl_handed_file file = {.bytes = NULL};
    unsigned labs;
    memcpy(bytes, given, whole);
    size_t size = sl_fuzz_changes(&fuzz, bytes, whole, sizeof bytes, MOST_CHANGES);
    (void)unlink(in_folder(name)); /* otherwise writing would wait for the disk */
    write_file(in_folder(name), bytes, size);
    char path[4096], nothing[] = "", student[] = "one";
    (void)snprintf(path, sizeof path, "%s", in_folder(name));
    sl_part part = {path, nothing};
    const sl_submission one = {.student = student,
                               .id = nothing,
                               .parts = &part,
                               .num_parts = 1,
                               .note = nothing,
                               .problem = nothing};
    const sl_taking taking = {.accept = false};
    assert_ok(sl_submission_take(&one, lab, &taking, &file));
    assert_sound(&file, lab);
    taken += file.kind == SL_HANDED_FILE;
    sl_submission_free_files(&file);
    assert_ok(sl_submission_labs(&one, &labs));
    assert_true(labs >> sl_num_labs == 0);
  }
  assert_int_equal(sl_memory_live(), 0);
  assert_true(taken > 50);
}

static void changed_zips_are_read_or_refused(void **state) {
  (void)state;
  fuzz_archives(true);
}

static void changed_tars_are_read_or_refused(void **state) {
  (void)state;
  fuzz_archives(false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changed_zips_are_read_or_refused),
      cmocka_unit_test(changed_tars_are_read_or_refused),
  };
  return cmocka_run_group_tests_name("fuzz_archive", tests, make_folder, remove_folder);
}
