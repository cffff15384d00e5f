/** @file rewrite.h
 *  The passes of the translator. Each looks for one kind of construct, adds edits, and reports what
 *  it cannot translate. They are independent of each other and of their order.
 */
#ifndef LENS_TRANSLATE_REWRITE_H
#define LENS_TRANSLATE_REWRITE_H

#include "edits.h"
#include "kernels.h"
#include "syntax.h"

/** Refuses what the lens cannot run: textures, inline PTX, tensor cores, graphs. */
void lens_refuse(lens_source *source);
/** Refuses libraries, by their #include. */
void lens_refuse_headers(lens_source *source);

/** Two small changes: removes `#pragma unroll`, because clang has different rules for it, and
 *  expands `__noinline__`, which must not be a macro because the C++ library uses it in attributes.
 */
void lens_rewrite_words(const lens_source *source, lens_edits *edits);

/** Replaces __CUDA_ARCH__ in device code by a number. */
void lens_rewrite_architecture(lens_source *source, lens_edits *edits);

/** Replaces inline PTX that reads a special register, such as `mov.u32 %0, %%laneid;`, by a
 *  function call, and `clock`, `malloc`, `free` in device code by the lens's functions. */
void lens_rewrite_registers(const lens_source *source, lens_edits *edits);
/** Whether the `asm` at `token` reads a special register. */
bool lens_rewrite_reads_register(const lens_source *source, int token);

/** Renames the program's own threadIdx, blockIdx, blockDim or gridDim. */
void lens_rewrite_own_names(const lens_source *source, lens_edits *edits);

/** Rewrites launches, `kernel<<<grid, block, shared, stream>>>(arguments)`. */
void lens_rewrite_launches(lens_source *source, const lens_kernels *kernels, lens_edits *edits);

/** Rewrites `__shared__ T name[N];` and `extern __shared__ T name[];`. */
void lens_rewrite_shared(lens_source *source, lens_edits *edits);

/** Registers `__device__` and `__constant__` variables at namespace scope. */
void lens_rewrite_symbols(lens_source *source, lens_edits *edits);

/** Rewrites host code that passes the variables of this declaration by name to a copy or to a
 *  kernel. */
void lens_rewrite_host_sides(const lens_source *source, lens_declarator variable,
                             lens_edits *edits);

/** Adds, after a structure, a function that names its members for findings. */
void lens_rewrite_structures(const lens_source *source, lens_edits *edits);

/** Gives `int n;` in a function the value of an unset variable if gcc would assume another one. */
void lens_rewrite_unset(const lens_source *source, lens_edits *edits);
/** Whether the program writes a number that looks like an unset variable (runtime/unset.h). */
bool lens_rewrite_writes_filling(const lens_source *source);

/** Rewrites calls of the runtime API whose result is not read. */
void lens_rewrite_unread(const lens_source *source, lens_edits *edits);

/** Registers `__global__` functions. */
void lens_rewrite_kernels(const lens_source *source, const lens_kernels *kernels,
                          lens_edits *edits);

#endif
