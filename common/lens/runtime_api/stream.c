/* stream.c: streams and events. Work is done when a call returns, so a stream holds no work, and an
 * event holds the host's time at which the event was recorded. The runtime learns the order of all
 * work from these calls, and looks for conflicts between work that nothing orders. */
#include "api.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STREAM_ALIVE = 0x5754524d, EVENT_ALIVE = 0x45564e54 };

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

struct CUstream_st {
  int alive;
  int priority;
  unsigned flags;
  cudaLaunchAttributeValue window, policy;
};

struct CUevent_st {
  int alive;
  bool timed, recorded;
  double ms;
  lens_clock clock; /* clock of the event's stream when the event was recorded */
};

/* NULL and the toolkit's two special handles mean the default stream. */
static bool is_default(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

static bool is_stream(cudaStream_t stream) {
  return is_default(stream) || stream->alive == STREAM_ALIVE;
}

static bool is_event(cudaEvent_t event) {
  return event && event->alive == EVENT_ALIVE;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  if (!LENS_API_FILLS(stream) || flags > cudaStreamNonBlocking)
    return lens_api_error(cudaErrorInvalidValue);
  *stream = malloc(sizeof **stream);
  if (!*stream) return lens_api_error(cudaErrorMemoryAllocation);
  if (priority > LEAST_PRIORITY) priority = LEAST_PRIORITY;
  if (priority < GREATEST_PRIORITY) priority = GREATEST_PRIORITY;
  **stream = (struct CUstream_st){.alive = STREAM_ALIVE, .priority = priority, .flags = flags};
  lens_stream_open(*stream, flags != cudaStreamNonBlocking);
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, LEAST_PRIORITY);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  if (!LENS_API_FILLS(priority)) return lens_api_error(cudaErrorInvalidValue);
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  *priority = is_default(stream) ? LEAST_PRIORITY : stream->priority;
  return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
  if (!LENS_API_FILLS(flags)) return lens_api_error(cudaErrorInvalidValue);
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  *flags = is_default(stream) ? cudaStreamDefault : stream->flags;
  return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  if (!function) return lens_api_error(cudaErrorInvalidValue);
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_stream_call(stream, function, data);
  return cudaSuccess;
}

typedef struct callback {
  cudaStreamCallback_t function;
  cudaStream_t stream;
  void *data;
} callback;

static void call_back(void *data) {
  const callback *it = data;
  it->function(it->stream, (cudaError_t)lens_device_synchronize(), it->data);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data,
                                  unsigned flags) {
  if (!function || flags != 0) return lens_api_error(cudaErrorInvalidValue);
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  callback it = {function, stream, data};
  lens_stream_call(stream, call_back, &it);
  return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned flags) {
  (void)bytes;
  (void)flags;
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  bool managed = lens_memory_kind(pointer) == LENS_MEMORY_MANAGED;
  return managed ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
}

/* Where an attribute of a stream is stored. The attributes, which say how the L2 cache is shared
 * and how the host waits, have no effect. */
static cudaLaunchAttributeValue *attribute_of(cudaStream_t stream, cudaLaunchAttributeID id) {
  static struct CUstream_st of_default;
  struct CUstream_st *it = is_default(stream) ? &of_default : stream;
  if (id == cudaLaunchAttributeAccessPolicyWindow) return &it->window;
  return id == cudaLaunchAttributeSynchronizationPolicy ? &it->policy : NULL;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   const cudaLaunchAttributeValue *value) {
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  if (value && id == cudaLaunchAttributePriority && !is_default(stream)) {
    stream->priority = value->priority;
    return cudaSuccess;
  }
  cudaLaunchAttributeValue *kept = attribute_of(stream, id);
  if (!LENS_API_FILLS(value) || !kept) return lens_api_error(cudaErrorInvalidValue);
  *kept = *value;
  return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   cudaLaunchAttributeValue *value) {
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  if (value && id == cudaLaunchAttributePriority)
    return cudaStreamGetPriority(stream, &value->priority);
  const cudaLaunchAttributeValue *kept = attribute_of(stream, id);
  if (!LENS_API_FILLS(value) || !kept) return lens_api_error(cudaErrorInvalidValue);
  *value = *kept;
  return cudaSuccess;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  static const cudaLaunchAttributeID copied[] = {cudaLaunchAttributeAccessPolicyWindow,
                                                 cudaLaunchAttributeSynchronizationPolicy};
  if (!is_stream(to) || !is_stream(from)) return lens_api_error(cudaErrorInvalidResourceHandle);
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    *attribute_of(to, copied[i]) = *attribute_of(from, copied[i]);
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (is_default(stream) || !is_stream(stream))
    return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_stream_close(stream);
  stream->alive = 0;
  free(stream);
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_host_wait_stream(stream);
  return (cudaError_t)lens_device_synchronize();
}

/* A program that learns here that all work is done counts as having waited for this work. */
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (!is_stream(stream)) return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_host_wait_stream(stream);
  return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  (void)flags;
  bool valid = is_stream(stream) && is_event(event);
  if (!valid) return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_stream_wait(stream, &event->clock);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  if (!LENS_API_FILLS(event)) return lens_api_error(cudaErrorInvalidValue);
  *event = malloc(sizeof **event);
  if (!*event) return lens_api_error(cudaErrorMemoryAllocation);
  **event = (struct CUevent_st){.alive = EVENT_ALIVE, .timed = !(flags & cudaEventDisableTiming)};
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
  lens_stream_record(stream, &event->clock);
  return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  (void)flags;
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (!is_event(event)) return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_host_wait(&event->clock);
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!is_event(event)) return lens_api_error(cudaErrorInvalidResourceHandle);
  lens_host_wait(&event->clock);
  return (cudaError_t)lens_device_synchronize();
}

static void say_what_time_it_is(void) {
  static atomic_flag said = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&said)) return;
  (void)fprintf(stderr, "lens: cudaEventElapsedTime returns the time that the lens took on this "
                        "CPU; it says nothing about a GPU\n");
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (!LENS_API_FILLS(ms)) return lens_api_error(cudaErrorInvalidValue);
  bool valid = is_event(start) && is_event(end) && start->timed && end->timed && start->recorded &&
               end->recorded;
  if (!valid) return lens_api_error(cudaErrorInvalidResourceHandle);
  say_what_time_it_is();
  *ms = (float)(end->ms - start->ms);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!is_event(event)) return lens_api_error(cudaErrorInvalidResourceHandle);
  event->alive = 0;
  free(event);
  return cudaSuccess;
}
