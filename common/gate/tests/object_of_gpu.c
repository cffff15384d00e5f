/* object_of_gpu.c: object_of_gpu HEADER (SOURCE OBJECT)…: prints what the gate reports about
 * objects, one after the other: "SOURCE:LINE: what: reason". */
#include "gate/gate.h"

#include <stdio.h>
#include <string.h>

static int look_at(const char *header, const char *source, const char *object) {
  sl_refusals refusals;
  memset(&refusals, 0, sizeof refusals);
  sl_status status = sl_gate_source_file(source, header, &refusals);
  if (status == SL_OK) status = sl_gate_object_file(object, source, header, &refusals);
  if (status != SL_OK) return 1;
  for (size_t i = 0; i < refusals.count; i++) {
    const sl_refusal *r = &refusals.all[i];
    (void)printf("%s:%d: %s: %s\n", source, r->line, r->what, r->reason);
  }
  return 0;
}

int main(int count, char **arguments) {
  int failed = count < 4;
  for (int i = 2; i + 1 < count && !failed; i += 2) {
    failed = look_at(arguments[1], arguments[i], arguments[i + 1]);
  }
  return failed;
}
