/* test_shadow.c: the rules for races and uninitialised reads, one cell and a few threads. */
#include "base/test.h"

#include "lens/runtime/shadow.h"

/* A launch whose blocks have the numbers 101, 102, …; block_at(0) is the first. */
#define FIRST_OWNER UINT64_C(100)

typedef struct actor {
  lens_view view;
  lens_moment now;
  uint64_t me;
} actor;

static uint64_t when_at(unsigned block, uint64_t clock) {
  return (FIRST_OWNER + 1 + block) << LENS_CLOCK_BITS | clock;
}

/* A thread whose last warp synchronisation was at `clock` and whose last barrier at `barrier`. */
static actor thread_of(unsigned block, unsigned thread, uint64_t clock, uint64_t barrier) {
  actor it;
  it.view.floor = FIRST_OWNER << (64 - LENS_OWNER_BITS);
  it.view.who = LENS_OWNER_MASK | LENS_THREAD_MASK;
  it.view.block_bits = LENS_OWNER_MASK;
  it.view.block_since = when_at(block, barrier);
  it.view.everyone = FIRST_OWNER << LENS_CLOCK_BITS;
  it.now.stamp = when_at(block, clock) << LENS_WHEN_SHIFT | (uint64_t)thread << LENS_THREAD_SHIFT;
  it.now.warp_since = it.now.whole_since = when_at(block, clock);
  it.now.met = 0;
  it.me = it.now.stamp;
  return it;
}

/* Like access.h: first the quick test, then the full rule. */
static lens_verdict load(lens_cell *cell, actor it) {
  uint64_t other;
  if (lens_quick_load(cell, &it.view, it.me, LENS_WRITTEN)) return LENS_FINE;
  return lens_shadow_load(cell, &it.view, &it.now, it.me, LENS_WRITTEN, &other);
}

static lens_verdict store(lens_cell *cell, actor it) {
  uint64_t other;
  if (lens_quick_store(cell, &it.view, it.me)) return LENS_FINE;
  return lens_shadow_store(cell, &it.view, &it.now, it.me, &other);
}

static lens_verdict atomic(lens_cell *cell, actor it) {
  uint64_t other;
  if (lens_quick_atomic(cell, &it.view, it.me, LENS_WRITTEN)) return LENS_FINE;
  return lens_shadow_atomic(cell, &it.view, &it.now, it.me, LENS_WRITTEN, &other);
}

static const lens_cell from_host = {LENS_WRITTEN, 0};
static const lens_cell untouched = {0, 0};

static void only_written_cells_may_be_read(void **state) {
  (void)state;
  lens_cell cell = untouched;
  actor it = thread_of(0, 0, 0, 0);
  assert_int_equal(load(&cell, it), LENS_NEVER_WRITTEN);
  assert_int_equal(atomic(&cell, it), LENS_NEVER_WRITTEN);
  cell = untouched;
  assert_int_equal(store(&cell, it), LENS_FINE);
  assert_int_equal(load(&cell, it), LENS_FINE);
  cell = from_host;
  assert_int_equal(load(&cell, it), LENS_FINE);
}

static void a_thread_alone_may_do_anything(void **state) {
  (void)state;
  lens_cell cell = from_host;
  actor it = thread_of(3, 77, 5, 2);
  assert_int_equal(load(&cell, it), LENS_FINE);
  assert_int_equal(store(&cell, it), LENS_FINE);
  assert_int_equal(atomic(&cell, it), LENS_FINE);
  assert_int_equal(load(&cell, it), LENS_FINE);
  assert_int_equal(store(&cell, thread_of(3, 77, 9, 2)), LENS_FINE);
}

static void blocks_are_never_ordered(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 5, 0, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(1, 5, 9, 9)), LENS_CLASH_WITH_WRITER);
  cell = from_host;
  assert_int_equal(load(&cell, thread_of(0, 5, 0, 0)), LENS_FINE);
  assert_int_equal(store(&cell, thread_of(1, 5, 9, 9)), LENS_CLASH_WITH_READER);
  cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 5, 0, 0)), LENS_FINE);
  assert_int_equal(store(&cell, thread_of(1, 6, 9, 9)), LENS_CLASH_WITH_WRITER);
}

static void readers_in_many_blocks_are_remembered(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(load(&cell, thread_of(0, 5, 0, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(1, 5, 0, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(2, 5, 0, 0)), LENS_FINE);
  /* the last reader itself writes, but the others have read, too */
  assert_int_equal(store(&cell, thread_of(2, 5, 0, 0)), LENS_CLASH_WITH_READER);
}

static void a_barrier_orders_the_block(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 0, 1, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(0, 40, 1, 0)), LENS_CLASH_WITH_WRITER);
  cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 0, 1, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(0, 40, 2, 2)), LENS_FINE);
  assert_int_equal(store(&cell, thread_of(0, 99, 2, 2)), LENS_CLASH_WITH_READER);
  cell = from_host;
  assert_int_equal(load(&cell, thread_of(0, 0, 1, 0)), LENS_FINE);
  assert_int_equal(store(&cell, thread_of(0, 40, 2, 2)), LENS_FINE);
}

static void a_warp_synchronisation_orders_the_warp_alone(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 0, 1, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(0, 31, 1, 0)), LENS_CLASH_WITH_WRITER);
  cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 0, 1, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(0, 31, 2, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(0, 32, 2, 0)), LENS_CLASH_WITH_WRITER);
}

static void readers_of_one_warp_and_of_several(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(load(&cell, thread_of(0, 1, 1, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(0, 2, 1, 0)), LENS_FINE);
  lens_cell copy = cell;
  assert_int_equal(store(&copy, thread_of(0, 2, 1, 0)), LENS_CLASH_WITH_READER);
  copy = cell;
  assert_int_equal(store(&copy, thread_of(0, 2, 2, 0)), LENS_FINE); /* after a __syncwarp */
  assert_int_equal(load(&cell, thread_of(0, 33, 1, 0)), LENS_FINE);
  copy = cell;
  assert_int_equal(store(&copy, thread_of(0, 2, 2, 0)), LENS_CLASH_WITH_READER);
  copy = cell;
  assert_int_equal(store(&copy, thread_of(0, 2, 3, 3)), LENS_FINE); /* after a barrier */
}

static void atomics_agree_with_atomics_only(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(atomic(&cell, thread_of(0, 0, 0, 0)), LENS_FINE);
  assert_int_equal(atomic(&cell, thread_of(1, 1, 0, 0)), LENS_FINE);
  lens_cell copy = cell;
  assert_int_equal(load(&copy, thread_of(2, 2, 0, 0)), LENS_CLASH_WITH_WRITER);
  copy = cell;
  assert_int_equal(store(&copy, thread_of(2, 2, 0, 0)), LENS_CLASH_WITH_WRITER);
  cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 0, 0, 0)), LENS_FINE);
  assert_int_equal(atomic(&cell, thread_of(1, 1, 0, 0)), LENS_CLASH_WITH_WRITER);
}

static void an_earlier_launch_is_over(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(load(&cell, thread_of(0, 0, 0, 0)), LENS_FINE);
  assert_int_equal(store(&cell, thread_of(0, 0, 0, 0)), LENS_FINE);
  actor later = thread_of(50, 9, 0, 0);
  later.view.floor = (FIRST_OWNER + 20) << (64 - LENS_OWNER_BITS);
  later.view.everyone = (FIRST_OWNER + 20) << LENS_CLOCK_BITS;
  assert_int_equal(load(&cell, later), LENS_FINE);
  assert_int_equal(store(&cell, later), LENS_FINE);
}

/* Volatile accesses, as access_slow.c marks them. */
static actor weakly(actor it, bool load) {
  it.me |= load ? LENS_WEAK_READER : LENS_BY_ATOMIC;
  return it;
}

static void volatile_flags_may_be_polled(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(load(&cell, weakly(thread_of(1, 0, 0, 0), true)), LENS_FINE);
  assert_int_equal(load(&cell, weakly(thread_of(2, 0, 0, 0), true)), LENS_FINE);
  assert_int_equal(store(&cell, weakly(thread_of(0, 0, 0, 0), false)), LENS_FINE);
  assert_int_equal(load(&cell, weakly(thread_of(1, 0, 0, 0), true)), LENS_FINE);
  assert_int_equal(atomic(&cell, thread_of(3, 0, 0, 0)), LENS_FINE);
  assert_int_equal(load(&cell, thread_of(2, 0, 0, 0)), LENS_CLASH_WITH_WRITER);
}

/* The whole warp has synchronised at clock 1; after that, only with the lanes `met`, at clock 3. */
static actor after_some(unsigned thread, uint32_t met) {
  actor it = thread_of(0, thread, 3, 0);
  it.now.whole_since = when_at(0, 1);
  it.now.met = met;
  return it;
}

static void lanes_order_those_that_they_have_met(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(store(&cell, thread_of(0, 2, 2, 0)), LENS_FINE);
  assert_int_equal(load(&cell, after_some(3, 0x0c)), LENS_FINE);
  assert_int_equal(load(&cell, after_some(0, 0x03)), LENS_CLASH_WITH_WRITER);
  cell = from_host;
  for (unsigned lane = 0; lane < 4; lane++) {
    assert_int_equal(load(&cell, thread_of(0, lane, 2, 0)), LENS_FINE);
  }
  lens_cell same = cell;
  assert_int_equal(store(&cell, after_some(0, 0x0f)), LENS_FINE);
  assert_int_equal(store(&same, after_some(0, 0x03)), LENS_CLASH_WITH_READER);
  cell = from_host; /* accesses before the whole warp synchronised are ordered with all of it */
  assert_int_equal(store(&cell, thread_of(0, 2, 0, 0)), LENS_FINE);
  assert_int_equal(load(&cell, after_some(0, 0x03)), LENS_FINE);
}

static void volatile_orders_nothing_within_a_warp(void **state) {
  (void)state;
  lens_cell cell = from_host;
  assert_int_equal(load(&cell, weakly(thread_of(0, 3, 0, 0), true)), LENS_FINE);
  assert_int_equal(load(&cell, weakly(thread_of(0, 4, 0, 0), true)), LENS_FINE);
  assert_int_equal(store(&cell, weakly(thread_of(0, 4, 0, 0), false)), LENS_CLASH_WITH_READER);
  assert_int_equal(load(&cell, weakly(thread_of(0, 5, 0, 0), true)), LENS_CLASH_WITH_WRITER);
}

/* The quick tests do not handle split cells. */
static void split_cells_are_looked_at_closely(void **state) {
  (void)state;
  actor it = thread_of(0, 0, 0, 0);
  lens_cell cell = {it.me | LENS_WRITTEN, it.me | LENS_SPLIT};
  assert_true(lens_is_split(cell.reader, &it.view));
  assert_false(lens_quick_load(&cell, &it.view, it.me, LENS_WRITTEN));
  assert_false(lens_quick_store(&cell, &it.view, it.me));
  assert_false(lens_quick_atomic(&cell, &it.view, it.me, LENS_WRITTEN));
}

/* ---- the quick tests against the full rules ---------------------------------------------------
 */

/* Two blocks of two warps of two lanes. */
enum { BLOCKS = 2, THREADS = 4, LANES = 2, MOMENTS = 40 };

static unsigned random_below(uint64_t *seed, unsigned count) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % count;
}

typedef struct crowd {
  uint64_t clock[BLOCKS], barrier[BLOCKS], synced[BLOCKS][THREADS];
} crowd;

static actor member(const crowd *all, unsigned block, unsigned thread) {
  unsigned number = thread / LANES * 32 + thread % LANES;
  actor it = thread_of(block, number, all->synced[block][thread], all->barrier[block]);
  return it;
}

static void synchronise(crowd *all, unsigned block, unsigned first, unsigned count) {
  all->clock[block]++;
  for (unsigned i = first; i < first + count; i++) all->synced[block][i] = all->clock[block];
  if (count == THREADS) all->barrier[block] = all->clock[block];
}

/* The same access by the full rule alone. */
static lens_verdict access_fully(unsigned kind, lens_cell *cell, actor it) {
  uint64_t other;
  return kind == 0   ? lens_shadow_load(cell, &it.view, &it.now, it.me, LENS_WRITTEN, &other)
         : kind == 1 ? lens_shadow_store(cell, &it.view, &it.now, it.me, &other)
                     : lens_shadow_atomic(cell, &it.view, &it.now, it.me, LENS_WRITTEN, &other);
}

static lens_verdict access_quickly(unsigned kind, lens_cell *cell, actor it) {
  return kind == 0 ? load(cell, it) : kind == 1 ? store(cell, it) : atomic(cell, it);
}

static void quick_tests_change_nothing(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (unsigned history = 0; history < 20000; history++) {
    crowd all = {{0}, {0}, {{0}}};
    lens_cell quick = from_host, full = from_host;
    unsigned blocks = 1 + history % BLOCKS, kinds = 1 + random_below(&seed, 3);
    for (unsigned moment = 0; moment < MOMENTS; moment++) {
      unsigned block = random_below(&seed, blocks), thread = random_below(&seed, THREADS);
      unsigned what = random_below(&seed, 8);
      if (what == 0) synchronise(&all, block, 0, THREADS);
      if (what == 1) synchronise(&all, block, thread / LANES * LANES, LANES);
      if (what < 2) continue;
      actor it = member(&all, block, thread);
      it.me |= (uint64_t)random_below(&seed, 2) << LENS_TAG_SHIFT;
      unsigned kind = random_below(&seed, kinds);
      assert_int_equal(access_quickly(kind, &quick, it), access_fully(kind, &full, it));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_written_cells_may_be_read),
      cmocka_unit_test(a_thread_alone_may_do_anything),
      cmocka_unit_test(blocks_are_never_ordered),
      cmocka_unit_test(readers_in_many_blocks_are_remembered),
      cmocka_unit_test(a_barrier_orders_the_block),
      cmocka_unit_test(a_warp_synchronisation_orders_the_warp_alone),
      cmocka_unit_test(readers_of_one_warp_and_of_several),
      cmocka_unit_test(atomics_agree_with_atomics_only),
      cmocka_unit_test(an_earlier_launch_is_over),
      cmocka_unit_test(volatile_flags_may_be_polled),
      cmocka_unit_test(lanes_order_those_that_they_have_met),
      cmocka_unit_test(volatile_orders_nothing_within_a_warp),
      cmocka_unit_test(split_cells_are_looked_at_closely),
      cmocka_unit_test(quick_tests_change_nothing),
  };
  return cmocka_run_group_tests_name("lens_shadow", tests, NULL, NULL);
}
