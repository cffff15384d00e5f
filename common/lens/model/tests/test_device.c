/* Tests of reading device files. */
#include "base/test.h"

#include "lens/model/device.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static char message[300];

static char *h200(void) {
  FILE *file = fopen(MODEL_DEVICES "nvidia-h200.txt", "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 16);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

static void every_file_of_ours_can_be_read(void **state) {
  (void)state;
  DIR *folder = opendir(MODEL_DEVICES);
  assert_non_null(folder);
  int files = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strstr(entry->d_name, ".txt")) continue;
    char path[600];
    snprintf(path, sizeof path, "%s%s", MODEL_DEVICES, entry->d_name);
    model_device device;
    if (model_device_read(path, &device, message, sizeof message)) fail_msg("%s", message);
    files++;
    assert_true(strlen(device.name) > 3);
  }
  closedir(folder);
  assert_true(files >= 7);
}

static void values_are_read(void **state) {
  (void)state;
  model_device d;
  char *text = h200();
  assert_int_equal(model_device_parse("h200", text, &d, message, sizeof message), 0);
  assert_string_equal(d.name, "NVIDIA H200");
  assert_int_equal(d.verified, 1);
  assert_true(d.multiprocessors == 132);
  assert_true(d.clock_ghz > 1.97 && d.clock_ghz < 1.99);
  assert_int_equal(d.num_carve_outs, 10);
  free(text);
}

/* Whether a file with `from` replaced by `to` is refused with this message. */
static void assert_refused(const char *from, const char *to, const char *words) {
  char *text = h200(), *at = strstr(text, from), *changed = calloc(1, 1 << 17);
  assert_non_null(at);
  snprintf(changed, 1 << 17, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  model_device d;
  assert_int_equal(model_device_parse("card.txt", changed, &d, message, sizeof message), -1);
  if (!strstr(message, words)) fail_msg("\"%s\" does not say \"%s\"", message, words);
  free(text);
  free(changed);
}

static void errors_name_the_line_and_the_remedy(void **state) {
  (void)state;
  assert_refused("multiprocessors = 132", "multiprocessors 132", "there is no \"=\"");
  assert_refused("multiprocessors = 132", "multiprocessors 132", "card.txt, line ");
  assert_refused("multiprocessors = 132", "multiprozessors = 132", "check the spelling");
  assert_refused("multiprocessors = 132", "multiprocessors = many", "write one number");
  assert_refused("multiprocessors = 132", "multiprocessors = 132 SMs", "write one number");
  assert_refused("multiprocessors = 132", "multiprocessors = 0", "must be from 1 to 1024");
  assert_refused("multiprocessors = 132", "multiprocessors = nan", "write one number");
  assert_refused("multiprocessors = 132", "multiprocessors = -3", "write one number");
  assert_refused("multiprocessors = 132", "# nothing", "no value for multiprocessors; add");
  assert_refused("multiprocessors = 132", "multiprocessors = 1\nmultiprocessors = 2",
                 "has a value already");
  assert_refused("verified = yes", "verified = maybe", "write yes or no");
  assert_refused("name = NVIDIA H200", "name =", "the device's name must have");
  assert_refused("carve_outs_kb = 0 8", "carve_outs_kb = 8 0", "must increase");
  assert_refused("carve_outs_kb = 0 8", "carve_outs_kb = 0 x", "is not a number");
  assert_refused("l1_kb = 256", "l1_kb = 228", "leaves no first-level cache");
  assert_refused("dram_cycles = ", "dram_cycles = 100 #", "must be more than l2_hit_cycles");
}

static void a_missing_file_is_named(void **state) {
  (void)state;
  model_device d;
  assert_int_equal(model_device_read("/nowhere/card.txt", &d, message, sizeof message), -1);
  assert_non_null(strstr(message, "/nowhere/card.txt: cannot be opened"));
}

static void the_locale_does_not_matter(void **state) {
  (void)state;
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) skip();
  values_are_read(state);
  setlocale(LC_NUMERIC, "C");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_file_of_ours_can_be_read),
      cmocka_unit_test(values_are_read),
      cmocka_unit_test(errors_name_the_line_and_the_remedy),
      cmocka_unit_test(a_missing_file_is_named),
      cmocka_unit_test(the_locale_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
