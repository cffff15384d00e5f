/* test_transcript.c: the lines of a reply, their order, and that none is accepted twice. */
#include "base/test.h"

#include "judge/transcript.h"

#include <stdio.h>

static const char nonce[] = "abcdefghijklmnopqrstuvwx";

#define FINDING                                                                                    \
  "finding\t3\trace\tk\tf\t1\t2\t3\t4\t5\t6\t7\t8\ty\t9\t10\t11\td\t1\t2\t3\t1\t1\t1\t4\t5\t6"
#define COUNTER "counter\tk\tf\t1\t2\t3\t4\ty\t5\t6\t7\t8\t9\t10\t11\t12\t13\t14"
#define REQUEST "request\t1\t1\t2\t3\t4\t5\t6\t7\t5\t8\t9\ty\t10\t11\t12 13"
#define KERNEL  "launch\tk\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12\t13\t14"

static const char *take(sl_transcript *transcript, const char *text) {
  char line[1024], *rest;
  int length = snprintf(line, sizeof line, "%.*s\t%s", SL_WIRE_NONCE_BYTES, nonce, text);
  const char *wrong = sl_transcript_take(transcript, line, (size_t)length, &rest);
  if (!wrong) assert_string_equal(rest, text);
  return wrong;
}

static sl_transcript fresh(void) {
  sl_transcript transcript = {.place = 0};
  memcpy(transcript.nonce, nonce, sizeof transcript.nonce);
  return transcript;
}

/* Takes all lines; returns the first one that is out of order, or NULL. */
static const char *take_all(const char *const *lines) {
  sl_transcript transcript = fresh();
  for (; *lines; lines++) {
    if (take(&transcript, *lines)) return *lines;
  }
  return NULL;
}

static const char *const full[] = {"device\tlens",
                                   "stage\tprepare",
                                   "time\tprepare_us\t3",
                                   "stage\tlaunch",
                                   "stage\tcollect",
                                   "memory\tx\t1\tf.cu\t3",
                                   "memory\ty\t1\tf.cu\t3",
                                   "collected",
                                   FINDING,
                                   KERNEL,
                                   COUNTER,
                                   REQUEST,
                                   "stage\ttime",
                                   "sample\tcold_us\t4",
                                   "sample\thot_us\t4",
                                   "copy\t5",
                                   "done"};
enum { NUM_FULL = sizeof full / sizeof *full };

static void what_workers_write_is_taken(void **state) {
  (void)state;
  const char *const short_one[] = {"device\tx", "stage\tlaunch", "stage\tcollect",
                                   "collected", "done",          NULL};
  const char *const failed[] = {
      "device\tx", "stage\tlaunch", "error\t7\tn\tt\tlaunch", FINDING, KERNEL, "done", NULL};
  const char *const failed_later[] = {
      "device\tx",   "stage\tlaunch",        "stage\tcollect", "collected",
      "stage\ttime", "error\t7\tn\tt\ttime", "done",           NULL};
  const char *const breached[] = {"device\tx", "stage\tprepare", FINDING, KERNEL, "done", NULL};
  const char *const batch[] = {"device\tx",
                               "stage\tlaunch",
                               "stage\ttime",
                               "batch\tempty-begins",
                               "batch\tempty-ended",
                               "batch\tfull-begins",
                               "batch\tfull-ended",
                               "batch\tlonger-empty-begins",
                               "batch\tlonger-empty-ended",
                               "batch\tlonger-full-begins",
                               "batch\tlonger-full-ended",
                               "batch\tempty-begins", /* a second pair */
                               "batch\tempty-ended",
                               "batch\tfull-begins",
                               "batch\tfull-ended",
                               "batch\tlonger-empty-begins",
                               "batch\tlonger-empty-ended",
                               "batch\tlonger-full-begins",
                               "batch\tlonger-full-ended",
                               "picked\t7\t0",
                               "stage\tcollect",
                               "collected",
                               "done",
                               NULL};
  const char *const crashed[] = {"fault\t11\t\t0\t-1\tff", "fault\t6\t\t0\t-1", NULL};
  const char *const broken[] = {"broken\tno memory", NULL};
  const char *const *const all[] = {short_one, failed,  failed_later, breached,
                                    batch,     crashed, broken};
  const char *list[NUM_FULL + 1] = {NULL};
  memcpy(list, full, sizeof full);
  assert_null(take_all(list));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) assert_null(take_all(all[i]));
}

/* Each line in turn is omitted, repeated, or swapped with the next. */
static void order_and_number_matter(void **state) {
  (void)state;
  const char *list[NUM_FULL + 2];
  for (int i = 0; i < NUM_FULL; i++) {
    memset(list, 0, sizeof list);
    memcpy(list, full, sizeof full);
    memmove(list + i + 1, full + i, (size_t)(NUM_FULL - i) * sizeof *full);
    bool repeats = strncmp(full[i], "memory", 6) == 0 || strncmp(full[i], "sample", 6) == 0 ||
                   (i >= 8 && i <= 11);
    if (repeats != !take_all(list)) fail_msg("twice: %s", full[i]);
  }
  static const char *const needed[] = {"device\tlens", "stage\tlaunch", "stage\tcollect",
                                       "collected"};
  for (size_t n = 0; n < sizeof needed / sizeof *needed; n++) {
    int count = 0;
    memset(list, 0, sizeof list);
    for (int i = 0; i < NUM_FULL; i++) {
      if (strcmp(full[i], needed[n]) != 0) list[count++] = full[i];
    }
    assert_non_null(take_all(list));
  }
  const char *const behind[] = {
      "device\tx", "stage\tlaunch", "stage\tcollect", "collected", "done", "done", NULL};
  const char *const counted_early[] = {"device\tx", "stage\tlaunch", KERNEL, NULL};
  const char *const timed_early[] = {"device\tx", "stage\tlaunch", "sample\tcold_us\t1", NULL};
  const char *const done_early[] = {"device\tx", "stage\tlaunch", "done", NULL};
  const char *const no_empty_batch[] = {"device\tx", "stage\tlaunch", "stage\ttime",
                                        "batch\tfull-begins", NULL};
  const char *const batch_never_ends[] = {
      "device\tx",          "stage\tlaunch",      "stage\ttime",    "batch\tempty-begins",
      "batch\tempty-ended", "batch\tfull-begins", "stage\tcollect", NULL};
  const char *const half_a_pair[] = {
      "device\tx",           "stage\tlaunch",      "stage\ttime",
      "batch\tempty-begins", "batch\tempty-ended", "batch\tfull-begins",
      "batch\tfull-ended",   "picked\t7\t0",       NULL};
  const char *const picked_early[] = {"device\tx", "stage\tlaunch", "picked\t7\t0", NULL};
  assert_non_null(take_all(half_a_pair));
  assert_non_null(take_all(picked_early));
  assert_non_null(take_all(no_empty_batch));
  assert_non_null(take_all(batch_never_ends));
  assert_non_null(take_all(behind));
  assert_non_null(take_all(counted_early));
  assert_non_null(take_all(timed_early));
  assert_non_null(take_all(done_early));
}

static void what_means_nothing_is_told(void **state) {
  (void)state;
  const char *const lines[] = {"",
                               "device",
                               "device\tx\ty",
                               "Device\tx",
                               "done\t",
                               "stage\tdance",
                               "sample\twarm_us\t1",
                               "finding\t3",
                               "collected\t",
                               "\tdone"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    sl_transcript transcript = fresh();
    assert_string_equal(take(&transcript, lines[i]), "a line without a meaning");
  }
}

static void the_nonce_must_stand_in_front(void **state) {
  (void)state;
  char line[64], *rest;
  static const char *const others[] = {"device\tx", "", "\t", "abcdefghijklmnopqrstuvwy\tdevice\tx",
                                       "abcdefghijklmnopqrstuvwx"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    sl_transcript transcript = fresh();
    (void)snprintf(line, sizeof line, "%s", others[i]);
    assert_string_equal(sl_transcript_take(&transcript, line, strlen(line), &rest),
                        "a line that the kit did not write");
  }
  sl_transcript transcript = fresh();
  int length = snprintf(line, sizeof line, "%s\tdevice\tx", nonce);
  line[length - 1] = '\0'; /* a byte that does not occur in text */
  assert_non_null(sl_transcript_take(&transcript, line, (size_t)length, &rest));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_workers_write_is_taken),
      cmocka_unit_test(order_and_number_matter),
      cmocka_unit_test(what_means_nothing_is_told),
      cmocka_unit_test(the_nonce_must_stand_in_front),
  };
  return cmocka_run_group_tests_name("transcript", tests, NULL, NULL);
}
