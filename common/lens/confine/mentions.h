/** @file mentions.h
 *  What the pass must know about a whole file before it can change a line: the functions and
 *  variables that the file defines, and the labels that can be reached other than from the line
 *  before.
 */
#ifndef LENS_CONFINE_MENTIONS_H
#define LENS_CONFINE_MENTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct confine_name {
  char *text;
  bool function;   /**< a function that this file defines */
  bool meets;      /**< a label that something jumps to */
  bool target;     /**< a label whose address is in a table or in a register */
  bool lands;      /**< a label where an exception continues */
  bool code;       /**< a label in a section of code */
  bool referenced; /**< a function of another file whose address is taken */
  long size;       /**< size of a variable of this file; 0: not a variable of this file */
} confine_name;

typedef struct confine_mentions {
  confine_name **slots;
  size_t count, capacity;
} confine_mentions;

/** The entry of the name, created if necessary. Ends the program if memory is short. */
confine_name *lens_mentions_get(confine_mentions *names, const char *text, size_t length);
/** The entry of the name; NULL if there is none. */
const confine_name *lens_mentions_find(const confine_mentions *names, const char *text,
                                       size_t length);

/** Reads all lines of a file. */
void lens_mentions_read(confine_mentions *names, char *const *lines, size_t count);

/** The length of the symbol at the beginning of `text`; 0 if there is none. */
size_t lens_mentions_symbol_length(const char *text);

#endif
