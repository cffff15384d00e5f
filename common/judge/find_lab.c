/* find_lab.c: a lab by any of its names. */
#include "judge/lab.h"

#include <stdio.h>
#include <string.h>

sl_status sl_lab_find(const char *text, const sl_lab **out) {
  char known[256] = "";
  for (size_t i = 0; i < sl_num_labs; i++) {
    const sl_lab *lab = sl_labs[i];
    size_t number_length = strcspn(lab->id, "-");
    if (strcmp(text, lab->id) == 0 || strcmp(text, sl_lab_short_name(lab)) == 0 ||
        (strlen(text) == number_length && strncmp(text, lab->id, number_length) == 0)) {
      *out = lab;
      return SL_OK;
    }
    size_t used = strlen(known);
    (void)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", lab->id);
  }
  return sl_fail(SL_ERR_USAGE, "there is no lab \"%s\"; the labs are %s", text, known);
}
