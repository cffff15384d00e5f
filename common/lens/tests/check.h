/** @file check.h
 *  What the test programs of the lens end with: compares what the lens saw with the annotations in
 *  the program's own source.
 *
 *      statement;  // EXPECT [load|store|atomic] requests threads [units [ideal [kept]]]
 *      statement;  // BUG kind array
 *
 *  EXPECT gives the sum over the line's counters (of that operation); units are sectors for global
 *  and wavefronts for shared memory, kept the requests that nvcc may leave out. BUG is a finding
 * that must be reported for the line, as in "BUG out-of-bounds read x"; a finding without an array
 * has none there. After a colon may stand words of what it says. A line may have several. Every
 * finding must have its BUG. BUG-gcc and BUG-clang are for one of them, where the other leaves
 * nothing of the line in the program.
 */
#ifndef LENS_TESTS_CHECK_H
#define LENS_TESTS_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

/** Writes all that the lens saw to standard output, and differences to standard error. Returns the
 *  exit status for main. */
int check_annotations(const char *source);

/** The same at the end of a program, with what only the end shows. */
int check_at_end(const char *source);

/** From here on threads that returned before a barrier are a finding, as in labs. */
void check_strict_barriers(void);

/** Works for so many seconds of the processor, for kernels too. The lens is told nothing of it. */
#ifdef __CUDACC__
__host__ __device__ void check_take_long(double seconds);
#else
void check_take_long(double seconds);
#endif

#ifdef __cplusplus
}
#endif
#endif
