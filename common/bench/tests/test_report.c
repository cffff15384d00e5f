/* test_report.c: the table of a matrix, the CSV file and the summary.
 */
#include "bench/summary.h"
#include "bench/table.h"

#include "base/test.h"
#include "contest_sample.h"

#include <stdlib.h>
#include <unistd.h>

static sl_bench_table table;
static char text[1 << 14];

/* Makes a table of four contestants: one on plain CSR, one that converts, one that is left out
 * and one that is wrong. */
static void make_contest(void) {
  make_table(&table, SL_BENCH_SPMV);
  sl_bench_row *plain = add_row(&table, SL_BENCH_TEXTBOOK, "plain", 20);
  plain->plain = true;
  add_row(&table, SL_BENCH_TUNED, "wrong", 1)->state = SL_BENCH_WRONG;
  (void)snprintf(table.rows[1].trouble, SL_BENCH_TROUBLE, "y[3] is 7");
  sl_bench_row *sell = add_row(&table, SL_BENCH_LIBRARY, "SELL, \"32\"", 10);
  sell->prepare_us = 2500;
  sell->hot = (sl_bench_spread){8, 7, 9, 21};
  add_row(&table, SL_BENCH_TEXTBOOK, "ELL", 0)->state = SL_BENCH_SKIPPED;
  (void)snprintf(table.rows[3].trouble, SL_BENCH_TROUBLE, "padding, 45 times");
}

static void read_stream(FILE *stream) {
  rewind(stream);
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  (void)fclose(stream);
}

static const char *line_of(const char *what) {
  const char *found = strstr(text, what);
  assert_non_null(found);
  return found;
}

static void a_table_begins_with_the_fastest(void **state) {
  (void)state;
  FILE *stream = tmpfile();
  make_contest();
  sl_bench_table_print(stream, &table);
  read_stream(stream);
  const char *sell = line_of("cusparse SELL"), *plain = line_of("02 plain");
  const char *wrong = line_of("02 fast: wrong"), *ell = line_of("02 ELL");
  assert_true(sell < plain && plain < wrong && wrong < ell);
  assert_non_null(strstr(wrong, "wrong: y[3] is 7"));
  assert_non_null(strstr(ell, "skipped: padding, 45 times"));
  assert_non_null(strstr(sell, "250")); /* 2500 µs of conversion at a gain of 10 µs */
  line_of("compulsory 0.1 MB, 0.0 µs at the copy bandwidth of 4000 GB/s");
  line_of("without conversion (plain)");
}

/* Two textbook kernels, three steps (one of them left out), and two contestants of the library. */
static void a_ladder_has_the_order_of_its_file(void **state) {
  (void)state;
  FILE *stream = tmpfile();
  make_table(&table, SL_BENCH_SPMV);
  add_row(&table, SL_BENCH_TEXTBOOK, "slow", 80);
  add_row(&table, SL_BENCH_TEXTBOOK, "textbook", 40);
  add_row(&table, SL_BENCH_TUNED, "first", 20);
  add_row(&table, SL_BENCH_TUNED, "second", 0)->state = SL_BENCH_SKIPPED;
  add_row(&table, SL_BENCH_TUNED, "third", 16);
  add_row(&table, SL_BENCH_LIBRARY, "ALG2", 30);
  add_row(&table, SL_BENCH_LIBRARY, "ALG1", 24);
  sl_bench_table_print_rungs(stream, &table);
  read_stream(stream);
  const char *textbook = line_of("02 textbook"), *first = line_of("02 fast: first");
  const char *third = line_of("02 fast: third"), *library = line_of("cusparse ALG1");
  assert_true(textbook < first && first < third && third < library);
  assert_non_null(strstr(text, "2.00×      2.00×      1.20×\n"));
  assert_non_null(strstr(third, "1.25×      2.50×      1.50×\n"));
  assert_non_null(strstr(library, "-      1.67×          -\n"));
  assert_null(strstr(text, "ALG2"));
}

static void csv_has_a_row_a_contestant(void **state) {
  (void)state;
  char path[] = "bench-csv-XXXXXX";
  int file = mkstemp(path);
  const sl_bench_run run = {"Some \"GPU\"", "580.1", "13.0", "2026-11-25"};
  assert_true(file >= 0);
  make_contest();
  assert_int_equal(sl_bench_table_csv(path, &run, &table), SL_OK);
  make_table(&table, SL_BENCH_TRANSPOSE);
  add_row(&table, SL_BENCH_TUNED, "sorting", 30)->sorted = true;
  assert_int_equal(sl_bench_table_csv(path, &run, &table), SL_OK);
  read_stream(fdopen(file, "r"));
  (void)unlink(path);
  assert_null(strstr(line_of("device,driver,cuda,date,") + 1, "device,")); /* the header is
                                                                            * written only once */
  line_of("\"Some \"\"GPU\"\"\",\"580.1\",\"13.0\",\"2026-11-25\",\"f32\",\"spmv\",\"sample\","
          "\"uniform:1000x500\",1000,500,8000,\"textbook\",\"plain\",\"solutions/02-ell/ell.cu\",,"
          "\"measured\",\"\",,0,20,19,22,31,,,,,74004,3.7002,4000,0.00092505,0.8\n");
  line_of("\"library\",\"SELL, \"\"32\"\"\",\"cusparse\",,\"measured\",\"\",2500,250,10,9,12,31,8,"
          "7,9,21,");
  line_of("\"ELL\",\"solutions/02-ell/ell.cu\",,\"skipped\",\"padding, 45 times\",,,,");
  line_of("\"transpose\",\"sample\"");
  line_of("\"sorting\",\"solutions/02-ell/ell.cu\",yes,\"measured\",\"\",,,30,");
}

static void what_never_pays_says_so(void **state) {
  (void)state;
  char path[] = "bench-csv-XXXXXX";
  int file = mkstemp(path);
  const sl_bench_run run = {.device = "GPU"};
  make_contest();
  table.rows[2].cold.median_us = 20;
  assert_int_equal(sl_bench_table_csv(path, &run, &table), SL_OK);
  read_stream(fdopen(file, "r"));
  (void)unlink(path);
  line_of("2500,never,20,");
}

static void a_summary_names_the_bests(void **state) {
  (void)state;
  static sl_bench_summary summary;
  FILE *stream = tmpfile();
  memset(&summary, 0, sizeof summary);
  sl_bench_summary_print(stream, &summary); /* if nothing can be compared, nothing is printed */
  assert_int_equal(ftell(stream), 0);
  make_contest();
  sl_bench_summary_add(&summary, &table);
  table.rows[2].state = SL_BENCH_SKIPPED;
  sl_bench_summary_add(&summary, &table);
  sl_bench_summary_print(stream, &summary);
  read_stream(stream);
  line_of("geometric mean 0.50, worst 0.50 (sample), kit ahead on 0 of 1");
  line_of("1 more could not be compared");
  line_of("SELL, \"32\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_table_begins_with_the_fastest),
      cmocka_unit_test(a_ladder_has_the_order_of_its_file),
      cmocka_unit_test(csv_has_a_row_a_contestant),
      cmocka_unit_test(what_never_pays_says_so),
      cmocka_unit_test(a_summary_names_the_bests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
