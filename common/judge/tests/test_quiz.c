/* test_quiz.c: right answers: computed, compared within a tolerance, the best of several matrices.
 */
#include "base/test.h"

#include "judge/quiz.h"
#include "judge/quiz_file.h"
#include "lens/lens.h"

#include <math.h>
#include <string.h>

static const sl_lens_report nothing_seen = {.findings = NULL};

static double entries(const sl_quiz_view *view) {
  return view->matrix->nnz;
}

static double nothing(const sl_quiz_view *view) {
  (void)view;
  return (double)NAN;
}

static double counted(const sl_quiz_view *view, sl_counted what, const char *array) {
  return sl_quiz_counted(view, &(sl_quiz_count){what, array});
}

static void a_number_may_be_off_by_the_tolerance(void **state) {
  (void)state;
  const sl_question question = {
      .name = "q", .matrices = {"example-4x4"}, .answer = entries, .tolerance = 0.2};
  sl_quiz_answer right = {.num_values = 0};
  assert_ok(sl_quiz_compute(&question, 0, SL_F32, NULL, &nothing_seen, &right));
  assert_true(right.right == 7);
  assert_true(sl_quiz_is_right(&question, &right, 7));
  assert_true(sl_quiz_is_right(&question, &right, 8.3));
  assert_false(sl_quiz_is_right(&question, &right, 8.5));
  assert_false(sl_quiz_is_right(&question, &right, (double)NAN));
}

static void of_several_matrices_the_largest_is_right(void **state) {
  (void)state;
  const sl_question question = {.name = "q",
                                .matrices = {"diagonal:5", "diagonal:9", "diagonal:2"},
                                .answer = entries,
                                .tolerance = 0.9};
  sl_quiz_answer right = {.num_values = 0};
  for (int i = 0; i < 3; i++) {
    assert_ok(sl_quiz_compute(&question, i, SL_F32, NULL, &nothing_seen, &right));
  }
  assert_true(right.right == 2);
  assert_int_equal(right.num_values, 3);
  assert_true(sl_quiz_is_right(&question, &right, 2));
  assert_false(sl_quiz_is_right(&question, &right, 3)); /* only numbers can have a tolerance */
}

static void counters_are_summed_by_array(void **state) {
  (void)state;
  sl_counter counters[] = {
      {.array = "x", .space = LENS_GLOBAL, .requests = 10, .threads = 100, .sectors = 30},
      {.array = "y", .space = LENS_GLOBAL, .requests = 10, .threads = 300, .sectors = 50},
      {.array = "x",
       .space = LENS_GLOBAL,
       .operation = LENS_ATOMIC,
       .requests = 10,
       .threads = 200,
       .sectors = 10},
      {.array = "x", .space = LENS_SHARED, .requests = 99, .threads = 99}};
  const sl_quiz_view view = {.seen = {.counters = counters, .num_counters = 4}};
  assert_true(counted(&view, SL_SECTORS_A_REQUEST, "x") == 2);
  assert_true(counted(&view, SL_SECTORS_A_REQUEST, NULL) == 3);
  assert_true(counted(&view, SL_THREADS_A_REQUEST, "x") == 15);
  assert_true(counted(&view, SL_REQUESTS, "x") == 20);
  assert_true(counted(&view, SL_THREADS, "x") == 300);
  assert_true(counted(&view, SL_SECTORS_AN_ATOMIC, "x") == 1);
  assert_true(counted(&view, SL_SECTORS_AN_ATOMIC, "y") == 0);
  assert_true(counted(&view, SL_THREADS_A_REQUEST, "z") == 0);
}

static void a_question_without_a_function_is_counted(void **state) {
  (void)state;
  sl_counter counters[] = {{.array = "y", .space = LENS_GLOBAL, .requests = 4, .sectors = 14}};
  const sl_lens_report seen = {.counters = counters, .num_counters = 1};
  const sl_question question = {
      .name = "q", .matrices = {"diagonal:5"}, .count = {SL_SECTORS_A_REQUEST, "y"}};
  sl_quiz_answer right = {.num_values = 0};
  assert_ok(sl_quiz_compute(&question, 0, SL_F32, NULL, &seen, &right));
  assert_true(right.right == 3.5);
}

static void a_question_without_an_answer_is_a_defect(void **state) {
  (void)state;
  const sl_question questions[] = {{.name = "q", .matrices = {"diagonal:5"}, .answer = nothing},
                                   {.name = "q", .matrices = {"diagonal:5"}}};
  for (size_t i = 0; i < SL_COUNT(questions); i++) {
    sl_quiz_answer right = {.num_values = 0};
    assert_fails(sl_quiz_compute(&questions[i], 0, SL_F32, NULL, &nothing_seen, &right),
                 SL_ERR_INTERNAL, "no answer on diagonal:5");
  }
  assert_int_equal(sl_memory_live(), 0);
}

static bool reads(const sl_question *question, const char *text, double expected) {
  double number = -1;
  char why[300];
  return sl_quiz_read(question, text, &number, why, sizeof why) && number == expected;
}

static bool refuses(const sl_question *question, const char *text, const char *says) {
  double number = -1;
  char why[300] = "";
  return !sl_quiz_read(question, text, &number, why, sizeof why) && strstr(why, says);
}

static void numbers_are_read_as_people_write_them(void **state) {
  (void)state;
  const sl_question question = {.matrices = {"hpcg:10"}, .unit = "sectors per request"};
  static const struct {
    const char *text;
    double number;
  } good[] = {
      {"16698000", 16698000},
      {"16,698,000", 16698000},
      {"16 698 000", 16698000},
      {"16'698'000", 16698000},
      {"1_234", 1234},
      {"1\u00a0234", 1234},
      {"1\u202f234", 1234},
      {"1,234.5", 1234.5},
      {"1 234,5", 1234.5},
      {"12.5", 12.5},
      {"12,5", 12.5},
      {"0,125", 0.125},
      {"1234,567", 1234.567},
      {"1,2345", 1.2345},
      {"1e3", 1000},
      {"1.5E-1", 0.15},
      {"3/4", 0.75},
      {"597 / 19", 597.0 / 19},
      {"-3", -3},
      {"+3", 3},
      {" 32\t", 32},
      {"32 sectors", 32},
      {".5", 0.5},
      {"32 sectors per request", 32},

  };
  for (size_t i = 0; i < SL_COUNT(good); i++) {
    if (!reads(&question, good[i].text, good[i].number)) fail_msg("\"%s\"", good[i].text);
  }
}

static void what_is_no_number_is_refused_in_words(void **state) {
  (void)state;
  const sl_question question = {.matrices = {"hpcg:10"}, .unit = "sectors per request"};
  static const char *const bad[] = {
      "",       "many", "1 23", "1,23,456", "1.234.567", "1,234,56", "3/0",    "3/",
      "/4",     "0x10", "nan",  "inf",      "1e999",     "1e",       "32 sec", "32 bytes",
      "12,5,5", "1-2",  "--3",  "1 234567", ",",         "1,234 567"};
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    if (!refuses(&question, bad[i], "Please type a number, in sectors per request.")) {
      fail_msg("\"%s\"", bad[i]);
    }
  }
  char digits[400];
  memset(digits, '1', sizeof digits);
  digits[sizeof digits - 1] = '\0';
  assert_true(refuses(&question, digits, "Please type a number"));
}

static void per_cent_is_a_unit_like_others(void **state) {
  (void)state;
  const sl_question share = {.matrices = {"hpcg:10"}, .unit = "per cent of the entries"};
  const sl_question count = {.matrices = {"hpcg:10"}, .unit = "bytes"};
  assert_true(reads(&share, "40 %", 40));
  assert_true(reads(&share, "12,5%", 12.5));
  assert_true(reads(&share, "40 percent", 40));
  assert_true(reads(&share, "40 per cent", 40));
  assert_true(refuses(&count, "40 %", "Give the answer in bytes, not in percent."));
}

static void a_choice_is_a_number_or_a_name(void **state) {
  (void)state;
  const sl_question question = {.matrices = {"hpcg:10", "road:55", "web:2000"}, .unit = "bytes"};
  assert_true(reads(&question, "3", 3));
  assert_true(reads(&question, "road:55 ", 2));
  const char *const bad[] = {"0", "4", "1.5", "2 bytes", "road", "6/2", "-1"};
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    if (!refuses(&question, bad[i], "1 to 3, or the matrix's name")) fail_msg("%s", bad[i]);
  }
}

static void answers_are_written_to_be_read(void **state) {
  (void)state;
  static const struct {
    double number;
    const char *text;
  } written[] = {{0, "0"},
                 {7, "7"},
                 {16698000, "16,698,000"},
                 {-1234, "-1,234"},
                 {1275.876, "1,275.88"},
                 {196.937, "196.94"},
                 {3.904, "3.9"},
                 {999.999, "1,000"},
                 {0.04321, "0.0432"},
                 {100, "100"},
                 {1e18, "1e+18"},
                 {31.4211, "31.42"}};
  for (size_t i = 0; i < SL_COUNT(written); i++) {
    char text[40];
    assert_string_equal(sl_quiz_write(written[i].number, text, sizeof text), written[i].text);
  }
}

/* ---- quiz.txt -------------------------------------------------------------------------------- */

static const sl_task one_task[] = {{.name = "kernel"}};
static const sl_answer_function one_number[] = {{"entries", entries}};
static const sl_lab sample_lab = SL_LAB("00-sample", "a sample", one_task, one_number);

static void questions_are_read(void **state) {
  (void)state;
  static const char text[] = "# a comment\n\nsection 2\n"
                             "question a\nask How many?\nunit entries\non diagonal:5\n"
                             "answer entries\ntolerance 0.1\npointer Count.\nwhy Five.\n"
                             "section 3\n"
                             "question b\nask Why?\npointer Think.\n"
                             "choice So. | No.\nright Or so. | Yes.\n"
                             "question c\nask About how many?\npointer Count.\nwhy Five.\n"
                             "choice 2 entries | No.\nchoice 4 entries | Nearest.\n"
                             "unit entries\non diagonal:5\nanswer entries\n";
  sl_quiz quiz;
  sl_quiz_answer right = {.num_values = 0};
  assert_ok(sl_quiz_file_parse(&sample_lab, "quiz.txt", text, &quiz));
  assert_int_equal(quiz.num_questions, 3);
  const sl_question *q = quiz.questions;
  assert_int_equal(q[0].section, 2);
  assert_string_equal(q[0].matrices[0], "diagonal:5");
  assert_true(q[0].answer == entries && q[0].tolerance == 0.1);
  assert_int_equal(q[1].section, 3);
  assert_int_equal(sl_quiz_num_choices(&q[1]), 2);
  assert_string_equal(sl_quiz_choice(&q[1], 1), "Or so.");
  assert_string_equal(q[1].choices[1].says, "Yes.");
  assert_true(sl_quiz_called_right(&q[1]) == 2);
  assert_ok(sl_quiz_compute(&q[2], 0, SL_F32, NULL, &nothing_seen, &right));
  assert_true(right.right == 2 && right.values[0] == 5);
  sl_quiz_file_free(&quiz);
}

static void what_is_no_question_is_refused_with_its_line(void **state) {
  (void)state;
#define BEGIN  "section 1\nquestion a\nask Why?\npointer Think.\n"
#define NUMBER "section 1\nquestion a\nask Why?\npointer Think.\nwhy So.\n"
  static const struct {
    const char *text, *says;
  } bad[] = {
      {"question a\n", ":1: a question comes after a section line"},
      {"section 1\nask Why?\n", ":2: this belongs to a question"},
      {BEGIN "hint no\n", ":5: no such word"},
      {BEGIN "choice a\n", ":5: a choice is an answer and a sentence"},
      {BEGIN "choice a | b\n", "has only one choice"},
      {BEGIN "choice a | b\nchoice c | d\n", "exactly one choice must be right"},
      {BEGIN "right a | b\nright c | d\n", "exactly one choice must be right"},
      {NUMBER "unit u\non diagonal:5\n", "a number needs on, unit, and answer or count"},
      {NUMBER "answer other\n", ":6: the lab has no answer of this name"},
      {NUMBER "task other\n", ":6: no such task"},
      {NUMBER "count bytes\n", ":6: there is no counter of this name"},
      {NUMBER "unit u\non diagonal:5\ncount requests\n", "a count needs a task"},
      {BEGIN "unit u\non diagonal:5\nanswer entries\n", "needs why"},
      {BEGIN "right a | b\nchoice c | d\nquestion a\n", ":7: a question above has this name"},
      {"section 1\nquestion a\nask Why?\n", "needs ask and pointer"},
      {"", "there are no questions"}};
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    sl_quiz quiz;
    assert_fails(sl_quiz_file_parse(&sample_lab, "quiz.txt", bad[i].text, &quiz), SL_ERR_INPUT,
                 bad[i].says);
    sl_quiz_file_free(&quiz);
  }
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(questions_are_read),
      cmocka_unit_test(what_is_no_question_is_refused_with_its_line),
      cmocka_unit_test(a_number_may_be_off_by_the_tolerance),
      cmocka_unit_test(of_several_matrices_the_largest_is_right),
      cmocka_unit_test(counters_are_summed_by_array),
      cmocka_unit_test(a_question_without_a_function_is_counted),
      cmocka_unit_test(a_question_without_an_answer_is_a_defect),
      cmocka_unit_test(numbers_are_read_as_people_write_them),
      cmocka_unit_test(what_is_no_number_is_refused_in_words),
      cmocka_unit_test(per_cent_is_a_unit_like_others),
      cmocka_unit_test(a_choice_is_a_number_or_a_name),
      cmocka_unit_test(answers_are_written_to_be_read),
  };
  return cmocka_run_group_tests_name("judge_quiz", tests, NULL, NULL);
}
