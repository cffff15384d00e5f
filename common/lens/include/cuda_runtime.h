/* cuda_runtime.h: the lens's stand-in for what nvcc declares in every .cu file; in C and C++ files
 * of the host, the runtime API. lenscc includes it before every .cu, as nvcc does. */
#ifndef LENS_CUDA_RUNTIME_H
#define LENS_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* other headers test CUDA's own guard */

#ifdef __CUDACC__
/* Ubuntu's gcc sets it. Then the compiler would inline the C library's memcpy without hooks
 * (lens_shim/bytes.h). This must come before all headers of the library. */
#undef _FORTIFY_SOURCE

/* Includes everything that the lens's own headers need from the C++ library. */
#include "lens_shim/traced_builtins.h"
#ifdef __cplusplus
#include "lens_shim/standard.h"
#endif
#include "lens_shim/plain_builtins.h"
#endif

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __cplusplus

#include "lens_shim/common.h"
#include "lens_shim/launch.h"
#include "lens_shim/runtime_templates.h"

#ifdef __CUDACC__

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lens_shim/bytes.h"

#include "lens_shim/register.h"

#include "lens_shim/atomics.h"
#include "lens_shim/cache.h"
#include "lens_shim/clock.h"
#include "lens_shim/device_math.h"
#include "lens_shim/intrinsics.h"
#include "lens_shim/lanes.h"
#include "lens_shim/min_max.h"
#include "lens_shim/rounding.h"
#include "lens_shim/threads.h"
#include "lens_shim/warp.h"

#include "lens_shim/traced_builtins.h"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
__attribute__((constructor)) static void lens_set_default_stream(void) {
  lens_default_stream_per_thread();
}
#endif

#endif

#endif
#endif
