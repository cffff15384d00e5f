/** @file sample.h
 *  A small task for tests of the judge, and its right answer: y ← y + x for reals, and `order`, the
 *  numbers of the rows backwards. Shared by the tests and their fake worker.
 */
#ifndef SL_JUDGE_TESTS_SAMPLE_H
#define SL_JUDGE_TESTS_SAMPLE_H

#include "base/memory.h"
#include "judge/lab.h"

#include <math.h>
#include <string.h>

/** The arrays in the order in which the problem has them. */
enum { SAMPLE_NUM_ROWS, SAMPLE_X, SAMPLE_Y, SAMPLE_ORDER, SAMPLE_ARRAYS };

/** Poses the task on a case with as many columns as rows. The bound of y is one part in 2^20, or
 *  none in exact cases. */
static inline sl_status sample_pose(const sl_case *given, sl_problem *out) {
  size_t rows = (size_t)given->matrix.num_rows;
  double *expected, *bound = NULL;
  SL_TRY(sl_problem_int(out, "num_rows", given->matrix.num_rows));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, rows));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_INOUT, given->y, rows));
  SL_TRY(sl_problem_expect(out, &expected, given->exact ? NULL : &bound));
  for (size_t i = 0; i < rows; i++) {
    expected[i] = given->y[i] + given->x[i];
    if (bound) bound[i] = 0x1p-20 * (fabs(given->y[i]) + fabs(given->x[i]));
  }
  SL_TRY(sl_problem_ints(out, "order", SL_DEVICE, SL_OUT, NULL, rows));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t i = 0; i < rows; i++) expected[i] = (double)(rows - 1 - i);
  return SL_OK;
}

static inline size_t sample_bytes(const sl_wire_question *question, int i) {
  const sl_wire_array *array = &question->arrays[i];
  return (size_t)array->count * (array->type == SL_INT ? sizeof(int32_t) : question->real_bytes);
}

/** Writes the data that a worker sends back if nothing was computed: contents, poison and intact
 *  redzones. */
static inline void sample_return(const sl_wire_question *question, char *answer) {
  for (uint32_t a = 0; a < question->num_arrays; a++) {
    const sl_wire_array *array = &question->arrays[a];
    char *data = answer + array->answer_offset;
    size_t bytes = sample_bytes(question, (int)a);
    const uint32_t poison = SL_WIRE_POISON;
    for (size_t i = 0; i < SL_WIRE_REDZONE / 4; i++) {
      uint32_t before = sl_wire_before(array->type, array->role);
      uint32_t behind = sl_wire_behind(array->type, array->role, array->last, i);
      memcpy(data - SL_WIRE_REDZONE + 4 * i, &before, 4);
      memcpy(data + bytes + 4 * i, &behind, 4);
    }
    for (size_t i = 0; i < bytes; i += 4) memcpy(data + i, &poison, 4);
    if (array->role == SL_OUT) continue;
    memcpy(data, (const char *)question + array->question_offset, bytes);
  }
}

/** Returns element `i` of a real array of the answer. */
static inline double sample_get(const sl_wire_question *question, const char *answer, int array,
                                size_t i) {
  const char *from = answer + question->arrays[array].answer_offset + i * question->real_bytes;
  float single;
  double twice;
  memcpy(&single, from, sizeof single);
  if (question->real_bytes == sizeof single) return (double)single;
  memcpy(&twice, from, sizeof twice);
  return twice;
}

static inline void sample_set(const sl_wire_question *question, char *answer, int array, size_t i,
                              double value) {
  char *to = answer + question->arrays[array].answer_offset + i * question->real_bytes;
  float single = (float)value;
  if (question->real_bytes == sizeof single) {
    memcpy(to, &single, sizeof single);
  } else {
    memcpy(to, &value, sizeof value);
  }
}

static inline void sample_set_int(const sl_wire_question *question, char *answer, int array,
                                  size_t i, int32_t value) {
  memcpy(answer + question->arrays[array].answer_offset + i * sizeof value, &value, sizeof value);
}

/** Writes the right answer, as a worker sends it back. */
static inline void sample_answer(const sl_wire_question *question, char *answer) {
  sample_return(question, answer);
  size_t rows = (size_t)question->arrays[SAMPLE_Y].count;
  for (size_t i = 0; i < rows; i++) {
    double sum =
        sample_get(question, answer, SAMPLE_Y, i) + sample_get(question, answer, SAMPLE_X, i);
    sample_set(question, answer, SAMPLE_Y, i, sum);
    sample_set_int(question, answer, SAMPLE_ORDER, i, (int32_t)(rows - 1 - i));
  }
}

#endif
