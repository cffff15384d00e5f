/** @file forms.h
 *  Tables of what compilers say, with what is to be said instead.
 */
#ifndef SL_ERRORS_FORMS_H
#define SL_ERRORS_FORMS_H

#include "errors/scene.h"

enum { SL_CAPTURES = 3, SL_CAPTURE = 256 };

/** What stood where the pattern has %a, %b and %c. */
typedef struct sl_captured {
  char text[SL_CAPTURES][SL_CAPTURE];
} sl_captured;

/** A remark as compilers write it. */
typedef struct sl_form {
  const char *pattern;       /**< of the plain text: %a, %b and %c are kept, "%." is anything */
  const char *what, *advice; /**< with the same signs; "" for no advice. Or `explain` */
  /** False: the form does not fit after all. Lines, marks and texts are set in the error. */
  bool (*explain)(const sl_scene *scene, const sl_remark *remark, const sl_captured *captured,
                  sl_error *error);
} sl_form;

extern const sl_form sl_forms_syntax[], sl_forms_cuda[], sl_forms_c[], sl_forms_warnings[];
extern const size_t sl_num_forms_syntax, sl_num_forms_cuda, sl_num_forms_c, sl_num_forms_warnings;

/** Whether all of `text` fits. */
bool sl_form_fits(const char *pattern, const char *text, sl_captured *out);

#endif
