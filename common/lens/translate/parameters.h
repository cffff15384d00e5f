/** @file parameters.h
 *  The parameters of a function, from its parenthesis, and of a template.
 */
#ifndef LENS_TRANSLATE_PARAMETERS_H
#define LENS_TRANSLATE_PARAMETERS_H

#include "source.h"

/** Adds the names of the parameters, separated by commas: "n,x,,y" if the third parameter has no
 *  name; "" if there are no parameters. */
void lens_parameter_names(const lens_source *source, int open, lens_text *names);

/** Adds "(int n, const float *x)" without default arguments: the parameters of a function type. */
void lens_parameter_types(const lens_source *source, int open, lens_text *types);

/** How many parameters have a default argument. */
int lens_parameter_count_defaults(const lens_source *source, int open);

/** Adds the names of a template's parameters in the `<` … `>` at `open` as arguments: "<T, N,
 *  Rest...>". False if a parameter has no name. */
bool lens_parameter_template_arguments(const lens_source *source, int open, lens_text *arguments);

#endif
