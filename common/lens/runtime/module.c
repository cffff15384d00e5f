/* module.c: finds the program or the shared object that an address is in. */
#define _GNU_SOURCE
#include "module.h"
#include "alloc.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lens_module **known; /* pointers, so that modules do not move when the table grows */
static size_t known_count;

typedef struct module_search {
  uintptr_t address;
  lens_module module;
  bool found;
  uintptr_t constants_start, constants_end; /* the read-only part around the address */
} module_search;

static void set_path(lens_module *module, const char *name) {
  if (name && name[0]) {
    (void)snprintf(module->path, sizeof module->path, "%s", name);
    return;
  }
  static const char deleted[] = " (deleted)";
  ssize_t length = readlink("/proc/self/exe", module->path, sizeof module->path - 1);
  module->path[length > 0 ? length : 0] = '\0';
  const char *end = strstr(module->path, deleted);
  if (end && end[sizeof deleted - 1] == '\0') { /* deleted, or replaced by another file */
    (void)snprintf(module->path, sizeof module->path, "/proc/%d/exe", (int)getpid());
  }
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  module_search *it = context;
  lens_module module = {UINTPTR_MAX, 0, info->dlpi_addr, ""};
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    bool here = it->address - start < part->p_memsz;
    bool read_only =
        part->p_type == PT_GNU_RELRO || (part->p_type == PT_LOAD && !(part->p_flags & PF_W));
    if (here && read_only) {
      it->constants_start = start;
      it->constants_end = start + part->p_memsz;
    }
    if (part->p_type != PT_LOAD) continue;
    if (start < module.start) module.start = start;
    if (start + part->p_memsz > module.end) module.end = start + part->p_memsz;
    inside |= here;
  }
  if (!inside) return 0;
  set_path(&module, info->dlpi_name);
  it->module = module;
  it->found = true;
  return 1;
}

static module_search look_up(uintptr_t address) {
  module_search it = {.address = address};
  (void)dl_iterate_phdr(visit, &it);
  return it;
}

static const lens_module *remember(const lens_module *module) {
  lens_module **grown = lens_alloc_more(known, known_count + 1, sizeof(lens_module *));
  if (!grown) return NULL;
  known = grown;
  lens_module *copy = lens_alloc(1, sizeof *copy);
  if (!copy) return NULL;
  *copy = *module;
  known[known_count++] = copy;
  return copy;
}

const lens_module *lens_module_find(uintptr_t address) {
  pthread_mutex_lock(&lock);
  const lens_module *module = NULL;
  for (size_t i = 0; i < known_count && !module; i++) {
    if (address >= known[i]->start && address < known[i]->end) module = known[i];
  }
  if (!module) {
    module_search it = look_up(address);
    if (it.found) module = remember(&it.module);
  }
  pthread_mutex_unlock(&lock);
  return module;
}

bool lens_module_constants(uintptr_t address, uintptr_t *start, uintptr_t *end) {
  module_search it = look_up(address);
  if (!it.found || it.constants_end == 0) return false;
  *start = it.constants_start;
  *end = it.constants_end;
  return true;
}
