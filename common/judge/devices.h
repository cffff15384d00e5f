/** @file devices.h
 *  The GPUs for which the lens predicts times: the text files of common/lens/model/devices.
 */
#ifndef SL_JUDGE_DEVICES_H
#define SL_JUDGE_DEVICES_H

#include "base/status.h"
#include "lens/lens.h"
#include "lens/model/device.h"

#include <stdbool.h>
#include <stddef.h>

/** The default device, and the name that stands for no device. */
#define SL_DEVICE_DEFAULT "h200"
#define SL_DEVICE_NONE    "none"

typedef struct sl_device {
  char name[64]; /**< "h200", for --device */
  char path[512];
  model_device description;
} sl_device;

enum { SL_MAX_DEVICES = 64 };

/** Lists all devices of the kit by name. `*count_out` is the number of devices written to `out`, at
 *  most `max`. Errors: SL_ERR_SYSTEM if the folder cannot be read; SL_ERR_INPUT for a file that
 *  does not describe a device. */
sl_status sl_devices_list(sl_device *out, size_t max, size_t *count_out);

/** Finds the device called `name`: "h200", "nvidia-h200", "NVIDIA H200", in upper or lower case, or
 *  a file whose name contains "/" or ends in ".txt". Errors: SL_ERR_USAGE listing all names;
 *  SL_ERR_INPUT if the file does not describe a device. */
sl_status sl_device_find(const char *name, sl_device *out);

/** Writes the accuracy that must accompany predicted times: "Predicted for NVIDIA H200 (verified):
 *  91 % within a factor of 1.5 of measurements, all within 4.4". */
void sl_device_range(const char *device, bool verified, char *out, size_t size);

/** Returns a factor: nine of ten measured times of kernels with this limit are within it of the
 *  prediction, in either direction. For a device that is not verified the factor is an assumption.
 */
double sl_device_within(bool verified, lens_limit limit);

#endif
