/* test_memory.c: device memory from the host's side, the lists of findings, and lines of tools. */
#include "base/test.h"

#include "lens/abi.h"
#include "lens/lens.h"
#include "lens/runtime/memory.h"
#include "lens/runtime/sighting.h"
#include "lens/runtime/symbolise.h"

enum { TO_DEVICE = 1, TO_HOST = 2, ON_DEVICE = 3, DEFAULT = 4 };

static int reset(void **state) {
  (void)state;
  lens_reset();
  return 0;
}

static float *device_array(size_t count) {
  void *pointer = NULL;
  assert_int_equal(lens_malloc(&pointer, count * sizeof(float), "&d_x"), 0);
  assert_int_equal((uintptr_t)pointer % 512, 0);
  return pointer;
}

static bool written(const float *address) {
  size_t offset = (uintptr_t)address - lens_device.base;
  if (lens_device.granules[offset / LENS_GRANULE].state & LENS_GRANULE_WHOLE) return true;
  return lens_device.cells[offset / 4].writer != 0;
}

static void copies_mark_what_they_write(void **state) {
  (void)state;
  float *d = device_array(1000);
  float h[1000] = {1, 2, 3};
  assert_false(written(d));
  assert_int_equal(lens_memcpy(d + 100, h, 500 * sizeof(float), TO_DEVICE), 0);
  assert_false(written(d + 99));
  assert_true(written(d + 100));
  assert_true(written(d + 300));
  assert_true(written(d + 599));
  assert_false(written(d + 600));
  lens_mark_uninitialised(d + 200, 100 * sizeof(float));
  assert_true(written(d + 199));
  assert_false(written(d + 200));
  assert_false(written(d + 299));
  assert_true(written(d + 300));
  assert_int_equal(lens_memset(d, 0, 1000 * sizeof(float)), 0);
  assert_true(written(d + 999));
  assert_int_equal(lens_memcpy(h, d + 100, sizeof(float), TO_HOST), 0);
  assert_true(h[0] == 0);
  assert_int_equal(lens_memcpy(d, d + 1, 4, ON_DEVICE), 0);
  assert_int_equal(lens_memcpy(h, d, 4, DEFAULT), 0);
  assert_int_equal(lens_num_findings(), 0);
  assert_int_equal(lens_free(d), 0);
}

static void wrong_copies_are_refused(void **state) {
  (void)state;
  float *d = device_array(10);
  float h[10] = {0};
  assert_int_equal(lens_memcpy(h, h, 4, TO_DEVICE), 1);
  assert_int_equal(lens_memcpy(d, h, 4, TO_HOST), 1);
  assert_int_equal(lens_memcpy(d + 5, h, 24, TO_DEVICE), 1);
  assert_int_equal(lens_memcpy(d, h, 4, 7), 21);
  assert_int_equal(lens_get_last_error(), 21);
  assert_int_equal(lens_get_last_error(), 0);
  assert_int_equal(lens_free(d + 1), 1);
  assert_int_equal(lens_free(d), 0);
  assert_int_equal(lens_memcpy(d, h, 4, TO_DEVICE), 1);
  assert_int_equal(lens_free(d), 1);
  assert_int_equal(lens_free(NULL), 0);
  unsigned kinds[LENS_NUM_FINDING_KINDS] = {0};
  for (size_t i = 0; i < lens_num_findings(); i++) kinds[lens_get_finding(i)->kind]++;
  assert_int_equal(kinds[LENS_HOST_POINTER], 1);
  assert_int_equal(kinds[LENS_OUT_OF_BOUNDS_WRITE], 1);
  assert_true(kinds[LENS_DEVICE_POINTER] >= 1);
  assert_true(kinds[LENS_USE_AFTER_FREE] >= 1);
}

static void more_memory_than_there_is(void **state) {
  (void)state;
  void *pointer = &pointer;
  assert_int_equal(lens_malloc(&pointer, SIZE_MAX / 2, "x"), 2);
  assert_null(pointer);
  assert_int_equal(lens_malloc(&pointer, 0, "x"), 0);
  assert_null(pointer);
}

static void freed_memory_is_used_again_at_last(void **state) {
  (void)state;
  size_t large = lens_device.bytes / 8;
  uintptr_t highest = 0;
  bool again = false;
  for (int i = 0; i < 20; i++) {
    void *pointer;
    assert_int_equal(lens_malloc(&pointer, large, "big"), 0);
    if ((uintptr_t)pointer < highest) again = true;
    if ((uintptr_t)pointer > highest) highest = (uintptr_t)pointer;
    assert_int_equal(lens_free(pointer), 0);
    assert_int_equal(lens_memory_find((uintptr_t)pointer)->freed, 1);
  }
  assert_true(again);
}

static void an_address_belongs_to_the_nearest_array(void **state) {
  (void)state;
  float *a = device_array(1000);
  float *b = device_array(1000);
  assert_true(lens_memory_find((uintptr_t)a)->start == (uintptr_t)a);
  assert_true(lens_memory_find((uintptr_t)(a + 1000))->start == (uintptr_t)a);
  assert_true(lens_memory_find((uintptr_t)(b - 1))->start == (uintptr_t)b);
  assert_null(lens_memory_find(1));
  lens_name_array(a + 3, "left");
  assert_string_equal(lens_memory_find((uintptr_t)a)->name, "left");
}

static void one_defect_is_kept_once(void **state) {
  (void)state;
  lens_sightings list = {0};
  lens_sighting sighting = lens_sighting_of(LENS_RACE);
  sighting.block = 7;
  lens_sightings_add(&list, &sighting);
  sighting.block = 3;
  lens_sightings_add(&list, &sighting);
  sighting.block = 5;
  lens_sightings_add(&list, &sighting);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.items[0].count, 3);
  assert_int_equal(list.items[0].block, 3);
  sighting.place = 16;
  lens_sightings_add(&list, &sighting);
  assert_int_equal(list.count, 2);
  lens_sightings_free(&list);
}

static void a_repeat_is_counted_unless_it_is_to_be_kept(void **state) {
  (void)state;
  lens_sightings list = {0};
  lens_sighting it = lens_sighting_of(LENS_UNINITIALISED_READ);
  it.block = 3;
  it.thread = 5;
  size_t number = lens_sightings_add(&list, &it);
  assert_true(lens_sightings_repeat(&list, number, 3, 5));
  assert_true(lens_sightings_repeat(&list, number, 4, 0));
  assert_false(lens_sightings_repeat(&list, number, 3, 4));
  assert_false(lens_sightings_repeat(&list, number, 2, 9));
  assert_int_equal(list.items[number].count, 3);
  assert_int_equal(list.items[number].thread, 5);
  lens_sightings_free(&list);
}

static void lines_of_both_tools_are_read(void **state) {
  (void)state;
  lens_line line;
  assert_true(lens_symbolise_parse_line("/home/a b/k.cu:12:34\n", &line));
  assert_string_equal(line.file, "/home/a b/k.cu");
  assert_int_equal(line.line, 12);
  assert_int_equal(line.column, 34);
  assert_true(line.users);
  assert_true(lens_symbolise_parse_line("/home/k.cu:12 (discriminator 3)\n", &line));
  assert_int_equal(line.line, 12);
  assert_int_equal(line.column, 0);
  assert_true(lens_symbolise_parse_line("/kit/common/lens/include/lens_shim/warp.h:5:1\n", &line));
  assert_false(line.users);
  assert_false(lens_symbolise_parse_line("??:0:0\n", &line));
  assert_false(lens_symbolise_parse_line("??:?\n", &line));
  assert_false(lens_symbolise_parse_line("/home/k.cu:?\n", &line));
  assert_false(lens_symbolise_parse_line("\n", &line));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(copies_mark_what_they_write, reset),
      cmocka_unit_test_setup(wrong_copies_are_refused, reset),
      cmocka_unit_test_setup(more_memory_than_there_is, reset),
      cmocka_unit_test_setup(freed_memory_is_used_again_at_last, reset),
      cmocka_unit_test_setup(an_address_belongs_to_the_nearest_array, reset),
      cmocka_unit_test_setup(one_defect_is_kept_once, reset),
      cmocka_unit_test(a_repeat_is_counted_unless_it_is_to_be_kept),
      cmocka_unit_test_setup(lines_of_both_tools_are_read, reset),
  };
  return cmocka_run_group_tests_name("lens_memory", tests, NULL, NULL);
}
