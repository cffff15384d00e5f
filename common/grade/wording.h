/** @file wording.h
 *  Texts about a record and its items, limited to what a reader may see. All outputs use these
 *  texts; each escapes them in its own way.
 */
#ifndef SL_GRADE_WORDING_H
#define SL_GRADE_WORDING_H

#include "grade/outputs.h"

#include <stdio.h>

enum { SL_POINTS_TEXT = 32 };

/** The records of one student. */
typedef struct sl_student {
  const char *name;
  const sl_record *records;
  size_t count;
} sl_student;

/** Points with at most two decimals, with a decimal point in every locale: "2.5". Returns
 *  `room`. */
const char *sl_wording_points(double points, char room[SL_POINTS_TEXT]);

/** An item as a reader sees it; hidden parts are "". */
typedef struct sl_item_words {
  char points[2 * SL_POINTS_TEXT + 8]; /**< "2 of 5 points" */
  const char *verdict;                 /**< "wrong", "review", "not judged" */
  char place[96];                      /**< "ell.cu:23" */
  const char *mistake, *what, *hint, *detail, *case_name;
  const char *override, *comment; /**< decisions of a person; see sl_decided */
  char figure[256];               /**< "8.25 sectors per request; the limit is 4.5" */
} sl_item_words;

/** Whether a time on a GPU was measured for the item. */
bool sl_wording_item_is_timed(const sl_record_item *item);

/** Whether a person must decide the points of the item. The verdict alone does not show it, because
 *  it is the same without a GPU. */
bool sl_wording_item_needs_review(const sl_record *record, const sl_record_item *item);

void sl_wording_item_make(const sl_record *record, const sl_record_item *item, unsigned shown,
                          sl_item_words *out);

/** Writes the item as lines of plain text. */
void sl_wording_item_put(FILE *file, const sl_item_words *words);

/** Writes "kernel: one thread per row" to `room`, which is returned; for items of the whole lab it
 *  is the title. */
const char *sl_wording_item_name(const sl_record_item *item, char room[256]);

/** Whether there was a file to grade. If there was none, the message of the record says why, and
 *  there are no texts about items. */
bool sl_wording_record_is_of_file(const sl_record *record);

/** Returns a sentence for the student on the verdict of the whole record; "" if the items explain
 *  it. */
const char *sl_wording_record_sentence(const sl_record *record);

/** Writes the line of the message, "ell.cu:10: ", to `room`, which is returned; "" if there is
 *  none. This line is shown even if other lines are hidden, because every compiler reports it. */
const char *sl_wording_record_place(const sl_record *record, char room[128]);

/** Writes the sentence, the message and the output of the compiler and the program, as plain
 *  text. */
void sl_wording_record_put(FILE *file, const sl_record *record, unsigned shown);

/** Writes the decisions of a person on the whole record, as far as shown, as plain text. */
void sl_wording_record_put_decided(FILE *file, const sl_record *record, unsigned shown);

/** Writes all decisions on a record and its items on one line, after `before`, for teachers, with
 *  comments if `comments`. False: there are none, and nothing was written. */
bool sl_wording_record_list_decided(FILE *file, const sl_record *record, bool comments,
                                    const char *before);

/** Whether the points of the record count. If they do not, nothing was judged, which is different
 *  from 0 points. */
bool sl_wording_record_counts(const sl_record *record);

/** Returns the open points: the possible points of items that were not judged. */
double sl_wording_record_open(const sl_record *record);

/** Returns the points deducted for lateness. */
double sl_wording_record_late(const sl_record *record);

/** Returns what the rubric shows of a lab. */
const sl_outputs_lab *sl_wording_outputs_lab(const sl_outputs *outputs, const char *lab);
/** Like sl_wording_outputs_lab, for the student of a record, whose deadline may have been extended.
 */
const sl_outputs_lab *sl_wording_record_lab(const sl_outputs *outputs, const sl_record *record);
/** Returns what students are shown now. */
unsigned sl_wording_shown_now(const sl_outputs_lab *lab);

/** Whether the student may see this item now. */
bool sl_wording_item_is_shown(const sl_record_item *item, const sl_outputs_lab *lab);

/** Returns the verdict of the whole record that is shown: "" if none is, or if it would reveal the
 *  result of a hidden item. */
const char *sl_wording_shown_verdict(const sl_record *record, const sl_outputs_lab *lab);

/** The points of the shown items, minus the deduction; their possible points; and the open points
 *  among these. All are without bonus points, which come last. */
typedef struct sl_shown_points {
  double points, possible, open;
  double bonus, possible_bonus;
} sl_shown_points;
sl_shown_points sl_wording_shown_points(const sl_record *record, const sl_outputs_lab *lab);

/** Writes ", bonus 1 of 2 points", or nothing if there is no bonus. */
void sl_wording_put_bonus(FILE *file, const sl_shown_points *sum);

/** A text written piece by piece, for functions that take texts instead of streams. */
typedef struct sl_text {
  FILE *stream;
  char *text; /**< valid after sl_wording_text_end; free it with `free` */
  size_t size;
} sl_text;
sl_status sl_wording_text_begin(sl_text *out);
/** Ends the text. Errors: SL_ERR_MEMORY, and then `text` is NULL; otherwise the caller frees it
 *  with sl_wording_text_free. */
sl_status sl_wording_text_end(sl_text *text);
void sl_wording_text_free(sl_text *text);

#endif
