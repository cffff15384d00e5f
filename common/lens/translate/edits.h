/** @file edits.h
 *  The changes that the passes make: text before, after, or instead of a token. Except for
 *  lens_edit_lines_before and lens_edit_lines_after, no function adds or removes a line.
 */
#ifndef LENS_TRANSLATE_EDITS_H
#define LENS_TRANSLATE_EDITS_H

#include "source.h"

typedef struct lens_edit {
  size_t at, removed;    /**< place and number of the replaced bytes of the source */
  size_t text, inserted; /**< place and number of the new bytes in the pool */
  int order; /**< order at one place: text after a token comes before text before the next token */
} lens_edit;

typedef struct lens_edits {
  const lens_source *source;
  lens_edit *list;
  int count, capacity;
  lens_text pool;
  sl_status status; /**< the first memory error */
} lens_edits;

void lens_edit_before(lens_edits *edits, int token, const char *text);
void lens_edit_after(lens_edits *edits, int token, const char *text);
/** Like lens_edit_before and lens_edit_after, but keeps line ends in `text`. A marker at the end of
 *  `text` must correct the line number. */
void lens_edit_lines_before(lens_edits *edits, int token, const char *text);
void lens_edit_lines_after(lens_edits *edits, int token, const char *text);
void lens_edit_replace(lens_edits *edits, int token, const char *text);

typedef void lens_edit_kind(lens_edits *edits, int token, const char *text);
/** Makes an edit with one of these functions, `edit`, and frees `text`. If building the text has
 *  failed, the edits fail. */
void lens_edit_take(lens_edits *edits, lens_edit_kind *edit, int token, lens_text *text);

/** Removes the tokens [begin, end), but keeps blanks and comments between them. */
void lens_edit_remove(lens_edits *edits, int begin, int end);

/** Adds the edited source to `out`. Errors: SL_ERR_MEMORY. */
sl_status lens_edits_apply(lens_edits *edits, lens_text *out);
void lens_edits_free(lens_edits *edits);

#endif
