/** @file checked.h
 *  The data that gcc and clang pass about a failed check of -fsanitize.
 */
#ifndef LENS_RUNTIME_CHECKED_H
#define LENS_RUNTIME_CHECKED_H

#include <stdint.h>

typedef struct lens_checked_type {
  uint16_t kind; /**< 0: an integer */
  uint16_t info; /**< of an integer: twice the logarithm of its bits, and 1 if it has a sign */
  char name[];   /**< "'float [4]'" */
} lens_checked_type;

#endif
