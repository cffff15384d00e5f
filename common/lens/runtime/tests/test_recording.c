/* Tapes return what was recorded; without a device nothing is recorded. */
#include "base/test.h"

#include "../dataflow.h"
#include "../issue.h"
#include "../recording.h"

#include <stdlib.h>
#include <string.h>

static lens_step access_at(uint32_t place, unsigned kind, uint32_t lanes) {
  lens_step step = {.key = lens_make_key(9, place), .lanes = lanes};
  step.what = lens_make_class(kind, 0, 4);
  step.count = (unsigned)__builtin_popcount(lanes);
  return step;
}

static lens_step block_at(uint32_t place, uint32_t lanes) {
  lens_step step = access_at(place, LENS_RECORD_BLOCK, lanes);
  step.what = lens_make_class(LENS_RECORD_BLOCK, 0, 0);
  return step;
}

static uint64_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void test_gives_back_all(void **state) {
  (void)state;
  enum { STEPS = 500 };
  lens_recorder *recorder = lens_recording_new();
  lens_step *steps = calloc(STEPS, sizeof *steps);
  uint64_t random = 1;
  lens_recording_begin_block(recorder, 2);
  for (int i = 0; i < STEPS; i++) {
    uint32_t lanes = next_random(&random) % 3 ? UINT32_MAX : (uint32_t)next_random(&random) | 1;
    steps[i] = next_random(&random) % 4
                   ? access_at(1 + (uint32_t)next_random(&random) % 50, 0, lanes)
                   : block_at(100 + (uint32_t)next_random(&random) % 50, lanes);
    uint64_t pattern = next_random(&random) % 3;
    for (unsigned k = 0; k < steps[i].count; k++) {
      uint64_t apart = pattern == 0 ? 4 : pattern == 1 ? 0 : next_random(&random) * 4;
      steps[i].address[k] = (UINT64_C(1) << 40) + (uint64_t)i * 64 + k * apart;
    }
    lens_recording_add(recorder, 1, &steps[i]);
  }
  lens_recording *tape = lens_recording_end_block(recorder);
  assert_non_null(tape);
  lens_recording_reader reader;
  lens_recording_step got;
  assert_true(lens_recording_open(&reader, tape, 0));
  assert_false(lens_recording_read(&reader, &got));
  lens_recording_close(&reader);
  assert_true(lens_recording_open(&reader, tape, 1));
  for (int i = 0; i < STEPS; i++) {
    assert_true(lens_recording_read(&reader, &got));
    assert_int_equal(reader.slots[got.slot].key, steps[i].key);
    assert_int_equal(got.lanes, steps[i].lanes);
    unsigned at = 0;
    for (uint32_t rest = got.address ? got.lanes : 0; rest; rest &= rest - 1) {
      assert_int_equal(got.address[__builtin_ctz(rest)], steps[i].address[at++]);
    }
  }
  assert_false(lens_recording_read(&reader, &got));
  lens_recording_close(&reader);
  free(tape);
  free(steps);
  lens_recording_free(recorder);
}

/* ---- a row of a matrix: columns, values, and x at the columns -------------------------------- */

enum { COLUMNS = 0x10000, VALUES = 0x20000, X = 0x40000, ROW = 24 };

static bool column_at(uint64_t address, unsigned bytes, int64_t *out) {
  (void)bytes;
  *out = (int64_t)(address * 2654435761u % 5000);
  return address >= COLUMNS && address < VALUES;
}

static void add(lens_recorder *recorder, uint32_t place, uint32_t lanes, uint64_t start,
                unsigned k) {
  lens_step step = access_at(place, LENS_RECORD_LOAD, lanes);
  unsigned at = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint64_t entry = COLUMNS + 4u * ((unsigned)__builtin_ctz(rest) * ROW + k);
    int64_t column = 0;
    (void)column_at(entry, 4, &column);
    step.address[at++] = start == X ? X + 4 * (uint64_t)column : entry - COLUMNS + start;
  }
  lens_recording_add(recorder, 0, &step);
}

/* Rows of `length`, one for each lane, and one more iteration for odd lanes. */
static lens_recording *record_rows(unsigned length) {
  lens_recorder *recorder = lens_recording_new();
  lens_recording_begin_block(recorder, 1);
  lens_step step = block_at(1, UINT32_MAX);
  lens_recording_add(recorder, 0, &step);
  for (unsigned k = 0; k <= length; k++) {
    uint32_t lanes = k < length ? UINT32_MAX : 0xaaaaaaaa;
    step = block_at(10, lanes);
    lens_recording_add(recorder, 0, &step);
    add(recorder, 11, lanes, COLUMNS, k);
    add(recorder, 12, lanes, VALUES, k);
    add(recorder, 13, lanes, X, k);
  }
  step = block_at(20, UINT32_MAX);
  lens_recording_add(recorder, 0, &step);
  lens_recording *tape = lens_recording_end_block(recorder);
  lens_recording_free(recorder);
  return tape;
}

static void test_batches(void **state) {
  (void)state;
  lens_recording *tape = record_rows(16);
  const lens_recording *tapes[] = {tape};
  lens_dataflow *course = lens_dataflow_learn(tapes, 1, &(lens_steps){0, 0}, column_at);
  assert_non_null(course);
  lens_issued issued = {0};
  lens_issuer *issuer = lens_issue_begin(course, 0, 0, 0);
  assert_non_null(issuer);
  assert_true(lens_issue_warp(issuer, tape, 0, &issued));
  /* first the odd lanes execute one iteration alone: 3 loads, of which x waits for its column
   */
  assert_int_equal(issued.num_operations, 3 + 16 * 3);
  assert_int_equal(issued.operations[0].lanes, 16);
  assert_int_equal(issued.operations[2].waits_for, 2);
  /* then the first of 16 columns waits for that, and the other columns do not wait */
  assert_int_equal(issued.operations[3].lanes, 32);
  assert_int_equal(issued.operations[3].waits_for, 1);
  for (int i = 4; i < 3 + 8; i++) assert_int_equal(issued.operations[i].waits_for, 0);
  lens_issue_free(&issued);
  lens_issue_end(issuer);
  lens_dataflow_free(course);
  free(tape);
}

static void test_finds_what_x_needs(void **state) {
  (void)state;
  lens_recording *tape = record_rows(16);
  const lens_recording *tapes[] = {tape};
  lens_dataflow *course = lens_dataflow_learn(tapes, 1, &(lens_steps){0, 0}, column_at);
  const lens_recording_slot *slots = lens_recording_slots(tape);
  for (unsigned i = 0; i < tape->num_slots; i++) {
    const lens_site *site = lens_dataflow_get(course, lens_dataflow_site(course, &slots[i]));
    uint32_t place = lens_key_place(site->key);
    if (place == 11 || place == 12) assert_int_equal(site->need, LENS_NEEDS_NOTHING);
    if (place != 13) continue;
    assert_int_equal(site->need, LENS_NEEDS_SITE);
    assert_int_equal(lens_key_place(lens_dataflow_get(course, site->source)->key), 11);
  }
  lens_dataflow_free(course);
  free(tape);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gives_back_all),
      cmocka_unit_test(test_finds_what_x_needs),
      cmocka_unit_test(test_batches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
