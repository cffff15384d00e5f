/* machine.c: messages of compilers, linkers and shells that are caused by the machine. */
#include "judge/machine.h"

#include <stdio.h>
#include <string.h>

/* Texts of strerror, and of the tools themselves. */
static const char *const of_machine[] = {
    "No space left on device",
    "Disk quota exceeded",
    "File too large",
    "File size limit exceeded",
    "Read-only file system",
    "Input/output error",
    "Cannot allocate memory",
    "Cannot fork",
    "cannot fork",
    "Resource temporarily unavailable",
    "Too many open files",
    "virtual memory exhausted",
    "out of memory",
    "std::bad_alloc",
    "signal terminated program",
    "mktemp: failed",
    "cannot create temp",
    "Cannot create temporary file",
    "error while loading shared libraries",
};

static const char *const of_source[] = {"#error", "#warning", "static assertion",
                                        "#pragma message"};

static bool holds_any(const char *line, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strstr(line, words[i])) return true;
  }
  return false;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

bool sl_machine_is_to_blame(const char *log, char *line, size_t size) {
  while (*log) {
    size_t length = strcspn(log, "\n");
    (void)snprintf(line, size, "%.*s", (int)length, log);
    if (!holds_any(line, of_source, COUNT(of_source)) &&
        holds_any(line, of_machine, COUNT(of_machine))) {
      return true;
    }
    log += length + (log[length] == '\n');
  }
  return false;
}

void sl_machine_last_line(const char *text, char *line, size_t size) {
  line[0] = '\0';
  while (*text) {
    size_t length = strcspn(text, "\n");
    if (length > 0) (void)snprintf(line, size, "%.*s", (int)length, text);
    text += length + (text[length] == '\n');
  }
}
