/** @file kernels.h
 *  The `__global__` functions that a file declares.
 */
#ifndef LENS_TRANSLATE_KERNELS_H
#define LENS_TRANSLATE_KERNELS_H

#include "source.h"

typedef struct lens_kernel_declaration {
  int name;                   /**< token of the name */
  int open;                   /**< the `(` of the parameters */
  int body_end;               /**< the `}` of a definition, or −1 */
  bool is_template;           /**< a template, or an explicit specialisation or instantiation */
  bool is_variadic;           /**< `template <typename... T>` */
  int template_open;          /**< the `<` of the template's parameters, or 0 */
  int min_template_arguments; /**< number of template parameters without a default */
} lens_kernel_declaration;

typedef struct lens_kernels {
  lens_kernel_declaration *list;
  int count, capacity;
} lens_kernels;

/** Finds the kernels. Errors in the text go to `source`; the status only reports memory errors. */
sl_status lens_kernels_find(lens_source *source, lens_kernels *out);
void lens_kernels_free(lens_kernels *kernels);

/** What all declarations of a kernel state about it. */
typedef struct lens_kernel_facts {
  bool is_template, is_variadic;
  bool is_overloaded; /**< the kernel is defined more than once, even if only in branches of an #if,
                         or another function has its name */
  int only; /**< number of the declaration that has its own pointer, because other functions share
               its name; or −1 */
  int min_template_arguments;
  int defaults; /**< how many parameters have a default argument */
} lens_kernel_facts;

lens_kernel_facts lens_kernel_facts_of(const lens_source *source, const lens_kernels *kernels,
                                       int name);

/** The name of the pointer of a declaration, with the declaration's number (`only`). */
#define LENS_KERNEL_POINTER "lens_pointer_%d"

#endif
