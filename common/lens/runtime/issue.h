/** @file issue.h
 *  From the tape of a warp to the operations of the machine model, in the order in which the code
 *  that nvcc makes would issue them.
 */
#ifndef LENS_RUNTIME_ISSUE_H
#define LENS_RUNTIME_ISSUE_H

#include "course.h"
#include "lens/model/trace.h"

/** What one warp issues; used for one warp after another. */
typedef struct lens_issued {
  model_operation *operations;
  size_t num_operations, operations_capacity;
  uint64_t *sectors;
  size_t num_sectors, sectors_capacity;
} lens_issued;

/** `base` is taken from all addresses of device memory. Adds sites to the course: call it from one
 *  thread. False when memory is short. */
bool lens_issue_warp(lens_course *course, const lens_tape *tape, unsigned warp, uint64_t base,
                     lens_issued *out);
void lens_issued_free(lens_issued *issued);

#endif
