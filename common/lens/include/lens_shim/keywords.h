/* keywords.h: keeps the words that the translator looks for unchanged in the text that the
 * preprocessor makes for it. Included after cuda_runtime.h, in that pass only. */
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#define __host__     __host__
#define __device__   __device__
#define __global__   __global__
#define __shared__   __shared__
#define __constant__ __constant__
#define __managed__  __managed__
