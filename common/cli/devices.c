/* devices.c: ./lab devices: the GPUs for which times can be predicted; and the choice of one. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "lens/model/device.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char ending[] = ".txt";

/* "nvidia-h200.txt" is h200. */
static void short_name(const char *file, char *out, size_t size) {
  static const char maker[] = "nvidia-";
  bool made = strncmp(file, maker, strlen(maker)) == 0;
  (void)snprintf(out, size, "%s", file + (made ? strlen(maker) : 0));
  char *dot = strrchr(out, '.');
  if (dot) *dot = '\0';
}

static int is_device(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot && strcmp(dot, ending) == 0;
}

/* The files in order of their names. Returns their number, 0 where there are none. */
static int list_files(struct dirent ***out) {
  int count = scandir(SL_DEVICES, out, is_device, alphasort);
  return count < 0 ? 0 : count;
}

static void free_files(struct dirent **files, int count) {
  for (int i = 0; i < count; i++) free(files[i]);
  if (count) free(files);
}

int sl_cmd_devices(int count, char **arguments) {
  if (count > 1) {
    return sl_complain(
        sl_fail(SL_ERR_USAGE, "devices takes no arguments, not \"%s\"", arguments[1]));
  }
  struct dirent **files;
  int num_files = list_files(&files);
  for (int i = 0; i < num_files; i++) {
    char name[256], path[sizeof SL_DEVICES + 256], message[512];
    model_device device;
    short_name(files[i]->d_name, name, sizeof name);
    (void)snprintf(path, sizeof path, "%s/%s", SL_DEVICES, files[i]->d_name);
    if (model_device_read(path, &device, message, sizeof message) != 0) {
      (void)printf("%-18s %s\n", name, message);
      continue;
    }
    (void)printf("%-18s %-28s %s\n", name, device.name,
                 device.verified ? "verified: compared with times that were measured on it"
                                 : "not verified: from published figures alone");
  }
  free_files(files, num_files);
  (void)printf("\nTo predict times for one of them: ./lab lens --device NAME FILE.cu\n");
  return 0;
}

/* Finds the file of a name. False: there is none, and then `names` holds all. */
static bool find(const char *wanted, char *path, size_t size, char *names, size_t names_size) {
  struct dirent **files;
  int count = list_files(&files);
  bool found = false;
  names[0] = '\0';
  for (int i = 0; i < count && !found; i++) {
    char name[256];
    short_name(files[i]->d_name, name, sizeof name);
    size_t used = strlen(names);
    (void)snprintf(names + used, names_size - used, "%s%s", used ? ", " : "", name);
    found = strcasecmp(name, wanted) == 0;
    if (found) (void)snprintf(path, size, "%s/%s", SL_DEVICES, files[i]->d_name);
  }
  free_files(files, count);
  return found;
}

sl_status sl_choose_device(const char *name) {
  char path[4096], names[1024], message[512];
  model_device device;
  bool is_file = strchr(name, '/') || strstr(name, ending);
  if (is_file) {
    (void)snprintf(path, sizeof path, "%s", name);
  } else if (!find(name, path, sizeof path, names, sizeof names)) {
    return sl_fail(SL_ERR_USAGE, "--device: there is no \"%s\"; choose one of %s", name, names);
  }
  if (model_device_read(path, &device, message, sizeof message) != 0) {
    return sl_fail(SL_ERR_USAGE, "--device: %s", message);
  }
  (void)setenv("LENS_DEVICE", path, 1);
  return SL_OK;
}
