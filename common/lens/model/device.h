/** @file device.h
 *  A GPU as the machine model sees it: sizes, clocks, bandwidths, latencies. Read from text files
 *  (`datasets`-like: `name = value  # unit, source`), which `measure` writes for the card at hand.
 */
#ifndef LENS_MODEL_DEVICE_H
#define LENS_MODEL_DEVICE_H

typedef struct model_device model_device; /* the model's author fills this in */

#endif
