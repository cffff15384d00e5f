/** @file module.h
 *  The program and its shared objects: which file an address of code comes from.
 */
#ifndef LENS_RUNTIME_MODULE_H
#define LENS_RUNTIME_MODULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lens_module {
  uintptr_t start, end; /**< addresses of the loaded part */
  uintptr_t bias;       /**< address in memory minus address in the file */
  char path[512];
} lens_module;

/** The module that holds `address`; NULL if there is none. A module stays known after it is
 *  unloaded. */
const lens_module *lens_module_find(uintptr_t address);

/** Whether `address` is in a read-only part of a module; if so, sets the bounds of that part. */
bool lens_module_constants(uintptr_t address, uintptr_t *start, uintptr_t *end);

#endif
