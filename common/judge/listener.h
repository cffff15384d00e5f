/** @file listener.h
 *  The bytes of a reply as they arrive, cut into lines that are in order (transcript.h) and are
 * then taken (reply.h).
 */
#ifndef SL_JUDGE_LISTENER_H
#define SL_JUDGE_LISTENER_H

#include "judge/reply.h"
#include "judge/transcript.h"

enum { SL_LISTENER_LINE_BYTES = 4096 };

/** Zero-initialise, but for the nonce of the transcript. */
typedef struct sl_listener {
  sl_transcript transcript;
  char line[SL_LISTENER_LINE_BYTES];
  size_t used;
  bool closed; /**< nothing more will come, or is to be heard */
} sl_listener;

/** Takes what has arrived, which may end within a line. Whoever says what no worker says is not
 *  listened to any longer, and the reply says why (`unruly`). Errors: SL_ERR_MEMORY. */
sl_status sl_listener_take(sl_listener *heard, const char *bytes, size_t count, sl_reply *reply);

#endif
