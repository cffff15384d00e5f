/** @file candidates.h
 *  Many repairs in one source. Each edited function is written once for each of its edits, in a
 *  namespace of the candidate's number, and once unchanged. A function with the same parameters
 * replaces it, and calls the copy whose number the worker has put into `sl_candidate`:
 *
 *      namespace sl_f0 { static __device__ void k(int n, …) { … }   as the student wrote it }
 *      namespace sl_c1 { static __device__ void k(int n, …) { … }   with the first edit }
 *      __global__ void k(int n, …) {
 *        switch (sl_number()) { case 1: return sl_c1::k(n, …); default: return sl_f0::k(n, …); }
 *      }
 *
 *  So for each repair the compiler compiles one more function, and a launch or a call by name
 * reaches the repair.
 */
#ifndef SL_REPAIR_CANDIDATES_H
#define SL_REPAIR_CANDIDATES_H

#include "repair/edits.h"

#include <stdio.h>

/** Writes the source with the edits `chosen`, numbered from 1. Line numbers refer to the file
 * `name`. If that is NULL, compiler messages about an edit name the file "candidate-N". */
void sl_candidates_write(FILE *out, const sl_tokens *tokens, const sl_functions *functions,
                         const sl_edit *const *chosen, size_t num_chosen, const char *name);

/** Marks in `refused`, by number from 1, the candidates that the compiler's errors name. Returns
 *  their number. */
size_t sl_candidates_refused(const char *log, bool *refused, size_t num_chosen);

/** Whether the functions of a body can be written in this way, which needs a name for each
 * parameter. */
bool sl_candidates_can_hold(const sl_function *function);

#endif
