/** @file error.h
 *  The errors of the CUDA runtime that the lens returns, with CUDA's numbers, and the state that
 *  they leave.
 */
#ifndef LENS_RUNTIME_ERROR_H
#define LENS_RUNTIME_ERROR_H

#include <stdbool.h>

enum lens_source_error {
  LENS_ERROR_INVALID_VALUE = 1,
  LENS_ERROR_MEMORY_ALLOCATION = 2,
  LENS_ERROR_INVALID_CONFIGURATION = 9,
  LENS_ERROR_INVALID_DEVICE_POINTER = 17,
  LENS_ERROR_INVALID_MEMCPY_DIRECTION = 21,
  LENS_ERROR_INVALID_DEVICE_FUNCTION = 98,
  LENS_ERROR_ILLEGAL_ADDRESS = 700,
  LENS_ERROR_LAUNCH_TIMEOUT = 702,
  LENS_ERROR_ASSERT = 710,
  LENS_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  LENS_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
  LENS_ERROR_MISALIGNED_ADDRESS = 716,
  LENS_ERROR_LAUNCH_FAILURE = 719,
  LENS_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  LENS_ERROR_NOT_SUPPORTED = 801
};

/** Makes `error` the last error, and permanently so if the error breaks CUDA's context. Returns
 *  `error`. */
int lens_error_raise(int error);
/** Called when a launch fails with `error`. `kernel<<<…>>>` does not return the error, so it is
 *  kept until the program reads it. `file` may be NULL. Returns `error`. */
int lens_error_of_launch(int error, const char *kernel, const char *file, int line);
/** Adds a finding if an error of an earlier launch was never read. Called at the next launch and at
 *  the end of the program. */
void lens_error_check_unread(void);
/** Adds a finding for each call that failed and whose result was never read. Called at the end of
 *  the program. */
void lens_error_check_calls(void);
/** Whether a call or launch has failed since the program last asked. */
bool lens_error_is_pending(void);
/** Whether any call or launch has failed since the program began. */
bool lens_error_was_raised(void);
/** The error that every call returns after a kernel has broken the context; 0 if none has. */
int lens_error_sticky(void);
void lens_error_reset(void);

#endif
