/* complain.c: the message of a failed call, for all subcommands. */
#include "cli/cli.h"
#include "report/paint.h"

#include <stdio.h>

int sl_complain(sl_status status) {
  sl_paint_line(stderr, 2, "lab: %s\n", sl_status_message());
  return sl_status_exit(status);
}
