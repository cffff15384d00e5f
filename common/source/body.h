/** @file body.h
 *  Finds the statements of a function, and the variables that are in scope in each of them.
 */
#ifndef SL_SOURCE_BODY_H
#define SL_SOURCE_BODY_H

#include "source/functions.h"

typedef enum sl_statement_kind {
  SL_SIMPLE,      /**< ends at a semicolon, and declares no variable */
  SL_DECLARATION, /**< declares variables */
  SL_BRANCH,      /**< if, switch */
  SL_LOOP,        /**< for, while, do */
  SL_BLOCK,       /**< a list of statements in braces */
  SL_JUMP         /**< return, break, continue, goto */
} sl_statement_kind;

typedef struct sl_statement {
  sl_statement_kind kind;
  size_t first, last; /**< first and last token */
  size_t body;        /**< for a loop or a branch: the first token of the statement that it
                       *  controls */
  int parent;         /**< number of the enclosing statement; -1: the function's body */
  bool listed;        /**< whether it is in a list in braces, and not the only statement of an
                       *  `if` */
} sl_statement;

typedef struct sl_body {
  const sl_tokens *tokens;
  const sl_functions *functions;
  const sl_function *function;
  sl_statement *statements; /**< in the order of their first tokens */
  size_t num_statements;
  sl_variable *variables; /**< begins with the parameters */
  size_t num_variables;
} sl_body;

/** Parses the body of `function`. The caller must free `*out`, even after a failure. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_body_make(const sl_tokens *tokens, const sl_functions *functions,
                       const sl_function *function, sl_body *out);
void sl_body_free(sl_body *body);

/** The variable that token `i` names; NULL if the function declares none of this name. */
const sl_variable *sl_body_variable(const sl_body *body, size_t i);

/** The variable whose declaration has its name at token `i`; NULL if there is none. */
const sl_variable *sl_body_declared_at(const sl_body *body, size_t i);

/** The number of the innermost statement that contains token `i`; −1 if there is none. */
int sl_body_statement(const sl_body *body, size_t i);

/** Whether `variable` is in scope at token `i`. */
bool sl_body_knows(const sl_variable *variable, size_t i);

/** The next integer variable after `last` that is in scope at token `i` and is not a mask; the
 *  first if `last` is NULL. Returns NULL if there is no further one. */
const sl_variable *sl_body_next_integer(const sl_body *body, size_t i, const sl_variable *last);

/** Whether the function is marked to run on the device. */
bool sl_body_on_device(const sl_body *body);

#endif
