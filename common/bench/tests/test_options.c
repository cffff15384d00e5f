/* test_options.c: the command line of ./lab bench, and its standard matrices. */
#include "bench/options.h"

#include "base/test.h"
#include "generate/generate.h"

#include <string.h>

static sl_bench_options options;

static sl_status parse(int count, const char *const *words) {
  return sl_bench_options_parse(count, words, &options);
}
#define PARSE(...)                                                                                 \
  parse(sizeof((const char *[]){"bench", __VA_ARGS__}) / sizeof(char *),                           \
        (const char *[]){"bench", __VA_ARGS__})

static void without_options_all_take_part(void **state) {
  (void)state;
  assert_int_equal(parse(1, (const char *[]){"bench"}), SL_OK);
  assert_int_equal(options.num_matrices, sl_bench_num_matrices);
  assert_string_equal(options.matrices[0].spec, sl_bench_matrices[0].spec);
  assert_false(options.precision_given);
  assert_true(sl_bench_options_want(&options, "solutions/06-warp/warp.cu", false));
  assert_false(sl_bench_options_want(&options, "cusparse", false));
  assert_true(sl_bench_options_want_spmv(&options) && sl_bench_options_want_transpose(&options));
}

static void labs_and_peers_choose_contestants(void **state) {
  (void)state;
  assert_int_equal(PARSE("02", "--peers", "06-warp"), SL_OK);
  assert_true(sl_bench_options_want(&options, "solutions/02-ell/fast.cu", false));
  assert_true(sl_bench_options_want(&options, "solutions/06-warp/warp.cu", false));
  assert_false(sl_bench_options_want(&options, "solutions/01-csr-scalar/csr-scalar.cu", false));
  assert_true(sl_bench_options_want(&options, "cusparse", false));
  assert_true(sl_bench_options_want_spmv(&options));
  assert_false(sl_bench_options_want_transpose(&options));
  assert_int_equal(PARSE("05"), SL_OK);
  assert_false(sl_bench_options_want_spmv(&options));
  assert_true(sl_bench_options_want_transpose(&options));
}

static void textbook_kernels_can_be_left_out(void **state) {
  (void)state;
  assert_int_equal(PARSE("--tuned", "--peers"), SL_OK);
  assert_false(sl_bench_options_want(&options, "solutions/02-ell/ell.cu", true));
  assert_true(sl_bench_options_want(&options, "solutions/01-csr-scalar/csr-scalar.cu", false));
  assert_true(sl_bench_options_want(&options, "solutions/02-ell/fast.cu", false));
  assert_true(sl_bench_options_want(&options, "cusparse", false));
  assert_int_equal(PARSE("02"), SL_OK);
  assert_true(sl_bench_options_want(&options, "solutions/02-ell/ell.cu", true));
}

static void matrices_and_values_are_taken(void **state) {
  (void)state;
  assert_int_equal(PARSE("-m", "hpcg:8", "--matrix", "a.mtx", "--precision", "f64", "--csv", "x"),
                   SL_OK);
  assert_int_equal(options.num_matrices, 2);
  assert_string_equal(options.matrices[1].spec, "a.mtx");
  assert_null(options.matrices[1].name);
  assert_true(options.precision_given);
  assert_int_equal(options.precision, SL_F64);
  assert_string_equal(options.csv, "x");
  assert_int_equal(PARSE("--quick"), SL_OK);
  assert_string_equal(options.matrices[0].spec, sl_bench_matrices[0].quick);
}

static void a_ladder_is_of_one_lab(void **state) {
  (void)state;
  assert_int_equal(PARSE("02", "--rungs"), SL_OK);
  assert_true(options.rungs && options.peers);
  assert_false(sl_bench_options_want(&options, "solutions/01-csr-scalar/fast.cu", false));
  assert_int_equal(PARSE("--rungs"), SL_ERR_USAGE);
  assert_non_null(strstr(sl_status_message(), "./lab bench 02 --rungs"));
  assert_int_equal(PARSE("02", "03", "--rungs"), SL_ERR_USAGE);
  assert_int_equal(PARSE("07", "--rungs"), SL_OK);
  assert_true(sl_bench_options_want_solvers(&options));
  assert_int_equal(options.num_matrices, 0); /* the program then uses the standard matrices */
  assert_int_equal(PARSE("06", "07"), SL_OK);
  assert_false(sl_bench_options_want_solvers(&options));
}

static void mistakes_are_named(void **state) {
  (void)state;
  assert_int_equal(PARSE("--bogus"), SL_ERR_USAGE);
  assert_non_null(strstr(sl_status_message(), "--bogus"));
  assert_int_equal(PARSE("-m"), SL_ERR_USAGE);
  assert_int_equal(PARSE("--precision", "f16"), SL_ERR_USAGE);
  assert_int_equal(PARSE("2x"), SL_ERR_USAGE);
  assert_int_equal(PARSE("99"), SL_ERR_USAGE);
  assert_int_equal(PARSE("ell"), SL_ERR_USAGE);
}

static void standard_matrices_can_be_made(void **state) {
  (void)state;
  for (size_t i = 0; i < sl_bench_num_matrices; i++) {
    const sl_bench_matrix *matrix = &sl_bench_matrices[i];
    sl_csr made;
    assert_true(sl_generate_knows(matrix->spec));
    if (sl_generate(matrix->quick, &made) != SL_OK) {
      fail_msg("%s: %s", matrix->quick, sl_status_message());
    }
    assert_true(made.nnz > 0);
    sl_csr_free(&made);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_options_all_take_part),
      cmocka_unit_test(labs_and_peers_choose_contestants),
      cmocka_unit_test(textbook_kernels_can_be_left_out),
      cmocka_unit_test(matrices_and_values_are_taken),
      cmocka_unit_test(a_ladder_is_of_one_lab),
      cmocka_unit_test(mistakes_are_named),
      cmocka_unit_test(standard_matrices_can_be_made),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
