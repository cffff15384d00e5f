/** @file path.h
 *  File names as text.
 */
#ifndef SL_BASE_PATH_H
#define SL_BASE_PATH_H

#include <string.h>

/** The part of `path` after its last slash, or all of it if there is none. */
static inline const char *sl_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

#endif
