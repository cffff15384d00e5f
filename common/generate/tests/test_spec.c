/* test_spec.c: which specifications are accepted, and that each error message has the wrong part
 * and a remedy. */
#include "base/test.h"

#include "generate/family.h"
#include "generate/generate.h"

#include <stdio.h>

static void assert_refused(const char *spec, sl_status status, const char *words) {
  sl_csr matrix;
  assert_fails(sl_generate(spec, &matrix), status, words);
  assert_null(matrix.row_ptr);
}

static void assert_shape(const char *spec, int num_rows, int num_cols) {
  sl_csr matrix;
  assert_ok(sl_generate(spec, &matrix));
  assert_int_equal(matrix.num_rows, num_rows);
  assert_int_equal(matrix.num_cols, num_cols);
  sl_csr_free(&matrix);
}

static void families_are_known_by_name_and_colon(void **state) {
  (void)state;
  assert_true(sl_generate_knows("hpcg:4"));
  assert_true(sl_generate_knows("hpcg:what"));
  assert_false(sl_generate_knows("hpcg"));
  assert_false(sl_generate_knows("hpc:4"));
  assert_false(sl_generate_knows("hpcgs:4"));
  assert_false(sl_generate_knows("hpcg.mtx"));
  assert_false(sl_generate_knows(""));
}

static void one_size_stands_for_all(void **state) {
  (void)state;
  assert_shape("laplace2d5:7", 49, 49);
  assert_shape("laplace2d5:7x3", 21, 21);
  assert_shape("hpcg:3", 27, 27);
  assert_shape("hpcg:2x3x4", 24, 24);
  assert_shape("uniform:300x200", 300, 200);
  assert_shape("uniform:30", 30, 30);
  assert_shape("rail:5x900", 5, 900);
  assert_shape("rmat:5", 32, 32);
  assert_shape("fem:2,block=5", 40, 40);
  assert_shape("empty:0x5", 0, 5);
  assert_shape("empty:5x0", 5, 0);
  assert_shape("empty:0", 0, 0);
}

static void wrong_families_list_the_right_ones(void **state) {
  (void)state;
  assert_refused("laplace:4", SL_ERR_INPUT, "no family \"laplace\"; choose one of laplace2d5, ");
  assert_refused("Hpcg:4", SL_ERR_INPUT, "no family \"Hpcg\"");
  assert_refused(":4", SL_ERR_INPUT, "no family \"\"");
  assert_refused("", SL_ERR_INPUT, "messy"); /* the message includes the last family */
}

static void wrong_sizes_show_the_usage(void **state) {
  (void)state;
  assert_refused("hpcg", SL_ERR_INPUT, "\"hpcg\" has no size; write hpcg:NX[xNYxNZ]");
  assert_refused("hpcg:", SL_ERR_INPUT, "the size \"\" is not a whole number; write hpcg:");
  assert_refused("hpcg:4.5", SL_ERR_INPUT, "the size \"4.5\"");
  assert_refused("hpcg:-4", SL_ERR_INPUT, "the size \"-4\"");
  assert_refused("hpcg: 4", SL_ERR_INPUT, "the size \" 4\"");
  assert_refused("hpcg:4k", SL_ERR_INPUT, "the size \"4k\"");
  assert_refused("hpcg:4x", SL_ERR_INPUT, "the size \"\"");
  assert_refused("hpcg:4x4", SL_ERR_INPUT, "\"4x4\" gives too few sizes; write hpcg:");
  assert_refused("hpcg:4x4x4x4", SL_ERR_INPUT, "gives too many sizes");
  assert_refused("banded:4x4", SL_ERR_INPUT, "gives too many sizes; write banded:N");
  assert_refused("rail:40", SL_ERR_INPUT, "gives too few sizes; write rail:MxN");
  assert_refused("uniform:0", SL_ERR_INPUT, "the size 0 is too small; the least for uniform is 1");
  assert_refused("hpcg:4x0x4", SL_ERR_INPUT, "hpcg:4x0x4: the size 0");
}

static void wrong_options_list_the_right_ones(void **state) {
  (void)state;
  assert_refused("uniform:9,rwo=4", SL_ERR_INPUT,
                 "uniform has no option \"rwo\"; its options are: seed, row");
  assert_refused("uniform:9,ro=4", SL_ERR_INPUT, "no option \"ro\"");
  assert_refused("hpcg:4,seed=1", SL_ERR_INPUT, "its options are: none");
  assert_refused("uniform:9,row", SL_ERR_INPUT, "\"row\" is not name=value; write uniform:");
  assert_refused("uniform:9,", SL_ERR_INPUT, "\"\" is not name=value");
  assert_refused("uniform:9,,row=1", SL_ERR_INPUT, "\"\" is not name=value");
  assert_refused("uniform:9,row=", SL_ERR_INPUT, "row=: not a whole number from 1 to");
  assert_refused("uniform:9,row=0", SL_ERR_INPUT, "row=0: not a whole number from 1 to 100000");
  assert_refused("uniform:9,row=100001", SL_ERR_INPUT, "row=100001");
  assert_refused("uniform:9,row=4 ", SL_ERR_INPUT, "row=4 : not a whole number");
  assert_refused("uniform:9,row=4x", SL_ERR_INPUT, "row=4x");
  assert_refused("uniform:9,row=1e2", SL_ERR_INPUT, "row=1e2");
  assert_refused("uniform:9,row=-1", SL_ERR_INPUT, "row=-1");
  assert_refused("uniform:9,row==1", SL_ERR_INPUT, "row==1");
  assert_refused("uniform:9,row=2,row=3", SL_ERR_INPUT, "row is given twice");
  assert_refused("uniform:9,seed=99999999999999999999", SL_ERR_INPUT, "seed=99999999999999999999");
  assert_refused("rmat:4,a=60,b=30,c=20", SL_ERR_INPUT, "add up to 110");
}

static void limits_of_options_are_accepted(void **state) {
  (void)state;
  assert_shape("uniform:9,row=1", 9, 9);
  assert_shape("uniform:9,row=100000", 9, 9);
  assert_shape("uniform:9,seed=0", 9, 9);
  assert_shape("uniform:9,seed=999999999999999999", 9, 9);
  assert_shape("rmat:4,a=100,b=0,c=0", 16, 16);
}

/* The check must come before any allocation. Otherwise, the failing allocation would change the
 * error to SL_ERR_MEMORY. */
static void sizes_beyond_int_are_refused_before_allocating(void **state) {
  (void)state;
  static const char *const specs[] = {
      "banded:2147483648",
      "banded:99999999999999999999",
      "laplace2d5:46341",
      "hpcg:1291",
      "hpcg:2147483647",
      "fem:900,block=3",
      "dense:46341",
      "dense:2147483647",
      "fem:200,block=16",
      "banded:30000000,half=50",
      "rmat:31",
      "rmat:27,edges=16",
      "rmat:2147483647",
      "rail:100x2147483647",
      "messy:30000,row=99999",
  };
  sl_memory_fail_after(0);
  for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
    assert_refused(specs[k], SL_ERR_SIZE, specs[k]);
    assert_non_null(strstr(sl_status_message(), "number; "));
  }
  assert_refused("hpcg:1291", SL_ERR_SIZE, "2151685171 rows and "); /* too many rows */
  sl_memory_fail_after(-1);
}

static void largest_sizes_that_fit_are_not_refused(void **state) {
  (void)state;
  sl_csr matrix;
  sl_memory_fail_after(0); /* reaching the allocation is enough */
  assert_int_equal(sl_generate("dense:46340", &matrix), SL_ERR_MEMORY);
  sl_memory_fail_after(0);
  assert_int_equal(sl_generate("rmat:26,edges=31", &matrix), SL_ERR_MEMORY);
  sl_memory_fail_after(0);
  assert_int_equal(sl_generate("empty:1x2147483647", &matrix), SL_ERR_MEMORY);
  sl_memory_fail_after(-1);
}

/* The usage in lists must show exactly the options that the parser accepts, with their default
 * values. */
static void usage_names_each_option_with_its_fallback(void **state) {
  (void)state;
  size_t count;
  const sl_family *families = sl_generate_families(&count);
  assert_true(count >= 19);
  for (size_t k = 0; k < count; k++) {
    const sl_option *options = families[k].generator->options;
    assert_int_equal(strncmp(families[k].usage, families[k].name, strlen(families[k].name)), 0);
    assert_true(strlen(families[k].summary) > 0);
    for (int o = 0; o < SL_MAX_OPTIONS && options[o].name; o++) {
      char shown[64];
      (void)snprintf(shown, sizeof shown, "[,%s=%lld]", options[o].name, options[o].fallback);
      assert_non_null(strstr(families[k].usage, shown));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(families_are_known_by_name_and_colon),
      cmocka_unit_test(one_size_stands_for_all),
      cmocka_unit_test(wrong_families_list_the_right_ones),
      cmocka_unit_test(wrong_sizes_show_the_usage),
      cmocka_unit_test(wrong_options_list_the_right_ones),
      cmocka_unit_test(limits_of_options_are_accepted),
      cmocka_unit_test(sizes_beyond_int_are_refused_before_allocating),
      cmocka_unit_test(largest_sizes_that_fit_are_not_refused),
      cmocka_unit_test(usage_names_each_option_with_its_fallback),
  };
  return cmocka_run_group_tests_name("spec", tests, NULL, NULL);
}
