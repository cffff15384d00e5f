/** @file spec.h
 *  From the text of a specification to checked numbers. Inside this room only.
 */
#ifndef SL_GENERATE_SPEC_H
#define SL_GENERATE_SPEC_H

#include "generate/family.h"

/** Parses the sizes and options of `spec`, which begins with the name of `family`; options that
 *  are not given take their fallback. Errors: SL_ERR_INPUT naming the part and the remedy,
 *  SL_ERR_SIZE for a size beyond int. */
sl_status sl_spec_parse(const char *spec, const sl_family *family, sl_generator_request *out);

#endif
