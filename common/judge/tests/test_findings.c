/* test_findings.c: findings of the lens, and the mistakes that they show. */
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

/* Makes a race with thread 3, which was at line `other_line`. */
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

/* Tests conditions on all, some or none of the findings. */
static void rules_are_asked_of_each_finding(void **state) {
  (void)state;
  sl_finding both[] = {finding(LENS_RACE, "out"), finding(LENS_LEAK, "next")};
  sl_evidence nothing = {.problem = &problem};
  sl_evidence one = {.problem = &problem, .seen.findings = both, .seen.num_findings = 1};
  sl_evidence two = {.problem = &problem, .seen.findings = both, .seen.num_findings = 2};
  assert_ptr_equal(sl_findings_first(&two, is_race), both);
  assert_ptr_equal(sl_findings_first(&two, is_outside_problem), both + 1);
  assert_null(sl_findings_first(&one, is_outside_problem));
  assert_null(sl_findings_first(&nothing, is_race));
  assert_true(sl_findings_none_but(&nothing, is_race) && sl_findings_none_but(&one, is_race));
  assert_false(sl_findings_none_but(&two, is_race));
  assert_true(sl_findings_all(&one, is_race));
  assert_false(sl_findings_all(&nothing, is_race) || sl_findings_all(&two, is_race));
}

static bool is_any(const sl_evidence *evidence, const sl_finding *f) {
  return is_race(evidence, f) || is_outside_problem(evidence, f);
}

static void a_mistake_may_bring_other_findings_with_it(void **state) {
  (void)state;
  sl_finding both[] = {finding(LENS_LEAK, "next"), finding(LENS_RACE, "out")};
  sl_evidence nothing = {.problem = &problem};
  sl_evidence leak = {.problem = &problem, .seen.findings = both, .seen.num_findings = 1};
  sl_evidence two = {.problem = &problem, .seen.findings = both, .seen.num_findings = 2};
  assert_int_equal(sl_finding_explains_all(&two, is_race, is_any), SL_EXPLAINS);
  assert_int_equal(sl_finding_explains_all(&two, is_race, is_race), SL_CONTRADICTS);
  assert_int_equal(sl_finding_explains_all(&leak, is_race, is_any), SL_CONTRADICTS);
  assert_int_equal(sl_finding_explains_all(&nothing, is_race, is_any), SL_CONTRADICTS);
}

static void counters_are_summed_by_space_operation_and_array(void **state) {
  (void)state;
  sl_counter counters[] = {
      {.array = "y", .operation = LENS_LOAD, .requests = 1, .threads = 10, .sectors = 100},
      {.array = "y", .operation = LENS_ATOMIC, .requests = 2, .threads = 20, .sectors = 200},
      {.array = "x", .operation = LENS_LOAD, .requests = 4, .threads = 40, .sectors = 400},
      {.array = "y", .space = LENS_SHARED, .operation = LENS_ATOMIC, .requests = 8}};
  const sl_lens_report seen = {.counters = counters, .num_counters = 4};
  sl_counter all = sl_finding_counter_sum(&seen, SL_ANY, SL_ANY, NULL);
  assert_true(all.requests == 15 && all.threads == 70 && all.sectors == 700);
  assert_true(sl_finding_counter_sum(&seen, LENS_GLOBAL, SL_ANY, NULL).requests == 7);
  assert_true(sl_finding_counter_sum(&seen, SL_ANY, LENS_ATOMIC, NULL).requests == 10);
  assert_true(sl_finding_counter_sum(&seen, SL_ANY, SL_ANY, "y").requests == 11);
  assert_true(sl_finding_counter_sum(&seen, LENS_GLOBAL, LENS_LOAD, "y").requests == 1);
  assert_true(sl_finding_counter_sum(&seen, SL_ANY, LENS_STORE, NULL).requests == 0);
}

static void kinds_and_arrays_are_told_apart(void **state) {
  (void)state;
  sl_finding both[] = {finding(LENS_RACE, "next"), finding(LENS_RACE, "out")};
  sl_evidence nothing = {.problem = &problem};
  sl_evidence two = {.problem = &problem, .seen.findings = both, .seen.num_findings = 2};
  assert_true(sl_finding_exists(&two, LENS_RACE, "out") &&
              sl_finding_exists(&two, LENS_RACE, NULL));
  assert_false(sl_finding_exists(&two, LENS_LEAK, "out") ||
               sl_finding_exists(&two, LENS_RACE, "in"));
  assert_false(sl_finding_exists(&nothing, LENS_RACE, NULL));
  assert_true(sl_findings_only(&two, LENS_RACE, NULL) &&
              sl_findings_only(&nothing, LENS_LEAK, "out"));
  assert_false(sl_findings_only(&two, LENS_RACE, "out") ||
               sl_findings_only(&two, LENS_RACE, "next"));
  assert_false(sl_findings_only(&two, LENS_LEAK, NULL));
}

static void reads_and_writes_may_be_out_of_bounds(void **state) {
  (void)state;
  sl_finding f = finding(LENS_OUT_OF_BOUNDS_WRITE, "out");
  assert_true(sl_finding_is_out_of_bounds(&f));
  f.kind = LENS_OUT_OF_BOUNDS_READ;
  assert_true(sl_finding_is_out_of_bounds(&f));
  f.kind = LENS_HOST_POINTER;
  assert_false(sl_finding_is_out_of_bounds(&f));
}

/* Judges one finding, or two. */
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
  assert_int_equal(of(sl_finding_missing_barrier, &in_block, none), SL_EXPLAINS);
  assert_int_equal(of(sl_finding_missing_barrier, &in_block, &unread), SL_EXPLAINS);
  assert_int_equal(of(sl_finding_missing_barrier, none, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_missing_barrier, &unread, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_missing_barrier, &of_answer, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_missing_barrier, &in_block, &between), SL_CONTRADICTS);
}

static void a_race_within_a_statement_is_told_from_one_between_two(void **state) {
  (void)state;
  sl_finding one_line = race("partial", IN_BLOCK, 7);
  sl_finding two_lines = race("partial", IN_BLOCK, 8);
  sl_finding between = race("partial", OF_BLOCKS, 7);
  assert_int_equal(of(sl_finding_race_in_statement, &one_line, none), SL_EXPLAINS);
  assert_int_equal(of(sl_finding_race_in_statement, &one_line, &two_lines), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_race_in_statement, &between, none), SL_CONTRADICTS);
}

static void threads_that_have_left_are_told_from_those_elsewhere(void **state) {
  (void)state;
  sl_finding left = for_a_reason(LENS_DIVERGENT_BARRIER, LENS_THREADS_HAVE_LEFT);
  sl_finding elsewhere = for_a_reason(LENS_DIVERGENT_BARRIER, LENS_OTHER_BARRIER);
  assert_int_equal(of(sl_finding_left_before_barrier, &left, none), SL_EXPLAINS);
  sl_finding unread = finding(LENS_UNINITIALISED_READ, "sums");
  assert_int_equal(of(sl_finding_left_before_barrier, &left, &unread), SL_EXPLAINS);
  assert_int_equal(of(sl_finding_left_before_barrier, &unread, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_left_before_barrier, &elsewhere, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_left_before_barrier, &left, &elsewhere), SL_CONTRADICTS);
}

static void memory_is_not_filled_or_not_freed(void **state) {
  (void)state;
  sl_finding unread = finding(LENS_UNINITIALISED_READ, "next");
  sl_finding leak = finding(LENS_LEAK, "next");
  assert_int_equal(of(sl_finding_uninitialised, &unread, none), SL_EXPLAINS);
  sl_finding wild = finding(LENS_OUT_OF_BOUNDS_WRITE, "out");
  sl_finding of_answer = finding(LENS_UNINITIALISED_READ, "out");
  assert_int_equal(of(sl_finding_uninitialised, &unread, &wild), SL_EXPLAINS);
  assert_int_equal(of(sl_finding_uninitialised, &wild, &unread), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_uninitialised, &of_answer, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_uninitialised, none, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_not_freed, &leak, none), SL_EXPLAINS);
  assert_int_equal(of(sl_finding_not_freed, &unread, none), SL_CONTRADICTS);
  assert_int_equal(of(sl_finding_not_freed, none, none), SL_CONTRADICTS);
}

static void a_kernel_does_not_read_an_array_of_the_host(void **state) {
  (void)state;
  sl_problem of_host = {.arrays = {{.name = "out", .place = SL_HOST}}, .num_arrays = 1};
  sl_finding unread = finding(LENS_UNINITIALISED_READ, "out");
  sl_evidence seen = {.problem = &of_host, .seen.findings = &unread, .seen.num_findings = 1};
  assert_int_equal(sl_finding_uninitialised(&seen), SL_CONTRADICTS);
  (void)snprintf(unread.kernel, sizeof unread.kernel, "add"); /* a copy on the device */
  assert_int_equal(sl_finding_uninitialised(&seen), SL_EXPLAINS);
}

static void another_kernel_than_the_one_given_is_told(void **state) {
  (void)state;
  sl_launch launches[] = {{.kernel = "mine"}, {.kernel = "given"}};
  sl_evidence evidence = {.seen = {.launches = launches, .num_launches = 1}};
  assert_true(sl_finding_launched_another(&evidence, "given"));
  assert_false(sl_finding_launched_another(&evidence, "mine"));
  evidence.seen.num_launches = 2;
  assert_false(sl_finding_launched_another(&evidence, "given"));
  evidence.seen.num_launches = 0; /* nothing was launched at all */
  assert_false(sl_finding_launched_another(&evidence, "given"));
}

/* Memory that the refused copy should have written is read later, and this read is the first
 * finding. */
static void a_refused_copy_is_shown_before_what_follows(void **state) {
  (void)state;
  sl_finding found[] = {finding(LENS_UNINITIALISED_READ, "own"),
                        for_a_reason(LENS_DEVICE_POINTER, LENS_OF_COPY)};
  const sl_lens_report both = {.findings = found, .num_findings = 2},
                       first = {.findings = found, .num_findings = 1};
  const sl_lens_report nothing = {.num_findings = 0};
  assert_ptr_equal(sl_finding_to_show(&both), &found[1]);
  assert_ptr_equal(sl_finding_to_show(&first), &found[0]);
  assert_null(sl_finding_to_show(&nothing));
}

/* Makes a request of a whole warp. Thread t uses element (t % 16) · `step` if `repeated`, otherwise
 * element t · `step`. */
static sl_request request_of_warp(bool repeated, int step) {
  sl_request r = {.lanes = 0xffffffff, .length = 100};
  for (int i = 0; i < 32; i++) r.offset[i] = 4LL * step * (repeated ? i % 16 : i);
  return r;
}

static sl_judgement of_requests(unsigned second, sl_request first, sl_request other) {
  static const sl_problem inputs = {.arrays = {{.name = "in"}}, .num_arrays = 1};
  sl_request requests[] = {first, other};
  sl_counter load = {.kernel = "k", .array = "in", .space = LENS_GLOBAL, .operation = LENS_LOAD};
  sl_launch launch = {.kernel = "k", .grid = {1, 1, 1}, .block = {16, second, 1}};
  sl_evidence e = {.problem = &inputs,
                   .seen = {.counters = &load,
                            .num_counters = 1,
                            .requests = requests,
                            .num_requests = 2,
                            .launches = &launch,
                            .num_launches = 1}};
  return sl_finding_second_dimension(&e);
}

static void a_second_dimension_that_nobody_uses_is_seen(void **state) {
  (void)state;
  sl_request same = request_of_warp(true, 1), other = request_of_warp(false, 1);
  assert_int_equal(of_requests(16, same, same), SL_EXPLAINS);
  assert_int_equal(of_requests(16, same, request_of_warp(true, 0)), SL_EXPLAINS);
  assert_int_equal(of_requests(16, same, other), SL_NEUTRAL);
  assert_int_equal(of_requests(16, other, other), SL_NEUTRAL);
  /* If all threads read the same element, it may belong to the block. */
  assert_int_equal(of_requests(16, request_of_warp(true, 0), request_of_warp(true, 0)), SL_NEUTRAL);
  assert_int_equal(of_requests(1, same, same), SL_CONTRADICTS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_refused_copy_is_shown_before_what_follows),
      cmocka_unit_test(a_second_dimension_that_nobody_uses_is_seen),
      cmocka_unit_test(a_kernel_does_not_read_an_array_of_the_host),
      cmocka_unit_test(another_kernel_than_the_one_given_is_told),
      cmocka_unit_test(rules_are_asked_of_each_finding),
      cmocka_unit_test(kinds_and_arrays_are_told_apart),
      cmocka_unit_test(a_mistake_may_bring_other_findings_with_it),
      cmocka_unit_test(counters_are_summed_by_space_operation_and_array),
      cmocka_unit_test(reads_and_writes_may_be_out_of_bounds),
      cmocka_unit_test(races_of_a_block_lack_a_barrier),
      cmocka_unit_test(a_race_within_a_statement_is_told_from_one_between_two),
      cmocka_unit_test(threads_that_have_left_are_told_from_those_elsewhere),
      cmocka_unit_test(memory_is_not_filled_or_not_freed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
