/** @file fields.h
 *  The fields of the lines in which the lens reports what it saw (lens_write_lines), each defined
 *  once for the lens that writes them, for the judge that reads them, and for the judge's structs.
 *
 *  A list calls X(TYPE, field) with these types:
 *
 *    WORD PATH SENTENCE   text without tabs and newlines, of different lengths
 *    INT                  a line, a code
 *    SMALL, SMALL3        an unsigned number, or three of them: x, y, z
 *    FLAG                 0 or 1
 *    NUMBER               with a sign
 *    COUNT                without a sign
 *    BITS                 in hexadecimal
 *    REAL, SHARES         a real number, or LENS_NUM_LIMITS of them
 */
#ifndef LENS_FIELDS_H
#define LENS_FIELDS_H

#include "lens/lens.h"

/* clang-format off */

/* The line of a finding begins with the kind and its name, and ends with the other side. */
#define LENS_FINDING_FIELDS(X) \
  X(WORD, kernel) \
  X(PATH, file) \
  X(INT, line) \
  X(INT, column) \
  X(SMALL3, block) \
  X(SMALL3, thread) \
  X(WORD, array) \
  X(NUMBER, index) \
  X(NUMBER, length) \
  X(COUNT, count) \
  X(SENTENCE, detail) \
  X(INT, reason) \
  X(BITS, mask) \
  X(BITS, lanes)

/* This part begins with 0, 1 or 2: there are no, one, or several threads on the other side. */
#define LENS_OTHER_SIDE_FIELDS(X) \
  X(FLAG, same_block) \
  X(INT, operation) \
  X(COUNT, block) \
  X(SMALL, thread) \
  X(INT, line)

/* The line of a counter ends with LENS_COUNTS. */
#define LENS_COUNTER_FIELDS(X) \
  X(WORD, kernel) \
  X(PATH, file) \
  X(INT, line) \
  X(INT, column) \
  X(INT, space) \
  X(INT, operation) \
  X(WORD, array) \
  X(SMALL, bytes)

/* The line of a request begins with the number of counter lines before the line of its own counter,
 * and ends with the offsets. */
#define LENS_REQUEST_FIELDS(X) \
  X(FLAG, worst) \
  X(SMALL, launch) \
  X(SMALL3, block) \
  X(SMALL, warp) \
  X(COUNT, turn) \
  X(BITS, lanes) \
  X(SMALL, units) \
  X(SMALL, ideal) \
  X(WORD, array) \
  X(NUMBER, length) \
  X(SMALL, phase)

#define LENS_LAUNCH_FIELDS(X) \
  X(WORD, kernel) \
  X(SMALL3, grid) \
  X(SMALL3, block) \
  X(INT, error) \
  X(COUNT, warp_steps) \
  X(COUNT, thread_steps) \
  X(COUNT, working_warps) \
  X(COUNT, working_warp_steps) \
  X(COUNT, working_thread_steps) \
  X(COUNT, busiest_warp) \
  X(COUNT, busiest_block)

/* The line of a prediction begins with the number of the launch. */
#define LENS_PREDICTION_FIELDS(X) \
  X(REAL, time_us) \
  X(REAL, kernel_us) \
  X(REAL, queued_us) \
  X(REAL, before_us) \
  X(INT, limit) \
  X(REAL, tail) \
  X(REAL, lanes) \
  X(COUNT, l1_hits) \
  X(COUNT, l1_misses) \
  X(COUNT, l2_hits) \
  X(COUNT, l2_misses) \
  X(COUNT, dram_sectors) \
  X(REAL, sampling_error) \
  X(SHARES, utilisation) \
  X(SHARES, waits) \
  X(COUNT, recorded_blocks) \
  X(COUNT, num_blocks) \
  X(SMALL, multiprocessors) \
  X(SMALL, warps_most) \
  X(SMALL, blocks_fit) \
  X(INT, fit) \
  X(COUNT, shared_bytes) \
  X(REAL, warps) \
  X(REAL, in_flight) \
  X(REAL, rounds) \
  X(REAL, dependent) \
  X(REAL, l1_kb) \
  X(COUNT, l1_dropped) \
  X(REAL, dram_gbps) \
  X(COUNT, dram_again)

#define LENS_LINE_TIME_FIELDS(X) \
  X(WORD, kernel) \
  X(PATH, file) \
  X(INT, line) \
  X(REAL, time_us) \
  X(SHARES, waits_us)

/* clang-format on */

#define LENS_ADD_FIELD(type, field) +LENS_WIDTH_##type
#define LENS_ADD_COUNT(count)       +1

enum {
  LENS_WIDTH_WORD = 1,
  LENS_WIDTH_PATH = 1,
  LENS_WIDTH_SENTENCE = 1,
  LENS_WIDTH_INT = 1,
  LENS_WIDTH_SMALL = 1,
  LENS_WIDTH_SMALL3 = 3,
  LENS_WIDTH_FLAG = 1,
  LENS_WIDTH_NUMBER = 1,
  LENS_WIDTH_COUNT = 1,
  LENS_WIDTH_BITS = 1,
  LENS_WIDTH_REAL = 1,
  LENS_WIDTH_SHARES = LENS_NUM_LIMITS
};

/** The number of fields of the lines, including the keyword and the fields outside of the lists. */
enum {
  LENS_FINDING_WIDTH = 4 LENS_FINDING_FIELDS(LENS_ADD_FIELD) LENS_OTHER_SIDE_FIELDS(LENS_ADD_FIELD),
  LENS_LAUNCH_WIDTH = 1 LENS_LAUNCH_FIELDS(LENS_ADD_FIELD),
  LENS_COUNTER_WIDTH = 1 LENS_COUNTER_FIELDS(LENS_ADD_FIELD) LENS_COUNTS(LENS_ADD_COUNT),
  LENS_REQUEST_WIDTH = 3 LENS_REQUEST_FIELDS(LENS_ADD_FIELD),
  LENS_PREDICTED_WIDTH = 2 LENS_PREDICTION_FIELDS(LENS_ADD_FIELD),
  LENS_SPENT_WIDTH = 1 LENS_LINE_TIME_FIELDS(LENS_ADD_FIELD)
};

#endif
