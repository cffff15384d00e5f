/* owner.c: names for files that belong to one process. */
#define _GNU_SOURCE
#include "base/owner.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes "-NUMBER" of the namespace of process numbers to `out`, or "" outside of containers. Two
 * containers of one host can have processes with the same number and the same host name; the number
 * of the namespace distinguishes them. */
static void name_namespace(char *out, size_t size) {
  static const unsigned long of_the_host = 4026531836; /* the kernel's PROC_PID_INIT_INO */
  char link[64] = "";
  unsigned long number = of_the_host;
  out[0] = '\0';
  if (readlink("/proc/self/ns/pid", link, sizeof link - 1) < 0) return;
  if (sscanf(link, "pid:[%lu]", &number) == 1 && number != of_the_host) {
    (void)snprintf(out, size, "-%lu", number);
  }
}

static void make_owner(long pid, char out[SL_OWNER]) {
  char host[65] = "", namespace[24];
  (void)gethostname(host, sizeof host - 1);
  name_namespace(namespace, sizeof namespace);
  (void)snprintf(out, SL_OWNER, "%ld-%s%s", pid, host, namespace);
}

void sl_owner(char out[SL_OWNER]) {
  make_owner((long)getpid(), out);
}

bool sl_owner_has_ended(const char *name) {
  char owner[SL_OWNER];
  long pid;
  if (sscanf(name, "%ld-", &pid) != 1 || pid <= 0) return false;
  make_owner(pid, owner);
  size_t length = strlen(owner);
  if (strncmp(name, owner, length) != 0 || name[length] != '.') return false;
  return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}
