/* complain.c: the message of a failed call, for all subcommands. */
#include "cli/cli.h"
#include "report/paint.h"

#include <stdio.h>

int sl_complain(sl_status status) {
  sl_print_line(stderr, 2, "lab: %s\n", sl_message());
  return sl_exit_status(status);
}
