/* test_devices.c: GPUs by name, and the stated accuracy of predictions for them. */
#include "base/test.h"

#include "judge/devices.h"
#include "lens/model/accuracy.h"

#include <stdio.h>

static void a_device_has_several_names(void **state) {
  (void)state;
  static const char *const names[] = {"h200", "H200", "nvidia-h200", "NVIDIA H200"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sl_device device;
    assert_ok(sl_device_find(names[i], &device));
    assert_string_equal(device.name, "h200");
    assert_string_equal(device.description.name, "NVIDIA H200");
    assert_true(device.description.verified);
    sl_device again;
    assert_ok(sl_device_find(device.path, &again));
    assert_string_equal(again.description.name, device.description.name);
  }
}

static void the_default_is_there(void **state) {
  (void)state;
  sl_device device;
  assert_ok(sl_device_find(SL_DEVICE_DEFAULT, &device));
}

static void an_unknown_device_is_answered_by_a_list(void **state) {
  (void)state;
  sl_device device;
  assert_fails(sl_device_find("h2000", &device), SL_ERR_USAGE, "did you mean h200?");
  assert_fails(sl_device_find("voodoo", &device), SL_ERR_USAGE,
               "there is no device \"voodoo\"; there are a100, h100, h200, l4,");
  assert_fails(sl_device_find("", &device), SL_ERR_USAGE, "there is no device \"\"");
  assert_fails(sl_device_find("./no-such-file.txt", &device), SL_ERR_INPUT, "no-such-file.txt");
}

static void all_are_listed_in_order(void **state) {
  (void)state;
  static sl_device all[SL_MAX_DEVICES];
  size_t count, fewer;
  assert_ok(sl_devices_list(all, SL_MAX_DEVICES, &count));
  assert_true(count >= 7);
  for (size_t i = 1; i < count; i++) assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
  assert_ok(sl_devices_list(all, 2, &fewer));
  assert_int_equal(fewer, 2);
}

static void the_range_says_what_is_known(void **state) {
  (void)state;
  char text[400], factor[32];
  (void)snprintf(factor, sizeof factor, "factor of %g", MODEL_WITHIN);
  sl_device_range("A GPU", true, text, sizeof text);
  assert_non_null(strstr(text, "Predicted for A GPU (verified)"));
  assert_non_null(strstr(text, factor));
  sl_device_range("A GPU", false, text, sizeof text);
  assert_non_null(strstr(text, "Predicted for A GPU (not verified"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_device_has_several_names),
      cmocka_unit_test(the_default_is_there),
      cmocka_unit_test(an_unknown_device_is_answered_by_a_list),
      cmocka_unit_test(all_are_listed_in_order),
      cmocka_unit_test(the_range_says_what_is_known),
  };
  return cmocka_run_group_tests_name("judge_devices", tests, NULL, NULL);
}
