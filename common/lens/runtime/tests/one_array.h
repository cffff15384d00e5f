/** @file one_array.h
 *  Setup and cleanup of tests whose kernels use one device array.
 */
#ifndef LENS_RUNTIME_TESTS_ONE_ARRAY_H
#define LENS_RUNTIME_TESTS_ONE_ARRAY_H

#include "base/test.h"

#include "lens/abi.h"
#include "lens/lens.h"

#include <stdlib.h>

static float *array;

/** Makes `array` with this many zeros, for one host thread, so that blocks run in the order of
 *  their numbers.
 */
static inline int begin_with_array(size_t words) {
  void *pointer = NULL;
  lens_report_at_exit(false);
  lens_set_host_threads(1);
  lens_reset();
  assert_int_equal(lens_malloc(&pointer, words * sizeof *array, "&array"), 0);
  array = pointer;
  float *zeros = calloc(words, sizeof *zeros);
  assert_non_null(zeros);
  int error = lens_memcpy(array, zeros, words * sizeof *zeros, 1);
  free(zeros);
  return error;
}

static inline int end_with_array(void **state) {
  (void)state;
  lens_reset();
  return lens_free(array);
}

#endif
