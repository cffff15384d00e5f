/** @file places.h
 *  A program line by line, and the places in it that a change names.
 */
#ifndef SL_AUTHOR_PLACES_H
#define SL_AUTHOR_PLACES_H

#include "author/entries.h"
#include "judge/source.h"

enum { SL_MAX_LINES = 4000, SL_MAX_INDENT = 256 };

typedef struct sl_text_lines {
  struct {
    const char *text;
    int length;           /**< length of the line without the newline */
    int code;             /**< length without a comment at the end; 0 if the line has no code */
  } of[SL_MAX_LINES + 1]; /**< indexed by line number, from 1 */
  int count;
  char function[128]; /**< the changed function; the caller sets it and its lines */
  int first, last;
} sl_text_lines;

/** Splits the source into lines. The caller chooses the function afterwards. Errors:
 * SL_ERR_INPUT. */
sl_status sl_place_cut_lines(const sl_source *source, sl_text_lines *out);

/** Number of spaces at the beginning of the text, at most SL_MAX_INDENT. */
int sl_place_indentation(const char *text, int length);

/** A place in the program. The lines `begin` to `end` of the change are inserted there. */
typedef struct sl_text_place {
  char sign;       /**< '-': lines are removed; '<' and '>': a line stays; '~': a part of a line is
                    * replaced */
  int first, last; /**< line numbers in the program */
  int begin, end;
  int column; /**< column where the replaced part begins, from 0 */
} sl_text_place;

/** Finds the places of a change, in the chosen function; there are SL_MAX_CHANGES at most. Errors:
 *  SL_ERR_INPUT with the author's file and line, if one is not found exactly once, or is changed
 *  twice. */
sl_status sl_places_find(const sl_entries *entries, const sl_text_lines *lines,
                         const sl_change_line *change, int count, sl_text_place *out,
                         int *count_out);

#endif
