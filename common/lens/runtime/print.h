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

/** Called when the merge has reached the call. */
void lens_print_step(struct lens_block *block, lens_print *print);
/** Called when the block has ended or was abandoned: also keeps the texts that the merge never
 *  reached. */
void lens_print_end_block(struct lens_block *block);
/** Writes all texts after the launch has ended. */
void lens_print_end_launch(void);
/** Whether a kernel has printed since the last call of this function. */
bool lens_print_happened(void);

#endif
