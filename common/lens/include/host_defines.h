/* host_defines.h: the lens's stand-in for CUDA's keywords. */
#ifndef LENS_HOST_DEFINES_H
#define LENS_HOST_DEFINES_H

/* The pass before the translator changes some of these words: lens_shim/keywords.h. */
#define __host__
#define __device__
/* flatten: what a kernel calls becomes part of it, as nvcc does; noinline: it stays one function,
   whose address and whose name the lens knows. */
#define __global__ __attribute__((flatten, noinline))
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__  inline __attribute__((always_inline))
#define CUDARTAPI
#define CUDART_CB

/* The translator has rewritten this word in the .cu and in the headers that it includes: it is left
   in headers that it does not see. */
#define __shared__                                                                                 \
  _Pragma("GCC error \"__shared__ in a header of -include or -isystem does not run on the lens\"")

/* Replaces __device__ and similar words before a variable. nvcc -rdc=true lets other files name
 * it. */
#ifdef __CUDACC_RDC__
#define LENS_FILE_SCOPE
#else
#define LENS_FILE_SCOPE static
#endif

#endif
