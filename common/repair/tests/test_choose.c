/* test_choose.c: which line is named if several repairs pass, and when no line is named. */
#include "base/test.h"

#include "repair/choose.h"
#include "repair/defect.h"

static const char text[] = "a < b; f(); f(); g();";

typedef struct pass {
  int line, tier;
  sl_outcome outcome;
  sl_defect defect;
  size_t from; /* 0: the position of the operator */
} pass;

static sl_repair choose(const pass *passes, size_t count, int seen_line) {
  static char made[] = "<=";
  sl_edit all[16];
  unsigned char outcomes[16];
  sl_edits edits = {.all = all, .count = count};
  sl_tokens tokens = {.text = text};
  sl_repair repair = {.line = 0};
  for (size_t i = 0; i < count; i++) {
    size_t from = passes[i].from ? passes[i].from : 2, length = passes[i].from ? 4 : 1;
    all[i] = (sl_edit){.from = from,
                       .to = from + length,
                       .text = made,
                       .line = passes[i].line,
                       .tier = passes[i].tier,
                       .defect = passes[i].defect};
    outcomes[i] = (unsigned char)passes[i].outcome;
  }
  assert_ok(sl_choose(&tokens, &edits, outcomes, seen_line, &repair));
  return repair;
}

#define CHOOSE(seen_line, ...)                                                                     \
  choose((const pass[]){__VA_ARGS__}, sizeof((const pass[]){__VA_ARGS__}) / sizeof(pass), seen_line)

static void one_that_passes_is_named(void **state) {
  (void)state;
  sl_repair repair =
      CHOOSE(0, {7, 0, SL_FAILS, SL_COMPARISON, 0}, {8, 0, SL_REFUSED, SL_COMPARISON, 0},
             {9, 1, SL_PASSES, SL_COMPARISON, 0});
  assert_int_equal(repair.line, 9);
  assert_string_equal(repair.before, "<");
  assert_string_equal(repair.after, "<=");
}

static void none_is_named_where_none_passes(void **state) {
  (void)state;
  assert_int_equal(
      CHOOSE(5, {5, 0, SL_FAILS, SL_COMPARISON, 0}, {6, 0, SL_UNTRIED, SL_COMPARISON, 0}).line, 0);
}

static void the_likely_repair_goes_first(void **state) {
  (void)state;
  assert_int_equal(
      CHOOSE(0, {4, 0, SL_PASSES, SL_COMPARISON, 0}, {3, 1, SL_PASSES, SL_COMPARISON, 0}).line, 4);
  assert_int_equal(
      CHOOSE(3, {4, 0, SL_PASSES, SL_COMPARISON, 0}, {3, 1, SL_PASSES, SL_COMPARISON, 0}).line, 4);
}

static void what_was_left_out_for_time_keeps_unlikely_repairs_back(void **state) {
  (void)state;
  assert_int_equal(
      CHOOSE(0, {4, 2, SL_PASSES, SL_COMPARISON, 0}, {9, 2, SL_UNTRIED, SL_COMPARISON, 0}).line, 0);
  assert_int_equal(
      CHOOSE(0, {4, 1, SL_PASSES, SL_COMPARISON, 0}, {9, 1, SL_UNTRIED, SL_COMPARISON, 0}).line, 4);
  assert_int_equal(
      CHOOSE(0, {4, 2, SL_PASSES, SL_COMPARISON, 0}, {9, 3, SL_UNTRIED, SL_COMPARISON, 0}).line, 4);
}

static void a_defect_of_a_line_counts_once(void **state) {
  (void)state;
  assert_int_equal(CHOOSE(0, {4, 1, SL_PASSES, SL_COMPARISON, 0},
                          {4, 1, SL_PASSES, SL_COMPARISON, 0}, {4, 1, SL_PASSES, SL_COMPARISON, 0},
                          {9, 1, SL_PASSES, SL_COMPARISON, 0})
                       .line,
                   0);
}

static void lines_that_are_alike_are_not_named(void **state) {
  (void)state;
  sl_repair two =
      CHOOSE(0, {9, 1, SL_PASSES, SL_COMPARISON, 0}, {4, 1, SL_PASSES, SL_COMPARISON, 0},
             {9, 1, SL_PASSES, SL_COMPARISON, 0}, {5, 2, SL_PASSES, SL_COMPARISON, 0});
  assert_int_equal(two.line, 0);
  assert_int_equal(two.either[0], 4);
  assert_int_equal(two.either[1], 9);
  sl_repair three =
      CHOOSE(0, {9, 1, SL_PASSES, SL_COMPARISON, 0}, {4, 1, SL_PASSES, SL_COMPARISON, 0},
             {5, 1, SL_PASSES, SL_COMPARISON, 0});
  assert_int_equal(three.line, 0);
  assert_int_equal(three.either[0], 0);
}

static void most_repairs_decide(void **state) {
  (void)state;
  assert_int_equal(CHOOSE(0, {4, 1, SL_PASSES, SL_COMPARISON, 0},
                          {9, 1, SL_PASSES, SL_COMPARISON, 0}, {9, 1, SL_PASSES, SL_SURPLUS, 0})
                       .line,
                   9);
}

static void the_line_that_was_seen_decides(void **state) {
  (void)state;
  assert_int_equal(CHOOSE(4, {4, 1, SL_PASSES, SL_COMPARISON, 0},
                          {9, 1, SL_PASSES, SL_COMPARISON, 0}, {9, 1, SL_PASSES, SL_COMPARISON, 0})
                       .line,
                   4);
}

static void a_statement_that_need_only_go_is_said_to_be_too_much(void **state) {
  (void)state;
  sl_repair repair =
      CHOOSE(0, {4, 1, SL_PASSES, SL_COMPARISON, 0}, {4, 1, SL_PASSES, SL_SURPLUS, 0});
  assert_int_equal(repair.defect, SL_SURPLUS);
  repair = CHOOSE(0, {4, 0, SL_PASSES, SL_COMPARISON, 0}, {4, 1, SL_PASSES, SL_SURPLUS, 0});
  assert_int_equal(repair.defect, SL_COMPARISON);
}

static void of_a_statement_that_stands_there_twice_the_second_is_named(void **state) {
  (void)state;
  assert_int_equal(
      CHOOSE(0, {4, 1, SL_PASSES, SL_SURPLUS, 7}, {5, 1, SL_PASSES, SL_SURPLUS, 12}).line, 5);
  assert_int_equal(
      CHOOSE(0, {4, 1, SL_PASSES, SL_SURPLUS, 7}, {6, 1, SL_PASSES, SL_SURPLUS, 17}).line, 0);
}

static void a_lost_remainder_explains_one_block_too_few(void **state) {
  (void)state;
  sl_repair repair =
      CHOOSE(6, {5, 0, SL_PASSES, SL_ROUNDING, 0}, {6, 0, SL_PASSES, SL_OFF_BY_ONE, 0});
  assert_int_equal(repair.line, 5);
  assert_int_equal(repair.defect, SL_ROUNDING);
  assert_int_equal(CHOOSE(6, {5, 0, SL_PASSES, SL_ROUNDING, 0}, {6, 0, SL_PASSES, SL_NAME, 0}).line,
                   6);
}

static void each_defect_has_words_and_no_repair(void **state) {
  (void)state;
  for (int d = 0; d < SL_NUM_DEFECTS; d++) {
    sl_repair repair = {.line = 23, .defect = (sl_defect)d, .before = "<", .after = "<="};
    char said[512];
    sl_defect_text(&repair, said, sizeof said);
    assert_non_null(strstr(said, "ine 23"));
    assert_null(strstr(said, "<"));
    assert_non_null(sl_defect_name((sl_defect)d));
  }
}

/* Line 1 sets the step to 3, and line 2 uses it. */
static void where_a_variable_is_set_goes_before_where_it_is_used(void **state) {
  (void)state;
  static const char source[] = "int step = 3; int i;\nfor (i = 0; i < n; i += step) f(i);";
  sl_edit all[] = {{.from = 11, .to = 12, .text = "4", .line = 1, .defect = SL_CONSTANT},
                   {.from = 43, .to = 52, .text = "i += 4", .line = 2, .defect = SL_STEP}};
  const unsigned char outcomes[] = {SL_PASSES, SL_PASSES};
  sl_edits edits = {.all = all, .count = 2};
  sl_tokens tokens;
  sl_repair repair = {.line = 0};
  assert_ok(sl_tokens_make(source, strlen(source), SL_DIRECTIVES_WHOLE, &tokens));
  assert_ok(sl_choose(&tokens, &edits, outcomes, 0, &repair));
  assert_int_equal(repair.line, 1);
  all[0].tier = 1; /* less likely */
  assert_ok(sl_choose(&tokens, &edits, outcomes, 0, &repair));
  assert_int_equal(repair.line, 2);
  sl_tokens_free(&tokens);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_that_passes_is_named),
      cmocka_unit_test(none_is_named_where_none_passes),
      cmocka_unit_test(the_likely_repair_goes_first),
      cmocka_unit_test(lines_that_are_alike_are_not_named),
      cmocka_unit_test(what_was_left_out_for_time_keeps_unlikely_repairs_back),
      cmocka_unit_test(a_defect_of_a_line_counts_once),
      cmocka_unit_test(most_repairs_decide),
      cmocka_unit_test(the_line_that_was_seen_decides),
      cmocka_unit_test(a_statement_that_need_only_go_is_said_to_be_too_much),
      cmocka_unit_test(of_a_statement_that_stands_there_twice_the_second_is_named),
      cmocka_unit_test(where_a_variable_is_set_goes_before_where_it_is_used),
      cmocka_unit_test(a_lost_remainder_explains_one_block_too_few),
      cmocka_unit_test(each_defect_has_words_and_no_repair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
