/* test_race_advice.c: how much of a thread's trace the advice on a race examines. */
#include "base/test.h"

#include "lens/runtime/race_advice.h"

#include <stdlib.h>

enum { ENTRIES = 20000, CODE_BASE = 0x100000, MINE = 0x20, THEIRS = 0x40 };

/* A lane that has stored ENTRIES times, and nothing has ordered these stores. */
typedef struct long_trace {
  lens_work work;
  lens_block block;
  lens_lane lane;
} long_trace;

static void store_at(lens_lane *lane, uint32_t place) {
  *lane->out++ = (lens_record){lens_make_key(0, place), lens_make_class(LENS_RECORD_STORE, 0, 4)};
}

static long_trace *make_trace(void) {
  long_trace *it = calloc(1, sizeof *it);
  assert_non_null(it);
  it->work.code_base = CODE_BASE;
  it->block.work = &it->work;
  it->block.trace = ENTRIES;
  it->block.traces = calloc(ENTRIES + 1, sizeof *it->block.traces);
  assert_non_null(it->block.traces);
  it->lane.block = &it->block;
  it->lane.out = it->block.traces;
  it->lane.key_base = CODE_BASE;
  return it;
}

static void free_trace(long_trace *it) {
  free(it->block.traces);
  free(it);
}

static bool loops(const long_trace *it) {
  const lens_access mine = {.place = CODE_BASE + MINE, .operation = LENS_STORE};
  const lens_other theirs = {.known = true, .tag = THEIRS, .operation = LENS_STORE};
  return lens_race_advice_loops(&it->lane, &mine, &theirs);
}

static void the_first_race_examines_the_whole_trace(void **state) {
  (void)state;
  long_trace *it = make_trace();
  store_at(&it->lane, MINE);
  store_at(&it->lane, THEIRS);
  while (it->lane.out < it->block.traces + ENTRIES) store_at(&it->lane, MINE);
  assert_true(loops(it));
  assert_int_equal(it->block.examined, ENTRIES);
  free_trace(it);
}

/* Without a limit, the time for many races would grow with the square of their number: the judge
 * would take it for an endless loop. */
static void many_races_examine_little_more(void **state) {
  (void)state;
  long_trace *it = make_trace();
  store_at(&it->lane, MINE);
  store_at(&it->lane, THEIRS);
  while (it->lane.out < it->block.traces + ENTRIES) store_at(&it->lane, MINE);
  for (int race = 0; race < 10; race++) (void)loops(it);
  unsigned spent = it->block.examined;
  assert_false(loops(it)); /* what is long ago is no longer seen */
  assert_int_equal(it->block.examined, spent);
  it->lane.out -= 2;
  store_at(&it->lane, MINE);
  store_at(&it->lane, THEIRS);
  assert_true(loops(it)); /* but the last entries are */
  free_trace(it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_race_examines_the_whole_trace),
      cmocka_unit_test(many_races_examine_little_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
