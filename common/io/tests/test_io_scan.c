/* test_io_scan.c: compares the scanned numbers bit for bit with those of the C library. */
#include "base/test.h"

#include "base/random.h"
#include "io/scan.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static sl_powers powers;

static int make_powers(void **state) {
  (void)state;
  sl_scan_make_powers(&powers);
  return 0;
}

/* Scans `text` with sl_scan_real and with strtod. Both must return the same bits and the same
 * end. */
static void assert_as_strtod(const char *text) {
  char line[256 + SL_SCAN_MARGIN] = "";
  char *end;
  double value, expected = strtod(text, &end);
  (void)snprintf(line, 256, "%s\n", text);
  const char *stopped = sl_scan_real(line, &powers, &value);
  if (!stopped || stopped - line != end - text || memcmp(&value, &expected, sizeof value) != 0) {
    fail_msg("%s: scanned as %a, strtod says %a", text, value, expected);
  }
}

static void reals_are_those_of_strtod(void **state) {
  (void)state;
  static const char *const texts[] = {
      "0",
      "-0",
      "+0",
      "0.0",
      "-0e5",
      "1",
      "-1",
      "+1",
      "1.",
      ".5",
      "-.5",
      "007",
      "1e0",
      "1E+05",
      "1e-05",
      "123456789012345678",
      "1234567890123456789",
      "12345678901234567890",
      "0.1234567890123456789",
      "0.00000000000000000000000012345678901234567",
      "123456789.123456789e-300",
      "1e22",
      "1e23",
      "9007199254740992",
      "9007199254740993",
      "9007199254740995",
      "9007199254740993e1",
      "18014398509481985",
      "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "1e309",
      "-1e400",
      "1e99999999999999",
      "1e-99999999999999",
      "2.2250738585072014e-308",
      "2.2250738585072011e-308",
      "4.9406564584124654e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "1e-400",
      "0e999999",
      "18446744073709551615",
      "18446744073709551616",
      "9223372036854775807",
      "1.00000000000000011102230246251565404236316680908203125",
      "1.00000000000000011102230246251565404236316680908203124",
      "0.000000000000000000000000000000000000000000000000000000000000000000000000000000001",
      "1e",
      "1e+",
      "1ex",
      "1.5.5",
      "12e3.5",
      "1-2",
      "3d",
      "179769313486231580793e289",
      "4503599627370495.5",
      "4503599627370496.5",
      "4503599627370497.5",
      "9007199254740991.5",
      "36893488147419103231",
      "36893488147419103232",
      "7.2057594037927933e16"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) assert_as_strtod(texts[i]);
}

/* Doubles of every magnitude with 1 to 21 digits, numbers half way between two doubles, and random
 * digits with random exponents. */
static void random_reals_are_those_of_strtod(void **state) {
  (void)state;
  sl_random random = sl_random_make(1990, 0);
  char text[128];
  for (int i = 0; i < 200000; i++) {
    uint64_t bits = sl_random_bits(&random);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    (void)snprintf(text, sizeof text, "%.*e", sl_random_below(&random, 21), value);
    assert_as_strtod(text);
    (void)snprintf(text, sizeof text, "%.17g", (sl_random_unit(&random) - 0.5) * 1e3);
    assert_as_strtod(text);
    uint64_t half_way = ((bits >> 11 | UINT64_C(1) << 53) << 1 | 1) >> 1 | 1;
    (void)snprintf(text, sizeof text, "%llue%d", (unsigned long long)half_way,
                   sl_random_below(&random, 6) - 3);
    assert_as_strtod(text);
    (void)snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)bits >> 44,
                   (unsigned long long)bits & 0xFFFFFFFFFF, sl_random_below(&random, 680) - 350);
    assert_as_strtod(text);
  }
}

/* Values just below a power of two, where rounding carries into the exponent. */
static void reals_round_across_powers_of_two(void **state) {
  (void)state;
  char text[64];
  for (int exponent = -1000; exponent < 1000; exponent++) {
    double power = ldexp(1, exponent);
    (void)snprintf(text, sizeof text, "%.17g", nextafter(power, 0));
    assert_as_strtod(text);
    (void)snprintf(text, sizeof text, "%.19g", power);
    assert_as_strtod(text);
    (void)snprintf(text, sizeof text, "%.18e", power * (1 - DBL_EPSILON / 2));
    assert_as_strtod(text);
  }
}

static void fortran_exponents_are_reals(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double value;
  } cases[] = {{"1.0D+03", 1000},
               {"2d-2", 0.02},
               {"12345678901234567890.5D-3", 12345678901234568},
               {"-1D2", -100}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char line[64 + SL_SCAN_MARGIN] = "";
    double value;
    (void)snprintf(line, 64, "%s\n", cases[i].text);
    const char *end = sl_scan_real(line, &powers, &value);
    assert_non_null(end);
    assert_int_equal(*end, '\n');
    assert_true(value == cases[i].value);
  }
}

static void what_is_no_real_is_refused(void **state) {
  (void)state;
  static const char *const texts[] = {"",    "-",   "+",   ".",   "-.", "e5", ".e5",
                                      "nan", "inf", "--1", "+-1", "x",  "%",  " 1"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char line[64 + SL_SCAN_MARGIN] = "";
    double value;
    (void)snprintf(line, 64, "%s\n", texts[i]);
    assert_null(sl_scan_real(line, &powers, &value));
  }
}

/* Files use decimal points, even if the locale has decimal commas. */
static void reals_do_not_depend_on_the_locale(void **state) {
  (void)state;
  if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "de_DE")) skip();
  char line[64 + SL_SCAN_MARGIN] = "12345678901234567890.5\n";
  double value;
  const char *end = sl_scan_real(line, &powers, &value);
  (void)setlocale(LC_ALL, "C");
  assert_int_equal(*end, '\n');
  assert_true(value == 12345678901234567890.5);
}

static void eight_digits_are_scanned_at_once(void **state) {
  (void)state;
  uint64_t value;
  assert_int_equal(sl_scan_eight("1234567890123456", &value), 8);
  assert_int_equal(value, 12345678);
  assert_int_equal(sl_scan_eight("0000000790123456", &value), 8);
  assert_int_equal(value, 7);
  assert_int_equal(sl_scan_eight("x234567890123456", &value), 0);
  for (int stop = 1; stop < 256; stop++) {
    char text[17] = "98765432--------";
    if (stop >= '0' && stop <= '9') continue;
    for (int length = 7; length > 0; length--) {
      text[length] = (char)stop;
      assert_int_equal(sl_scan_eight(text, &value), length);
      assert_int_equal(value, atoi(text));
    }
  }
}

static void counts_stop_at_the_largest(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t value;
  } cases[] = {{"0\n", 0},
               {"+12\n", 12},
               {"2147483648\n", 2147483648},
               {"9223372036854775806\n", INT64_MAX - 1},
               {"9223372036854775808\n", INT64_MAX},
               {"99999999999999999999999\n", INT64_MAX}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int64_t value;
    assert_int_equal(*sl_scan_count(cases[i].text, &value), '\n');
    assert_true(value == cases[i].value);
  }
  int64_t value;
  assert_null(sl_scan_count("-1\n", &value));
  assert_null(sl_scan_count("+\n", &value));
}

static void integers_end_where_doubles_get_coarse(void **state) {
  (void)state;
  double value;
  assert_non_null(sl_scan_integer("-9007199254740992\n", &value));
  assert_true(value == -9007199254740992.0);
  assert_null(sl_scan_integer("9007199254740993\n", &value));
  assert_null(sl_scan_integer("-+5\n", &value));
  assert_non_null(sl_scan_integer("+5\n", &value));
  assert_true(value == 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reals_are_those_of_strtod),
      cmocka_unit_test(random_reals_are_those_of_strtod),
      cmocka_unit_test(reals_round_across_powers_of_two),
      cmocka_unit_test(fortran_exponents_are_reals),
      cmocka_unit_test(what_is_no_real_is_refused),
      cmocka_unit_test(reals_do_not_depend_on_the_locale),
      cmocka_unit_test(eight_digits_are_scanned_at_once),
      cmocka_unit_test(counts_stop_at_the_largest),
      cmocka_unit_test(integers_end_where_doubles_get_coarse),
  };
  return cmocka_run_group_tests_name("io scan", tests, make_powers, NULL);
}
