/* error.c: the last error, the sticky one, and the names CUDA gives them. */
#include "error.h"

#include "lens/abi.h"

static int last_error;   /* of the calls since it was last asked for */
static int broken_error; /* a kernel failed: nothing works any more, as with a lost context */

typedef struct error_text {
  int error;
  const char *name;
  const char *text;
} error_text;

static const error_text texts[] = {
    {0, "cudaSuccess", "no error"},
    {1, "cudaErrorInvalidValue", "invalid argument"},
    {2, "cudaErrorMemoryAllocation", "out of memory"},
    {3, "cudaErrorInitializationError", "initialization error"},
    {4, "cudaErrorCudartUnloading", "driver shutting down"},
    {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {12, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {13, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {17, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {35, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version"},
    {98, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {100, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {101, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {209, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {400, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {600, "cudaErrorNotReady", "device not ready"},
    {700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {710, "cudaErrorAssert", "device-side assert triggered"},
    {716, "cudaErrorMisalignedAddress", "misaligned address"},
    {719, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {801, "cudaErrorNotSupported", "operation not supported"},
    {999, "cudaErrorUnknown", "unknown error"},
};

static const error_text *find(int error) {
  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (texts[i].error == error) return &texts[i];
  }
  return NULL;
}

const char *lens_error_name(int error) {
  const error_text *text = find(error);
  return text ? text->name : "unrecognized error code";
}

const char *lens_error_string(int error) {
  const error_text *text = find(error);
  return text ? text->text : "unrecognized error code";
}

static int breaks_the_context(int error) {
  return error >= LENS_ERROR_ILLEGAL_ADDRESS && error < LENS_ERROR_NOT_SUPPORTED &&
         error != LENS_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

int lens_error_raise(int error) {
  if (error == 0) return 0;
  last_error = error;
  if (breaks_the_context(error) && !broken_error) broken_error = error;
  return error;
}

int lens_error_sticky(void) {
  return broken_error;
}

int lens_peek_last_error(void) {
  return broken_error ? broken_error : last_error;
}

int lens_get_last_error(void) {
  int error = lens_peek_last_error();
  last_error = 0;
  return error;
}

int lens_device_synchronize(void) {
  return broken_error; /* launches are finished when they return */
}

void lens_error_reset(void) {
  last_error = 0;
  broken_error = 0;
}
