/* test_round_trip.c: the judge reads exactly what the lens writes. */
#include "base/test.h"

#include "judge/reply.h"
#include "lens/abi.h"
#include "lens/lens.h"

#include <stdio.h>

void __tsan_read4(void *address);

static float *array;

/* Reads beyond the end of the array in the last block, which is a finding. */
static void kernel(void *closure) {
  (void)closure;
  __tsan_read4(&array[lens_block_idx().x * 32 + lens_thread_idx().x]);
}

static void take(const char *text, void *reply) {
  char line[4096];
  (void)snprintf(line, sizeof line, "%s", text);
  assert_null(strchr(line, '\n'));
  assert_ok(sl_reply_take(reply, line));
}

static void run(void) {
  void *pointer = NULL;
  lens_report_at_exit(false);
  assert_int_equal(lens_malloc(&pointer, 100 * sizeof *array, "&a"), 0);
  array = pointer;
  assert_int_equal(lens_memset(array, 0, 100 * sizeof *array), 0);
  lens_name_array(array, "a\tname\nof a line"); /* fields cannot contain these characters */
  lens_launch it = {.name = "kernel", .grid = {4, 1, 1}, .block = {32, 1, 1}, .run = kernel};
  (void)lens_run(&it);
}

static void compare_findings(const sl_reply *r) {
  assert_int_equal(r->seen.num_findings, lens_num_findings());
  assert_int_equal(r->seen.num_findings, 1);
  const lens_finding *f = lens_get_finding(0);
  const sl_finding *g = r->seen.findings;
  assert_int_equal(g->kind, f->kind);
  assert_string_equal(g->name, lens_finding_name(f->kind));
  assert_string_equal(g->kernel, f->kernel);
  assert_string_equal(g->file, f->file);
  assert_true(g->line == f->line && g->column == f->column);
  assert_memory_equal(g->block, f->block, sizeof g->block);
  assert_memory_equal(g->thread, f->thread, sizeof g->thread);
  assert_string_equal(g->array, "a name of a line");
  assert_true(g->index == 100 && g->length == 100 && g->count == f->count);
  assert_string_equal(g->detail, f->detail);
  assert_true(g->reason == (int)f->reason && g->mask == f->mask && g->lanes == f->lanes);
  assert_int_equal(g->other.known, f->other.known);
}

static void compare_counters(const sl_reply *r) {
  assert_int_equal(r->seen.num_counters, lens_num_counters());
  assert_int_equal(r->seen.num_counters, 1);
  const lens_counter *c = lens_get_counter(0);
  const sl_counter *d = r->seen.counters;
  assert_string_equal(d->kernel, c->kernel);
  assert_string_equal(d->file, c->file);
  assert_true(d->line == c->line && d->column == c->column && d->bytes == 4);
  assert_true(d->space == (int)c->space && d->operation == (int)c->operation);
  assert_int_equal(c->threads, 100);
#define SAME(count) assert_int_equal(d->count, c->count);
  LENS_COUNTS(SAME)
}

static void compare_requests(const sl_reply *r) {
  assert_int_equal(r->seen.num_requests, lens_num_requests(0));
  for (size_t i = 0; i < r->seen.num_requests; i++) {
    const lens_request *q = lens_get_request(0, i);
    const sl_request *s = &r->seen.requests[i];
    assert_int_equal(s->counter, 0);
    assert_true(s->worst == q->worst && s->launch == q->launch && s->warp == q->warp);
    assert_true(s->turn == q->turn && s->lanes == q->lanes && s->units == q->units);
    assert_true(s->ideal == q->ideal && s->length == q->length && s->phase == q->phase);
    assert_memory_equal(s->block, q->block, sizeof s->block);
    assert_memory_equal(s->offset, q->offset, sizeof s->offset);
    assert_string_equal(s->array, "a name of a line");
  }
}

static void what_is_written_is_read(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  run();
  lens_write_lines(take, &r);
  compare_findings(&r);
  compare_counters(&r);
  compare_requests(&r);
  const lens_launch_record *l = lens_get_launch(0);
  assert_int_equal(r.seen.num_launches, 1);
  assert_string_equal(r.seen.launches->kernel, "kernel");
  assert_memory_equal(r.seen.launches->grid, l->grid, sizeof l->grid);
  assert_memory_equal(r.seen.launches->block, l->block, sizeof l->block);
  assert_int_equal(r.seen.launches->error, l->error);
  assert_true(r.seen.launches->warp_steps == l->warp_steps);
  assert_true(r.seen.launches->thread_steps == l->thread_steps);
  assert_true(r.seen.launches->busiest_block == l->busiest_block);
  assert_false(r.done);
  sl_reply_free(&r);
  lens_reset();
}

static void lines_need_not_be_looked_up(void **state) {
  (void)state;
  run();
  assert_true(lens_get_finding(0)->line > 0);
  lens_reset();
  lens_set_lines(false);
  run();
  assert_int_equal(lens_num_findings(), 1);
  assert_int_equal(lens_get_finding(0)->line, 0);
  lens_set_lines(true);
  lens_reset();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read),
                                     cmocka_unit_test(lines_need_not_be_looked_up)};
  return cmocka_run_group_tests_name("judge_round_trip", tests, NULL, NULL);
}
