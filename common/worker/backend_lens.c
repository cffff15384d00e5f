/* backend_lens.c: the worker on the lens: hands on what the lens saw. */
#include "internal.h"

#include "lens/lens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whoever names an order in the environment gets that one. */
static void begin(const sl_job *job) {
  lens_report_at_exit(false); /* the judge is told, and nobody else */
  lens_reset();
  if (!getenv("LENS_SEED")) lens_set_seed(job->question->seed);
  sl_say("device\tlens");
}

static void describe_array(const sl_buffer *buffer) {
  lens_keep(buffer->data);
  lens_name_array(buffer->data, buffer->wire->name);
  if (buffer->wire->role == SL_OUT) lens_mark_uninitialised(buffer->data, buffer->bytes);
}

/* A lab's functions have no way to tell of a failed launch, so that nobody asked is not their
 * fault: the worker asks. */
static void say_line(const char *text, void *context) {
  (void)context;
  char unread[32];
  int length = snprintf(unread, sizeof unread, "finding\t%d\t", (int)LENS_UNREAD_ERROR);
  if (strncmp(text, unread, (size_t)length) == 0) return;
  sl_say("%s", text);
}

/* Whoever was stopped on the way, because something else is wrong, may not have come to cudaFree.
 */
static void report(void) {
  if (lens_num_findings() == 0) lens_find_leaks();
  lens_write_lines(say_line, NULL);
}

const sl_backend sl_this_backend = {
    .name = "lens", .begin = begin, .describe_array = describe_array, .report = report};
