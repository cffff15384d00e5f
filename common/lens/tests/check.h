/** @file check.h
 *  Called at the end of the lens's test programs: compares the lens's report with the annotations
 *  in the program's own source.
 *
 *      statement;  // EXPECT [load|store|atomic] requests threads [units [ideal [kept]]]
 *      statement;  // BUG kind array
 *
 *  EXPECT gives the sum over the line's counters (of that operation); units are sectors for global
 *  and wavefronts for shared memory, kept the requests that nvcc may omit. BUG is a finding that
 *  must be reported for the line, as in "BUG out-of-bounds read x"; a finding without an array has
 *  none there. Words of its text may follow after a colon. A line may have several. Every finding
 *  must have its BUG. BUG-gcc and BUG-clang are for one compiler only, if the other one removes the
 *  line from the program.
 */
#ifndef LENS_TESTS_CHECK_H
#define LENS_TESTS_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

/** Writes the lens's whole report to standard output, and differences to standard error. Returns
 *  the exit status for main. */
int check_annotations(const char *source);

/** Like check_annotations, but at the end of a program: includes findings that are only known then. */
int check_at_end(const char *source);

/** After this call, a thread that returns before a barrier is a finding, as in labs. */
void check_strict_barriers(void);

/** Computes for this many seconds of processor time, also in kernels. The lens does not trace this
 *  function. */
#ifdef __CUDACC__
__host__ __device__ void check_take_long(double seconds);
#else
void check_take_long(double seconds);
#endif

#ifdef __cplusplus
}
#endif
#endif
