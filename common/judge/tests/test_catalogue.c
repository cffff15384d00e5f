/* test_catalogue.c: the mistakes of a lab as data: a written catalogue is read again, and malformed
 * lines are refused with their numbers. */
#include "base/test.h"

#include "base/random.h"
#include "judge/catalogue.h"
#include "judge/diagnose.h"

#include <stdio.h>
#include <stdlib.h>

static const char sample[] =
    "# a comment\n"
    "mistake kernel overwritten\n"
    "what y is lost\n"
    "hint What stood there?\n"
    "at y[\n"
    "program 00000000000000aa\n"
    "pass 0000000000000001 0000000000000002\n"
    "on 0000000000000003 fail !out-of-bounds-read,x,<,n ?race,*,.,1 y=00000000000000ff,3-5,7-7\n"
    "on 0000000000000003 open\n"
    "program 00000000000000ab\n"
    "on 0000000000000001 either n=0000000000000010\n"
    "on 0000000000000004 fail !fault-11,y,<-3,1 ?fault-11,y,>12,1\n"
    "# end\n";

static sl_status read_and_free(const char *text) {
  sl_catalogue catalogue;
  sl_status status = sl_catalogue_parse("sample", text, &catalogue);
  sl_catalogue_free(&catalogue);
  return status;
}

static void what_is_written_is_read(void **state) {
  (void)state;
  sl_catalogue c;
  assert_ok(sl_catalogue_parse("sample", sample, &c));
  assert_int_equal(c.num_rows, 2);
  assert_string_equal(c.rows[1].task, "kernel");
  assert_string_equal(c.rows[1].mistake.name, "overwritten");
  assert_string_equal(c.rows[0].mistake.hint, "What stood there?");
  assert_int_equal(c.rows[1].key, 0xab);
  const struct sl_prints *prints = &c.rows[0].prints;
  assert_int_equal(prints->count, 4);
  assert_true(prints->of[1].can_pass && !prints->of[1].can_fail);
  const sl_print *third = &prints->of[2];
  assert_true(third->can_fail && !third->can_pass);
  assert_int_equal(third->num_marks, 2);
  assert_string_equal(third->marks[0].what, "out-of-bounds-read");
  assert_true(third->marks[0].sure && third->marks[0].several);
  assert_false(third->marks[1].sure || third->marks[1].several);
  assert_int_equal(third->answers[0].hash, 0xff);
  assert_int_equal(third->answers[0].num_unknown, 2);
  assert_int_equal(third->answers[0].unknown[0].last, 5);
  assert_true(prints->of[3].open);
  sl_catalogue_free(&c);
  assert_int_equal(sl_memory_live(), 0);
}

static void what_is_read_is_written_the_same(void **state) {
  (void)state;
  sl_catalogue c;
  assert_ok(sl_catalogue_parse("sample", sample, &c));
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  assert_non_null(file);
  (void)fputs("# a comment\n", file);
  sl_catalogue_write_mistake(file, c.rows[0].task, &c.rows[0].mistake);
  for (size_t i = 0; i < c.num_rows; i++) {
    sl_catalogue_write_program(file, c.rows[i].key, &c.rows[i].prints);
  }
  (void)fputs("# end\n", file);
  assert_int_equal(fclose(file), 0);
  assert_string_equal(text, sample);
  free(text);
  sl_catalogue_free(&c);
}

static void what_is_malformed_is_refused_with_its_line(void **state) {
  (void)state;
  static const char *const bad[] = {
      "mistake kernel",
      "mistake kernel a b",
      "what nothing",
      "program 00000000000000aa",
      "mistake k m\nprogram 00aa",
      "mistake k m\npass 0000000000000001",
      "mistake k m\nprogram 00000000000000aa\npass 1",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 perhaps",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail !a,b,.,2",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail !a,b,x,1",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail !a,b,.7,1",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail !a,b,<7-,1",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail !a",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail y",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail y=12",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail y=0000000000000001,5-3",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail y=0000000000000001,5",
      "mistake k m\nprogram 00000000000000aa\non 0000000000000001 fail  !a,b,.,1",
      "nonsense",
      "# end\nmistake k m",
  };
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    char text[256];
    (void)snprintf(text, sizeof text, "%s\n# end\n", bad[i]);
    int line = 1;
    for (const char *c = bad[i]; *c; c++) line += *c == '\n';
    char words[32];
    (void)snprintf(words, sizeof words, "sample:%d: ", line);
    assert_fails(read_and_free(text), SL_ERR_INPUT, words);
  }
  assert_int_equal(sl_memory_live(), 0);
}

static void what_was_cut_short_is_refused(void **state) {
  (void)state;
  for (size_t length = 0; length + 1 < sizeof sample; length++) {
    char text[sizeof sample];
    (void)snprintf(text, sizeof text, "%.*s", (int)length, sample);
    assert_int_equal(read_and_free(text), SL_ERR_INPUT);
  }
}

/* Any bytes are read or refused, and no memory stays allocated. */
static void random_bytes_do_no_harm(void **state) {
  (void)state;
  sl_random random = sl_random_make(13, 1);
  for (int turn = 0; turn < 20000; turn++) {
    char text[sizeof sample];
    memcpy(text, sample, sizeof sample);
    int changes = 1 + sl_random_below(&random, 4);
    while (changes-- > 0) {
      static const char likely[] = " \n,=!?-.<>0f\x01z";
      text[sl_random_below(&random, (int)sizeof sample - 1)] =
          likely[sl_random_below(&random, (int)sizeof likely - 1)];
    }
    sl_status status = read_and_free(text);
    assert_true(status == SL_OK || status == SL_ERR_INPUT);
  }
  assert_int_equal(sl_memory_live(), 0);
}

/* ---- in the tables of a lab ------------------------------------------------------------------ */

static sl_judgement hatch(const sl_evidence *evidence) {
  (void)evidence;
  return SL_NEUTRAL;
}

static const sl_rule own[] = {{"overwritten", hatch}};
static const sl_rule others[] = {{"never-launched", hatch}, {"overwritten", hatch}};
static const sl_rule_list list_of_own = SL_RULE_LIST(own), list_of_others = SL_RULE_LIST(others);
static const sl_task tasks[] = {{.name = "cpu"},
                                {.name = "kernel", SL_RULES(own)},
                                {.name = "unnamed", SL_RULES(own)},
                                {.name = "several", .rules = {&list_of_own, &list_of_others}}};
static const sl_lab lab = {.id = "99-sample", .tasks = tasks, .num_tasks = 3};

static sl_status attach_and_free(const char *text) {
  sl_catalogue c;
  sl_status status = sl_catalogue_parse("sample", text, &c);
  if (status == SL_OK) status = sl_catalogue_attach(&c, &lab);
  sl_catalogue_free(&c);
  return status;
}

static void tasks_get_their_mistakes(void **state) {
  (void)state;
  sl_catalogue c;
  assert_ok(sl_catalogue_parse("sample", sample, &c));
  assert_ok(sl_catalogue_attach(&c, &lab));
  assert_int_equal(c.tasks[0].num_mistakes, 0);
  assert_int_equal(c.tasks[1].num_mistakes, 2);
  assert_string_equal(c.tasks[1].mistakes[1].what, "y is lost");
  assert_ptr_equal(c.tasks[1].mistakes[0].rule, &own[0]);
  assert_ptr_equal(c.tasks[1].mistakes[1].rule, &own[0]); /* another program of the same mistake */
  assert_int_equal(c.tasks[1].mistakes[1].prints->count, 2);
  assert_int_equal(c.tasks[2].num_mistakes, 0);
  sl_catalogue_free(&c);
  assert_fails(attach_and_free("mistake other m\nprogram 00000000000000aa\n# end\n"), SL_ERR_INPUT,
               "other");
  assert_survives_failing_allocations(attach_and_free(sample));
}

static void a_rule_is_in_any_of_the_lists(void **state) {
  (void)state;
  assert_null(sl_catalogue_rule(&tasks[0], "overwritten"));
  assert_ptr_equal(sl_catalogue_rule(&tasks[3], "never-launched"), &others[0]);
  assert_ptr_equal(sl_catalogue_rule(&tasks[3], "overwritten"), &own[0]); /* the first */
  assert_null(sl_catalogue_rule(&tasks[3], "unknown"));
  assert_ptr_equal(sl_catalogue_rule(&tasks[3], "endless-recursion"),
                   sl_common_mistakes_rule("endless-recursion"));
}

/* Mistakes beyond the limit would never be named. */
static void too_many_programs_are_a_defect(void **state) {
  (void)state;
  static char text[64 * (SL_MAX_MISTAKES + 2)];
  size_t length = 0;
  for (int i = 0; i <= SL_MAX_MISTAKES; i++) {
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "mistake kernel m\nprogram 00000000000000aa\n");
  }
  (void)snprintf(text + length, sizeof text - length, "# end\n");
  assert_fails(attach_and_free(text), SL_ERR_INTERNAL, "raise SL_MAX_MISTAKES");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read),
      cmocka_unit_test(what_is_read_is_written_the_same),
      cmocka_unit_test(what_is_malformed_is_refused_with_its_line),
      cmocka_unit_test(what_was_cut_short_is_refused),
      cmocka_unit_test(random_bytes_do_no_harm),
      cmocka_unit_test(tasks_get_their_mistakes),
      cmocka_unit_test(a_rule_is_in_any_of_the_lists),
      cmocka_unit_test(too_many_programs_are_a_defect),
  };
  return cmocka_run_group_tests_name("judge_catalogue", tests, NULL, NULL);
}
