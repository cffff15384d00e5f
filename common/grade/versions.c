/* versions.c: orders versions of one file by the numbers in their names. */
#include "grade/versions.h"

#include "base/path.h"
#include "grade/platform.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the name of a file, or of the archive that contains it, without its ending and the
 * additions of a platform. */
static void name_of_version(const sl_inventory_entry *entry, char *name, size_t size) {
  char first[SL_SUBMISSION_PATH];
  sl_platform_name platform;
  bool in_archive = entry->archives > 0 && strchr(entry->path, '/');
  if (!in_archive) {
    (void)snprintf(name, size, "%.*s", (int)sl_inventory_stem_length(entry->name), entry->name);
    return;
  }
  (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(entry->path, "/"), entry->path);
  bool decorated = sl_platform_parse(first, &platform) && platform.file[0];
  (void)snprintf(name, size, "%s", decorated ? platform.file : first);
  char *end = strstr(name, ".tar"); /* ".tar (1).gz": the number may be between the endings */
  if (end) memmove(end, end + 4, strlen(end + 4) + 1);
  end = strrchr(name, '.');
  if (end) *end = '\0';
}

/* Returns the number of a copy, as in "ell (2).cu" and "ell-2.cu"; 0: the original. `name` becomes
 * the name of the original. */
static int cut_version(char *name) {
  size_t end = strlen(name);
  bool brackets = end > 0 && name[end - 1] == ')';
  size_t at = end - brackets;
  while (at > 0 && isdigit((unsigned char)name[at - 1])) at--;
  bool digits = at < end - brackets && at > 1;
  bool numbered =
      digits && (brackets ? name[at - 1] == '(' : name[at - 1] == '-' || name[at - 1] == '_');
  if (!numbered) return 0;
  int number = atoi(name + at);
  for (at--; at > 0 && name[at - 1] == ' ';) at--;
  name[at] = '\0';
  return number;
}

static const char *attempt_of(const sl_inventory_entry *entry, sl_platform_name *room) {
  return sl_platform_parse(sl_base_name(entry->path), room) ? room->attempt : "";
}

int sl_versions_compare(const sl_inventory_entry *a, const sl_inventory_entry *b) {
  char rest_a[SL_SUBMISSION_PATH], rest_b[SL_SUBMISSION_PATH];
  sl_platform_name room_a, room_b;
  const char *attempt_a = attempt_of(a, &room_a), *attempt_b = attempt_of(b, &room_b);
  if (attempt_a[0] && attempt_b[0] && strcmp(attempt_a, attempt_b) != 0) {
    return strcmp(attempt_a, attempt_b) < 0 ? 1 : -1;
  }
  name_of_version(a, rest_a, sizeof rest_a);
  name_of_version(b, rest_b, sizeof rest_b);
  int version_a = cut_version(rest_a), version_b = cut_version(rest_b);
  if (strcmp(rest_a, rest_b) != 0 || version_a == version_b) return 0;
  return version_a < version_b ? 1 : -1;
}
