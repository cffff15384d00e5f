/** @file edits.h
 *  What the passes change: text before, after, or instead of a token. Except for two functions,
 *  none can add or remove a line.
 */
#ifndef LENS_TRANSLATE_EDITS_H
#define LENS_TRANSLATE_EDITS_H

#include "source.h"

typedef struct lens_edit {
  size_t at, removed;    /**< bytes of the source */
  size_t text, inserted; /**< bytes of the pool */
  int order;             /**< text after a token comes first, then text before the next token */
} lens_edit;

typedef struct lens_edits {
  const lens_source *source;
  lens_edit *list;
  int count, capacity;
  lens_text pool;
  sl_status status; /**< memory errors; kept once set */
} lens_edits;

void lens_edit_before(lens_edits *edits, int token, const char *text);
void lens_edit_after(lens_edits *edits, int token, const char *text);
/** The same, but keeps line ends in `text`, which must correct the line number by a marker at its
 *  end. */
void lens_edit_lines_before(lens_edits *edits, int token, const char *text);
void lens_edit_lines_after(lens_edits *edits, int token, const char *text);
void lens_edit_replace(lens_edits *edits, int token, const char *text);

typedef void lens_edit_kind(lens_edits *edits, int token, const char *text);
/** Makes an edit of one of these kinds with a built text, and frees the text. If building it
 *  failed, the edits fail. */
void lens_edit_take(lens_edits *edits, lens_edit_kind *edit, int token, lens_text *text);

/** Removes the tokens [begin, end), but keeps what is between them. */
void lens_edit_remove(lens_edits *edits, int begin, int end);

/** Adds the edited source to `out`. Errors: SL_ERR_MEMORY. */
sl_status lens_edits_apply(lens_edits *edits, lens_text *out);
void lens_edits_free(lens_edits *edits);

#endif
