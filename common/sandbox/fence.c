/* fence.c: uses Landlock by its system calls, because the headers of older systems do not declare
 * functions for it. */
#define _GNU_SOURCE
#include "sandbox/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The numbers are documented at https://docs.kernel.org/userspace-api/landlock.html */
enum {
  NR_CREATE_RULESET = 444,
  NR_ADD_RULE = 445,
  NR_RESTRICT_SELF = 446,
  ASK_VERSION = 1,
  RULE_PATH_BENEATH = 1,
};
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  FIRST_VERSION = (1 << 13) - 1, /* all rights of version 1 */
  REFER = 1 << 13,               /* since version 2 */
  TRUNCATE = 1 << 14,            /* since version 3 */
  IOCTL_DEV = 1 << 15,           /* since version 5 */
  TO_READ = EXECUTE | READ_FILE | READ_DIR,
  OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
};
enum { NET_BIND_AND_CONNECT = 3, SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3 };

typedef struct ruleset {
  uint64_t files, net, scoped;
} ruleset;

typedef struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t folder;
} beneath;

int sl_fence_version(void) {
  long version = syscall(NR_CREATE_RULESET, NULL, 0, ASK_VERSION);
  return version > 0 ? (int)version : 0;
}

static bool allow(int rules, const char *path, uint64_t rights) {
  struct stat status;
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT;
  bool known = fstat(place, &status) == 0;
  if (known && !S_ISDIR(status.st_mode)) rights &= OF_FILES;
  const beneath rule = {rights, place};
  bool allowed = known && syscall(NR_ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) == 0;
  (void)close(place);
  return allowed;
}

bool sl_fence_put_up(const char *const *readable, const char *const *writable) {
  int version = sl_fence_version();
  ruleset handled = {.files = FIRST_VERSION};
  if (version >= 2) handled.files |= REFER;
  if (version >= 3) handled.files |= TRUNCATE;
  if (version >= 5) handled.files |= IOCTL_DEV;
  if (version >= 4) handled.net = NET_BIND_AND_CONNECT;
  if (version >= 6) handled.scoped = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS;
  size_t size = version >= 6 ? sizeof handled : version >= 4 ? 16 : 8;
  int rules = (int)syscall(NR_CREATE_RULESET, &handled, size, 0);
  if (rules < 0) return false;
  bool good = true;
  for (; good && *readable; readable++) good = allow(rules, *readable, TO_READ);
  /* Files in writable folders may also be read and run, because compilers do that. Only regular
   * files, folders and symbolic
   * links can be created. */
  uint64_t to_write = handled.files & ~(uint64_t)(1 << 6 | 1 << 9 | 1 << 10 | 1 << 11);
  for (; good && *writable; writable++) good = allow(rules, *writable, to_write);
  good = good && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(NR_RESTRICT_SELF, rules, 0) == 0;
  int error = errno;
  (void)close(rules);
  errno = error;
  return good;
}
