/* test_flow.c: the order of basic blocks that is learned from traces. */
#include "base/test.h"

#include "lens/runtime/flow.h"

/* Each letter is a block; its place does not follow the alphabet, so that only the learned order
 * can be right. '!' waits in the block before it. */
static const char layout[] = "XHBDCAEFG";

static uint32_t place_of(char letter) {
  return 100 + 10 * (uint32_t)(strchr(layout, letter) - layout);
}

static void learn(lens_flow *flow, const char *trace) {
  lens_record records[64];
  lens_flow_path path = {0};
  unsigned count = 0;
  for (; *trace; trace++) {
    bool waits = *trace == '!';
    records[count].key = lens_make_key(5000, waits ? 1 : place_of(*trace));
    records[count].what = lens_make_class(waits ? LENS_RECORD_SYNC : LENS_RECORD_BLOCK, 0, 0);
    count++;
  }
  lens_flow_learn(flow, &path, records, records + count);
}

/* Checks that the blocks of `order` follow each other. */
static void assert_order(const lens_flow *flow, const char *order) {
  for (const char *at = order; at[1]; at++) {
    uint64_t one = lens_order_position(&flow->order, lens_make_key(5000, place_of(at[0]) + 3));
    uint64_t two = lens_order_position(&flow->order, lens_make_key(5000, place_of(at[1])));
    if (one >= two) fail_msg("%c does not come before %c", at[0], at[1]);
  }
}

static void the_join_comes_last(void **state) {
  (void)state;
  lens_flow flow = {0};
  learn(&flow, "ABD");
  learn(&flow, "ACD");
  lens_flow_update(&flow);
  assert_order(&flow, "ABD");
  assert_order(&flow, "ACD");
  lens_flow_free(&flow);
}

static void a_loop_is_done_before_what_follows(void **state) {
  (void)state;
  lens_flow flow = {0};
  learn(&flow, "AHBHCHE"); /* H is the head, B and C are bodies, E is after the loop */
  learn(&flow, "AHE");
  lens_flow_update(&flow);
  assert_order(&flow, "ABHE");
  assert_order(&flow, "ACHE");
  lens_flow_free(&flow);
}

static void loops_within_loops(void **state) {
  (void)state;
  lens_flow flow = {0};
  learn(&flow, "AHBCCCDHBCDHE"); /* H … D is the outer loop, C alone the inner one */
  learn(&flow, "AHBDHBDHE");
  lens_flow_update(&flow);
  assert_order(&flow, "ABCDHE");
  lens_flow_free(&flow);
}

static void a_waiting_block_goes_on_behind_itself(void **state) {
  (void)state;
  lens_flow flow = {0};
  learn(&flow,
        "HD!"); /* what follows D is not known yet; in the code that is C, and C leads to E */
  learn(&flow, "HCE");
  lens_flow_update(&flow);
  assert_order(&flow, "HDCE");
  lens_flow_free(&flow);
}

/* As in `if (found) { C; break; }`: C is in the middle of the loop, but never returns to it.
 */
static void the_way_out_is_gone_at_once(void **state) {
  (void)state;
  lens_flow flow = {0};
  learn(&flow, "XAHAHEG");
  learn(&flow, "XAHAHCG");
  lens_flow_update(&flow);
  assert_order(&flow, "AHEG");
  assert_order(&flow, "CHEG");
  lens_flow_free(&flow);
}

/* clang makes two loops, with heads A and H, from one loop with a `continue` after B. All lanes
 * meet at H. */
static void lanes_meet_where_all_ways_lead(void **state) {
  (void)state;
  lens_flow flow = {0};
  learn(&flow, "XAHBHBDAHBHE");
  lens_flow_update(&flow);
  assert_order(&flow, "BDAHE");
  lens_flow_free(&flow);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_join_comes_last),
      cmocka_unit_test(a_loop_is_done_before_what_follows),
      cmocka_unit_test(loops_within_loops),
      cmocka_unit_test(a_waiting_block_goes_on_behind_itself),
      cmocka_unit_test(the_way_out_is_gone_at_once),
      cmocka_unit_test(lanes_meet_where_all_ways_lead),
  };
  return cmocka_run_group_tests_name("lens_flow", tests, NULL, NULL);
}
