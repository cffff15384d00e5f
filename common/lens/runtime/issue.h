/** @file issue.h
 *  Turns the tape of a warp into operations of the machine model, in the order in which nvcc's code
 *  would issue them.
 */
#ifndef LENS_RUNTIME_ISSUE_H
#define LENS_RUNTIME_ISSUE_H

#include "dataflow.h"
#include "lens/model/trace.h"

/** The beginning of an iteration of a loop that hands out work (dataflow.h). */
typedef struct lens_unit {
  size_t operation, sector;
} lens_unit;

/** What one warp issues; reused for one warp after another. */
typedef struct lens_issued {
  model_operation *operations;
  size_t num_operations, operations_capacity;
  uint64_t *sectors;
  size_t num_sectors, sectors_capacity;
  lens_unit *units;
  size_t num_units, units_capacity;
} lens_issued;

/** The working state; reused for one warp after another. */
typedef struct lens_issuer lens_issuer;

/** `base` is subtracted from all addresses of device memory. The kernel's code is at `code_base`;
 *  places are relative to it. 0: ignore its arithmetic. An instruction on doubles takes
 *  `double_cycles` cycles of a scheduler. The course is borrowed, and gets more sites, so use it
 *  from one thread only. NULL when memory is short. */
lens_issuer *lens_issue_begin(lens_dataflow *course, uint64_t base, uintptr_t code_base,
                              double double_cycles);
void lens_issue_end(lens_issuer *issuer);

/** False when memory is short. */
bool lens_issue_warp(lens_issuer *issuer, const lens_recording *tape, unsigned warp,
                     lens_issued *out);
/** Makes room for this many more operations and sectors. False if memory is short. */
bool lens_issue_reserve(lens_issued *issued, size_t operations, size_t sectors);
void lens_issue_free(lens_issued *issued);

#endif
