/** @file edits.h
 *  The small repairs that are tried: each changes a function of the student's at one place.
 */
#ifndef SL_REPAIR_EDITS_H
#define SL_REPAIR_EDITS_H

#include "base/status.h"
#include "source/body.h"

/** What is wrong where an edit helps. */
typedef enum sl_defect {
  SL_COMPARISON,   /**< `<` for `<=`, or the other way round */
  SL_CONDITION,    /**< a condition asks for something else, or should not be there */
  SL_OFF_BY_ONE,   /**< a number or index is one too large or too small */
  SL_OPERATOR,     /**< another arithmetic operator */
  SL_ASSIGNMENT,   /**< `=` for `+=`, or the other way round */
  SL_CONSTANT,     /**< a number written in the source */
  SL_NAME,         /**< another variable */
  SL_ARRAY,        /**< another array */
  SL_THREAD,       /**< another number of the thread, lane or block */
  SL_FORMULA,      /**< a term too many or too few, or factors of the wrong term */
  SL_STEP,         /**< how far a loop continues each iteration */
  SL_ARGUMENTS,    /**< the order of arguments, or one too many or too few */
  SL_MASK,         /**< which lanes take part */
  SL_ROUNDING,     /**< a division drops its remainder */
  SL_REMAINDER,    /**< a loop of several places per iteration leaves the last ones out */
  SL_REPEAT,       /**< asked once instead of again and again, or the other way round */
  SL_FUNCTION,     /**< another function must be called */
  SL_GRID,         /**< how many blocks are launched */
  SL_TYPE,         /**< the type of a variable, or in sizeof */
  SL_SPACE,        /**< a variable is the block's, and should be the thread's */
  SL_JUMP_WRONG,   /**< break for continue, and so on */
  SL_SURPLUS,      /**< a statement that should not be there */
  SL_PLACE,        /**< a statement that is at the wrong place */
  SL_NO_GUARD,     /**< everyone continues, and some should not */
  SL_NO_BARRIER,   /**< no one waits for the others */
  SL_NO_ATOMIC,    /**< read, add and write are no single step */
  SL_NO_START,     /**< a value is not set before it is used */
  SL_NO_STATEMENT, /**< something is not done, that is done for another array */
  SL_NO_FREE,      /**< memory is not given back */
  SL_NUM_DEFECTS
} sl_defect;

enum { SL_NUM_TIERS = 4 };

/** Puts `text` in the place of some bytes of the source. */
typedef struct sl_edit {
  size_t from, to; /**< the bytes that go: [from, to); none where something is put in */
  char *text;      /**< owned */
  int line;        /**< that it is about */
  sl_defect defect;
  int tier;        /**< 0: a likely slip; larger: less likely */
  size_t function; /**< its number */
  int statement;   /**< the innermost of its body around it; -1: none */
} sl_edit;

typedef struct sl_edits {
  sl_edit *all;
  size_t count, room;
  sl_status status; /**< the first failure while they were made; nothing is added after it */
} sl_edits;

/** Adds the edits of the function of a body, which is number `function` of its source.
 *  Errors: SL_ERR_MEMORY. Free `edits` in any event. */
sl_status sl_edits_make(const sl_body *body, size_t function, sl_edits *edits);
void sl_edits_free(sl_edits *edits);

/** The likely ones first: by tier, then by defect; the order of the source among equals. */
void sl_edits_sort(sl_edits *edits);

#endif
