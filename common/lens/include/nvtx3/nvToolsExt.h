/* nvToolsExt.h: the lens's stand-in for marks in a profiler's time line: there is none, so they do
 * nothing. */
#ifndef LENS_NVTOOLSEXT_H
#define LENS_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION                  3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2
} nvtxMessageType_t;
typedef enum {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char *ascii;
    const wchar_t *unicode;
  } message;
} nvtxEventAttributes_t;

static inline void nvtxMarkA(const char *message) {
  (void)message;
}
static inline void nvtxMark(const char *message) {
  (void)message;
}
static inline void nvtxMarkEx(const nvtxEventAttributes_t *event) {
  (void)event;
}
static inline int nvtxRangePushA(const char *message) {
  (void)message;
  return 0;
}
static inline int nvtxRangePush(const char *message) {
  (void)message;
  return 0;
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *event) {
  (void)event;
  return 0;
}
static inline int nvtxRangePop(void) {
  return 0;
}
static inline nvtxRangeId_t nvtxRangeStartA(const char *message) {
  (void)message;
  return 0;
}
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *event) {
  (void)event;
  return 0;
}
static inline void nvtxRangeEnd(nvtxRangeId_t range) {
  (void)range;
}
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) {
  (void)thread;
  (void)name;
}
#define nvtxRangeStart nvtxRangeStartA

#endif
