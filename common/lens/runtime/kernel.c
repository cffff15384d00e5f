/* kernel.c: the registered kernels: their names and settings. */
#include "kernel.h"

#include "confine.h"
#include "exit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "describe.h"

typedef struct kernel_setting {
  const void *function;
  size_t shared_bytes;
} kernel_setting;

static lens_kernel *kernels;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the settings */
static kernel_setting *settings;
static size_t num_settings;

void lens_register_kernel(lens_kernel *kernel) {
  lens_exit_link();
  lens_kernel *copy = malloc(sizeof *copy); /* the program may overwrite its structure */
  if (!copy) return;
  *copy = *kernel;
  if (copy->call) lens_confine_require_target((uintptr_t)copy->call);
  copy->next = kernels;
  kernels = copy;
}

const lens_kernel *lens_kernel_find(const void *function, const char *name) {
  for (const lens_kernel *kernel = kernels; function && kernel; kernel = kernel->next) {
    if (kernel->function == function) return kernel;
  }
  for (const lens_kernel *kernel = kernels; name && kernel; kernel = kernel->next) {
    if (strcmp(kernel->name, name) == 0) return kernel;
  }
  return NULL;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* The name of a kernel without its namespace and template arguments; `written` may be
 * "ns::kernel<float, 4>". */
static const char *bare_name(const char *written) {
  char name[256];
  (void)snprintf(name, sizeof name, "%s",
                 strncmp(written, "void ", 5) == 0 ? written + 5 : written);
  name[strcspn(name, "<( ")] = '\0';
  char *colons = strrchr(name, ':');
  return lens_intern(colons ? colons + 1 : name);
}

const char *lens_kernel_name(const lens_launch *launch) {
  const lens_kernel *known = lens_kernel_find(launch->function, NULL);
  if (known) return lens_intern(known->name);
  return bare_name(launch->name ? launch->name : "");
}

/* ---- dynamic shared memory ------------------------------------------------------------------ */

static kernel_setting *find_setting(const void *function) {
  for (size_t i = 0; i < num_settings; i++) {
    if (settings[i].function == function) return &settings[i];
  }
  return NULL;
}

int lens_set_dynamic_shared(const void *function, size_t bytes) {
  pthread_mutex_lock(&lock);
  kernel_setting *it = find_setting(function);
  kernel_setting *grown = it ? NULL : lens_alloc_more(settings, num_settings + 1, sizeof *settings);
  if (grown) {
    settings = grown;
    it = &settings[num_settings++];
  }
  if (it) *it = (kernel_setting){function, bytes};
  pthread_mutex_unlock(&lock);
  return it ? 0 : -1;
}

size_t lens_dynamic_shared(const void *function) {
  size_t bytes = LENS_STATIC_SHARED;
  pthread_mutex_lock(&lock);
  const kernel_setting *it = find_setting(function);
  if (it) bytes = it->shared_bytes;
  for (size_t i = 0; !function && i < num_settings; i++) {
    if (settings[i].shared_bytes > bytes) bytes = settings[i].shared_bytes;
  }
  pthread_mutex_unlock(&lock);
  return bytes;
}

void lens_kernel_reset(void) {
  pthread_mutex_lock(&lock);
  num_settings = 0;
  pthread_mutex_unlock(&lock);
}
