/** @file functions.h
 *  Finds the functions that a source defines, and their parameters.
 */
#ifndef SL_SOURCE_FUNCTIONS_H
#define SL_SOURCE_FUNCTIONS_H

#include "source/tokens.h"

enum { SL_MAX_PARAMETERS = 32 };

/** A variable with its type. The type is simplified: it has no const, and a star for each pointer
 *  or dimension. */
typedef struct sl_variable {
  char name[64], type[64];
  bool constant;   /**< whether the variable, or what it points to, is const */
  size_t name_at;  /**< token of its name in a declaration in the body; SL_NO_TOKEN: it is a
                    *  parameter */
  bool is_mask;    /**< whether it is a mask of lanes, not a number to count or compare with */
  size_t from, to; /**< the tokens between which it is in scope */
} sl_variable;

/** The definition of a function, as numbers of tokens. */
typedef struct sl_function {
  char name[64];
  size_t first;       /**< the beginning of the declaration, including `template` */
  size_t name_at;     /**< the name */
  size_t open, close; /**< the parentheses of the parameters */
  size_t begin, end;  /**< the braces of the body */
  bool is_kernel, is_device, is_static, is_void;
  size_t template_end; /**< the `>` of the template parameters; SL_NO_TOKEN: not a template */
  sl_variable parameters[SL_MAX_PARAMETERS];
  int num_parameters;
  bool nameless; /**< a parameter has no name, or there are too many */
} sl_function;

typedef struct sl_functions {
  sl_function *all;
  size_t count;
} sl_functions;

/** Finds the next definition with braces (of a function, a type or a table) that begins at token
 *  `*next` or later and is at file scope, in a namespace or in `extern "C"`. Sets `*first_out` to
 *  its first token, `*open_out` to its opening brace, and `*next` to the token after its closing
 *  brace. Returns false if there is none. */
bool sl_functions_next_block(const sl_tokens *tokens, size_t *next, size_t *first_out,
                             size_t *open_out);

/** Finds the functions that are defined at file scope, in a namespace or in `extern "C"`. The
 *  caller must free `*out`, even after a failure. Errors: SL_ERR_MEMORY. */
sl_status sl_functions_find(const sl_tokens *tokens, sl_functions *out);
void sl_functions_free(sl_functions *functions);

/** `within` has an element for each function. Marks all functions that the marked functions call,
 *  directly or indirectly. A function counts as called if its name occurs. */
void sl_functions_spread(const sl_tokens *tokens, const sl_functions *functions, bool *within);

/** Whether the name of `callee` occurs in the body of `caller`. */
bool sl_function_calls(const sl_tokens *tokens, const sl_function *caller,
                       const sl_function *callee);

/** Writes the type in tokens `first` to `last` to `out`, simplified as in sl_variable, and sets
 *  `*constant_out`. */
void sl_function_type(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size,
                      bool *constant_out);

/** Appends `text` to the type of the variable, as far as there is room. A star stands for a
 *  dimension. */
void sl_function_add_type(sl_variable *variable, const char *text);

/** Whether `type` is one of C's integer types. */
bool sl_function_is_integer(const char *type);

#endif
