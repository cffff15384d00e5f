/** @file issue.h
 *  Turns the tape of a warp into operations of the machine model, in the order in which nvcc's code
 *  would issue them.
 */
#ifndef LENS_RUNTIME_ISSUE_H
#define LENS_RUNTIME_ISSUE_H

#include "dataflow.h"
#include "lens/model/trace.h"

/** The beginning of an iteration of a loop that hands out work (dataflow.h), as indices into
 *  lens_issued. */
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

/** Makes the working state for one kernel. `base` is subtracted from all addresses of device
 *  memory. Places are relative to `code_base`, the address of the kernel's module; if it is 0,
 *  arithmetic is not counted. An instruction on doubles takes `double_cycles` cycles of a
 *  scheduler. The issuer uses `course` and adds sites to it, so only one thread may use it. NULL
 *  when memory is short. */
lens_issuer *lens_issue_begin(lens_dataflow *course, uint64_t base, uintptr_t code_base,
                              double double_cycles);
void lens_issue_end(lens_issuer *issuer);

/** Writes to `out` what one warp of the tape issues. False when memory is short. */
bool lens_issue_warp(lens_issuer *issuer, const lens_recording *tape, unsigned warp,
                     lens_issued *out);
/** Makes room for this many more operations and sectors. False if memory is short. */
bool lens_issue_reserve(lens_issued *issued, size_t operations, size_t sectors);
void lens_issue_free(lens_issued *issued);

#endif
