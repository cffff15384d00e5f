/* devices.c: the GPUs for which times are predicted, by name. */
#include "judge/devices.h"

#include "base/nearest.h"
#include "base/path.h"
#include "judge/toolchain.h"
#include "lens/model/accuracy.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char folder[] = SL_SOURCE_DIR "/common/lens/model/devices";
static const char maker[] = "nvidia-", ending[] = ".txt";

static bool ends_like_a_file(const char *name) {
  size_t length = strlen(name);
  return length >= strlen(ending) && strcmp(name + length - strlen(ending), ending) == 0;
}

/* Writes the name of the device in a file: "h200" for "nvidia-h200.txt". */
static void shorten(const char *file, char *out, size_t size) {
  size_t skipped = strncmp(file, maker, strlen(maker)) == 0 ? strlen(maker) : 0;
  (void)snprintf(out, size, "%s", file + skipped);
  if (ends_like_a_file(out)) out[strlen(out) - strlen(ending)] = '\0';
}

static sl_status read_device(const char *path, sl_device *out) {
  char message[512];
  memset(out, 0, sizeof *out);
  shorten(sl_base_name(path), out->name, sizeof out->name);
  (void)snprintf(out->path, sizeof out->path, "%s", path);
  if (model_device_read(path, &out->description, message, sizeof message) == 0) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s", message);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const sl_device *)a)->name, ((const sl_device *)b)->name);
}

sl_status sl_devices_list(sl_device *out, size_t max, size_t *count_out) {
  *count_out = 0;
  DIR *open = opendir(folder);
  if (!open) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", folder, strerror(errno));
  sl_status status = SL_OK;
  for (struct dirent *one; status == SL_OK && *count_out < max && (one = readdir(open));) {
    char path[sizeof out->path];
    if (!ends_like_a_file(one->d_name)) continue;
    (void)snprintf(path, sizeof path, "%s/%s", folder, one->d_name);
    status = read_device(path, &out[*count_out]);
    *count_out += status == SL_OK;
  }
  (void)closedir(open);
  if (status == SL_OK) qsort(out, *count_out, sizeof *out, by_name);
  return status;
}

static sl_status unknown(const char *name, const sl_device *devices, size_t count) {
  const char *names[SL_MAX_DEVICES], *nearest;
  char list[1024] = "";
  for (size_t i = 0; i < count; i++) {
    size_t used = strlen(list);
    names[i] = devices[i].name;
    (void)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
  }
  nearest = sl_nearest(name, names, count);
  return sl_fail(SL_ERR_USAGE, "there is no device \"%s\"%s%s%s; there are %s, and none", name,
                 nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "",
                 list);
}

sl_status sl_device_find(const char *name, sl_device *out) {
  static sl_device devices[SL_MAX_DEVICES]; /* large */
  char wanted[64];
  size_t count;
  if (strchr(name, '/') || ends_like_a_file(name)) return read_device(name, out);
  SL_TRY(sl_devices_list(devices, SL_MAX_DEVICES, &count));
  bool with_maker = strncasecmp(name, maker, strlen(maker)) == 0;
  (void)snprintf(wanted, sizeof wanted, "%s", name + (with_maker ? strlen(maker) : 0));
  for (size_t i = 0; i < count; i++) {
    if (strcasecmp(devices[i].name, wanted) != 0 &&
        strcasecmp(devices[i].description.name, name) != 0)
      continue;
    *out = devices[i];
    return SL_OK;
  }
  return unknown(name, devices, count);
}

double sl_device_within(bool verified, lens_limit limit) {
  static const double ranges[LENS_NUM_LIMITS] = MODEL_RANGES;
  return verified ? ranges[limit] : MODEL_UNVERIFIED_WITHIN;
}

void sl_device_range(const char *device, bool verified, char *out, size_t size) {
  if (verified) {
    (void)snprintf(
        out, size,
        "Predicted for %s (verified): %d %% within a factor of %g of measurements, all within %g",
        device, MODEL_PERCENT_WITHIN, MODEL_WITHIN, MODEL_WORST);
  } else {
    (void)snprintf(
        out, size,
        "Predicted for %s (not verified: never compared with a measurement on this GPU): "
        "expect errors of a factor of %d or more; on verified GPUs %d %% are within %g, "
        "all within %g",
        device, MODEL_UNVERIFIED_WITHIN, MODEL_PERCENT_WITHIN, MODEL_WITHIN, MODEL_WORST);
  }
}
