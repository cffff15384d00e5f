/* channel_descriptor.h: nothing that cuda_runtime_api.h does not have. */
#ifndef LENS_CHANNEL_DESCRIPTOR_H
#define LENS_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime_api.h"
#endif
