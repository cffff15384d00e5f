/* test_plots.c: reading and drawing result files; names in them that look like commands. */
#include "base/test.h"

#include "report/plots.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char judged[] =
    "lab,source,backend,device,precision,task,case,rows,cols,nnz,verdict,cold_us,gbps,copy_gbps,"
    "sectors\n"
    "\"01-csr-scalar\",\"a.cu\",\"gpu\",\"A "
    "GPU\",\"f32\",\"kernel\",\"web\",10,10,50,\"passed\",8,2,9,\n"
    "\"01-csr-scalar\",\"a.cu\",\"gpu\",\"A "
    "GPU\",\"f32\",\"kernel\",\"web\",10,10,50,\"passed\",4,4,9,\n"
    "\"01-csr-scalar\",\"a.cu\",\"gpu\",\"A "
    "GPU\",\"f32\",\"kernel\",\"bad\",10,10,50,\"faulty\",4,4,9,\n"
    "\"06-warp\",\"common/peers/cusparse_coo.cu\",\"gpu\",\"A "
    "GPU\",\"f32\",\"static\",\"web\",10,10,50,\"passed\",6,3,9,\n"
    "\"05-transpose\",\"a.cu\",\"gpu\",\"A "
    "GPU\",\"f32\",\"sorted\",\"web\",10,10,50,\"passed\",5,7,9,\n"
    "\"01-csr-scalar\",\"a.cu\",\"lens\",\"lens\",\"f64\",\"kernel\",\"web\",10,10,50,\"passed\",,,"
    ",75\n";

static const char contest[] =
    "device,date,precision,kind,matrix,rows,cols,nnz,side,contestant,file,sorted,state,cold_us,"
    "gbps,"
    "copy_gbps\n"
    "\"A GPU\",\"2026-11-25\",\"f32\",\"spmv\",\"web\",10,10,50,\"tuned\",\"tiles\","
    "\"solutions/01-csr-scalar/fast.cu\",,\"measured\",2,5,9\n"
    "\"A GPU\",\"2026-11-25\",\"f32\",\"spmv\",\"web\",10,10,50,\"library\",\"COO\",\"cusparse\",,"
    "\"skipped\",,,\n";

static char folder[64];

static int make_folder(void **state) {
  (void)state;
  (void)strcpy(folder, "/tmp/sparselab-plots-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static void path_of(const char *name, char out[512]) {
  (void)snprintf(out, 512, "%s/%.400s", folder, name);
}

static int remove_folder(void **state) {
  (void)state;
  DIR *all = opendir(folder);
  char path[512];
  for (struct dirent *entry; all && (entry = readdir(all));) {
    path_of(entry->d_name, path);
    if (entry->d_name[0] != '.') (void)unlink(path);
  }
  (void)closedir(all);
  return rmdir(folder);
}

static const char *write_file(const char *name, const char *text) {
  static char path[512];
  path_of(name, path);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  (void)fputs(text, file);
  assert_int_equal(fclose(file), 0);
  return path;
}

static const char *text_of(const char *name) {
  static char text[1 << 16];
  char path[512];
  path_of(name, path);
  FILE *file = fopen(path, "r");
  if (!file) return "";
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  (void)fclose(file);
  return text;
}

static bool exists(const char *name) {
  char path[512];
  path_of(name, path);
  return access(path, F_OK) == 0;
}

static sl_status draw(const sl_results *results) {
  FILE *nowhere = fopen("/dev/null", "w");
  assert_non_null(nowhere);
  sl_status status = sl_plots_draw(nowhere, results, folder);
  (void)fclose(nowhere);
  return status;
}

static void both_kinds_of_files_are_read(void **state) {
  (void)state;
  sl_results results = {0};
  assert_ok(sl_results_read(write_file("labs.2026-11-22.csv", judged), &results));
  assert_int_equal(results.count, 4); /* the later of two equal rows, and no failed ones */
  assert_true(results.rows[0].cold_us == 4);
  assert_string_equal(results.rows[0].date, "2026-11-22");
  assert_string_equal(results.rows[1].family, "cuSPARSE");
  assert_string_equal(results.rows[1].name, "coo");
  assert_int_equal(results.rows[2].kind, SL_KIND_TRANSPOSE);
  assert_ok(sl_results_read(write_file("bench.csv", contest), &results));
  assert_int_equal(results.count, 5);
  assert_string_equal(results.rows[4].family, "lab 01, tuned");
  assert_string_equal(results.rows[4].date, "2026-11-25");
  sl_results_free(&results);
  assert_fails(sl_results_read(write_file("other.csv", "a,b\n1,2\n"), &results), SL_ERR_INPUT,
               "has no \"device\"; plot draws files that ./lab run and demo write with --csv");
  assert_fails(
      sl_results_read(write_file("lens.csv", "lab,case,line,sectors,wavefronts,x\n"), &results),
      SL_ERR_INPUT, "lens.csv contains counters of ./lab lens, line by line, which plot can");
  assert_survives_failing_allocations(sl_results_read(write_file("a.csv", judged), &results));
  sl_results_free(&results);
}

static void each_device_and_precision_has_its_plots(void **state) {
  (void)state;
  sl_results results = {0};
  assert_ok(sl_results_read(write_file("labs.2026-11-22.csv", judged), &results));
  sl_status status = draw(&results);
  if (status == SL_ERR_MISSING) skip(); /* gnuplot need not be installed */
  assert_ok(status);
  static const char *const names[] = {"time.a-gpu.f32",
                                      "speedup.a-gpu.f32",
                                      "roofline.a-gpu.f32",
                                      "transpose-nonzeros.a-gpu.f32",
                                      "transpose-dimension.a-gpu.f32",
                                      "transpose-matrices.a-gpu.f32",
                                      "sectors.lens.f64"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char name[128];
    (void)snprintf(name, sizeof name, "%s.svg", names[i]);
    if (!exists(name)) fail_msg("there is no %s", name);
    const char *svg = text_of(name);
    assert_non_null(
        strstr(svg, i < 6 ? "A GPU, float, 2026-11-22" : "the lens, double, 2026-11-22"));
  }
  assert_non_null(strstr(text_of("speedup.a-gpu.f32.gp"), "\n1.5 0\n")); /* 6 over 4 */
  assert_non_null(strstr(text_of("roofline.a-gpu.f32.gp"), "plot 9 * x"));
  assert_non_null(strstr(text_of("sectors.lens.f64.gp"), "\n1.5 0\n"));
  sl_results_free(&results);
}

/* Each name tries to end its string, or to act as a command, a format or markup. */
static void names_are_text_whatever_they_hold(void **state) {
  (void)state;
  sl_results results = {0};
  char text[2048], was[512];
  assert_non_null(getcwd(was, sizeof was));
  (void)snprintf(
      text, sizeof text,
      "lab,source,device,precision,task,case,rows,cols,nnz,verdict,cold_us,gbps,copy_gbps\n"
      "\"01'; system('touch caught1') #\",\"a.cu\",\"`touch caught2`\",\"../f'32\","
      "\"k`touch caught3`'\",\"'; system('touch caught4'); '%%s%%n<b>@x\\n\",10,10,50,"
      "\"passed\",4,4,9\n");
  assert_ok(sl_results_read(write_file("hostile.csv", text), &results));
  assert_int_equal(chdir(folder), 0); /* an executed command would leave its file here */
  sl_status status = draw(&results);
  assert_int_equal(chdir(was), 0);
  sl_results_free(&results);
  for (int i = 1; i <= 4; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "caught%d", i);
    assert_false(exists(name));
  }
  if (status == SL_ERR_MISSING) skip();
  assert_ok(status);
  assert_non_null(
      strstr(text_of("time.touch-caught2-.f-32.svg"),
             "\xe2\x80\x99; system(\xe2\x80\x99touch caught4\xe2\x80\x99); \xe2\x80\x99%s%n&lt;b"));
}

static void without_gnuplot_it_says_so(void **state) {
  (void)state;
  sl_results results = {0};
  char path[1024];
  (void)snprintf(path, sizeof path, "%s", getenv("PATH"));
  assert_ok(sl_results_read(write_file("bench.csv", contest), &results));
  assert_int_equal(setenv("PATH", folder, 1), 0);
  assert_fails(draw(&results), SL_ERR_MISSING, "gnuplot, which draws the plots, is not installed");
  assert_int_equal(setenv("PATH", path, 1), 0);
  sl_results_free(&results);
  assert_fails(draw(&results), SL_ERR_USAGE, "no row has a figure");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(both_kinds_of_files_are_read, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(each_device_and_precision_has_its_plots, make_folder,
                                      remove_folder),
      cmocka_unit_test_setup_teardown(names_are_text_whatever_they_hold, make_folder,
                                      remove_folder),
      cmocka_unit_test_setup_teardown(without_gnuplot_it_says_so, make_folder, remove_folder),
  };
  return cmocka_run_group_tests_name("report_plots", tests, NULL, NULL);
}
