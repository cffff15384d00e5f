/** @file spec.h
 *  Parses the text of a specification, and checks its numbers. Only this room uses this header.
 */
#ifndef SL_GENERATE_SPEC_H
#define SL_GENERATE_SPEC_H

#include "generate/family.h"

/** Parses the sizes and options of `spec`, which begins with the name of `family`. Options that are
 *  missing get their default values. Errors: SL_ERR_INPUT with the part and a remedy, SL_ERR_SIZE
 *  if a size does not fit into an int. */
sl_status sl_spec_parse(const char *spec, const sl_family *family, sl_generator_request *out);

#endif
