/** @file mentions.h
 *  What the pass must know of a whole file before it can change a line: which functions and
 * variables it defines, and which labels are reached by more than falling through.
 */
#ifndef LENS_CONFINE_MENTIONS_H
#define LENS_CONFINE_MENTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct confine_name {
  char *text;
  bool function;   /**< defined in this file */
  bool meets;      /**< a label that something jumps to */
  bool target;     /**< a label whose address is in a table or in a register */
  bool lands;      /**< a label where an exception continues */
  bool code;       /**< a label in a section of code */
  bool referenced; /**< the address of a function of another file, taken */
  long size;       /**< of a variable of this file; 0: none */
} confine_name;

typedef struct confine_mentions {
  confine_name **slots;
  size_t count, capacity;
} confine_mentions;

/** Made if there is none. Ends the program if memory is short. */
confine_name *lens_mentions_get(confine_mentions *names, const char *text, size_t length);
/** NULL: none. */
const confine_name *lens_mentions_find(const confine_mentions *names, const char *text,
                                       size_t length);

/** Reads all lines of a file. */
void lens_mentions_read(confine_mentions *names, char *const *lines, size_t count);

/** The length of the symbol that begins there; 0: none does. */
size_t lens_mentions_symbol_length(const char *text);

#endif
