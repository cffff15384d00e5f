/* say.c: sends the lines of the reply. */
#include "internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static void send_parts(struct iovec *parts, size_t count) {
  while (count > 0) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    ssize_t sent = sendmsg(SL_WIRE_FD, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue; /* interrupted by a timer of the student's code */
    if (sent <= 0) _exit(1);                  /* the judge has ended */
    for (; count > 0 && (size_t)sent >= parts->iov_len; parts++, count--)
      sent -= (ssize_t)parts->iov_len;
    if (count == 0) return;
    parts->iov_base = (char *)parts->iov_base + sent;
    parts->iov_len -= (size_t)sent;
  }
}

void sl_say_text(const char *text, size_t size) {
  char tab[] = "\t";
  struct iovec parts[] = {
      {sl_secret(), SL_WIRE_NONCE_BYTES}, {tab, 1}, {(void *)(uintptr_t)text, size}};
  bool hidden = sl_secret_hide(false);
  send_parts(parts, sizeof parts / sizeof *parts);
  (void)sl_secret_hide(hidden);
}

void sl_say(const char *format, ...) {
  char line[2048];
  va_list arguments;
  va_start(arguments, format);
  int used = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (used > (int)sizeof line - 2) used = (int)sizeof line - 2;
  line[used++] = '\n';
  sl_say_text(line, (size_t)used);
}

const char *sl_say_field(const char *text) {
  static char copies[4][300];
  static unsigned turn;
  char *copy = copies[turn++ % 4];
  (void)snprintf(copy, sizeof copies[0], "%s", text);
  for (char *c = copy; *c; c++) {
    if (*c == '\t' || *c == '\n' || *c == '\r') *c = ' ';
  }
  return copy;
}

void sl_say_broken(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sl_say("broken\t%s", sl_say_field(text));
  _exit(3);
}

void sl_say_lost(const char *array) {
  sl_say("lost\t%s", array);
  _exit(3);
}
