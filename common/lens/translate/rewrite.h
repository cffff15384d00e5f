/** @file rewrite.h
 *  The passes of the translator. Each looks for one kind of construct, adds edits, and reports what
 *  it cannot translate. They are independent of each other and of their order.
 */
#ifndef LENS_TRANSLATE_REWRITE_H
#define LENS_TRANSLATE_REWRITE_H

#include "edits.h"
#include "kernels.h"
#include "syntax.h"

/** Refuses what the lens does not run: textures, inline PTX, tensor cores, graphs. */
void lens_refuse(lens_source *source);
/** Refuses libraries, by their #include. */
void lens_refuse_headers(lens_source *source);

/** Two small things: `#pragma unroll` is taken out, as clang has rules of its own for it; and
 *  `__noinline__` is spelt out, as it must not be a macro: the C++ library uses it in attributes.
 */
void lens_rewrite_words(const lens_source *source, lens_edits *edits);

/** Writes out __CUDA_ARCH__ in code of the device. */
void lens_rewrite_architecture(lens_source *source, lens_edits *edits);

/** Inline PTX that reads a special register, as `mov.u32 %0, %%laneid;`, becomes a function's call;
 *  and `clock`, `malloc`, `free` in code of the device become the lens's. */
void lens_rewrite_registers(const lens_source *source, lens_edits *edits);
/** The `asm` at `token` is such a one. */
bool lens_rewrite_reads_register(const lens_source *source, int token);

/** Renames what the program itself calls threadIdx, blockIdx, blockDim or gridDim. */
void lens_rewrite_own_names(const lens_source *source, lens_edits *edits);

/** `kernel<<<grid, block, shared, stream>>>(arguments)`. */
void lens_rewrite_launches(lens_source *source, const lens_kernels *kernels, lens_edits *edits);

/** `__shared__ T name[N];` and `extern __shared__ T name[];`. */
void lens_rewrite_shared(lens_source *source, lens_edits *edits);

/** Registers `__device__` and `__constant__` variables at namespace scope. */
void lens_rewrite_symbols(lens_source *source, lens_edits *edits);

/** Host code that hands the variables of this declaration to a copy or to a kernel by name. */
void lens_rewrite_host_sides(const lens_source *source, lens_declarator variable,
                             lens_edits *edits);

/** Behind a structure: a function that names its members for findings. */
void lens_rewrite_structures(const lens_source *source, lens_edits *edits);

/** Behind `int n;` in a function: the value of an unset variable, where gcc would assume another.
 */
void lens_rewrite_unset(const lens_source *source, lens_edits *edits);
/** Whether the program writes a number that looks like an unset variable (runtime/unset.h). */
bool lens_rewrite_writes_filling(const lens_source *source);

/** Calls of the runtime API whose result nobody reads. */
void lens_rewrite_unread(const lens_source *source, lens_edits *edits);

/** Registers `__global__` functions. */
void lens_rewrite_kernels(const lens_source *source, const lens_kernels *kernels,
                          lens_edits *edits);

#endif
