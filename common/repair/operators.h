/** @file operators.h
 *  Functions that all operators use. An operator examines one token or one statement of a function
 * and adds the edits that are possible there.
 */
#ifndef SL_REPAIR_OPERATORS_H
#define SL_REPAIR_OPERATORS_H

#include "repair/edits.h"

/** The number of bytes of source text that an edit may copy. Longer texts get no edit. */
enum { SL_EDIT_BYTES = 512 };

typedef struct sl_bench {
  const sl_body *body;
  const sl_tokens *tokens;
  size_t function;
  sl_edits *edits;
} sl_bench;

/** An operator that examines token `i` of the body. */
typedef void sl_token_operator(sl_bench *bench, size_t i);

/** An operator that examines statement `s` of the body. */
typedef void sl_statement_operator(sl_bench *bench, size_t s);

/** The operators for expressions; the list ends with NULL. */
extern sl_token_operator *const sl_expression_operators[];
extern sl_token_operator *const sl_name_operators[];
extern sl_token_operator *const sl_index_operators[];
extern sl_token_operator *const sl_cuda_operators[];
extern sl_token_operator *const sl_type_operators[];
extern sl_token_operator *const sl_call_operators[];
extern sl_token_operator *const sl_exchange_operators[];
extern sl_token_operator *const sl_loop_operators[];
extern sl_statement_operator *const sl_statement_operators[];
extern sl_statement_operator *const sl_guard_operators[];
extern sl_statement_operator *const sl_move_operators[];
extern sl_statement_operator *const sl_cuda_statement_operators[];
extern sl_statement_operator *const sl_exchange_statement_operators[];
extern sl_statement_operator *const sl_loop_statement_operators[];

/** Repeats the edits of the function, from number `first_edit` on, at other places of the same
 * kind. */
void sl_operator_repeat(sl_bench *bench, size_t first_edit);

/** Adds an edit, unless it exists already or changes nothing. */
void sl_operator_add_edit(sl_bench *bench, const sl_edit *edit, const char *text);

/** Adds an edit that replaces tokens `first` to `last` by the text. */
void sl_operator_replace(sl_bench *bench, sl_defect defect, int tier, size_t first, size_t last,
                         const char *format, ...) SL_PRINTF(6, 7);

/** Adds an edit that replaces tokens `first` to `last` by the text; the defect is on the line of
 *  token `about`. */
void sl_operator_rewrite(sl_bench *bench, sl_defect defect, int tier, size_t first, size_t last,
                         size_t about, const char *format, ...) SL_PRINTF(7, 8);

/** Adds an edit that inserts the text before token `i`; the defect is on the line of `about`. */
void sl_operator_insert(sl_bench *bench, sl_defect defect, int tier, size_t i, size_t about,
                        const char *format, ...) SL_PRINTF(6, 7);

/** Copies the source text of tokens; false if it is too long. */
bool sl_operator_copy(const sl_bench *bench, size_t first, size_t last, char out[SL_EDIT_BYTES]);

/** The last token of the operand that begins at `i`: a name, number or parenthesis with its calls,
 *  indices and members. SL_NO_TOKEN if there is none. */
size_t sl_operator_operand_end(const sl_bench *bench, size_t i);

/** The first token of the operand that ends at `i`. SL_NO_TOKEN if there is none. */
size_t sl_operator_operand_begin(const sl_bench *bench, size_t i);

/** Whether the name `name` occurs in the function's body. */
bool sl_operator_is_named(const sl_bench *bench, const char *name);

/** Whether the operator at `i` is between two operands. */
bool sl_operator_is_binary(const sl_bench *bench, size_t i);

/** The last token of the argument that begins at `first`, in a list that ends with the token
    `close`.
 */
size_t sl_operator_argument_end(const sl_bench *bench, size_t first, size_t close);

/** Finds the condition in the parentheses of an if or while, or in a for, at token `i`. */
bool sl_operator_condition_of(const sl_bench *bench, size_t i, size_t *first_out, size_t *last_out);

/** Whether the variable is an integer and not a mask of lanes. */
static inline bool sl_is_number(const sl_variable *variable) {
  return sl_function_is_integer(variable->type) && !variable->is_mask;
}

/** The statement that directly contains `statement`; NULL if there is none. */
static inline const sl_statement *sl_parent_of(const sl_body *body, const sl_statement *statement) {
  return statement->parent < 0 ? NULL : &body->statements[statement->parent];
}

/** Whether the statement declares the variable. */
static inline bool sl_declared_in(const sl_variable *variable, const sl_statement *statement) {
  return variable->name_at >= statement->first && variable->name_at <= statement->last;
}

/** Whether `array` is an array of integers that can be read at token `i`. Host code cannot read a
 *  device array. */
bool sl_operator_can_read(const sl_bench *bench, const sl_variable *array, size_t i);

/** Whether the array holds values like the starts of rows: the function reads it at i and i + 1. */
bool sl_operator_has_ends(const sl_bench *bench, const sl_variable *array);

/** Whether the variable may be an upper limit: a parameter, or the right side of a comparison. */
bool sl_operator_is_bound(const sl_bench *bench, const sl_variable *variable);

/** Whether the statement contains no other statement. */
bool sl_operator_is_simple(const sl_statement *statement);

/** Whether the statement starts with an assignment, `=` or `+=`, to an array element. */
bool sl_operator_stores_element(const sl_bench *bench, const sl_statement *statement);

/** Whether token `i` is in a loop. */
bool sl_operator_in_loop(const sl_body *body, size_t i);

#endif
