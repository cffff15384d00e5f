/* stream.c: streams and events. Work is done when a call returns, so a stream holds nothing, and an
 * event holds the host's time at which it was recorded. */
#include "api.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { STREAM_ALIVE = 0x5754524d, EVENT_ALIVE = 0x45564e54 };

struct CUstream_st {
  int alive;
};

struct CUevent_st {
  int alive;
  bool timed, recorded;
  double ms;
};

/* NULL and the two names of the toolkit stand for the default stream. */
static bool is_stream(cudaStream_t stream) {
  bool by_default = !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  return by_default || stream->alive == STREAM_ALIVE;
}

static bool is_event(cudaEvent_t event) {
  return event && event->alive == EVENT_ALIVE;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  (void)flags;
  if (!stream) return lens_api_error(cudaErrorInvalidValue);
  *stream = malloc(sizeof **stream);
  if (!*stream) return lens_api_error(cudaErrorMemoryAllocation);
  (*stream)->alive = STREAM_ALIVE;
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream || !is_stream(stream) || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return lens_api_error(cudaErrorInvalidResourceHandle);
  stream->alive = 0;
  free(stream);
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  return cudaDeviceSynchronize();
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return is_stream(stream) ? cudaSuccess : lens_api_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  (void)flags;
  bool valid = is_stream(stream) && is_event(event);
  return valid ? cudaSuccess : lens_api_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  if (!event) return lens_api_error(cudaErrorInvalidValue);
  *event = malloc(sizeof **event);
  if (!*event) return lens_api_error(cudaErrorMemoryAllocation);
  **event = (struct CUevent_st){EVENT_ALIVE, !(flags & cudaEventDisableTiming), false, 0};
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!is_event(event) || !is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  event->ms = (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
  event->recorded = true;
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return is_event(event) ? cudaSuccess : lens_api_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!is_event(event)) return lens_api_error(cudaErrorInvalidResourceHandle);
  return cudaDeviceSynchronize();
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (!ms) return lens_api_error(cudaErrorInvalidValue);
  bool valid = is_event(start) && is_event(end) && start->timed && end->timed && start->recorded &&
               end->recorded;
  if (!valid) return lens_api_error(cudaErrorInvalidResourceHandle);
  *ms = (float)(end->ms - start->ms);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!is_event(event)) return lens_api_error(cudaErrorInvalidResourceHandle);
  event->alive = 0;
  free(event);
  return cudaSuccess;
}
