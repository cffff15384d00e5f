/* library_types.h: the lens's stand-in: types of numbers that libraries are told of. */
#ifndef LENS_LIBRARY_TYPES_H
#define LENS_LIBRARY_TYPES_H
#include "lens_shim/library.h"
#endif
