/** @file place.h
 *  Where in an expression an edit is, so that a sentence can say which index, argument or condition
 *  is wrong.
 */
#ifndef SL_REPAIR_PLACE_H
#define SL_REPAIR_PLACE_H

#include "repair/edits.h"

/** What the changed source is part of. */
typedef enum sl_role {
  SL_OTHER_ROLE,
  SL_INDEX,    /**< the index of the array `of` */
  SL_ARGUMENT, /**< an argument of the function `of` */
  SL_ASKED,    /**< the condition `of` */
  SL_GIVEN     /**< the value that the variable or array `of` gets */
} sl_role;

typedef struct sl_place {
  sl_role role;
  char of[96];
} sl_place;

/** Finds the place of an edit. The innermost bracket around the edit decides; without one, an
 * assignment does. */
void sl_place_find(const sl_tokens *tokens, const sl_edit *edit, sl_place *out);

/** What each element of an array of the labs belongs to: "each column of the matrix". NULL for a
 *  name that the handouts do not use. */
const char *sl_place_elements(const char *array);

#endif
