/* archive_missing.c: replaces archive.c if libarchive was not found. */
#include "grade/inventory.h"

sl_status sl_inventory_list_archive(sl_inventory *to, const sl_inventory_place *place,
                                    const char *shown, const char *path, const void *bytes,
                                    size_t size) {
  (void)to;
  (void)place;
  (void)bytes;
  (void)size;
  return sl_fail(SL_ERR_MISSING,
                 "%s is an archive, and the kit was built without libarchive: install it "
                 "(libarchive-dev, libarchive-devel) and run ./lab again, or unpack it to a folder",
                 path ? path : shown);
}

sl_status sl_inventory_archive_names(const char *path, FILE *to) {
  (void)path;
  (void)to;
  return SL_OK; /* the missing library is reported when the archive is read */
}
