/** @file print.h
 *  printf in kernels: the output of lanes that print together stays together, in the order of
 *  lanes, one block after another. The text goes into the thread's trace; the merge of the warp,
 *  which brings the lanes into lock step, puts it into the block's own buffer; when the launch
 *  ends, all buffers are written out, in the order of the blocks.
 */
#ifndef LENS_RUNTIME_PRINT_H
#define LENS_RUNTIME_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lens_block;

/** One text, from the call until its block has ended. */
typedef struct lens_print lens_print;

/** What a block has printed. */
typedef struct lens_prints {
  lens_print *first, **end; /**< texts in the order of the calls */
  char *text;               /**< the output in the order of the warp */
  size_t length, capacity;
} lens_prints;

/** The merge has reached the call. */
void lens_print_step(struct lens_block *block, lens_print *print);
/** The block has ended or was abandoned: keeps also the texts that the merge never reached. */
void lens_print_end_block(struct lens_block *block);
/** The launch has ended: writes all texts. */
void lens_print_end_launch(void);
/** Whether a kernel has printed since this was last asked. */
bool lens_print_happened(void);

#endif
