/* remark.c: remarks about loops that may never end. Whether a loop ends cannot be decided in
 * general, so the program continues: a counter in a register, which the lens does not see, may end
 * the loop later. */
#include "remark.h"

#include "exit.h"
#include "symbolise.h"

#include <stdio.h>

static bool taken, ready; /* atomic */
static char said[200];

const char *lens_remark_said(void) {
  return __atomic_load_n(&ready, __ATOMIC_ACQUIRE) ? said : "";
}

void lens_remark_loop(const lens_lane *lane, uintptr_t place, const char *why) {
  if (!lens_exit_reports() || __atomic_exchange_n(&taken, true, __ATOMIC_RELAXED)) return;
  lens_line line;
  lens_symbolise(&place, 1, &line);
  const char *kernel = lane->block->work->kernel;
  char where[300] = "";
  if (line.line) (void)snprintf(where, sizeof where, "%s:%d: ", line.file, line.line);
  (void)fprintf(stderr,
                "lens: %sremark: kernel %s has been in this loop for a long time, and %s. Perhaps "
                "it never ends; the lens cannot know, and continues. Ctrl-C stops it with a "
                "report, and so does LENS_DEADLINE=SECONDS\n",
                where, kernel, why);
  if (line.line) {
    (void)snprintf(said, sizeof said, "; its threads may be in an endless loop at line %d",
                   line.line);
    __atomic_store_n(&ready, true, __ATOMIC_RELEASE);
  }
}
