/* test_align.c: the lock-step merge on traces written by hand. */
#include "base/test.h"

#include "lens/runtime/align.h"

#include <stdbool.h>
#include <stdio.h>

/* A trace is text: a letter is a basic block, a digit a load in it; the place is the position in
 * "A0B1C2…", so that order in the text is order in the code. '(' enters a function, ')' leaves it,
 * '|' ends a buffer, '!' is a synchronisation. */
typedef struct trace_test {
  lens_align align;
  const char *traces[LENS_WARP];
  lens_record buffers[LENS_WARP][64];
  unsigned height[LENS_WARP];
  unsigned synced; /* how often all lanes were released */
  uint32_t waiting, members;
  char log[2000]; /* "A:3 " for each step: its place and the number of lanes */
} trace_test;

static uint32_t place_of(char symbol) {
  if (symbol == '!') return 1000;
  return symbol >= 'A' ? 2u * (unsigned)(symbol - 'A') : 2u * (unsigned)(symbol - '0') + 1;
}

static void hand_over(trace_test *test, unsigned lane) {
  const char *text = test->traces[lane];
  lens_record *out = test->buffers[lane];
  for (; *text && *text != '|'; text++) {
    if (*text == '(') test->height[lane] -= 64;
    if (*text == ')') test->height[lane] += 64;
    if (*text == '(' || *text == ')') continue;
    unsigned kind = *text == '!'   ? LENS_RECORD_SYNC
                    : *text >= 'A' ? LENS_RECORD_BLOCK
                                   : LENS_RECORD_LOAD;
    out->key = lens_make_key(test->height[lane], place_of(*text));
    out->what = lens_make_class(kind, 0, kind == LENS_RECORD_LOAD ? 4 : 0) | (0x1000 + 4 * lane);
    out++;
    if (*text == '!') {
      text++;
      break;
    }
  }
  test->traces[lane] = *text == '|' ? text + 1 : text;
  out->key = LENS_KEY_STARVED;
  lens_align_feed(&test->align, lane, test->buffers[lane]);
}

static void refill(lens_align *align, uint32_t lanes) {
  trace_test *test = (trace_test *)(void *)align;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (!(lanes >> i & 1)) continue;
    if (*test->traces[i]) {
      hand_over(test, i);
    } else {
      lens_align_finish(align, i);
    }
  }
}

static void step(lens_align *align, const lens_step *step) {
  trace_test *test = (trace_test *)(void *)align;
  uint32_t place = lens_key_place(step->key);
  bool load = lens_kind_of(step->what) == LENS_RECORD_LOAD;
  char symbol = (char)(load ? '0' + place / 2 : 'A' + place / 2);
  char text[16];
  (void)snprintf(text, sizeof text, "%c:%u ", symbol, step->count);
  strncat(test->log, text, sizeof test->log - strlen(test->log) - 1);
  if (!load) return;
  unsigned position = 0;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (step->lanes >> i & 1) assert_int_equal(step->address[position++], 0x1000 + 4 * i);
  }
}

/* Releases the lanes after all lanes of the test have arrived. */
static void sync(lens_align *align, uint32_t lanes) {
  trace_test *test = (trace_test *)(void *)align;
  test->waiting |= lanes;
  lens_align_park(align, lanes);
  if (test->waiting != test->members) return;
  strncat(test->log, "! ", sizeof test->log - strlen(test->log) - 1);
  test->waiting = 0;
  refill(align, test->members);
}

static const lens_align_client client = {refill, step, sync, NULL};

static void assert_steps(const char *const *traces, unsigned count, const char *expected) {
  static trace_test test;
  memset(&test, 0, sizeof test);
  lens_align_init(&test.align, &client, NULL);
  test.members = (uint32_t)((UINT64_C(1) << count) - 1);
  for (unsigned i = 0; i < LENS_WARP; i++) {
    test.height[i] = 10000;
    test.traces[i] = i < count ? traces[i] : "";
    if (i < count) hand_over(&test, i);
  }
  lens_align_run(&test.align);
  assert_string_equal(test.log, expected);
}

static void together_when_nothing_differs(void **state) {
  (void)state;
  const char *traces[LENS_WARP];
  for (unsigned i = 0; i < LENS_WARP; i++) traces[i] = "A0B1A0C2";
  assert_steps(traces, 32, "A:32 0:32 B:32 1:32 A:32 0:32 C:32 2:32 ");
}

static void they_meet_behind_a_branch(void **state) {
  (void)state;
  const char *traces[] = {"AB1D3", "AC2D3", "AB1D3"};
  assert_steps(traces, 3, "A:3 B:2 1:2 C:1 2:1 D:3 3:3 ");
}

static void a_loop_ends_before_what_is_behind_it(void **state) {
  (void)state;
  const char *traces[] = {"AB1C2", "AB1B1B1C2", "AB1B1C2"};
  assert_steps(traces, 3, "A:3 B:3 1:3 B:2 1:2 B:1 1:1 C:3 2:3 ");
}

static void nested_loops_keep_their_rounds(void **state) {
  (void)state;
  /* outer round A, inner loop B, end of the round C; the second lane skips the first inner loop */
  const char *traces[] = {"AB1B1CAB1CD", "ACAB1B1CD"};
  assert_steps(traces, 2, "A:2 B:1 1:1 B:1 1:1 C:2 A:2 B:2 1:2 B:1 1:1 C:2 D:2 ");
}

static void a_called_function_goes_first(void **state) {
  (void)state;
  /* block F of the callee is after D in the code, but is done before lane 1 may reach D */
  const char *traces[] = {"AB(F5F5)D3", "AC2D3"};
  assert_steps(traces, 2, "A:2 B:1 F:1 5:1 F:1 5:1 C:1 2:1 D:2 3:2 ");
}

static void a_return_is_no_reason_to_go_on(void **state) {
  (void)state;
  const char *traces[] = {"AB(F5)6H", "AB(F5)6H", "AC2H"};
  assert_steps(traces, 3, "A:3 B:2 F:2 5:2 C:1 2:1 6:2 H:3 ");
}

static void full_buffers_change_nothing(void **state) {
  (void)state;
  const char *traces[] = {"A|B1|B|1C2", "AB|1C|2", "AB1B1B1|C2"};
  assert_steps(traces, 3, "A:3 B:3 1:3 B:2 1:2 B:1 1:1 C:3 2:3 ");
}

static void parked_lanes_wait_for_the_last(void **state) {
  (void)state;
  const char *traces[] = {"A!C2", "AB1B1!C2", "AB1!C2"};
  assert_steps(traces, 3, "A:3 B:2 1:2 B:1 1:1 ! C:3 2:3 ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(together_when_nothing_differs),
      cmocka_unit_test(they_meet_behind_a_branch),
      cmocka_unit_test(a_loop_ends_before_what_is_behind_it),
      cmocka_unit_test(nested_loops_keep_their_rounds),
      cmocka_unit_test(a_called_function_goes_first),
      cmocka_unit_test(a_return_is_no_reason_to_go_on),
      cmocka_unit_test(full_buffers_change_nothing),
      cmocka_unit_test(parked_lanes_wait_for_the_last),
  };
  return cmocka_run_group_tests_name("lens_align", tests, NULL, NULL);
}
