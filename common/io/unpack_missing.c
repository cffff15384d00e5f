/* unpack_missing.c: replaces unpack.c and pack.c if the kit is built without libarchive. */
#include "input.h"
#include "pack.h"

static sl_status missing(const sl_input *inner, const char *what, const char *by_hand) {
  return sl_fail(SL_ERR_MISSING,
                 "%s: is %s, and this kit was built without libarchive; install libarchive-dev "
                 "and build again, or unpack it by hand: %s %s",
                 inner->name, what, by_hand, inner->name);
}

sl_status sl_input_gunzip(sl_input *inner, sl_input **out) {
  (void)out;
  return missing(inner, "compressed with gzip", "gunzip -k");
}

sl_status sl_pack(const char *path, const char *entry, const char *bytes, size_t size) {
  (void)entry;
  (void)bytes;
  (void)size;
  return sl_fail(SL_ERR_MISSING, "cannot pack %s: this kit was built without libarchive", path);
}

sl_status sl_input_member(sl_input *inner, sl_input **out) {
  (void)out;
  return missing(inner, "a tar archive", "tar xf");
}
