/** @file pieces.h
 *  CUB and Thrust, which are made of templates and so cannot be refused by what their headers have.
 */
#ifndef LENS_TRANSLATE_PIECES_H
#define LENS_TRANSLATE_PIECES_H

#include "source.h"

/** Notes in `source` what the preprocessed `text` uses of them. `own` as for lens_check_calls. */
void lens_check_pieces(lens_source *source, const lens_source *text, const bool *own);

#endif
