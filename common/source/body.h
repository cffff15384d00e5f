/** @file body.h
 *  The statements of a function, and the variables that can be named in each of them.
 */
#ifndef SL_SOURCE_BODY_H
#define SL_SOURCE_BODY_H

#include "source/functions.h"

typedef enum sl_statement_kind {
  SL_SIMPLE,      /**< up to its semicolon, with no name declared */
  SL_DECLARATION, /**< of variables */
  SL_BRANCH,      /**< if, switch */
  SL_LOOP,        /**< for, while, do */
  SL_BLOCK,       /**< in braces */
  SL_JUMP         /**< return, break, continue */
} sl_statement_kind;

typedef struct sl_statement {
  sl_statement_kind kind;
  size_t first, last; /**< its tokens */
  size_t body;        /**< for a loop: the first token of its body */
  int parent;         /**< the enclosing statement; -1: the function's body */
  bool listed;        /**< in braces among others, not the only statement of an `if` */
} sl_statement;

typedef struct sl_body {
  const sl_tokens *tokens;
  const sl_functions *functions;
  const sl_function *function;
  sl_statement *statements; /**< in the order of their first tokens */
  size_t num_statements;
  sl_variable *variables; /**< parameters first */
  size_t num_variables;
} sl_body;

/** Reads a function. Errors: SL_ERR_MEMORY. Free in any event. */
sl_status sl_body_make(const sl_tokens *tokens, const sl_functions *functions,
                       const sl_function *function, sl_body *out);
void sl_body_free(sl_body *body);

/** The variable that token `i` names; NULL: none that is declared here. */
const sl_variable *sl_body_variable(const sl_body *body, size_t i);

/** The variable that is declared at token `i`; NULL: none. */
const sl_variable *sl_body_declared_at(const sl_body *body, size_t i);

/** The innermost statement that token `i` is in: its number; -1: none. */
int sl_body_statement(const sl_body *body, size_t i);

/** Whether `variable` can be named at token `i`. */
bool sl_body_knows(const sl_variable *variable, size_t i);

/** The next integer after `last`, except masks, that is in scope at token `i`; the first one if
 * `last` is NULL. NULL: there is no other. */
const sl_variable *sl_body_next_integer(const sl_body *body, size_t i, const sl_variable *last);

/** Whether the function runs on the device: it is marked so. */
bool sl_body_on_device(const sl_body *body);

#endif
