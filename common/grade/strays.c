/* strays.c: the list of files that belong to no submission. */
#include "grade/strays.h"

#include "base/memory.h"

#include <string.h>

static sl_status copy(const char *text, char **out) {
  size_t size = strlen(text) + 1;
  SL_TRY(sl_alloc(size, 1, "the name of a file", out));
  memcpy(*out, text, size);
  return SL_OK;
}

sl_status sl_strays_add(sl_strays *list, const char *path, const char *why) {
  SL_TRY(sl_resize(list->count + 1, sizeof *list->all, "the files of a class", &list->all));
  sl_stray *added = &list->all[list->count];
  *added = (sl_stray){NULL, NULL};
  list->count++;
  SL_TRY(copy(path, &added->path));
  return copy(why, &added->why);
}

void sl_strays_free(sl_strays *list) {
  for (size_t i = 0; i < list->count; i++) {
    sl_free(list->all[i].path);
    sl_free(list->all[i].why);
  }
  sl_free(list->all);
  *list = (sl_strays){NULL, 0};
}
