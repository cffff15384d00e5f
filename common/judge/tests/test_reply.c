/* test_reply.c: every line of a reply, and other lines that a hostile worker may send. */
#include "base/test.h"

#include "base/random.h"
#include "judge/reply.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

static void take(sl_reply *reply, const char *text) {
  char line[8192];
  (void)snprintf(line, sizeof line, "%s", text);
  assert_ok(sl_reply_take(reply, line));
}

static bool is_empty(const sl_reply *reply) {
  static const sl_reply empty;
  return memcmp(reply, &empty, sizeof empty) == 0;
}

static void plain_lines_are_taken(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  take(&r, "device\tNVIDIA H200");
  assert_string_equal(r.device, "NVIDIA H200");
  take(&r, "stage\tprepare");
  take(&r, "stage\tlaunch");
  assert_string_equal(r.stage, "launch");
  take(&r, "broken\tno such array");
  assert_string_equal(r.broken, "no such array");
  take(&r, "partial\tstopped by Ctrl-C");
  assert_string_equal(r.partial, "stopped by Ctrl-C");
  take(&r, "error\t700\tcudaErrorIllegalAddress\tan illegal memory access\tlaunch");
  assert_int_equal(r.cuda_error, 700);
  assert_string_equal(r.cuda_name, "cudaErrorIllegalAddress");
  assert_string_equal(r.cuda_text, "an illegal memory access");
  take(&r, "time\tprepare_us\t12.5");
  assert_true(r.prepare_us == 12.5);
  take(&r, "copy\t3500");
  assert_true(r.copy_gbps == 3500);
  assert_false(r.collected);
  take(&r, "collected");
  assert_true(r.collected);
  assert_false(r.done);
  take(&r, "done");
  assert_true(r.done);
  sl_reply_free(&r);
  assert_true(is_empty(&r));
}

static void a_fault_has_its_frames(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  take(&r, "fault\t11\trow_ptr\t-1\t6\t4f2a\t401000");
  assert_int_equal(r.fault_signal, 11);
  assert_string_equal(r.fault_array, "row_ptr");
  assert_int_equal(r.fault_index, -1);
  assert_int_equal(r.fault_count, 6);
  assert_int_equal(r.num_frames, 2);
  assert_int_equal(r.frames[0], 0x4f2a);
  take(&r, "fault\t11\t\t0\t-1"); /* a later fault replaces the first one */
  assert_int_equal(r.num_frames, 0);
  char many[1024] = "fault\t6\t\t0\t-1";
  for (int i = 0; i < 100; i++) strcat(many, "\tff");
  take(&r, many);
  assert_int_equal(r.num_frames, SL_MAX_FRAMES);
}

static void findings_counters_and_launches_are_taken(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  take(&r,
       "finding\t3\trace\tkernel\tk.cu\t12\t7\t1\t2\t3\t4\t5\t6\ty\t-1\t99\t18446744073709551615\t"
       "with thread 3\t2\t80000001\tf0\t2\t1\t2\t5\t6\t13");
  assert_int_equal(r.seen.num_findings, 1);
  const sl_finding *f = r.seen.findings;
  assert_int_equal(f->kind, 3);
  assert_string_equal(f->name, "race");
  assert_string_equal(f->kernel, "kernel");
  assert_string_equal(f->file, "k.cu");
  assert_int_equal(f->line, 12);
  assert_int_equal(f->column, 7);
  assert_memory_equal(f->block, ((unsigned[]){1, 2, 3}), sizeof f->block);
  assert_memory_equal(f->thread, ((unsigned[]){4, 5, 6}), sizeof f->thread);
  assert_string_equal(f->array, "y");
  assert_int_equal(f->index, -1);
  assert_int_equal(f->length, 99);
  assert_true(f->count == UINT64_C(1) << 53);
  assert_string_equal(f->detail, "with thread 3");
  assert_true(f->reason == 2 && f->mask == 0x80000001 && f->lanes == 0xf0);
  assert_true(f->other.known && f->other.several && f->other.same_block);
  assert_true(f->other.operation == 2 && f->other.block == 5 && f->other.thread == 6);
  assert_int_equal(f->other.line, 13);

  take(&r, "counter\tkernel\tk.cu\t9\t2\t1\t2\tvalues\t8\t10\t11\t12\t13\t14\t15\t16\t17\t18");
  const sl_counter *c = r.seen.counters;
  assert_int_equal(r.seen.num_counters, 1);
  assert_int_equal(c->line, 9);
  assert_int_equal(c->column, 2);
  assert_int_equal(c->space, 1);
  assert_int_equal(c->operation, 2);
  assert_int_equal(c->bytes, 8);
  const uint64_t totals[] = {c->requests,         c->threads,        c->sectors,
                             c->ideal_sectors,    c->replays,        c->wavefronts,
                             c->ideal_wavefronts, c->bank_conflicts, c->kept_requests};
  for (uint64_t i = 0; i < 9; i++) assert_int_equal(totals[i], 10 + i);

  take(&r, "launch\tkernel\t1\t2\t3\t4\t5\t6\t-7\t8\t9\t10\t11\t12\t13\t14");
  const sl_launch *l = r.seen.launches;
  assert_int_equal(r.seen.num_launches, 1);
  assert_memory_equal(l->grid, ((unsigned[]){1, 2, 3}), sizeof l->grid);
  assert_memory_equal(l->block, ((unsigned[]){4, 5, 6}), sizeof l->block);
  assert_int_equal(l->error, -7);
  assert_int_equal(l->warp_steps, 8);
  assert_int_equal(l->thread_steps, 9);
  assert_int_equal(l->working_warps, 10);
  assert_int_equal(l->working_warp_steps, 11);
  assert_int_equal(l->working_thread_steps, 12);
  assert_int_equal(l->busiest_warp, 13);
  assert_int_equal(l->busiest_block, 14);
  take(&r, "request\t0\t1\t2\t3\t4\t5\t6\t7\t80000001\t8\t9\tvalues\t10\t11\t-12 13");
  const sl_request *q = r.seen.requests;
  assert_int_equal(r.seen.num_requests, 1);
  assert_true(q->counter == 0 && q->worst && q->launch == 2 && q->warp == 6 && q->turn == 7);
  assert_memory_equal(q->block, ((unsigned[]){3, 4, 5}), sizeof q->block);
  assert_int_equal(q->lanes, 0x80000001u);
  assert_true(q->units == 8 && q->ideal == 9 && q->length == 10 && q->phase == 11);
  assert_string_equal(q->array, "values");
  assert_true(q->offset[0] == -12 && q->offset[1] == 13 && q->offset[2] == 0);
  sl_reply_free(&r);
  assert_int_equal(sl_memory_live(), 0);
}

static void predictions_are_taken(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  take(&r, "gpu\tA GPU\t1");
  take(&r, "stretches\t0\t0.5\t1 2 3 4"); /* it does not belong to a predicted launch */
  take(&r, "launch\tscale\t1\t1\t1\t32\t1\t1\t0\t10\t320\t1\t10\t320\t10\t10");
  take(&r, "predicted\t0\t12.5\t10\t11\t0\t3\t0.25\t0.9\t1\t2\t3\t4\t5\t0"
           "\t0\t0\t0\t0.8\t0\t0\t0\t0\t0\t0\t0\t0\t1\t0\t0\t0\t0\t0\t7\t9"
           "\t132\t64\t8\t2\t4096\t7.5\t1.25\t27\t0.75\t192\t11\t4000\t12");
  take(&r, "stretches\t0\t0.5\t1000 500 -3 2000 10 20 30 40 7");
  assert_string_equal(r.seen.gpu, "A GPU");
  assert_true(r.seen.gpu_verified);
  assert_int_equal(r.seen.num_predicted, 1);
  const sl_predicted *p = &r.seen.predicted[0];
  assert_true(p->is.time_us == 12.5 && p->is.limit == LENS_LIMIT_DRAM && p->is.tail == 0.25);
  assert_true(p->is.recorded_blocks == 7 && p->is.num_blocks == 9);
  assert_true(p->is.multiprocessors == 132 && p->is.warps_most == 64 && p->is.blocks_fit == 8);
  assert_true(p->is.fit == LENS_FIT_SHARED && p->is.shared_bytes == 4096 && p->is.warps == 7.5);
  assert_true(p->is.in_flight == 1.25 && p->is.rounds == 27 && p->is.dependent == 0.75);
  assert_true(p->is.l1_kb == 192 && p->is.l1_dropped == 11 && p->is.dram_gbps == 4000);
  assert_true(p->is.dram_again == 12);
  assert_int_equal(p->stretches.count, 2); /* a third stretch is incomplete */
  assert_true(p->stretches.each_us == 0.5);
  assert_true(p->stretches.all[0].warps == 1 && p->stretches.all[0].instructions == 0.5f);
  assert_true(p->stretches.all[0].l2 == 0 && p->stretches.all[0].dram == 1);
  take(&r, "stretches\t7\t0.5\t1 1 1 1");
  assert_int_equal(p->stretches.count, 2);
  char many[4096] = "stretches\t0\t1\t";
  for (int i = 0; i < 1000; i++) strcat(many, "9 ");
  take(&r, many);
  assert_int_equal(r.seen.predicted[0].stretches.count, LENS_STRETCHES);
  sl_reply_free(&r);
}

static void impossible_requests_are_harmless(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  char line[2048] = "request\t9\t1\t0\t0\t0\t0\t0\t0\tffffffff\t1\t1\tx\t-1\t4294967295\t";
  for (int i = 0; i < 60; i++) strcat(line, i % 2 ? "9223372036854775807 " : "5 ");
  take(&r, line);
  assert_int_equal(r.seen.num_requests, 1);
  assert_true(r.seen.requests->phase < 128);
  assert_true(r.seen.requests->offset[0] == 5 && r.seen.requests->offset[31] == 0);
  take(&r, "request\t0\t1\t0\t0\t0\t0\t0\t0\t7\t1\t1\tx\t-1\t0\t1 x 3");
  assert_true(r.seen.requests[1].offset[0] == 1 && r.seen.requests[1].offset[2] == 0);
  sl_reply_free(&r);
}

static void samples_are_kept_apart(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  take(&r, "sample\tcold_us\t3.5");
  take(&r, "sample\tcold_us\t4.5");
  take(&r, "sample\thot_us\t1.5");
  take(&r, "sample\twarm_us\t9");
  assert_int_equal(r.num_cold, 2);
  assert_int_equal(r.num_hot, 1);
  assert_true(r.cold_us[1] == 4.5 && r.hot_us[0] == 1.5);
}

/* Impossible figures are dropped, because the median of a NaN would be undefined. */
static void impossible_figures_are_dropped(void **state) {
  (void)state;
  const char *const values[] = {"nan", "inf", "-inf", "-3", "0", "1e999", "", "fast"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    sl_reply r = {.done = false};
    char line[64];
    (void)snprintf(line, sizeof line, "sample\tcold_us\t%s", values[i]);
    take(&r, line);
    (void)snprintf(line, sizeof line, "copy\t%s", values[i]);
    take(&r, line);
    (void)snprintf(line, sizeof line, "time\tprepare_us\t%s", values[i]);
    take(&r, line);
    assert_true(is_empty(&r));
  }
}

static const char *const whole_lines[] = {
    "device\tx",
    "stage\tlaunch",
    "broken\tx",
    "error\t1\tname\ttext",
    "fault\t11\tx\t0\t1",
    "time\tprepare_us\t1",
    "sample\tcold_us\t1",
    "copy\t1",
    ("finding\t3\trace\tk\tf\t1\t2\t3\t4\t5\t6\t7\t8\ty\t9\t10\t11\tdetail"
     "\t1\t2\t3\t1\t1\t1\t4\t5\t6"),
    "counter\tk\tf\t1\t2\t3\t4\ty\t5\t6\t7\t8\t9\t10\t11\t12\t13\t14",
    "launch\tk\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12\t13\t14",
    "written\ty\tk\t5",
    "request\t1\t1\t2\t3\t4\t5\t6\t7\t5\t8\t9\ty\t10\t11\t12 13",
    "collected",
    "done",
};

/* A line without its last field is ignored; the complete line is used. */
static void lines_with_too_few_fields_are_ignored(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof whole_lines / sizeof *whole_lines; i++) {
    sl_reply r = {.done = false};
    char cut[512];
    (void)snprintf(cut, sizeof cut, "%s", whole_lines[i]);
    for (char *tab; (tab = strrchr(cut, '\t'));) {
      *tab = '\0';
      take(&r, cut);
      assert_true(is_empty(&r));
    }
    take(&r, whole_lines[i]);
    assert_false(is_empty(&r));
    sl_reply_free(&r);
  }
}

static void nothing_else_makes_a_job_look_done(void **state) {
  (void)state;
  const char *const garbage[] = {
      "",        "\t",       "\t\t\t",   "DONE",          " done",       "done ",
      "done\r",  "donedone", "\tdone",   "collecteddone", "dun\tdone",   "device",
      "finding", "\x01\x02", "\xff\xfe", "%s%n%s",        "sample\tdone"};
  for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
    sl_reply r = {.done = false};
    take(&r, garbage[i]);
    assert_true(is_empty(&r));
  }
  sl_reply r = {.done = false};
  char embedded[] = "do\0ne";
  assert_ok(sl_reply_take(&r, embedded));
  assert_true(is_empty(&r));
}

static void numbers_out_of_range_are_harmless(void **state) {
  (void)state;
  const char *const numbers[] = {"99999999999999999999999999",
                                 "-99999999999999999999999999",
                                 "18446744073709551616",
                                 "-1",
                                 "x",
                                 "",
                                 "0x10",
                                 "1e9"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const char *n = numbers[i];
    sl_reply r = {.done = false};
    char line[1024];
    (void)snprintf(line, sizeof line, "fault\t%s\tx\t%s\t%s\t%s\t%s", n, n, n, n, n);
    take(&r, line);
    (void)snprintf(line, sizeof line, "error\t%s\tn\tt", n);
    take(&r, line);
    (void)snprintf(line, sizeof line,
                   "finding\t%s\tr\tk\tf\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\ty\t%s\t%s\t%s\td"
                   "\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s",
                   n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n);
    take(&r, line);
    (void)snprintf(line, sizeof line,
                   "counter\tk\tf\t%s\t%s\t%s\t%s\ty\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", n, n,
                   n, n, n, n, n, n, n, n, n, n, n, n);
    take(&r, line);
    (void)snprintf(line, sizeof line,
                   "launch\tk\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", n, n, n, n,
                   n, n, n, n, n, n, n, n, n, n);
    take(&r, line);
    assert_int_equal(r.num_frames, 2);
    assert_int_equal(r.seen.num_findings + r.seen.num_counters + r.seen.num_launches, 3);
    assert_false(r.done || r.collected);
    sl_reply_free(&r);
  }
}

/* Values beyond all limits are set to a limit that still allows arithmetic. */
static void extreme_numbers_stay_apart_from_others(void **state) {
  (void)state;
  const long long most = 1LL << 53;
  sl_reply r = {.done = false};
  take(&r, "fault\t4294967307\tx\t9223372036854775807\t-9223372036854775808\t1");
  assert_int_equal(r.fault_signal, INT_MAX - 1);
  assert_true(r.fault_index == most && r.fault_count == -most);
  take(&r, "error\t4294967296\tn\tt");
  assert_int_not_equal(r.cuda_error, 0);
  take(&r, "launch\tk\t-1\t4294967297\t3\t1\t1\t1\t0\t-5\t18446744073709551615\t1\t1\t1\t1\t1");
  assert_int_equal(r.seen.launches[0].grid[0], 0);
  assert_int_equal(r.seen.launches[0].grid[1], INT_MAX);
  assert_true(r.seen.launches[0].warp_steps == 0 &&
              r.seen.launches[0].thread_steps == (uint64_t)most);
  take(&r, "request\t0\t1\t0\t0\t0\t0\t0\t0\tf\t1\t1\tx\t-1\t0\t-9223372036854775808 "
           "9223372036854775807 -281474976710656 7");
  const long long offsets[] = {0, 0, -(1LL << 48), 7};
  assert_memory_equal(r.seen.requests[0].offset, offsets, sizeof offsets);
  sl_reply_free(&r);
}

static void long_fields_are_cut(void **state) {
  (void)state;
  char line[8000], text[600];
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  sl_reply r = {.done = false};
  for (int kind = 0; kind < 3; kind++) {
    const char *const words[] = {"device", "stage", "broken"};
    (void)snprintf(line, sizeof line, "%s\t%s", words[kind], text);
    take(&r, line);
  }
  (void)snprintf(line, sizeof line, "error\t1\t%s\t%s", text, text);
  take(&r, line);
  (void)snprintf(line, sizeof line, "fault\t1\t%s\t1\t1", text);
  take(&r, line);
  (void)snprintf(line, sizeof line,
                 "finding\t1\t%s\t%s\t%s\t1\t1\t1\t1\t1\t1\t1\t1\t%s\t1\t1\t1\t%s"
                 "\t0\t0\t0\t0\t0\t0\t0\t0\t0",
                 text, text, text, text, text);
  take(&r, line);
  assert_int_equal(strlen(r.device), sizeof r.device - 1);
  assert_int_equal(strlen(r.stage), sizeof r.stage - 1);
  assert_int_equal(strlen(r.broken), sizeof r.broken - 1);
  assert_int_equal(strlen(r.cuda_name), sizeof r.cuda_name - 1);
  assert_int_equal(strlen(r.cuda_text), sizeof r.cuda_text - 1);
  assert_int_equal(strlen(r.fault_array), sizeof r.fault_array - 1);
  assert_int_equal(strlen(r.seen.findings->detail), sizeof r.seen.findings->detail - 1);
  assert_int_equal(strlen(r.seen.findings->name), sizeof r.seen.findings->name - 1);
  sl_reply_free(&r);
}

/* The report goes to a terminal: escape sequences must not get that far. */
static void control_characters_are_defused(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  take(&r, "device\t\033[2Kgood \xc3\xa9\r\x7f");
  assert_string_equal(r.device, "?[2Kgood \xc3\xa9??");
}

/* The kept data are bounded, however much arrives. */
static void floods_are_bounded(void **state) {
  (void)state;
  sl_reply r = {.done = false};
  for (int round = 0; round < SL_MAX_LAUNCHES; round++) {
    for (size_t i = 0; i < sizeof whole_lines / sizeof *whole_lines; i++) take(&r, whole_lines[i]);
    take(&r, "sample\thot_us\t2");
  }
  assert_int_equal(r.seen.num_findings, SL_MAX_FINDINGS);
  assert_int_equal(r.seen.num_counters, SL_MAX_COUNTERS);
  assert_int_equal(r.seen.num_launches, SL_MAX_LAUNCHES);
  assert_int_equal(r.num_written, SL_WIRE_MAX_ARRAYS * SL_WIRE_MAX_KERNELS);
  assert_int_equal(r.seen.num_requests, SL_MAX_REQUESTS);
  assert_int_equal(r.num_cold, SL_MAX_SAMPLES);
  assert_int_equal(r.num_hot, SL_MAX_SAMPLES);
  sl_reply_free(&r);
}

/* Random lines with the right keywords and wrong contents, mainly for the sanitizers. */
static void random_lines_are_survived(void **state) {
  (void)state;
  static const char letters[] = "\t\t\t\t0129-.eE%sn\001\033\377 aZ";
  sl_random random = sl_random_make(3, 14);
  sl_reply r = {.done = false};
  for (int round = 0; round < 20000; round++) {
    char line[256];
    size_t which = (size_t)sl_random_below(&random, sizeof whole_lines / sizeof *whole_lines - 2);
    size_t used = strcspn(whole_lines[which], "\t");
    memcpy(line, whole_lines[which], used);
    size_t length = (size_t)sl_random_below(&random, (int)(sizeof line - used));
    for (size_t i = 0; i + 1 < length; i++) {
      line[used++] = letters[sl_random_below(&random, (int)sizeof letters - 1)];
    }
    line[used] = '\0';
    assert_ok(sl_reply_take(&r, line));
  }
  assert_false(r.done);
  assert_false(r.collected);
  for (int i = 0; i < r.num_cold; i++) assert_true(isfinite(r.cold_us[i]) && r.cold_us[i] > 0);
  sl_reply_free(&r);
}

static sl_status take_one_of_each(void) {
  sl_reply r = {.done = false};
  sl_status status = SL_OK;
  for (size_t i = 0; i < sizeof whole_lines / sizeof *whole_lines && status == SL_OK; i++) {
    char line[512];
    (void)snprintf(line, sizeof line, "%s", whole_lines[i]);
    status = sl_reply_take(&r, line);
  }
  sl_reply_free(&r);
  return status;
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(take_one_of_each());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_lines_are_taken),
      cmocka_unit_test(a_fault_has_its_frames),
      cmocka_unit_test(findings_counters_and_launches_are_taken),
      cmocka_unit_test(predictions_are_taken),
      cmocka_unit_test(impossible_requests_are_harmless),
      cmocka_unit_test(samples_are_kept_apart),
      cmocka_unit_test(impossible_figures_are_dropped),
      cmocka_unit_test(lines_with_too_few_fields_are_ignored),
      cmocka_unit_test(nothing_else_makes_a_job_look_done),
      cmocka_unit_test(numbers_out_of_range_are_harmless),
      cmocka_unit_test(extreme_numbers_stay_apart_from_others),
      cmocka_unit_test(long_fields_are_cut),
      cmocka_unit_test(control_characters_are_defused),
      cmocka_unit_test(floods_are_bounded),
      cmocka_unit_test(random_lines_are_survived),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests_name("judge_reply", tests, NULL, NULL);
}
