/* prelude.h: what nvcc includes before the first line of every .cu file. No program has a header of
 * this name, so a program's own cuda_runtime.h and the precompiled form of these headers cannot be
 * confused. */
#include "../cuda_runtime.h"
