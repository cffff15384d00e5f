/* test_outputs.c: the outputs for students and gradebooks: their texts, and that nothing is lost or
 * shown too early. check_outputs.py checks the same files independently. */
#include "grade/wording.h"
#include "sample_class.h"

#include <signal.h>
#include <sys/resource.h>

static const sl_outputs_lab shown_wholly = {"02-ell", SL_SHOW_EVERYTHING, SL_SHOW_EVERYTHING, true,
                                            NULL};
static const sl_outputs_lab before_deadline = {"02-ell", SL_SHOW_VERDICTS | SL_SHOW_HINTS,
                                               SL_SHOW_EVERYTHING, false, NULL};

/* Creates a folder, and returns its path, which stays valid. */
static const char *new_folder(const char *name) {
  static char paths[32][512];
  static int used;
  assert_true(used < 32);
  (void)snprintf(paths[used], sizeof paths[used], "%s", in_folder(name));
  assert_int_equal(mkdir(paths[used], 0755), 0);
  return paths[used++];
}

/* Writes the outputs of one record into a separate folder, and frees the record. */
static void write_one(sl_record record, const char *name, const sl_outputs_lab *lab) {
  const sl_outputs outputs = {.folder = new_folder(name), .labs = lab, .num_labs = lab ? 1 : 0};
  const sl_records records = {&record, 1};
  assert_ok(sl_outputs_write(&outputs, &records));
  sl_record_free(&record);
}

static char *text_of(const char *name) {
  size_t size;
  return file_bytes(in_folder(name), &size);
}

static void assert_says(const char *text, const char *words) {
  if (!strstr(text, words)) fail_msg("does not say \"%s\":\n%s", words, text);
}

static void assert_says_nothing_of(const char *text, const char *words) {
  if (strstr(text, words)) fail_msg("says \"%s\":\n%s", words, text);
}

static void points_are_short(void **state) {
  (void)state;
  static const struct {
    double points;
    const char *text;
  } pairs[] = {{0, "0"},     {3, "3"},       {2.5, "2.5"},     {1.0 / 3, "0.33"}, {0.05, "0.05"},
               {0.999, "1"}, {-0.5, "-0.5"}, {1e6, "1000000"}, {12.345, "12.35"}, {-0.001, "0"}};
  char room[SL_POINTS_TEXT];
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    assert_string_equal(sl_wording_points(pairs[i].points, room), pairs[i].text);
  }
}

static void names_of_files_are_safe(void **state) {
  (void)state;
  static const char *const pairs[][2] = {{"ada", "ada"},
                                         {"O'Brien, Niamh (2)", "O'Brien, Niamh (2%29"},
                                         {"Großmann", "Großmann"},
                                         {"a/b", "a%2Fb"},
                                         {"..", "%2E%2E"},
                                         {"", "%"},
                                         {"%", "%25"},
                                         {".ssh", "%2Essh"},
                                         {"-rf", "%2Drf"},
                                         {"end.", "end%2E"},
                                         {"a\nb", "a%0Ab"},
                                         {"a\xff", "a%FF"},
                                         {"a\\b:c*?\"<>|", "a%5Cb%3Ac%2A%3F%22%3C%3E%7C"}};
  char name[SL_OUTPUTS_NAME], other[SL_OUTPUTS_NAME], text[4000];
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    sl_outputs_name(pairs[i][0], name);
    assert_string_equal(name, pairs[i][1]);
  }
  memset(text, '/', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  sl_outputs_name(text, name);
  assert_true(strlen(name) < 150 && !strchr(name, '/'));
  text[3000] = 'x'; /* long names that differ late */
  sl_outputs_name(text, other);
  assert_string_not_equal(name, other);
}

static void the_gradebook_is_the_documented_one(void **state) {
  (void)state;
  sl_record all[4] = {sample_record("=1+2", "01-csr-scalar"), sample_record("=1+2", "02-ell"),
                      sample_record("Ada \"the first\"", "02-ell"), sample_record("bob", "02-ell")};
  const sl_records records = {all, 4};
  const sl_outputs outputs = {.folder = new_folder("book")};
  all[1].late_percent = 50;
  all[2].verdict = SL_GRADE_REVIEW;
  set(&all[2].review, "a time that\ncannot be");
  spoil(&all[3], SL_GRADE_INFRASTRUCTURE, "no space");
  assert_ok(sl_outputs_write(&outputs, &records));
  char *text = text_of("book/gradebook.csv");
  assert_string_equal(
      text, "\"student\",\"01-csr-scalar\",\"02-ell\",\"late\",\"total\",\"possible\",\"open\","
            "\"review\",\"decisions\","
            "\"01-csr-scalar verdict\",\"02-ell verdict\"\r\n"
            "\"'=1+2\",3,1.5,1.5,4.5,24,6,\"\",\"\",\"partial\",\"partial\"\r\n"
            "\"Ada \"\"the first\"\"\",,3,0,3,12,3,\"02-ell: a time that cannot "
            "be\",\"\",\"\",\"review\"\r\n"
            "\"bob\",,,0,,12,12,\"\",\"\",\"\",\"infrastructure\"\r\n");
  free(text);
  for (int i = 0; i < 4; i++) sl_record_free(&all[i]);
}

/* A performance item that was timed is in the gradebook's last columns and in all texts, with its
 * own points. An item that a person must check has no points yet, and is not a failure. */
static void times_are_told_everywhere(void **state) {
  (void)state;
  sl_record all[2] = {sample_record("ada", "02-ell"), sample_record("bob", "02-ell")};
  const sl_records records = {all, 2};
  const sl_outputs outputs = {.folder = new_folder("times")};
  time_on_gpu(&all[0], 100, 1.5, SL_GRADE_PARTIAL, 2.5);
  time_on_gpu(&all[1], 100, 0.03, SL_GRADE_REVIEW, 0);
  all[1].verdict = SL_GRADE_REVIEW;
  set(&all[1].review, "kernel: 3 us are less than this device needs");
  set(&all[1].items[all[1].num_items - 1].what, "3 us are less than this device needs");
  assert_ok(sl_outputs_write(&outputs, &records));
  char *text = text_of("times/gradebook.csv");
  assert_says(text,
              ",\"02-ell verdict\",\"02-ell performance.kernel us\","
              "\"02-ell performance.kernel reference us\",\"02-ell performance.kernel ratio\"\r\n");
  assert_says(text, ",\"partial\",150.00,100.00,1.500\r\n");
  assert_says(text, ",\"02-ell: kernel: 3 us are less than this device "
                    "needs\",\"\",\"review\",3.00,100.00,0.030\r\n");
  free(text);
  text = text_of("times/feedback/ada.md");
  assert_says(text,
              "(2.5 of 3 points)\n\n**partial**: it takes longer than 1.2 times the reference's");
  assert_says(text,
              "1.5 times the reference's time (150 us per launch, against 100 us); all points "
              "are given up to 1.2");
  free(text);
  text = text_of("times/feedback/bob.md");
  assert_says(text, "A person will check");
  assert_says(text, "(3 points open)\n\n**review**: 3 us are less than this device needs");
  free(text);
  text = text_of("times/report.html");
  assert_says(text, "<td>ada<td>kernel<td class=\"num\">150.0<td class=\"num\">100.0<td "
                    "class=\"num\">1.500<td class=\"num\">2.5 of 3<td>");
  assert_says(text, "<td class=\"num\">0.030<td class=\"num\">open of 3<td>");
  assert_says(text, "Graded on the GPU, NVIDIA H100 80GB HBM3");
  free(text);
  text = text_of("times/gradescope/bob.json");
  assert_says(text, "review: 3 us are less than this device needs");
  free(text);
  text = text_of("times/autolab/bob.txt");
  assert_says(text, "\"performance.kernel\": \"review\"");
  free(text);
  text = text_of("times/prairielearn/ada.json");
  assert_says(text, "\"points\": 2.5");
  free(text);
  text = text_of("times/junit.xml");
  assert_says(text, "<skipped message=\"3 us are less than this device needs\"/>");
  free(text);
  for (int i = 0; i < 2; i++) sl_record_free(&all[i]);
}

static sl_record record_with_bonus(const char *student, bool in_marks) {
  sl_record record = sample_record(student, "02-ell");
  sl_record_item *reached = add_item(&record, SL_ITEM_BONUS, "bonus.pad.1", "pad", 2, 2);
  set(&reached->title, "at most 9 launches with hpcg:4");
  set(&reached->unit, "launches");
  reached->value = 8;
  reached->bar = 9;
  sl_record_item *missed = add_item(&record, SL_ITEM_BONUS, "bonus.kernel.1", "kernel", 0, 1);
  set(&missed->title, "at most 7 sectors with hpcg:4");
  set(&missed->what, "it counts only if the task passes");
  record.bonus_in_marks = in_marks;
  return record;
}

/* The sample has 3 of 12 points, and here 2 of 3 bonus points. */
static void bonus_points_are_beside_points(void **state) {
  (void)state;
  write_one(record_with_bonus("ada", false), "beside", &shown_wholly);
  char *text = text_of("beside/gradebook.csv");
  assert_says(text, ",\"02-ell verdict\",\"02-ell bonus\"\r\n\"ada\",3,0,3,12,3,");
  assert_says(text, ",\"partial\",2\r\n");
  free(text);
  text = text_of("beside/feedback/ada.md");
  assert_says(text, "## 02-ell: partial, 3 of 12 points, 3 open, bonus 2 of 3 points");
  assert_says(text, "### bonus goal of pad: at most 9 launches with hpcg:4 (2 of 2 bonus points)");
  assert_says(text, "8 launches; the limit is 9");
  assert_says(text, "**wrong**: it counts only if the task passes");
  free(text);
  text = text_of("beside/report.html");
  assert_says(text, "<span class=\"note\">+ 2 bonus</span>");
  free(text);
  text = text_of("beside/gradescope/ada.json");
  assert_says(text, "\"score\": 3,");
  assert_says_nothing_of(text, "\"max_score\": 2,\n   \"output\": \"pass\\n8 launches");
  free(text);
  text = text_of("beside/autolab/ada.txt");
  assert_says(text, "\"clean\": 1}");
  free(text);
  text = text_of("beside/junit.xml");
  assert_says(text, "<property name=\"bonus\" value=\"2 of 3\"/>");
  assert_says(text, "<skipped message=\"it counts only if the task passes\"/>");
  free(text);
}

static void bonus_points_are_in_marks_if_the_rubric_says_so(void **state) {
  (void)state;
  write_one(record_with_bonus("eva", true), "within", &shown_wholly);
  char *text = text_of("within/gradebook.csv");
  assert_says(text, "\"eva\",3,0,5,12,3,"); /* points, late, total, possible, open */
  free(text);
  text = text_of("within/gradescope/eva.json");
  assert_says(text, "\"score\": 5,");
  free(text);
  text = text_of("within/autolab/eva.txt");
  assert_says(text, "\"clean\": 1, \"bonus.pad.1\": 2, \"bonus.kernel.1\": 0}");
  free(text);
  text = text_of("within/feedback/eva.md");
  assert_says(text, ", 3 of 12 points, 3 open, bonus 2 of 3 points");
  free(text);
}

static void feedback_says_what_went_wrong(void **state) {
  (void)state;
  write_one(sample_record("ada", "02-ell"), "all", &shown_wholly);
  char *text = text_of("all/feedback/ada.md");
  assert_says(text,
              "# Feedback for ada\n\n## 02-ell: partial, 3 of 12 points, 3 open\n\n"
              "Submitted 2026-11-30T21:04:00Z.\n\n### pad: from CSR to ELL (2 of 2 points)\n\n"
              "**pass**\n\n### kernel: one thread per row (0 of 5 points)\n\n"
              "**wrong**: ell.cu:23: the last entry of each row is missed "
              "(last-entry-missed)\n\nOn “worked 4×4 example”:\n\n```text\n3 of 4 elements of "
              "y are wrong, the first is y[0] = 13 instead of 16\n```\n\n> Hint: Walk through");
  assert_says(text, "8.25 sectors per request; the limit is 4.5\n");
  assert_says(text, "(3 points open)\n\n**not judged**: the time is taken on a GPU");
  assert_says(text, "The program printed:\n\n```text\nrows: 4\n```\n");
  free(text);
  text = text_of("all/feedback/ada.html");
  assert_says(text, "<code>ell.cu:23</code> the last entry of each row is missed");
  assert_says(text, "3 of 12 points, 3 open</span>");
  free(text);
}

/* Checks everything that a student can read before the deadline, in every file. */
static void before_the_deadline_less_is_shown(void **state) {
  (void)state;
  static const char *const files[] = {"before/feedback/ada.md", "before/feedback/ada.html",
                                      "before/autolab/ada.txt", "before/junit.xml"};
  static const char *const secrets[] = {
      "last entry", "last-entry-missed",   "13 instead", ":23",    "line=", "of 5 points",
      "8.25",       "sectors per request", "rows: 4",    "partial"};
  write_one(sample_record("ada", "02-ell"), "before", &before_deadline);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char *text = text_of(files[i]);
    assert_says(text, "kernel");
    for (size_t k = 0; k < sizeof secrets / sizeof *secrets; k++) {
      assert_says_nothing_of(text, secrets[k]);
    }
    free(text);
  }
  char *text = text_of("before/feedback/ada.md");
  assert_says(text, "**wrong**\n\n> Hint: Walk through");
  assert_says(text, "More details are shown after the deadline.");
  free(text);
}

/* A sentence about the repair search would name the line. */
static void lines_that_are_not_shown_are_not_spoken_of(void **state) {
  (void)state;
  const sl_outputs_lab lab = {"02-ell", 0, SL_SHOW_VERDICTS | SL_SHOW_MISTAKES, true, NULL};
  sl_record record = sample_record("ada", "02-ell");
  record.items[1].searched = true;
  write_one(record, "lines", &lab);
  char *text = text_of("lines/feedback/ada.md");
  assert_says(text, "**wrong**");
  assert_says_nothing_of(text, "the last entry");
  assert_says_nothing_of(text, "Walk through");
  assert_says_nothing_of(text, "13 instead");
  free(text);
}

static void what_could_not_be_graded_is_no_zero(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  spoil(&record, SL_GRADE_INFRASTRUCTURE, "no space left on the device");
  write_one(record, "lost", &shown_wholly);
  char *text = text_of("lost/gradescope/ada.json");
  assert_says_nothing_of(text, "score\"");
  assert_says(text, "could not be graded");
  free(text);
  text = text_of("lost/prairielearn/ada.json");
  assert_says(text, "\"gradable\": false");
  assert_says_nothing_of(text, "\"score\"");
  free(text);
  text = text_of("lost/autolab/ada.txt");
  assert_says(text, "\n{\"scores\": {}}\n");
  free(text);
  text = text_of("lost/junit.xml");
  assert_says(text, "tests=\"5\" failures=\"0\" errors=\"5\" skipped=\"0\"");
  free(text);
  text = text_of("lost/feedback/ada.md");
  assert_says(text, "## 02-ell: infrastructure\n");
  assert_says(text, "Its points are open, not zero");
  free(text);
}

static void gradescope_shows_at_the_due_date_what_is_hidden(void **state) {
  (void)state;
  write_one(sample_record("ada", "02-ell"), "scope", &before_deadline);
  char *text = text_of("scope/gradescope/ada.json");
  const char *visible = strstr(text, "\"visibility\": \"visible\"");
  const char *after = strstr(text, "\"visibility\": \"after_due_date\"");
  assert_true(visible && after);
  assert_says(text, "\"score\": 3,\n");
  char *now = strstr(text, "\"number\": \"1.2\""), *later = strstr(now + 1, "\"number\": \"1.2\"");
  assert_true(later != NULL);
  const char *what = strstr(now, "the last entry of each row");
  assert_true(what > later); /* only in a test that becomes visible later */
  *later = '\0';
  assert_says(now, "\"status\": \"failed\"");
  assert_says_nothing_of(now, "score");
  free(text);
}

static void late_is_taken_off_at_the_top_of_gradescope(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  record.late_percent = 25;
  write_one(record, "late", &shown_wholly);
  char *text = text_of("late/gradescope/ada.json");
  assert_says(text, "{\n  \"score\": 2.25,\n");
  assert_says(text, "Late: 25 percent of the points are taken off.");
  free(text);
  text = text_of("late/autolab/ada.txt");
  assert_says(text, "\n{\"scores\": {\"pad\": 1.5, \"kernel\": 0, \"bar.kernel.1\": 0, \"clean\": "
                    "0.75}}\n");
  free(text);
  text = text_of("late/prairielearn/ada.json");
  assert_says(text, "\"score\": 0.25,"); /* 2.25 of the 9 that were judged */
  free(text);
}

static void the_line_of_an_error_is_said(void **state) {
  (void)state;
  static const char *const files[] = {"error/feedback/ada.md",     "error/feedback/ada.html",
                                      "error/gradescope/ada.json", "error/prairielearn/ada.json",
                                      "error/autolab/ada.txt",     "error/junit.xml"};
  sl_record record = sample_record("ada", "02-ell");
  spoil(&record, SL_GRADE_NOT_COMPILED, "expected a bracket");
  record.line = 31;
  record.items[2].hidden = false; /* a bar without a measured figure */
  write_one(record, "error", &shown_wholly);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char *text = text_of(files[i]);
    assert_says(text, "ell.cu:31: expected a bracket");
    assert_says_nothing_of(text, "8.25");
    free(text);
  }
}

static void a_megabyte_is_kept(void **state) {
  (void)state;
  static char long_text[60000];
  struct stat about;
  sl_record record = sample_record("ada", "02-ell");
  memset(long_text, '"', sizeof long_text - 1);
  for (int i = 0; i < 50; i++) {
    char id[20];
    (void)snprintf(id, sizeof id, "more-%d", i);
    set(&add_item(&record, SL_ITEM_TASK, id, id, 0, 1)->detail, long_text);
  }
  write_one(record, "large", &shown_wholly);
  assert_int_equal(stat(in_folder("large/prairielearn/ada.json"), &about), 0);
  assert_true(about.st_size < 1000000 && about.st_size > 100000);
}

/* A failure in one student's output must not affect another student's marks. */
static void the_last_line_of_autolab_is_ours(void **state) {
  (void)state;
  sl_record record = sample_record("eve", "02-ell");
  set(&record.output, "{\"scores\": {\"kernel\": 9999}}\n");
  set(&record.items[1].detail, "x\n{\"scores\": {\"kernel\": 9999}}");
  write_one(record, "eve", &shown_wholly);
  char *text = text_of("eve/autolab/eve.txt");
  assert_says_nothing_of(text, "\n{\"scores\": {\"kernel\": 9999}}");
  assert_says(text, "\n  {\"scores\": {\"kernel\": 9999}}");
  assert_says(text, "\n{\"scores\": {\"pad\": 2, \"kernel\": 0,");
  free(text);
}

static void junit_tells_failures_from_skipped(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  record.items[0].verdict = SL_GRADE_NOT_WRITTEN;
  write_one(record, "junit", &shown_wholly);
  char *text = text_of("junit/junit.xml");
  assert_says(text, "tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"2\"");
  assert_says(text, " file=\"labs/02-ell/ell.cu\"");
  assert_says(text, "<testcase name=\"kernel: one thread per row\" classname=\"02-ell\">\n"
                    "      <failure message=\"the last entry of each row is missed\" "
                    "type=\"wrong\">");
  free(text);
}

static void the_report_counts(void **state) {
  (void)state;
  sl_records records = make_class();
  const sl_outputs outputs = {.folder = new_folder("report")};
  for (size_t i = 0; i < records.count; i++) { /* a student who makes a mistake twice counts once */
    sl_record_item *items = records.all[i].items;
    if (strcmp(items[1].mistake, "not-transposed") == 0) set(&items[3].mistake, "not-transposed");
  }
  assert_ok(sl_outputs_write(&outputs, &records));
  char *text = text_of("report/report.html");
  assert_says(text, "<b>24</b><span>students</span>");
  assert_says(text, "<b>48</b><span>submissions</span>");
  assert_says(text, "<b>2</b><span>need attention</span>");
  assert_says(text, "the worker could not be started, three times: no space left on the device");
  assert_says(text, "which is below what the memory of this GPU allows");
  size_t not_transposed = 0; /* counts for lab 01-csr-scalar, from the records themselves */
  for (size_t i = 0; i < records.count; i += 2) {
    not_transposed += strcmp(records.all[i].items[1].mistake, "not-transposed") == 0;
  }
  char row[200];
  (void)snprintf(row, sizeof row, "<tr><td class=\"count\">%zu<td><code>not-transposed</code>",
                 not_transposed);
  assert_true(not_transposed > 1);
  assert_says(strstr(text, "<h2>01-csr-scalar</h2>"), row);
  free(text);
  sl_records_free(&records);
}

static void failing_allocations_lose_nothing(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  const sl_records records = {&record, 1};
  const sl_outputs outputs = {
      .folder = new_folder("small"), .labs = &before_deadline, .num_labs = 1};
  assert_survives_failing_allocations(sl_outputs_write(&outputs, &records));
  assert_int_equal(count_files(in_folder("small"), ".tmp", NULL), 0);
  assert_int_equal(count_files(in_folder("small/gradescope"), ".tmp", NULL), 0);
  sl_record_free(&record);
  assert_int_equal(sl_memory_live(), 0);
}

/* A limit on file sizes simulates a full disk. */
static void a_full_disk_leaves_the_old_files(void **state) {
  (void)state;
  const struct rlimit small = {500, RLIM_INFINITY};
  struct rlimit before;
  sl_record record = sample_record("ada", "02-ell");
  const sl_records records = {&record, 1};
  const sl_outputs outputs = {.folder = new_folder("full")};
  assert_int_equal(mkdir(in_folder("full/feedback"), 0755), 0);
  write_text(in_folder("full/feedback/ada.md"), "the old file");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  (void)signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  sl_status status = sl_outputs_write(&outputs, &records);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(status, SL_ERR_SYSTEM);
  assert_says(sl_status_message(), "feedback/ada.md: cannot be written");
  char *text = text_of("full/feedback/ada.md");
  assert_string_equal(text, "the old file");
  free(text);
  assert_int_equal(count_files(in_folder("full/feedback"), ".tmp", NULL), 0);
  sl_record_free(&record);
}

static void a_file_in_place_of_a_folder_is_told(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  const sl_records records = {&record, 1}, none = {NULL, 0};
  const sl_outputs outputs = {.folder = new_folder("blocked")};
  write_text(in_folder("blocked/autolab"), "");
  assert_fails(sl_outputs_write(&outputs, &records), SL_ERR_SYSTEM, "blocked/autolab: this folder");
  assert_int_equal(unlink(in_folder("blocked/autolab")), 0);
  assert_ok(sl_outputs_write(&outputs, &none)); /* a class without students */
  sl_record_free(&record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_short),
      cmocka_unit_test(names_of_files_are_safe),
      cmocka_unit_test(the_gradebook_is_the_documented_one),
      cmocka_unit_test(times_are_told_everywhere),
      cmocka_unit_test(bonus_points_are_beside_points),
      cmocka_unit_test(bonus_points_are_in_marks_if_the_rubric_says_so),
      cmocka_unit_test(feedback_says_what_went_wrong),
      cmocka_unit_test(before_the_deadline_less_is_shown),
      cmocka_unit_test(lines_that_are_not_shown_are_not_spoken_of),
      cmocka_unit_test(what_could_not_be_graded_is_no_zero),
      cmocka_unit_test(gradescope_shows_at_the_due_date_what_is_hidden),
      cmocka_unit_test(late_is_taken_off_at_the_top_of_gradescope),
      cmocka_unit_test(the_line_of_an_error_is_said),
      cmocka_unit_test(a_megabyte_is_kept),
      cmocka_unit_test(the_last_line_of_autolab_is_ours),
      cmocka_unit_test(junit_tells_failures_from_skipped),
      cmocka_unit_test(the_report_counts),
      cmocka_unit_test(failing_allocations_lose_nothing),
      cmocka_unit_test(a_full_disk_leaves_the_old_files),
      cmocka_unit_test(a_file_in_place_of_a_folder_is_told),
  };
  return cmocka_run_group_tests_name("outputs", tests, make_folder, remove_folder);
}
