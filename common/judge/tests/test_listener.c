/* test_listener.c: replies in pieces, and randomly changed replies: none makes a wrong answer
 * pass. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/fuzz.h"
#include "judge/explain.h"
#include "judge/figures.h"
#include "judge/listener.h"

#define NONCE   "abcdefghijklmnopqrstuvwx"
#define SAID(x) NONCE "\t" x "\n"

static const char nonce[] = NONCE;
static const char finding[] =
    SAID("finding\t3\trace\tk\tf."
         "cu\t1\t2\t3\t4\t5\t6\t7\t8\ty\t9\t10\t11\td\t1\t2\t3\t1\t1\t1\t4\t5\t6");
static const char counted[] = SAID("launch\tk\t1\t2\t3\t4\t5\t6\t0\t8\t9")
    SAID("counter\tk\tf.cu\t1\t2\t0\t1\ty\t5\t6\t7\t8\t9\t10\t11\t12\t13\t14")
        SAID("request\t0\t1\t2\t3\t4\t5\t6\t7\tff\t8\t9\ty\t10\t11\t12 13");

/* The lines of a worker for whole jobs: a good one, one with findings, one with times, one with
 * times of batches, and three that fail. */
#define BEGUN    SAID("device\tlens") SAID("stage\tprepare") SAID("time\tprepare_us\t3")
#define BATCH(x) SAID("batch\t" x "-begins") SAID("batch\t" x "-ended")
static const char well[] = BEGUN SAID("stage\tlaunch") SAID("stage\tcollect")
    SAID("memory\tx\t1\tf.cu\t3") SAID("collected") SAID("stage\ttime") SAID("sample\tcold_us\t4")
        SAID("sample\thot_us\t4") SAID("copy\t3000") SAID("done");
static const char batches[] = BEGUN SAID("stage\tlaunch") SAID("stage\ttime") BATCH("empty")
    BATCH("full") BATCH("longer-empty") BATCH("longer-full") SAID("picked\t5\t0")
        SAID("stage\tcollect") SAID("collected") SAID("done");
static const char failed[] = BEGUN SAID("stage\tlaunch")
    SAID("error\t700\tcudaErrorIllegalAddress\tan illegal address\tlaunch") SAID("done");
static const char crashed[] =
    BEGUN SAID("stage\tlaunch") SAID("fault\t11\ty\t9\t4\t401a2b\t401000");
static const char broken[] = SAID("device\tlens") SAID("broken\tno such array");

enum { MOST_BYTES = 1 << 15 };

static void hear(const char *bytes, size_t size, sl_fuzz *fuzz, sl_reply *reply) {
  sl_listener heard = {.used = 0};
  memcpy(heard.transcript.nonce, nonce, sizeof heard.transcript.nonce);
  for (size_t at = 0; at < size;) {
    size_t piece = fuzz ? 1 + (size_t)sl_fuzz_below(fuzz, 200) : 1;
    if (piece > size - at) piece = size - at;
    assert_ok(sl_listener_take(&heard, bytes + at, piece, reply));
    at += piece;
  }
}

static void lines_may_come_in_pieces(void **state) {
  (void)state;
  sl_reply reply = {.done = false};
  hear(well, strlen(well), NULL, &reply);
  assert_true(reply.done && reply.collected && !reply.unruly[0]);
  assert_int_equal(reply.num_cold, 1);
  sl_reply_free(&reply);
}

static void what_no_worker_says_ends_it(void **state) {
  (void)state;
  static char endless[SL_LISTENER_LINE_BYTES + 1];
  const char behind[] = SAID("device\tlens") SAID("stage\tlaunch") SAID("stage\tcollect")
      SAID("collected") SAID("done") SAID("done");
  const char zero[] = NONCE "\tdevice\t\0lens\n";
  sl_reply reply = {.done = false};
  memset(endless, 'a', sizeof endless);
  hear(endless, sizeof endless - 2, NULL, &reply);
  assert_string_equal(reply.unruly, "");
  hear(endless, sizeof endless, NULL, &reply);
  assert_string_equal(reply.unruly, "a line that does not end");
  sl_reply_free(&reply);
  hear(behind, strlen(behind), NULL, &reply);
  assert_string_equal(reply.unruly, "more after the end");
  sl_reply_free(&reply);
  hear(zero, sizeof zero - 1, NULL, &reply);
  assert_string_equal(reply.unruly, "a line that the kit did not write");
  sl_reply_free(&reply);
}

/* ---- changed at random ----------------------------------------------------------------------- */

static const char *const words[] = {"\t",
                                    "\n",
                                    "\t\t",
                                    "-1",
                                    "9223372036854775807",
                                    "1e999",
                                    "nan",
                                    "0",
                                    NONCE,
                                    NONCE "\t",
                                    "done\n",
                                    SAID("done"),
                                    "\tdone",
                                    "collected",
                                    "device",
                                    "stage",
                                    "launch",
                                    "collect",
                                    SAID("collected"),
                                    "batch",
                                    "picked",
                                    "finding",
                                    "counter",
                                    "request",
                                    "memory",
                                    SAID("stage\tcollect"),
                                    "partial",
                                    "broken",
                                    "error",
                                    "fault",
                                    "ffffffffffff",
                                    "%s%n",
                                    "\x1b[2J",
                                    "sample",
                                    "time"};

/* Chooses a whole reply, with the lens's lines somewhere in it. */
static size_t choose(sl_fuzz *fuzz, char *bytes) {
  const char *const replies[] = {well, well, batches, failed, crashed, broken};
  const char *reply = replies[sl_fuzz_below(fuzz, 6)];
  const char *behind = strstr(reply, SAID("collected"));
  size_t size = behind ? (size_t)(behind - reply) + strlen(SAID("collected")) : strlen(reply);
  memcpy(bytes, reply, size);
  for (int more = behind ? sl_fuzz_below(fuzz, 4) : 0; more > 0; more--) {
    const char *what = sl_fuzz_below(fuzz, 2) ? finding : counted;
    memcpy(bytes + size, what, strlen(what));
    size += strlen(what);
  }
  if (behind) {
    behind += strlen(SAID("collected"));
    memcpy(bytes + size, behind, strlen(behind));
    size += strlen(behind);
  }
  return size;
}

/* Whether the last received line is the one with which a worker ends. */
static bool ends_well(const char *bytes, size_t size) {
  static const char end[] = SAID("done");
  return memmem(bytes, size, end, sizeof end - 1) != NULL;
}

static sl_verdict explain(const sl_reply *reply, const sl_array *wrong, sl_figures *figures) {
  static char text[] = "int f() {\n}\n";
  static const sl_source source = {.path = "/kit/labs/f.cu", .text = text, .code = text};
  static const sl_job_options options = {.deadline_seconds = 7};
  static const sl_problem problem = {.num_arrays = 0, .traffic_bytes = 100, .read_bytes = 90};
  sl_attempt attempt = {.problem = &problem, .options = &options, .reply = *reply};
  sl_case_result outcome = {.line = 0};
  attempt.difference.wrong = wrong;
  attempt.difference.wrong_count = wrong ? 1 : 0;
  sl_explain(&attempt, &source, "/nowhere/program", &outcome);
  sl_figures_take(&problem, reply, source.path, figures);
  return outcome.verdict;
}

static void no_changed_reply_makes_anything_pass(void **state) {
  (void)state;
  static const sl_array y = {.name = "y", .type = SL_REAL, .count = 4};
  static char bytes[MOST_BYTES];
  unsigned long passed = 0;
  sl_fuzz fuzz = sl_fuzz_begin(60000, words, sizeof words / sizeof *words);
  while (sl_fuzz_goes_on(&fuzz)) {
    sl_reply reply = {.done = false};
    sl_figures figures = {.cold_us = 0};
    size_t size = choose(&fuzz, bytes);
    if (sl_fuzz_below(&fuzz, 50)) size = sl_fuzz_changes(&fuzz, bytes, size, sizeof bytes, 3);
    hear(bytes, size, &fuzz, &reply);
    assert_int_not_equal(explain(&reply, &y, &figures), SL_PASSED);
    bool passes = explain(&reply, NULL, &figures) == SL_PASSED;
    if (passes) {
      assert_true(ends_well(bytes, size));
      assert_true(reply.done && reply.collected && !reply.unruly[0] && !reply.broken[0]);
      assert_int_equal(reply.seen.num_findings, 0);
    }
    passed += passes;
    assert_true(figures.cold_us >= 0 && figures.hot_us >= 0 && figures.gbps >= 0);
    sl_reply_free(&reply);
  }
  assert_true(passed > 100); /* at least the unchanged lines pass */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_may_come_in_pieces),
      cmocka_unit_test(what_no_worker_says_ends_it),
      cmocka_unit_test(no_changed_reply_makes_anything_pass),
  };
  return cmocka_run_group_tests_name("listener", tests, NULL, NULL);
}
