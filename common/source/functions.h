/** @file functions.h
 *  The functions that a source defines, and their parameters.
 */
#ifndef SL_SOURCE_FUNCTIONS_H
#define SL_SOURCE_FUNCTIONS_H

#include "source/tokens.h"

enum { SL_MAX_PARAMETERS = 32 };

/** A name with a type, simplified: without const, with a star for each pointer or dimension. */
typedef struct sl_variable {
  char name[64], type[64];
  bool constant;   /**< what it points to, or it itself, is const */
  size_t name_at;  /**< the token of its declaration in a body; SL_NO_TOKEN: it is a parameter */
  bool is_mask;    /**< a mask of lanes, not a number to count or compare with */
  size_t from, to; /**< the tokens between which it is in scope */
} sl_variable;

/** A definition in a source, by numbers of tokens. */
typedef struct sl_function {
  char name[64];
  size_t first;       /**< the start of its declaration, including `template` */
  size_t name_at;     /**< its name */
  size_t open, close; /**< the parentheses of its parameters */
  size_t begin, end;  /**< the braces of its body */
  bool is_kernel, is_device, is_static, is_void;
  size_t template_end; /**< the `>` of its template's parameters; SL_NO_TOKEN: it is not a
                        * template */
  sl_variable parameters[SL_MAX_PARAMETERS];
  int num_parameters;
  bool nameless; /**< one of its parameters has no name, or there are too many of them */
} sl_function;

typedef struct sl_functions {
  sl_function *all;
  size_t count;
} sl_functions;

/** Finds the next definition with braces (of a function, a type or a table) that starts at token
 *  `*next` or later, at file scope, in a namespace or in `extern "C"`. `*first_out` is its first
 *  token, `*open_out` is its opening brace, which has a partner. Moves `*next` past it. False:
 *  there is none. */
bool sl_functions_next_block(const sl_tokens *tokens, size_t *next, size_t *first_out,
                             size_t *open_out);

/** Finds the functions that are defined at file scope, in a namespace or in `extern "C"`. Errors:
 *  SL_ERR_MEMORY. Free in any event. */
sl_status sl_functions_find(const sl_tokens *tokens, sl_functions *out);
void sl_functions_free(sl_functions *functions);

/** Marks in `within` (one element per function) all functions that the marked ones call, directly
 *  or indirectly. A function counts as called if its name occurs. */
void sl_functions_spread(const sl_tokens *tokens, const sl_functions *functions, bool *within);

/** Whether the body of `caller` contains the name of `callee`. */
bool sl_function_calls(const sl_tokens *tokens, const sl_function *caller,
                       const sl_function *callee);

/** The type in tokens `first` to `last`, simplified as in sl_variable. */
void sl_function_type(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size,
                      bool *constant_out);

/** Adds to a type, as far as there is room: one more star for each dimension. */
void sl_function_add_type(sl_variable *variable, const char *text);

/** Whether it is one of C's integers. */
bool sl_function_is_integer(const char *type);

#endif
