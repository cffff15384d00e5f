/* test_findings.c: what the lens finds, and the mistake that is read from it. */
#include "base/test.h"

#include "judge/findings.h"
#include "lens/lens.h"

#include <stdio.h>
#include <string.h>

static const sl_problem problem = {.arrays = {{.name = "out"}}, .num_arrays = 1};

static sl_finding finding(int kind, const char *array) {
  sl_finding f = {.kind = kind, .line = 7, .count = 1};
  (void)snprintf(f.array, sizeof f.array, "%s", array);
  return f;
}

/* A race with thread 3, which was at line `other_line`. */
static sl_finding race(const char *array, bool same_block, int other_line) {
  sl_finding f = finding(LENS_RACE, array);
  f.other = (lens_other_side){.known = true,
                              .same_block = same_block,
                              .operation = LENS_STORE,
                              .block = !same_block,
                              .thread = 3,
                              .line = other_line};
  return f;
}

static sl_finding for_a_reason(int kind, lens_reason reason) {
  sl_finding f = finding(kind, "");
  f.reason = reason;
  return f;
}

enum { IN_BLOCK = true, OF_BLOCKS = false };

static const sl_finding *const none = NULL;

static bool is_race(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_RACE;
}

static bool is_outside_problem(const sl_evidence *evidence, const sl_finding *f) {
  return sl_problem_find(evidence->problem, f->array) == NULL;
}

/* What all, some or none of the findings are. */
static void rules_are_asked_of_each_finding(void **state) {
  (void)state;
  sl_finding both[] = {finding(LENS_RACE, "out"), finding(LENS_LEAK, "next")};
  sl_evidence nothing = {.problem = &problem};
  sl_evidence one = {.problem = &problem, .seen.findings = both, .seen.num_findings = 1};
  sl_evidence two = {.problem = &problem, .seen.findings = both, .seen.num_findings = 2};
  assert_ptr_equal(sl_first_finding(&two, is_race), both);
  assert_ptr_equal(sl_first_finding(&two, is_outside_problem), both + 1);
  assert_null(sl_first_finding(&one, is_outside_problem));
  assert_null(sl_first_finding(&nothing, is_race));
  assert_true(sl_no_finding_but(&nothing, is_race) && sl_no_finding_but(&one, is_race));
  assert_false(sl_no_finding_but(&two, is_race));
  assert_true(sl_all_findings(&one, is_race));
  assert_false(sl_all_findings(&nothing, is_race) || sl_all_findings(&two, is_race));
  assert_int_equal(sl_judge_findings(&nothing, is_race), SL_NEUTRAL);
  assert_int_equal(sl_judge_findings(&one, is_race), SL_EXPLAINS);
  assert_int_equal(sl_judge_findings(&two, is_race), SL_CONTRADICTS);
}

static void kinds_and_arrays_are_told_apart(void **state) {
  (void)state;
  sl_finding both[] = {finding(LENS_RACE, "next"), finding(LENS_RACE, "out")};
  sl_evidence nothing = {.problem = &problem};
  sl_evidence two = {.problem = &problem, .seen.findings = both, .seen.num_findings = 2};
  assert_true(sl_found(&two, LENS_RACE, "out") && sl_found(&two, LENS_RACE, NULL));
  assert_false(sl_found(&two, LENS_LEAK, "out") || sl_found(&two, LENS_RACE, "in"));
  assert_false(sl_found(&nothing, LENS_RACE, NULL));
  assert_true(sl_found_only(&two, LENS_RACE, NULL) && sl_found_only(&nothing, LENS_LEAK, "out"));
  assert_false(sl_found_only(&two, LENS_RACE, "out") || sl_found_only(&two, LENS_RACE, "next"));
  assert_false(sl_found_only(&two, LENS_LEAK, NULL));
}

static void the_thread_of_a_finding_is_numbered_over_blocks(void **state) {
  (void)state;
  sl_finding f = finding(LENS_OUT_OF_BOUNDS_WRITE, "out");
  f.block[0] = 1U << 30;
  f.thread[0] = 7;
  assert_true(sl_finding_thread(&f, 256) == (1LL << 38) + 7);
  assert_true(sl_is_out_of_bounds(&f));
  f.kind = LENS_OUT_OF_BOUNDS_READ;
  assert_true(sl_is_out_of_bounds(&f));
  f.kind = LENS_HOST_POINTER;
  assert_false(sl_is_out_of_bounds(&f));
}

/* What is said of one finding, or of two. */
static sl_judgement of(sl_judgement (*model)(const sl_evidence *), const sl_finding *a,
                       const sl_finding *b) {
  sl_finding both[2];
  size_t count = 0;
  if (a) both[count++] = *a;
  if (b) both[count++] = *b;
  sl_evidence evidence = {.problem = &problem, .seen.findings = both, .seen.num_findings = count};
  return model(&evidence);
}

static void races_of_a_block_lack_a_barrier(void **state) {
  (void)state;
  sl_finding in_block = race("partial", IN_BLOCK, 9);
  sl_finding unread = finding(LENS_UNINITIALISED_READ, "partial");
  sl_finding of_answer = race("out", IN_BLOCK, 9);
  sl_finding between = race("sums", OF_BLOCKS, 9);
  assert_int_equal(of(sl_explains_missing_barrier, &in_block, none), SL_EXPLAINS);
  assert_int_equal(of(sl_explains_missing_barrier, &in_block, &unread), SL_EXPLAINS);
  assert_int_equal(of(sl_explains_missing_barrier, none, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_missing_barrier, &unread, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_missing_barrier, &of_answer, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_missing_barrier, &in_block, &between), SL_CONTRADICTS);
}

static void a_race_within_a_statement_is_told_from_one_between_two(void **state) {
  (void)state;
  sl_finding one_line = race("partial", IN_BLOCK, 7);
  sl_finding two_lines = race("partial", IN_BLOCK, 8);
  sl_finding between = race("partial", OF_BLOCKS, 7);
  assert_int_equal(of(sl_explains_race_in_statement, &one_line, none), SL_EXPLAINS);
  assert_int_equal(of(sl_explains_race_in_statement, &one_line, &two_lines), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_race_in_statement, &between, none), SL_CONTRADICTS);
}

static void threads_that_have_left_are_told_from_those_elsewhere(void **state) {
  (void)state;
  sl_finding left = for_a_reason(LENS_DIVERGENT_BARRIER, LENS_THREADS_HAVE_LEFT);
  sl_finding elsewhere = for_a_reason(LENS_DIVERGENT_BARRIER, LENS_OTHER_BARRIER);
  assert_int_equal(of(sl_explains_left_before_barrier, &left, none), SL_EXPLAINS);
  sl_finding unread = finding(LENS_UNINITIALISED_READ, "sums");
  assert_int_equal(of(sl_explains_left_before_barrier, &left, &unread), SL_EXPLAINS);
  assert_int_equal(of(sl_explains_left_before_barrier, &unread, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_left_before_barrier, &elsewhere, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_left_before_barrier, &left, &elsewhere), SL_CONTRADICTS);
}

static sl_judgement race_of_blocks_on_out(const sl_evidence *evidence) {
  return sl_explains_race_of_blocks(evidence, "out");
}

static void blocks_race_on_the_array_that_is_asked_about(void **state) {
  (void)state;
  sl_finding between = race("out", OF_BLOCKS, 7);
  sl_finding other = race("in", OF_BLOCKS, 7);
  sl_finding within = race("out", IN_BLOCK, 7);
  assert_int_equal(of(race_of_blocks_on_out, &between, none), SL_EXPLAINS);
  assert_int_equal(of(race_of_blocks_on_out, &other, none), SL_CONTRADICTS);
  assert_int_equal(of(race_of_blocks_on_out, &between, &other), SL_CONTRADICTS);
  assert_int_equal(of(race_of_blocks_on_out, &between, &within), SL_CONTRADICTS);
  assert_int_equal(of(race_of_blocks_on_out, none, none), SL_CONTRADICTS);
}

static void memory_is_not_filled_or_not_freed(void **state) {
  (void)state;
  sl_finding unread = finding(LENS_UNINITIALISED_READ, "next");
  sl_finding leak = finding(LENS_LEAK, "next");
  assert_int_equal(of(sl_explains_uninitialised, &unread, none), SL_EXPLAINS);
  sl_finding wild = finding(LENS_OUT_OF_BOUNDS_WRITE, "out");
  sl_finding of_answer = finding(LENS_UNINITIALISED_READ, "out");
  assert_int_equal(of(sl_explains_uninitialised, &unread, &wild), SL_EXPLAINS);
  assert_int_equal(of(sl_explains_uninitialised, &wild, &unread), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_uninitialised, &of_answer, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_uninitialised, none, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_not_freed, &leak, none), SL_EXPLAINS);
  assert_int_equal(of(sl_explains_not_freed, &unread, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_explains_not_freed, none, none), SL_CONTRADICTS);
}

static sl_judgement of_crash(const char *array, long long index) {
  sl_evidence evidence = {.fault_array = array, .fault_index = index};
  return sl_explains_own_memory_too_short(&evidence);
}

static void own_memory_is_too_short_where_its_end_was_passed(void **state) {
  (void)state;
  assert_int_equal(of_crash(SL_WIRE_OWN_MEMORY, 16), SL_EXPLAINS);
  assert_int_equal(of_crash(SL_WIRE_OWN_MEMORY, -4), SL_NEUTRAL);
  assert_int_equal(of_crash("row_ptr", 16), SL_NEUTRAL);
  assert_int_equal(of_crash("", 0), SL_NEUTRAL);
  assert_int_equal(of_crash(NULL, 0), SL_NEUTRAL);
}

/* Both launches get the same error from a GPU; the lens says why. */
static void a_grid_of_no_blocks_is_told_from_large_blocks(void **state) {
  (void)state;
  sl_finding empty = for_a_reason(LENS_BAD_LAUNCH, LENS_EMPTY_GRID);
  sl_finding large = finding(LENS_BAD_LAUNCH, "");
  sl_evidence it = {.problem = &problem, .cuda_error = 9};
  assert_true(sl_grid_refused(&it));
  it.seen.num_findings = 1;
  it.seen.findings = &empty;
  assert_true(sl_grid_refused(&it));
  it.seen.findings = &large;
  assert_false(sl_grid_refused(&it));
  it = (sl_evidence){.problem = &problem, .cuda_error = 700};
  assert_false(sl_grid_refused(&it));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_are_asked_of_each_finding),
      cmocka_unit_test(kinds_and_arrays_are_told_apart),
      cmocka_unit_test(the_thread_of_a_finding_is_numbered_over_blocks),
      cmocka_unit_test(races_of_a_block_lack_a_barrier),
      cmocka_unit_test(a_race_within_a_statement_is_told_from_one_between_two),
      cmocka_unit_test(threads_that_have_left_are_told_from_those_elsewhere),
      cmocka_unit_test(blocks_race_on_the_array_that_is_asked_about),
      cmocka_unit_test(memory_is_not_filled_or_not_freed),
      cmocka_unit_test(own_memory_is_too_short_where_its_end_was_passed),
      cmocka_unit_test(a_grid_of_no_blocks_is_told_from_large_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
