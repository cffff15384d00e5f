/* no_findings.c: linked to a program with its own main: at its end, prints all findings of the
 * lens, and makes the program fail if there are any. */
#include "lens/lens.h"

#include <stdio.h>
#include <unistd.h>

__attribute__((destructor)) static void fail_on_findings(void) {
  for (size_t i = 0; i < lens_num_findings(); i++) {
    const lens_finding *it = lens_get_finding(i);
    (void)fprintf(stderr, "%s:%d: found, but there is no such bug: %s %s (%s)\n", it->file,
                  it->line, lens_finding_name(it->kind), it->array, it->detail);
  }
  (void)fflush(NULL);
  if (lens_num_findings() > 0) _exit(1);
}
