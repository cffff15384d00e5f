/** @file operators.h
 *  What the tables of operators share. An operator looks at one token or one statement of a
 * function and adds the edits that it can make there.
 */
#ifndef SL_REPAIR_OPERATORS_H
#define SL_REPAIR_OPERATORS_H

#include "repair/edits.h"

enum {
  SL_EDIT_BYTES = 512
}; /* of source text that an edit copies; where it is more, none is made */

typedef struct sl_bench {
  const sl_scene *scene;
  const sl_tokens *tokens;
  size_t function;
  sl_edits *edits;
} sl_bench;

/** Looks at token `i` of the body. */
typedef void sl_token_operator(sl_bench *bench, size_t i);

/** Looks at statement `s` of the scene. */
typedef void sl_statement_operator(sl_bench *bench, size_t s);

/** Ended by NULL. */
extern sl_token_operator *const sl_expression_operators[],
    *const sl_name_operators[], *const sl_index_operators[], *const sl_cuda_operators[];
extern sl_statement_operator *const sl_statement_operators[],
    *const sl_move_operators[], *const sl_cuda_statement_operators[];

/** Tokens `first` to `last` become the text. */
void sl_replace(sl_bench *bench, sl_defect defect, int tier, size_t first, size_t last,
                const char *format, ...) SL_PRINTF(6, 7);

/** Tokens `first` to `last` become the text; it is about the line of token `about`. */
void sl_rewrite(sl_bench *bench, sl_defect defect, int tier, size_t first, size_t last,
                size_t about, const char *format, ...) SL_PRINTF(7, 8);

/** The text is put in front of token `i`; it is about the line of token `about`. */
void sl_insert(sl_bench *bench, sl_defect defect, int tier, size_t i, size_t about,
               const char *format, ...) SL_PRINTF(6, 7);

/** A copy of the text of tokens; false where it is too long. */
bool sl_copy(const sl_bench *bench, size_t first, size_t last, char out[SL_EDIT_BYTES]);

/** The last token of the operand that begins at `i`: a name, number or parenthesis with what it
 *  calls, indexes and asks for. SL_NO_TOKEN: there is none. */
size_t sl_operand_end(const sl_bench *bench, size_t i);

/** The first token of the operand that ends at `i`. SL_NO_TOKEN: there is none. */
size_t sl_operand_begin(const sl_bench *bench, size_t i);

/** Whether the function's body names `name`. */
bool sl_is_named(const sl_bench *bench, const char *name);

/** Whether the mark at `i` stands between two operands. */
bool sl_is_binary(const sl_bench *bench, size_t i);

/** The argument that begins at `first`, of a list that ends with the token `close`: its last token.
 */
size_t sl_argument_end(const sl_bench *bench, size_t first, size_t close);

/** Whether the statement holds no other. */
bool sl_is_simple(const sl_statement *statement);

/** Whether the statement begins with an element of an array that it sets or adds to. */
bool sl_stores_element(const sl_bench *bench, const sl_statement *statement);

/** Whether token `i` is in a loop. */
bool sl_in_loop(const sl_scene *scene, size_t i);

#endif
