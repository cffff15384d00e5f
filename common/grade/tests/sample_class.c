/* sample_class.c: sample_class KIND FOLDER writes the records of a class of made-up students, and
 * all outputs made from them, for scripts that look at these. KIND is class, evil, before (the same
 * class before its deadline), or of a single student, called "submission": one (with some of the
 * points), pass (with all judged points) or lost (could not be graded). The files in FOLDER/files
 * are compared. */
#include "sample_class.h"

static void make_folder_in(const char *in, const char *name, char path[512]) {
  (void)snprintf(path, 512, "%s/%s", in, name);
  assert_int_equal(mkdir(path, 0755), 0);
}

static void write_all(const char *to, const sl_records *records, bool over) {
  char path[512], file[700];
  const unsigned before = SL_SHOW_VERDICTS | SL_SHOW_HINTS;
  const sl_outputs_lab labs[] = {{"01-csr-scalar", before, SL_SHOW_EVERYTHING, over, NULL},
                                 {"02-ell", before, SL_SHOW_EVERYTHING, over, SL_TEST_SKELETON}};
  const sl_outputs outputs = {.folder = to, .labs = labs, .num_labs = 2};
  make_folder_in(to, "records", path);
  for (size_t i = 0; i < records->count; i++) {
    (void)snprintf(file, sizeof file, "%s/%s.json", path, records->all[i].key);
    assert_ok(sl_record_write(file, &records->all[i]));
  }
  assert_ok(sl_outputs_write(&outputs, records));
}

static const char *kind, *to;

static void write_it(void **state) {
  (void)state;
  sl_records records = strcmp(kind, "evil") == 0 ? make_evil_class() : make_class();
  size_t all = records.count;
  size_t which = strcmp(kind, "one") == 0    ? 2 * 6
                 : strcmp(kind, "pass") == 0 ? 2 * 4
                 : strcmp(kind, "lost") == 0 ? 2 * 7
                                             : all;
  if (which < all) { /* a file of lab 02-ell, which is not the first lab */
    sl_record one = records.all[which + 1];
    records.all[which + 1] = records.all[0];
    records.all[0] = one;
    records.count = 1;
    set(&records.all[0].student, "submission");
  }
  write_all(to, &records, strcmp(kind, "before") != 0);
  records.count = all;
  sl_records_free(&records);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  kind = arguments[1];
  to = arguments[2];
  const struct CMUnitTest tests[] = {cmocka_unit_test(write_it)};
  return cmocka_run_group_tests_name("sample class", tests, NULL, NULL);
}
