/* complain.c: the message of a failed call, for all subcommands. */
#include "cli/cli.h"

#include <stdio.h>

int sl_complain(sl_status status) {
  (void)fprintf(stderr, "lab: %s\n", sl_message());
  return sl_exit_status(status);
}
