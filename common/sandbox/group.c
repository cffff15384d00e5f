/* group.c: uses control groups of version 1 and 2 through their files. */
#define _GNU_SOURCE
#include "sandbox/group.h"

#include "base/owner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

static bool write_word(const char *group, const char *name, const char *word) {
  char path[PATH_BYTES];
  (void)snprintf(path, sizeof path, "%s/%s", group, name);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  size_t length = strlen(word);
  bool written = write(file, word, length) == (ssize_t)length;
  (void)close(file);
  return written;
}

static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(list, word); at; at = strstr(at + 1, word)) {
    bool begins = at == list || strchr(", ", at[-1]),
         ends = !at[length] || strchr(", \n", at[length]);
    if (begins && ends) return true;
  }
  return false;
}

/* Finds where the hierarchy of `controller` is mounted. If `controller` is NULL, finds the
 * hierarchy of version 2. */
static bool find_mount(const char *controller, char *out, size_t size) {
  FILE *mounts = fopen("/proc/self/mounts", "re");
  char line[1024], place[PATH_BYTES], type[32], options[512];
  bool found = false;
  while (mounts && !found && fgets(line, sizeof line, mounts)) {
    if (sscanf(line, "%*s %511s %31s %511s", place, type, options) != 3) continue;
    found = controller ? strcmp(type, "cgroup") == 0 && has_word(options, controller)
                       : strcmp(type, "cgroup2") == 0;
  }
  if (mounts) (void)fclose(mounts);
  if (found) (void)snprintf(out, size, "%s", place);
  return found;
}

/* Finds the group of this process in the same hierarchy, as a path below the mount. */
static bool find_own(const char *controller, char *out, size_t size) {
  FILE *file = fopen("/proc/self/cgroup", "re");
  char line[1024];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
    if (!path) continue;
    *path = '\0';
    found = controller ? has_word(names + 1, controller) : names[1] == '\0';
    if (found) (void)snprintf(out, size, "%.*s", (int)strcspn(path + 1, "\n"), path + 1);
  }
  if (file) (void)fclose(file);
  return found;
}

static const char *limit_of(const char *controller, bool unified) {
  if (strcmp(controller, "pids") == 0) return "pids.max";
  return unified ? "memory.max" : "memory.limit_in_bytes";
}

bool sl_group_make(const char *folder, bool unified, const char *controller, const char *name,
                   unsigned long long most, char *group_out, size_t size) {
  char number[32];
  (void)snprintf(group_out, size, "%s/%s", folder, name);
  if (mkdir(group_out, 0755) != 0 && errno != EEXIST) {
    group_out[0] = '\0';
    return false;
  }
  (void)snprintf(number, sizeof number, "%llu", most);
  if (!write_word(group_out, limit_of(controller, unified), number)) {
    (void)rmdir(group_out);
    group_out[0] = '\0';
    return false;
  }
  if (strcmp(controller, "memory") == 0) { /* limits swap too, if possible */
    (void)write_word(group_out, unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes",
                     unified ? "0" : number);
  }
  return true;
}

bool sl_group_works(const char *folder, bool unified, const char *controller) {
  char name[SL_OWNER + 24], owner[SL_OWNER], group[PATH_BYTES];
  sl_owner(owner);
  (void)snprintf(name, sizeof name, "sparselab-probe-%s", owner);
  bool memory = strcmp(controller, "memory") == 0;
  bool made = sl_group_make(folder, unified, controller, name, memory ? 1 << 30 : 1000, group,
                            sizeof group);
  if (made) (void)rmdir(group);
  return made;
}

/* Removes groups that a killed judge has left: "sparselab-OWNER.N", if the owner has ended. */
static void sweep(const char *folder) {
  DIR *groups = opendir(folder);
  for (struct dirent *entry; groups && (entry = readdir(groups));) {
    char path[PATH_BYTES];
    static const char begin[] = "sparselab-";
    if (strncmp(entry->d_name, begin, sizeof begin - 1) != 0) continue;
    if (!sl_owner_has_ended(entry->d_name + sizeof begin - 1)) continue;
    int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (length > 0 && (size_t)length < sizeof path) (void)rmdir(path); /* fails if not empty */
  }
  if (groups) (void)closedir(groups);
}

void sl_group_find(const char *controller, char *folder_out, size_t size, bool *unified_out) {
  char mount[PATH_BYTES], own[PATH_BYTES];
  for (int version = 1; version <= 2; version++) {
    const char *name = version == 1 ? controller : NULL;
    *unified_out = version == 2;
    if (!find_mount(name, mount, sizeof mount) || !find_own(name, own, sizeof own)) continue;
    /* In version 2, a group that contains processes cannot have subgroups with limits, but its
     * parent may have. In a container, the process's own group is mounted as the root, whatever its
     * name is outside. */
    char parent[PATH_BYTES];
    (void)snprintf(parent, sizeof parent, "%s", own);
    char *slash = strrchr(parent, '/');
    if (slash) *slash = '\0';
    const char *places[] = {own, parent, ""};
    for (int i = 0; i < 3; i++) {
      int length = snprintf(folder_out, size, "%s%s", mount, places[i]);
      if (length > 0 && (size_t)length < size &&
          sl_group_works(folder_out, version == 2, controller)) {
        sweep(folder_out);
        return;
      }
    }
  }
  folder_out[0] = '\0';
}

bool sl_group_join(const char *group) {
  return write_word(group, "cgroup.procs", "0");
}

bool sl_group_ran_out(const char *group, bool unified) {
  char path[PATH_BYTES], line[128];
  unsigned long kills = 0;
  (void)snprintf(path, sizeof path, "%s/%s", group,
                 unified ? "memory.events" : "memory.oom_control");
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file) && sscanf(line, "oom_kill %lu", &kills) != 1) {
    continue;
  }
  if (file) (void)fclose(file);
  return kills > 0;
}

static void kill_members(const char *group) {
  char path[PATH_BYTES], line[32];
  if (write_word(group, "cgroup.kill", "1")) return;
  (void)snprintf(path, sizeof path, "%s/cgroup.procs", group);
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file)) (void)kill((pid_t)strtol(line, NULL, 10), SIGKILL);
  if (file) (void)fclose(file);
}

void sl_group_remove(const char *group) {
  const struct timespec pause = {0, 2000000};
  for (int tries = 0; tries < 500 && rmdir(group) != 0 && errno == EBUSY; tries++) {
    kill_members(group); /* processes leave the group some time after they have ended */
    (void)nanosleep(&pause, NULL);
  }
}
