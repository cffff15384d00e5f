/** @file module.h
 *  The program and its shared objects: which file an address of code comes from.
 */
#ifndef LENS_RUNTIME_MODULE_H
#define LENS_RUNTIME_MODULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lens_module {
  uintptr_t start, end; /**< of what is loaded */
  uintptr_t bias;       /**< address minus address in the file */
  char path[512];
} lens_module;

/** The module that holds `address`; remembered, also after it was unloaded. NULL when none does. */
const lens_module *lens_module_find(uintptr_t address);

/** Whether `address` lies in a read-only part of a module, and then from where to where that is. */
bool lens_module_constants(uintptr_t address, uintptr_t *start, uintptr_t *end);

#endif
