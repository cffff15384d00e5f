/** @file rolled.h
 *  Put in front of a module with nvcc's -include: keeps every `for` loop rolled.
 *
 *  nvcc unrolls loops (13.0 by 4 in PTX, and by 16 in the machine code of lab 01's kernel). The
 *  unrolled body and the loops for the rest then make requests of their own, with fewer active
 *  threads each, and the counters of a line are no longer
 *  those of the line as written. The lens counts the line as written; this makes nvcc compile it
 *  so, in order to compare the two. Nothing is slowed down that is timed.
 */
#ifndef LENS_VERIFY_ROLLED_H
#define LENS_VERIFY_ROLLED_H

#include <cuda_runtime.h>

#define for _Pragma("unroll 1") for

#endif
