/** @file edits.h
 *  The small repairs to try: each changes one place in one of the student's functions.
 */
#ifndef SL_REPAIR_EDITS_H
#define SL_REPAIR_EDITS_H

#include "base/status.h"
#include "source/body.h"

/** What is wrong if an edit helps. */
typedef enum sl_defect {
  SL_COMPARISON,   /**< `<` instead of `<=`, or the reverse */
  SL_CONDITION,    /**< a condition tests the wrong thing, or should not be there */
  SL_OFF_BY_ONE,   /**< a number or index is one too large or too small */
  SL_OPERATOR,     /**< the wrong arithmetic operator */
  SL_ASSIGNMENT,   /**< `=` instead of `+=`, or the reverse */
  SL_CONSTANT,     /**< a wrong number in the source */
  SL_NAME,         /**< the wrong variable */
  SL_ARRAY,        /**< the wrong array */
  SL_THREAD,       /**< the wrong index of the thread, lane or block */
  SL_FORMULA,      /**< a term too many or too few, or factors of the wrong term */
  SL_STEP,         /**< the wrong step of a loop per iteration */
  SL_ARGUMENTS,    /**< arguments in the wrong order, or one too many or too few */
  SL_MASK,         /**< the wrong mask of lanes */
  SL_ROUNDING,     /**< a division drops its remainder */
  SL_REMAINDER,    /**< a loop with several elements per iteration skips the last ones */
  SL_REPEAT,       /**< `if` instead of `while`, or the reverse */
  SL_FUNCTION,     /**< the wrong function is called */
  SL_GRID,         /**< the wrong number of blocks is launched */
  SL_TYPE,         /**< the wrong type of a variable, or in sizeof */
  SL_SPACE,        /**< a variable is shared by the block, and should belong to the thread */
  SL_JUMP_WRONG,   /**< break instead of continue, and so on */
  SL_SURPLUS,      /**< a statement that should not be there */
  SL_PLACE,        /**< a statement that is at the wrong place */
  SL_NO_GUARD,     /**< a missing guard: all threads continue, but some should not */
  SL_NO_BARRIER,   /**< threads do not wait for each other */
  SL_NO_ATOMIC,    /**< read, add and write are separate steps */
  SL_NO_START,     /**< a value is not set before it is used */
  SL_NO_STATEMENT, /**< something is done for one array but not for another */
  SL_NO_FREE,      /**< memory is not freed */
  SL_NUM_DEFECTS
} sl_defect;

enum { SL_NUM_TIERS = 4 };

/** Replaces some bytes of the source by `text`. */
typedef struct sl_edit {
  size_t from, to; /**< the bytes to replace: [from, to); empty for an insertion */
  char *text;      /**< owned */
  int line;        /**< line of the defect */
  sl_defect defect;
  int tier;        /**< 0: a likely slip; larger: less likely */
  size_t function; /**< number of the function in the source */
  int statement;   /**< the innermost statement of the function's body around the edit; -1: none */
} sl_edit;

typedef struct sl_edits {
  sl_edit *all;
  size_t count, room;
  sl_status status; /**< the first failure; after it, no edit is added */
} sl_edits;

/** Adds the edits of the function whose body is given. `function` is its number in the source.
 *  Errors: SL_ERR_MEMORY. Free `edits` in any event. */
sl_status sl_edits_make(const sl_body *body, size_t function, sl_edits *edits);
void sl_edits_free(sl_edits *edits);

/** Sorts the edits, the most likely ones first: by tier, then by defect, then in the order of the
 *  source. */
void sl_edits_sort(sl_edits *edits);

#endif
