/* test_goals.c: valid and invalid files of bonus goals, and the comparison with figures. */
#include "base/test.h"

#include "judge/goals.h"

static const sl_task tasks[] = {{.name = "cpu"}, {.name = "kernel", .measured = true}};
static const sl_lab lab = SL_LAB("90-goals", "a lab", tasks, ((const sl_answer_function[1]){{0}}));

#define HEAD  "goal kernel\npoints 2\n"
#define TAIL  "aim Read less.\nbecause It was measured.\n"
#define BOUND "bound sectors at most 20000 with hpcg:10\n"

static sl_status parse(const char *text, sl_goals *out) {
  return sl_goals_parse(&lab, "goals.txt", text, out);
}

static void goals_are_read(void **state) {
  (void)state;
  sl_goals goals;
  char text[SL_GOAL_WORDS];
  assert_ok(parse("# a comment\n\n" HEAD BOUND
                  "bound active threads at least 28.5 with web:9\n" TAIL
                  "reached a.cu\nmissed b.cu\n" HEAD
                  "bound predicted time at most 0.5 of 49.1 us with web:2000 on h200\n" TAIL,
                  &goals));
  assert_int_equal(goals.count, 2);
  const sl_goal *first = &goals.all[0], *second = &goals.all[1];
  assert_ptr_equal(first->task, &tasks[1]);
  assert_true(first->points == 2 && first->number == 1 && second->number == 2);
  assert_string_equal(first->reached, "a.cu");
  assert_string_equal(first->missed, "b.cu");
  assert_string_equal(sl_goal_describe(first, text), "at most 20,000 sectors with hpcg:10, and at "
                                                     "least 28.5 active threads with web:9");
  assert_false(sl_goal_is_predicted(first));
  assert_true(sl_goal_is_predicted(second));
  assert_true(second->bounds[0].limit > 24.54 && second->bounds[0].limit < 24.56);
  assert_string_equal(second->bounds[0].device, "h200");
  assert_string_equal(sl_goal_describe(second, text),
                      "a predicted time of at most 24.6 us with web:2000 on h200");
  assert_ok(parse("", &goals));
  assert_int_equal(goals.count, 0);
}

/* The name of one figure may be the beginning of another name. */
static void every_figure_has_a_name(void **state) {
  (void)state;
  for (int f = 0; f < SL_GOAL_PREDICTED_US; f++) {
    char text[256];
    sl_goals goals;
    (void)snprintf(text, sizeof text, HEAD "bound %s at most 3 with hpcg:4\n" TAIL,
                   sl_goal_figure_name((sl_goal_figure)f));
    assert_ok(parse(text, &goals));
    assert_int_equal(goals.all[0].bounds[0].figure, f);
  }
}

static void what_is_no_goal_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } bad[] = {
      {BOUND, ":1: the first line is: goal TASK"},
      {"goal nothing\n", ":1: no such task"},
      {"goal cpu\n", ":1: nothing is counted for this task"},
      {"goal\n", ":1: the first word of the line needs a value after it"},
      {HEAD "bonus 1\n", ":3: a line begins with"},
      {"goal kernel\npoints 0\n", ":2: points are a number above 0"},
      {"goal kernel\npoints two\n", ":2: points are a number above 0"},
      {"goal kernel\npoints 2x\n", ":2: points are a number above 0"},
      {HEAD "bound sector at most 3 with a\n", ":3: write a bound like these"},
      {HEAD "bound sectors below 3 with a\n", ":3: write a bound like these"},
      {HEAD "bound sectors at most many with a\n", ":3: write a bound like these"},
      {HEAD "bound sectors at most 3\n", ":3: write a bound like these"},
      {HEAD "bound sectors at most 3 with\n", ":3: write a bound like these"},
      {HEAD "bound sectors at most 3 with a b\n", ":3: write a bound like these"},
      {HEAD "bound predicted time at most 0.5 with a on h200\n", ":3: write a bound like these"},
      {HEAD "bound predicted time at most 0.5 of 3 us with a\n", ":3: write a bound like these"},
      {HEAD BOUND BOUND BOUND, ":5: one bound too many"},
      {HEAD TAIL, "needs points, bound, aim and because"},
      {HEAD BOUND "aim Read less.\n", "needs points, bound, aim and because"},
      {HEAD BOUND "goal kernel\n", ":4: the goal above needs"},
  };
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    sl_goals goals;
    assert_fails(parse(bad[i].text, &goals), SL_ERR_INPUT, bad[i].says);
  }
}

static void a_value_needs_counters(void **state) {
  (void)state;
  const sl_figures figures = {.requests = 10, .sectors = 40, .ideal_sectors = 20, .atomics = 7};
  const sl_figures none = {.requests = 0};
  double value;
  assert_true(sl_goal_value(SL_GOAL_SECTORS_PER_REQUEST, &figures, &value) && value == 4);
  assert_true(sl_goal_value(SL_GOAL_SECTORS_PER_IDEAL, &figures, &value) && value == 2);
  assert_true(sl_goal_value(SL_GOAL_ATOMICS, &figures, &value) && value == 7);
  assert_true(sl_goal_value(SL_GOAL_BANK_CONFLICTS, &figures, &value) && value == 0);
  assert_false(sl_goal_value(SL_GOAL_SECTORS, &none, &value));
}

int main(void) {
  const struct CMUnitTest tests_of_goals[] = {
      cmocka_unit_test(goals_are_read), cmocka_unit_test(every_figure_has_a_name),
      cmocka_unit_test(what_is_no_goal_is_refused), cmocka_unit_test(a_value_needs_counters)};
  return cmocka_run_group_tests(tests_of_goals, NULL, NULL);
}
