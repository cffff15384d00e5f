/** @file cases.h
 *  Small inputs of the translator, and the expected outputs.
 */
#ifndef LENS_TRANSLATE_TESTS_CASES_H
#define LENS_TRANSLATE_TESTS_CASES_H

#include <stddef.h>

typedef struct lens_case {
  const char *input;
  const char *expected[3]; /**< pieces of the output; all must be there */
  const char *error;       /**< or a piece of the diagnostics: "line:column: error: …" */
} lens_case;

extern const lens_case lens_cases[];
extern const size_t lens_num_cases;

#endif
