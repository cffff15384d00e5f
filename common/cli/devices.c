/* devices.c: ./lab devices: the GPUs for which times are predicted. */
#include "cli/cli.h"

#include "report/paint.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMN = 18, TITLE_COLUMN = 26 };

static void print(const sl_device *device, const sl_device *chosen) {
  const model_device *d = &device->description;
  bool is_chosen = chosen && strcmp(chosen->path, device->path) == 0;
  (void)fputs(is_chosen ? "* " : "  ", stdout);
  sl_paint_padded(stdout, device->name, NAME_COLUMN);
  sl_paint_padded(stdout, d->name, TITLE_COLUMN);
  (void)printf("%5.0f %11.0f %9.0f  %s\n", d->multiprocessors, d->dram_gbps, d->l2_mb,
               d->verified ? "verified" : "not verified");
}

int sl_cmd_devices(int count, char **arguments) {
  static sl_device all[SL_MAX_DEVICES]; /* large */
  sl_device device;
  size_t num_devices = 0;
  bool chosen = false;
  sl_status status = SL_OK;
  if (count > 1) status = sl_fail(SL_ERR_USAGE, "devices takes no arguments: %s", arguments[1]);
  if (status == SL_OK) status = sl_devices_list(all, SL_MAX_DEVICES, &num_devices);
  if (status == SL_OK) status = sl_options_choose_device(NULL, &device, &chosen);
  if (status != SL_OK) return sl_complain(status);
  (void)fputs("  ", stdout);
  sl_paint_padded(stdout, "--device", NAME_COLUMN);
  sl_paint_padded(stdout, "GPU", TITLE_COLUMN);
  (void)puts("  SMs memory GB/s     L2 MB");
  for (size_t i = 0; i < num_devices; i++) print(&all[i], chosen ? &device : NULL);
  sl_paint_wrapped(stdout,
                   "* is used unless --device names another one; SL_DEVICE=NAME changes the "
                   "default, and \"none\" turns predictions off. Verified: the constants were "
                   "measured on this GPU, and predicted times were compared with measured ones. "
                   "The constants of the others are from data sheets.",
                   2, 100);
  return 0;
}
