/** @file edits.h
 *  What the passes change: pieces of text in front of, behind, or instead of a token. But for two,
 *  none of them can add or remove a line.
 */
#ifndef LENS_TRANSLATE_EDITS_H
#define LENS_TRANSLATE_EDITS_H

#include "source.h"

typedef struct lens_edit {
  size_t at, removed;    /**< bytes of the source */
  size_t text, inserted; /**< bytes of the pool */
  int order;             /**< first what is behind a token, then what is before the next */
} lens_edit;

typedef struct lens_edits {
  const lens_source *source;
  lens_edit *list;
  int count, capacity;
  lens_text pool;
  sl_status status; /**< of memory; sticks */
} lens_edits;

void lens_edit_before(lens_edits *edits, int token, const char *text);
void lens_edit_after(lens_edits *edits, int token, const char *text);
/** The same with the line ends of `text`, which must set the line right by a marker at its end. */
void lens_edit_lines_before(lens_edits *edits, int token, const char *text);
void lens_edit_lines_after(lens_edits *edits, int token, const char *text);
void lens_edit_replace(lens_edits *edits, int token, const char *text);

typedef void lens_edit_kind(lens_edits *edits, int token, const char *text);
/** Makes an edit of one of these kinds with a text that was put together, and frees the text. If it
 *  was not completed, the edits fail. */
void lens_edit_take(lens_edits *edits, lens_edit_kind *edit, int token, lens_text *text);

/** Replaces the tokens [begin, end) by nothing; what is between them stays. */
void lens_edit_remove(lens_edits *edits, int begin, int end);

/** Adds the edited source to `out`. Errors: SL_ERR_MEMORY. */
sl_status lens_edits_apply(lens_edits *edits, lens_text *out);
void lens_edits_free(lens_edits *edits);

#endif
