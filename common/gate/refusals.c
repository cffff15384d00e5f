/* refusals.c: the list of refusals. */
#include "gate/refusals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies only printable characters, because the text may go to a terminal or a table. */
static void copy_printable(char *to, size_t size, const char *from, size_t length) {
  size_t used = 0;
  for (size_t i = 0; i < length && used + 1 < size; i++) {
    unsigned char c = (unsigned char)from[i];
    to[used++] = (char)(c < ' ' || c >= 0x7f ? '?' : c);
  }
  to[used] = '\0';
}

void sl_refusal_add(sl_refusals *out, int line, const char *what, size_t length,
                    const char *reason) {
  sl_refusal made = {.line = line};
  copy_printable(made.what, sizeof made.what, what, length);
  (void)snprintf(made.reason, sizeof made.reason, "%s", reason);
  for (size_t i = 0; i < out->count; i++) {
    const sl_refusal *old = &out->all[i];
    if (old->line == line && strcmp(old->what, made.what) == 0) return;
  }
  if (out->count == SL_MOST_REFUSALS) {
    out->more = true;
    return;
  }
  out->all[out->count++] = made;
}

static int compare(const void *one, const void *other) {
  const sl_refusal *a = one, *b = other;
  return a->line != b->line ? a->line - b->line : strcmp(a->what, b->what);
}

void sl_refusals_sort(sl_refusals *refusals) {
  qsort(refusals->all, refusals->count, sizeof *refusals->all, compare);
}
