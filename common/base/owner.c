/* owner.c: names for files of one process. */
#define _GNU_SOURCE
#include "base/owner.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void make_owner(long pid, char out[SL_OWNER]) {
  char host[65] = "";
  (void)gethostname(host, sizeof host - 1);
  (void)snprintf(out, SL_OWNER, "%ld-%s", pid, host);
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
