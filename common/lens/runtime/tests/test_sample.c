/* test_sample.c: the requests that are kept as examples, of kernels that call the hooks by hand. */
#include "base/test.h"

#include "lens/abi.h"
#include "lens/lens.h"

enum { THREADS = 64, BLOCKS = 9, TURNS = 21, WORDS = 1 << 14 };

void __tsan_write4(void *address);

static float *array;

/* One place in the code for all iterations of a loop, however the compiler transforms the loop. */
__attribute__((noinline)) static void store(float *where) {
  __tsan_write4(where);
  __asm__ volatile(""); /* prevents a jump to the hook instead of a call */
}

/* Iteration k of block b: lanes k + b words apart, so that the last iteration of the last block is
 * worst. */
static void strided(void *closure) {
  (void)closure;
  unsigned block = lens_block_idx().x, thread = lens_thread_idx().x;
  for (unsigned turn = 0; turn < TURNS; turn++) {
    unsigned stride = turn < 8 ? turn % 4 + block % 5 : 1;
    store(&array[thread * BLOCKS * TURNS + stride * (thread % 32) % 32]);
  }
}

/* All requests are equal, so none is worse than the first. Only half of the first warp takes
 * part. */
static void alike(void *closure) {
  (void)closure;
  unsigned thread = lens_thread_idx().x;
  if (thread % 32 < 16 || thread >= 32)
    __tsan_write4(&array[lens_block_idx().x * THREADS + thread]);
}

static void launch(void (*kernel)(void *)) {
  lens_launch it = {.name = "kernel",
                    .function = (const void *)(uintptr_t)kernel,
                    .grid = {BLOCKS, 1, 1},
                    .block = {THREADS, 1, 1},
                    .run = kernel};
  assert_int_equal(lens_run(&it), 0);
}

static int set_up(void **state) {
  (void)state;
  void *pointer = NULL;
  lens_report_at_exit(false);
  lens_watch_warp(0, 0);
  lens_reset();
  assert_int_equal(lens_malloc(&pointer, WORDS * sizeof *array, "&array"), 0);
  array = pointer;
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  lens_reset();
  return lens_free(array);
}

static void the_watched_warp_is_spread_evenly(void **state) {
  (void)state;
  lens_watch_warp(3, 1);
  launch(strided);
  assert_int_equal(lens_num_counters(), 1);
  size_t count = lens_num_requests(0);
  assert_in_range(count, 1 + 2, 1 + 4);
  uint64_t stride = lens_get_request(0, 2)->turn;
  for (size_t i = 1; i < count; i++) {
    const lens_request *r = lens_get_request(0, i);
    assert_false(r->worst);
    assert_int_equal(r->block[0], 3);
    assert_int_equal(r->warp, 1);
    assert_int_equal(r->turn, (i - 1) * stride);
    assert_true(r->turn < TURNS);
  }
  assert_true((count - 1) * stride >= TURNS / 2); /* they reach into the second half */
  assert_null(lens_get_request(0, count));
}

static void of_equals_the_first_with_most_lanes_is_worst(void **state) {
  (void)state;
  lens_watch_warp(5, 0);
  launch(alike);
  const lens_request *worst = lens_get_request(0, 0), *kept = lens_get_request(0, 1);
  assert_true(worst->worst);
  assert_int_equal(worst->block[0], 0);
  assert_int_equal(worst->warp, 1);
  assert_int_equal(worst->lanes, UINT32_MAX);
  assert_int_equal(kept->block[0], 5);
  assert_int_equal(kept->lanes, 0x0000ffffu);
  assert_string_equal(kept->array, "array");
  assert_int_equal(kept->length, WORDS);
  assert_int_equal(kept->phase, 0);
  assert_int_equal(kept->offset[0], 5 * THREADS * 4);
  assert_int_equal(kept->offset[15], (5 * THREADS + 15) * 4);
  assert_true(kept->units == 2 && kept->ideal == 2);
}

typedef struct text {
  char *end, *limit;
} text;

static void put(const char *line, void *context) {
  text *to = context;
  size_t length = strlen(line);
  assert_true(to->end + length + 2 < to->limit);
  to->end = stpcpy(to->end, line);
  to->end = stpcpy(to->end, "\n");
}

static void write_all(char *out, size_t size) {
  text to = {out, out + size};
  *out = '\0';
  lens_write_lines(put, &to);
}

static void any_number_of_workers_keeps_the_same(void **state) {
  (void)state;
  static char one[1 << 16], many[1 << 16];
  lens_set_host_threads(1);
  launch(strided);
  write_all(one, sizeof one);
  assert_non_null(strstr(one, "\nrequest\t0\t1\t"));
  for (int blocks = 2; blocks <= 5; blocks++) {
    lens_reset();
    lens_set_host_threads(blocks);
    launch(strided);
    write_all(many, sizeof many);
    assert_string_equal(one, many);
  }
}

/* The worst of later launches replaces the earlier only if it is worse; the other examples are
 * kept. */
static void later_launches_add_to_earlier_ones(void **state) {
  (void)state;
  launch(strided);
  lens_request worst = *lens_get_request(0, 0), kept = *lens_get_request(0, 1);
  launch(strided);
  assert_memory_equal(lens_get_request(0, 0), &worst, sizeof worst);
  assert_memory_equal(lens_get_request(0, 1), &kept, sizeof kept);
  assert_int_equal(lens_get_request(0, 0)->launch, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_watched_warp_is_spread_evenly, set_up, tear_down),
      cmocka_unit_test_setup_teardown(of_equals_the_first_with_most_lanes_is_worst, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(any_number_of_workers_keeps_the_same, set_up, tear_down),
      cmocka_unit_test_setup_teardown(later_launches_add_to_earlier_ones, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("lens_sample", tests, NULL, NULL);
}
