/** @file host_functions.h
 *  Library functions that run on one side only.
 */
#ifndef LENS_TRANSLATE_HOST_FUNCTIONS_H
#define LENS_TRANSLATE_HOST_FUNCTIONS_H

#include "source.h"

/** If the token is a function of the C library that nvcc refuses in device code, returns the
 *  reason, to print after the function's name; otherwise NULL. */
const char *lens_host_function(const lens_source *source, int token);
/** Like lens_host_function, for functions, objects and types of namespace std. `modern`: the
 *  dialect is C++20 or newer. */
const char *lens_host_function_of_standard(const lens_source *source, int token, bool modern);

/** Whether the token is a CUDA function that nvcc refuses in host code. */
bool lens_host_function_is_of_device(const lens_source *source, int token);

#endif
