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
    int length;           /**< without the newline */
    int code;             /**< without a comment at the end; 0: no code */
  } of[SL_MAX_LINES + 1]; /**< from 1 */
  int count;
  char function[128]; /**< the changed function; the caller sets it and its lines */
  int first, last;
} sl_text_lines;

/** The lines of the source, of which no function is chosen yet. Errors: SL_ERR_INPUT. */
sl_status sl_place_cut_lines(const sl_source *source, sl_text_lines *out);

/** Spaces in front, SL_MAX_INDENT at most. */
int sl_place_indentation(const char *text, int length);

/** One place. The lines of the change from `begin` to `end` are inserted. */
typedef struct sl_text_place {
  char sign;       /**< '-': lines are removed; '<' and '>': a line stays; '~': a part of a line is
                    * replaced */
  int first, last; /**< of the program */
  int begin, end;
  int column; /**< of the part, from 0 */
} sl_text_place;

/** Finds the places of a change, in the chosen function; there are SL_MAX_CHANGES at most. Errors:
 *  SL_ERR_INPUT with the author's file and line, if one is not found exactly once, or is changed
 *  twice. */
sl_status sl_places_find(const sl_entries *entries, const sl_text_lines *lines,
                         const sl_change_line *change, int count, sl_text_place *out,
                         int *count_out);

#endif
