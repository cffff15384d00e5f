/** @file host_functions.h
 *  Functions of the libraries that run on one side only.
 */
#ifndef LENS_TRANSLATE_HOST_FUNCTIONS_H
#define LENS_TRANSLATE_HOST_FUNCTIONS_H

#include "source.h"

/** Of what nvcc refuses of the C or C++ library in code of the device: why, to be put behind its
 *  name; else NULL. `modern`: the dialect is C++20 or newer. */
const char *lens_host_function(const lens_source *source, int token, bool modern);

/** A function of CUDA's that nvcc refuses in code of the host. */
bool lens_is_device_function(const lens_source *source, int token);

#endif
