/** @file host_functions.h
 *  Functions of the libraries that run on one side only.
 */
#ifndef LENS_TRANSLATE_HOST_FUNCTIONS_H
#define LENS_TRANSLATE_HOST_FUNCTIONS_H

#include "source.h"

/** Of a function of the C library that nvcc refuses in code of the device: why, to be put behind
 * its name; else NULL. */
const char *lens_host_function(const lens_source *source, int token);
/** The same of functions, objects and types of namespace std. `modern`: the dialect is C++20 or
 *  newer. */
const char *lens_host_function_of_standard(const lens_source *source, int token, bool modern);

/** A function of CUDA's that nvcc refuses in code of the host. */
bool lens_host_function_is_of_device(const lens_source *source, int token);

#endif
