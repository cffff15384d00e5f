/* test_missing.c: the message for grading in a kit without jansson. */
#include "base/test.h"

#include "grade/record.h"

static void the_package_is_named(void **state) {
  (void)state;
  sl_record record;
  sl_records records;
  assert_fails(sl_record_supported(), SL_ERR_MISSING, "libjansson-dev");
  assert_fails(sl_record_read("a.json", &record), SL_ERR_MISSING, "libjansson-dev");
  assert_ok(sl_record_make(&record));
  assert_fails(sl_record_write("a.json", &record), SL_ERR_MISSING, "libjansson-dev");
  sl_record_free(&record);
  assert_fails(sl_records_read(".", &records), SL_ERR_MISSING, "libjansson-dev");
  sl_records_free(&records);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_package_is_named)};
  return cmocka_run_group_tests_name("grade missing", tests, NULL, NULL);
}
