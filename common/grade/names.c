/* names.c: turns the name of a student into the name of a file. */
#include "grade/outputs.h"

#include "base/hash.h"
#include "base/utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Most bytes of a name. With the hash and an ending, a file name stays below 255 bytes, the limit
 * of most file systems. */
enum { MOST_BYTES = 120 };

/* Whether a character can be kept. Some systems forbid certain characters, and names that begin
 * with a dot or a dash, or end in a dot or blank. Letters beyond ASCII are kept if they are valid
 * UTF-8. */
static bool is_plain(const char *at, size_t length, bool first, bool last) {
  if (length > 1) return true;
  unsigned char c = (unsigned char)*at;
  if (isascii(c) && isalnum(c)) return true;
  if (c == '_') return true;
  if (c == '.') return !first && !last;
  if (c == '-') return !first;
  return c != '\0' && strchr(" ,'()+=@~", c) && !first && !last;
}

void sl_outputs_name(const char *student, char out[SL_OUTPUTS_NAME]) {
  size_t size = 0, left = strlen(student), all = left;
  for (const char *at = student; left > 0;) {
    size_t length = sl_utf8_length(at, left);
    bool plain = length > 0 && is_plain(at, length, left == all, left == length);
    if (length == 0) length = 1;
    size_t needed = plain ? length : 3;
    if (size + needed > MOST_BYTES) break;
    if (plain) {
      memcpy(out + size, at, length);
    } else {
      (void)snprintf(out + size, 4, "%%%02X", (unsigned)(unsigned char)*at);
    }
    size += needed;
    at += length;
    left -= length;
  }
  out[size] = '\0';
  if (left > 0) {
    (void)snprintf(out + size, SL_OUTPUTS_NAME - size, "%%%016" PRIx64,
                   sl_hash_bytes(SL_HASH_START, student, all));
  }
  if (all == 0) (void)snprintf(out, SL_OUTPUTS_NAME, "%%");
}
