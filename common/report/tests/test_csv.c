/* test_csv.c: the one result file: its header, its quotes, a field for each column. */
#include "captured.h"

#include "report/report.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

/* Plots, exports and docs/results/README.md name these columns: change them together. */
static const char header[] =
    "lab,source,backend,device,precision,task,case,rows,cols,nnz,verdict,mistake,line,points,"
    "points_possible,cold_us,cold_p10_us,cold_p90_us,hot_us,samples,gbps,copy_gbps,"
    "fraction_of_copy,cpu_sequential_us,cpu_parallel_us,cpu_threads,speedup_sequential,"
    "speedup_parallel,requests,sectors,ideal_sectors,request_threads,active_threads\n";
enum { COLUMNS = 33 };

static char path[] = "/tmp/sparselab-csv-XXXXXX";
static char text[8192];

static const char *write_and_read(const sl_lab_result *result) {
  assert_ok(sl_report_csv(path, result));
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  (void)fclose(file);
  return text;
}

static void a_result_is_written_out_in_full(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  (void)strcpy(result.device, "A \"fast\" GPU, big");
  tasks[0].points = 2;
  tasks[1].mistake = &made_up_mistake;
  tasks[1].verdict = SL_WRONG;
  cases[1].figures = (sl_figures){.cold_us = 20,
                                  .cold_p10_us = 19.5,
                                  .cold_p90_us = 21,
                                  .hot_us = 10,
                                  .samples = 30,
                                  .gbps = 250,
                                  .copy_gbps = 1000,
                                  .sequential_us = 400,
                                  .parallel_us = 50,
                                  .threads = 8};
  cases[1].num_rows = 3;
  cases[1].num_cols = 4;
  cases[1].nnz = 5;
  cases[3].verdict = SL_WRONG;
  cases[3].line = 17;
  cases[3].figures.requests = 7;
  (void)unlink(path);
  const char *lines = write_and_read(&result);
  assert_int_equal(strncmp(lines, header, strlen(header)), 0);
  assert_string_equal(
      lines + strlen(header),
      "\"01-sample\",\"/nowhere/sample.cu\",\"gpu\",\"A \"\"fast\"\" GPU, big\",\"f32\",\"cpu\","
      "\"small\",0,0,0,\"passed\",\"\",0,2,2,,,,,,,,,,,,,,,,,,\n"
      "\"01-sample\",\"/nowhere/sample.cu\",\"gpu\",\"A \"\"fast\"\" GPU, big\",\"f32\",\"cpu\","
      "\"large\",3,4,5,\"passed\",\"\",0,2,2,20,19.5,21,10,30,250,1000,0.25,400,50,8,20,2.5,,,,,\n"
      "\"01-sample\",\"/nowhere/sample.cu\",\"gpu\",\"A \"\"fast\"\" GPU, big\",\"f32\",\"kernel\","
      "\"small\",0,0,0,\"passed\",\"\",0,0,5,,,,,,,,,,,,,,,,,,\n"
      "\"01-sample\",\"/nowhere/sample.cu\",\"gpu\",\"A \"\"fast\"\" GPU, big\",\"f32\",\"kernel\","
      "\"large\",0,0,0,\"wrong answer\",\"overwritten\",17,0,5,,,,,,,,,,,,,,7,,,,\n");
}

/* Counts the fields of one line. A quoted field may contain commas. */
static int count_fields(const char **rest) {
  int fields = 1;
  bool quoted = false;
  const char *c = *rest;
  for (; *c && (quoted || *c != '\n'); c++) {
    if (*c == '"') quoted = !quoted;
    fields += *c == ',' && !quoted;
  }
  *rest = *c ? c + 1 : c;
  return fields;
}

static void every_line_has_every_column(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  (void)strcpy(cases[0].name, "a,b\"c\nd");
  (void)unlink(path);
  const char *rest = write_and_read(&result);
  int lines = 0;
  for (; *rest; lines++) assert_int_equal(count_fields(&rest), COLUMNS);
  assert_int_equal(lines, 5);
}

static void rows_are_appended_and_the_header_is_not(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  (void)unlink(path);
  size_t once = strlen(write_and_read(&result));
  assert_int_equal(strlen(write_and_read(&result)), 2 * once - strlen(header));
}

/* Rows below the header of another kind of file would be misread. */
static void a_file_with_other_columns_is_left_alone(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  static const struct {
    const char *line, *kind;
  } others[] = {{"lab,case,precision,wavefronts,bank_conflicts", "counters of ./lab lens"},
                {"device,contestant,file", "times of a bench"},
                {"what,else", "something else"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char held[200] = "";
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fprintf(file, "%s\n1,2\n", others[i].line);
    (void)fclose(file);
    assert_fails(sl_report_csv(path, &result), SL_ERR_INPUT, others[i].kind);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(held, 1, sizeof held, file), strlen(others[i].line) + 5);
    (void)fclose(file);
  }
  (void)unlink(path);
}

static void what_cannot_be_written_is_told(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  assert_fails(sl_report_csv("/nowhere/a.csv", &result), SL_ERR_SYSTEM, "/nowhere/a.csv");
  assert_fails(sl_report_csv("/dev/full", &result), SL_ERR_SYSTEM, "a device");
  struct rlimit usual, short_of_space;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
  short_of_space = (struct rlimit){100, usual.rlim_max};
  (void)signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &short_of_space), 0);
  sl_status status = sl_report_csv(path, &result);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
  assert_int_equal(status, SL_ERR_SYSTEM);
  assert_non_null(strstr(sl_status_message(), "disk full"));
}

static int make_file(void **state) {
  (void)state;
  int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
  (void)state;
  return unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_result_is_written_out_in_full),
      cmocka_unit_test(every_line_has_every_column),
      cmocka_unit_test(rows_are_appended_and_the_header_is_not),
      cmocka_unit_test(a_file_with_other_columns_is_left_alone),
      cmocka_unit_test(what_cannot_be_written_is_told),
  };
  return cmocka_run_group_tests_name("report_csv", tests, make_file, remove_file);
}
