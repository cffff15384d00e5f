/* status.c: keeps the message of the last failure, per thread. */
#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char message[1024];

sl_status sl_fail(sl_status status, const char *format, ...) {
  char text[sizeof message]; /* the arguments may point into the old message */
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  memcpy(message, text, sizeof message);
  return status;
}

sl_status sl_fail_at(sl_status status, const char *format, ...) {
  char text[sizeof message];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  size_t used = strlen(text);
  (void)snprintf(text + used, sizeof text - used, ": %s", message);
  memcpy(message, text, sizeof message);
  return status;
}

sl_status sl_fail_in_line(const char *path, int line, const char *format, ...) {
  char text[sizeof message];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return sl_fail(SL_ERR_INPUT, "%.300s:%d: %s", path, line, text);
}

const char *sl_status_message(void) {
  return message;
}

int sl_status_exit(sl_status status) {
  switch (status) {
  case SL_OK:
    return 0;
  case SL_ERR_USAGE:
  case SL_ERR_INPUT:
  case SL_ERR_SIZE:
    return 2;
  case SL_ERR_MEMORY:
  case SL_ERR_MISSING:
  case SL_ERR_SYSTEM:
  case SL_ERR_INTERNAL:
    return 3;
  }
  return 3;
}
