/** @file print.h
 *  printf in kernels. The output of lanes that print together stays together, in the order of the
 *  lanes, and the blocks follow each other. A thread's trace refers to each text that it prints.
 *  The merge of the warp, which brings the lanes into lock step, appends the text to the block's
 *  buffer. When the launch ends, all buffers are written out in the order of the blocks.
 */
#ifndef LENS_RUNTIME_PRINT_H
#define LENS_RUNTIME_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lens_block;

/** The text of one call. It exists until its block has ended. */
typedef struct lens_print lens_print;

/** What a block has printed. */
typedef struct lens_prints {
  lens_print *first, **end; /**< texts in the order of the calls */
  char *text;               /**< the output in the order of the warp */
  size_t length, capacity;
} lens_prints;

/** Called when the merge has reached a call: appends its text to the block's output. */
void lens_print_step(struct lens_block *block, lens_print *print);
/** Called when the block has ended or was abandoned: also keeps the texts that the merge never
 *  reached. */
void lens_print_end_block(struct lens_block *block);
/** Writes all texts after the launch has ended. */
void lens_print_end_launch(void);
/** Whether a kernel has printed since the last call of this function. */
bool lens_print_happened(void);

#endif
