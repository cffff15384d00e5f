/** @file rolled.h
 *  Included before a module by nvcc's -include: keeps every `for` loop rolled.
 *
 *  nvcc unrolls loops (13.0 by 4 in PTX, and by 16 in the machine code of lab 01's kernel). The
 *  unrolled body and the loops for the rest then make separate requests, with fewer active threads
 *  each, so the counters of a line are no longer those of the line as written. The lens counts the
 *  line as written; with this header nvcc compiles it like that, so that the two can be compared.
 *  No measured time is affected.
 */
#ifndef LENS_VERIFY_ROLLED_H
#define LENS_VERIFY_ROLLED_H

#include <cuda_runtime.h>

#define for _Pragma("unroll 1") for

#endif
