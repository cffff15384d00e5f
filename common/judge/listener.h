/** @file listener.h
 *  Splits the arriving bytes of a reply into lines, checks their order (transcript.h) and parses
 *  them (reply.h).
 */
#ifndef SL_JUDGE_LISTENER_H
#define SL_JUDGE_LISTENER_H

#include "judge/reply.h"
#include "judge/transcript.h"

enum { SL_LISTENER_LINE_BYTES = 4096 };

/** Zero-initialise, then set the nonce of the transcript. */
typedef struct sl_listener {
  sl_transcript transcript;
  char line[SL_LISTENER_LINE_BYTES];
  size_t used;
  bool closed; /**< nothing more will come, or the rest is ignored */
} sl_listener;

/** Takes the received bytes, which may end within a line. After a line that no worker writes, the
 *  rest is ignored, and the reply says why (`unruly`). Errors: SL_ERR_MEMORY. */
sl_status sl_listener_take(sl_listener *heard, const char *bytes, size_t count, sl_reply *reply);

#endif
