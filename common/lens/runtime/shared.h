/** @file shared.h
 *  The `__shared__` variables of a block.
 */
#ifndef LENS_RUNTIME_SHARED_H
#define LENS_RUNTIME_SHARED_H

#include "lens/abi.h"
#include "shadow.h"

#include <stddef.h>
#include <stdint.h>

#define LENS_MAX_SHARED       (227u * 1024)  /**< bytes that a launch may request */
#define LENS_STATIC_SHARED    (48u * 1024)   /**< bytes of all `__shared__` variables of a kernel */
#define LENS_SHARED_SPAN      (1024u * 1024) /**< bytes of all variables, with the redzones */
#define LENS_SHARED_GRANULE   128u
#define LENS_MAX_SHARED_NAMES 64

/** A `__shared__` variable of the block that is running. */
typedef struct lens_shared_variable {
  const void *key;
  const char *name;
  uint32_t start;
  uint32_t bytes;
  const lens_type *type; /**< the type of its elements */
} lens_shared_variable;

/** Shared memory that is reused by one block after another. */
typedef struct lens_shared_memory {
  unsigned char *bytes; /**< LENS_SHARED_SPAN of them */
  lens_cell *cells;     /**< one cell for each 4 bytes */
  lens_cell *parts;     /**< one cell for each byte, used for split cells */
  uint8_t *variable_of; /**< for each LENS_SHARED_GRANULE: number of the variable, or 0 */
  lens_shared_variable variables[1 + LENS_MAX_SHARED_NAMES]; /**< number 0 is empty */
  unsigned num_variables;
  uint32_t used;  /**< bytes up to the end of the last redzone */
  uint32_t asked; /**< bytes of the variables alone */
} lens_shared_memory;

int lens_shared_init(lens_shared_memory *shared);
void lens_shared_free(lens_shared_memory *shared);
/** Removes the variables of the previous block. */
void lens_shared_clear(lens_shared_memory *shared);
/** The variable at `offset`, or the nearest one; NULL if there is none. */
const lens_shared_variable *lens_shared_nearest(const lens_shared_memory *shared, size_t offset);

#endif
