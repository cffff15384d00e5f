/** @file names.h
 *  The meanings of a program's names: which of them are functions, and where these run.
 */
#ifndef LENS_TRANSLATE_NAMES_H
#define LENS_TRANSLATE_NAMES_H

#include "source.h"

enum lens_name_is {
  LENS_NAME_HOST = 1,     /**< a host function */
  LENS_NAME_DEVICE = 2,   /**< `__device__` */
  LENS_NAME_BOTH = 4,     /**< `__host__ __device__` */
  LENS_NAME_KERNEL = 8,   /**< `__global__` */
  LENS_NAME_OTHER = 16,   /**< unknown, or something other than a function in at least one place */
  LENS_NAME_SYSTEM = 32,  /**< followed by a parenthesis in a system header */
  LENS_NAME_STANDARD = 64 /**< followed by a parenthesis in namespace std of a system header */
};

typedef struct lens_name {
  int token; /**< the first token with this text, or −1: the entry is free */
  unsigned is;
  int uses; /**< occurrences in the program */
} lens_name;

typedef struct lens_names {
  const lens_source *source;
  lens_name *table;
  int count, capacity;
  bool uses_standard; /**< `using namespace std;` */
  bool modern;        /**< the headers are those of C++20 or newer: they have concepts */
} lens_names;

/** Reads the preprocessed `source`. `own` says, by number, which files belong to the program. */
sl_status lens_names_find(const lens_source *source, const bool *own, lens_names *out);
/** What is known about the name that the token spells; never NULL. */
const lens_name *lens_name_of(const lens_names *names, int token);
void lens_names_free(lens_names *names);

/** Whether the token is the name in a declaration of a function, whose parameters begin at `open`.
 *  The token must be outside of functions. */
bool lens_name_declares_function(const lens_source *source, int token, int open);

/** The kind of a function that is declared in this way, by the words before its name. */
unsigned lens_name_function_is(const lens_source *source, int token, int open);

/** If the token is a name that is called or launched, the `(` or `<<<` after the name and its
 *  template arguments; otherwise −1. */
int lens_name_call_after(const lens_source *source, int token);

#endif
