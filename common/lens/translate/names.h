/** @file names.h
 *  What the names of a program stand for: which of them are functions, and where these run.
 */
#ifndef LENS_TRANSLATE_NAMES_H
#define LENS_TRANSLATE_NAMES_H

#include "source.h"

enum lens_name_is {
  LENS_NAME_HOST = 1,     /**< a function of the host */
  LENS_NAME_DEVICE = 2,   /**< `__device__` */
  LENS_NAME_BOTH = 4,     /**< `__host__ __device__` */
  LENS_NAME_KERNEL = 8,   /**< `__global__` */
  LENS_NAME_OTHER = 16,   /**< something else, if only in some place, or it cannot be told */
  LENS_NAME_SYSTEM = 32,  /**< followed by a parenthesis in a header that is not the program's */
  LENS_NAME_STANDARD = 64 /**< the same, in namespace std */
};

typedef struct lens_name {
  int token; /**< the first that has this text, or −1: the entry is free */
  unsigned is;
  int uses; /**< how often the program writes it */
} lens_name;

typedef struct lens_names {
  const lens_source *source;
  lens_name *table;
  int count, capacity;
  bool uses_standard; /**< `using namespace std;` */
  bool modern;        /**< the headers are those of C++20 or newer: they have concepts */
} lens_names;

/** Looks through the preprocessed `source`. `own` says by number which files are the program's. */
sl_status lens_names_find(const lens_source *source, const bool *own, lens_names *out);
/** What is known of the name that the token spells; never NULL. */
const lens_name *lens_name_of(const lens_names *names, int token);
void lens_names_free(lens_names *names);

/** Outside of functions a function of this name is declared, whose parameters begin at `open`. */
bool lens_name_declares_function(const lens_source *source, int token, int open);

/** What the function is that is so declared, by the words in front of it. */
unsigned lens_name_function_is(const lens_source *source, int token, int open);

/** Of a name that is called or launched: the `(` or `<<<` behind it and its template arguments; of
 *  any other token −1. */
int lens_name_call_after(const lens_source *source, int token);

#endif
