/* prelude.h: what nvcc includes before the first line of every .cu file. No program has a header of
 * this name, so neither a program's own cuda_runtime.h nor the precompiled form of these headers can
 * stand for the other. */
#include "../cuda_runtime.h"
