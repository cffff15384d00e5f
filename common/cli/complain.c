/* complain.c: the message of a failed call, for all subcommands. */
#include "base/visible.h"
#include "cli/cli.h"
#include "report/paint.h"

#include <stdio.h>

int sl_complain(sl_status status) {
  char text[1024]; /* long, because a message may name a file or quote a line */
  (void)snprintf(text, sizeof text, "%s", sl_status_message());
  sl_visible_make(text, '?');
  sl_paint_line(stderr, 2, "lab: %s\n", text);
  return sl_status_exit(status);
}
