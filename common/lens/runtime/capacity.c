/* capacity.c: finds out what the machine has left. A file that is missing or says "max" sets no
 * limit. */
#include "capacity.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "alloc.h"
#include "fiber.h"
#include "lens/lens.h"

enum { PATH_BYTES = 4096 + 64 };

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static uint64_t difference(uint64_t limit, uint64_t used) {
  return limit == UINT64_MAX ? limit : limit > used ? limit - used : 0;
}

/* ---- what the kernel reports ---------------------------------------------------------------- */

/* The number at the beginning of a file, or after `name` at the beginning of a line; `otherwise` if
 * there is none. */
static uint64_t number_in(const char *path, const char *name, uint64_t otherwise) {
  FILE *file = fopen(path, "r");
  if (!file) return otherwise;
  uint64_t found = otherwise;
  char line[256];
  size_t length = strlen(name);
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, name, length) != 0) continue;
    char *end;
    unsigned long long value = strtoull(line + length, &end, 10);
    if (end != line + length) found = value;
    break;
  }
  (void)fclose(file);
  return found;
}

static uint64_t count_mappings(void) {
  FILE *file = fopen("/proc/self/maps", "r");
  uint64_t count = 0;
  for (int c; file && (c = getc(file)) != EOF;) count += c == '\n';
  if (file) (void)fclose(file);
  return count;
}

static uint64_t below_limit(int resource, uint64_t used) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return difference(limit.rlim_cur, used);
}

static uint64_t addresses_left(void) {
  unsigned long long pages[6] = {0}; /* all, resident, shared, text, -, data */
  FILE *file = fopen("/proc/self/statm", "r");
  int fields = file ? fscanf(file, "%llu %llu %llu %llu %llu %llu", &pages[0], &pages[1], &pages[2],
                             &pages[3], &pages[4], &pages[5])
                    : 0;
  if (file) (void)fclose(file);
  if (fields != 6) return UINT64_MAX;
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t left =
      least(below_limit(RLIMIT_AS, pages[0] * page), below_limit(RLIMIT_DATA, pages[5] * page));
  if (number_in("/proc/sys/vm/overcommit_memory", "", 0) != 2) return left;
  uint64_t limit = number_in("/proc/meminfo", "CommitLimit:", UINT64_MAX / 1024) * 1024;
  uint64_t used = number_in("/proc/meminfo", "Committed_AS:", 0) * 1024;
  return least(left, difference(limit, used));
}

/* What a control group has left. Cached files count as free, because the kernel can drop them. */
static uint64_t left_in_group(const char *folder, const char *limit, const char *usage,
                              const char *files) {
  char path[PATH_BYTES + 64];
  (void)snprintf(path, sizeof path, "%s/%s", folder, limit);
  uint64_t most = number_in(path, "", UINT64_MAX);
  if (most == UINT64_MAX) return most;
  (void)snprintf(path, sizeof path, "%s/%s", folder, usage);
  uint64_t used = number_in(path, "", 0);
  (void)snprintf(path, sizeof path, "%s/memory.stat", folder);
  uint64_t given_up = number_in(path, files, 0);
  return difference(most, difference(used, given_up));
}

/* The least memory that the process's control group and its parents have left (version 2). In a
 * container, the topmost group is the container's own. */
static uint64_t left_in_groups(void) {
  char line[PATH_BYTES] = "", folder[PATH_BYTES + 32];
  FILE *file = fopen("/proc/self/cgroup", "r");
  while (file && fgets(line, sizeof line, file) && strncmp(line, "0::/", 4) != 0) line[0] = '\0';
  if (file) (void)fclose(file);
  line[strcspn(line, "\n")] = '\0';
  (void)snprintf(folder, sizeof folder, "/sys/fs/cgroup%s", line[0] ? line + 3 : "");
  uint64_t left = UINT64_MAX;
  while (strlen(folder) >= strlen("/sys/fs/cgroup")) {
    left = least(left, left_in_group(folder, "memory.max", "memory.current", "inactive_file "));
    *strrchr(folder, '/') = '\0';
  }
  return least(left, left_in_group("/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                   "memory.usage_in_bytes", "total_inactive_file "));
}

lens_capacity lens_capacity_left(void) {
  lens_capacity left;
  uint64_t most = number_in("/proc/sys/vm/max_map_count", "", UINT64_MAX);
  left.mappings = difference(most, count_mappings());
  left.addresses = addresses_left();
  uint64_t available = number_in("/proc/meminfo", "MemAvailable:", UINT64_MAX / 1024);
  left.memory = least(available * 1024, left_in_groups());
  return left;
}

/* ---- what is needed ------------------------------------------------------------------------- */

/* The numbers were measured: a waiting thread has touched one or two pages of its stack, and a host
 * thread needs up to eight mappings, including those of the C library. The C library also reserves
 * 64 MiB for each host thread. */
lens_capacity lens_capacity_of_host(unsigned threads) {
  enum { MAPPINGS = 12, BESIDE_STACKS = 96 << 20, TOUCHED_BESIDE = 4 << 20, TOUCHED = 8192 };
  return (lens_capacity){MAPPINGS, lens_fiber_stacks_bytes(threads) + BESIDE_STACKS,
                         (uint64_t)threads * TOUCHED + TOUCHED_BESIDE};
}

unsigned lens_capacity_for(const lens_capacity *left, const lens_capacity *each, unsigned wanted,
                           const char **short_of) {
  const struct {
    uint64_t left, each;
    const char *name;
  } resources[] = {{left->mappings, each->mappings, "memory mappings (vm.max_map_count)"},
                   {left->addresses, each->addresses, "address space (ulimit -v)"},
                   {left->memory, each->memory, "memory"}};
  uint64_t count = wanted;
  *short_of = NULL;
  for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
    uint64_t fit = resources[i].left / 2 / resources[i].each;
    if (fit >= count) continue;
    count = fit;
    *short_of = resources[i].name;
  }
  return count ? (unsigned)count : 1;
}

void lens_capacity_tell(unsigned used, unsigned wanted, const char *short_of) {
  static bool told;
  if (__atomic_exchange_n(&told, true, __ATOMIC_RELAXED)) return;
  (void)fprintf(stderr, "lens: only %u of %u cores are used, because the machine is short of %s\n",
                used, wanted, short_of);
}

void lens_capacity_give_up(void) {
  static bool told;
  if (!__atomic_exchange_n(&told, true, __ATOMIC_RELAXED)) {
    (void)fprintf(stderr, "lens: a launch was stopped: no memory for its threads\n");
  }
  lens_alloc_short("the machine has no memory for the threads of a launch");
}
