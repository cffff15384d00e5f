/* listener.c: splits received bytes into lines of a reply. */
#include "judge/listener.h"

#include <stdio.h>

static void refuse(sl_listener *heard, sl_reply *reply, const char *why) {
  (void)snprintf(reply->unruly, sizeof reply->unruly, "%s", why);
  heard->closed = true;
}

static sl_status take_line(sl_listener *heard, sl_reply *reply) {
  char *rest;
  heard->line[heard->used] = '\0';
  const char *wrong = sl_transcript_take(&heard->transcript, heard->line, heard->used, &rest);
  heard->used = 0;
  if (!wrong) return sl_reply_take(reply, rest);
  refuse(heard, reply, wrong);
  return SL_OK;
}

sl_status sl_listener_take(sl_listener *heard, const char *bytes, size_t count, sl_reply *reply) {
  for (size_t i = 0; i < count && !heard->closed; i++) {
    if (reply->done) {
      refuse(heard, reply, "more after the end");
    } else if (bytes[i] == '\n') {
      SL_TRY(take_line(heard, reply));
    } else if (heard->used == sizeof heard->line - 1) {
      refuse(heard, reply, "a line that does not end");
    } else {
      heard->line[heard->used++] = bytes[i];
    }
  }
  return SL_OK;
}
