/** @file wording.h
 *  What is said of a record and of its items, as far as a reader is shown it. All outputs take
 * their words from here; each escapes them in its own way.
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

/** Points with at most two digits behind the point, which is one in every locale: "2.5". Returns
 *  `room`. */
const char *sl_wording_points(double points, char room[SL_POINTS_TEXT]);

/** An item as a reader sees it: what is not shown is "". */
typedef struct sl_item_words {
  char points[2 * SL_POINTS_TEXT + 8]; /**< "2 of 5 points" */
  const char *verdict;                 /**< "wrong", "review", "not judged" */
  char place[96];                      /**< "ell.cu:23" */
  const char *mistake, *what, *hint, *detail, *case_name;
  const char *override, *comment; /**< of a person; see sl_decided */
  char figure[256];               /**< "8.25 sectors per request; the limit is 4.5" */
} sl_item_words;

/** Whether a time on a GPU was taken of it. */
bool sl_wording_item_is_timed(const sl_record_item *item);

/** Whether a person has to decide on its points. Without a GPU its verdict is the same. */
bool sl_wording_item_needs_review(const sl_record *record, const sl_record_item *item);

void sl_wording_item_make(const sl_record *record, const sl_record_item *item, unsigned shown,
                          sl_item_words *out);

/** The same as lines of plain text. */
void sl_wording_item_put(FILE *file, const sl_item_words *words);

/** "kernel: one thread per row"; of items of the whole lab the title. Into `room`; returns it. */
const char *sl_wording_item_name(const sl_record_item *item, char room[256]);

/** Whether a file was there to be graded. Where not, its message says why, and there is nothing to
 * say of its items. */
bool sl_wording_record_is_of_file(const sl_record *record);

/** A sentence for the student on the verdict of the whole; "" where the items say all. */
const char *sl_wording_record_sentence(const sl_record *record);

/** The line that the message is about, "ell.cu:10: ", whatever else is shown of lines: the compiler
 *  says it to everybody. "" where there is none. Into `room`; returns it. */
const char *sl_wording_record_place(const sl_record *record, char room[128]);

/** The sentence, the message and what the compiler and the program printed, as plain text. */
void sl_wording_record_put(FILE *file, const sl_record *record, unsigned shown);

/** What a person has decided on the whole, as far as it is shown, as plain text. */
void sl_wording_record_put_decided(FILE *file, const sl_record *record, unsigned shown);

/** All decisions on a record and its items on one line, after `before`, for those who teach; with
 *  or without comments. False: there are none, and nothing was written. */
bool sl_wording_record_list_decided(FILE *file, const sl_record *record, bool comments,
                                    const char *before);

/** Whether its points count. If not, nothing of it was judged: it is no 0. */
bool sl_wording_record_counts(const sl_record *record);

/** Points that wait: possible points of items that were not judged. */
double sl_wording_record_open(const sl_record *record);

/** Points that are taken off for being late. */
double sl_wording_record_late(const sl_record *record);

/** The rubric's word on a lab. */
const sl_outputs_lab *sl_wording_outputs_lab(const sl_outputs *outputs, const char *lab);
/** The same for the student of a record, whose deadline may have been extended. */
const sl_outputs_lab *sl_wording_record_lab(const sl_outputs *outputs, const sl_record *record);
/** What students are shown now. */
unsigned sl_wording_shown_now(const sl_outputs_lab *lab);

/** Does the student learn of this item now? */
bool sl_wording_item_is_shown(const sl_record_item *item, const sl_outputs_lab *lab);

/** The verdict of the whole as it is shown: "" where it is not, and where it would tell how a
 * hidden item went. */
const char *sl_wording_shown_verdict(const sl_record *record, const sl_outputs_lab *lab);

/** Points of the items that are shown, less what is taken off, their possible points,
 *  and what is open of these. */
typedef struct sl_shown_points {
  double points, possible, open;
} sl_shown_points;
sl_shown_points sl_wording_shown_points(const sl_record *record, const sl_outputs_lab *lab);

/** A text written piece by piece, for what takes texts and no streams. */
typedef struct sl_text {
  FILE *stream;
  char *text; /**< of `free`, after sl_wording_text_end */
  size_t size;
} sl_text;
sl_status sl_wording_text_begin(sl_text *out);
/** Errors: SL_ERR_MEMORY. Then `text` is NULL; otherwise the caller frees it by
 * sl_wording_text_free. */
sl_status sl_wording_text_end(sl_text *text);
void sl_wording_text_free(sl_text *text);

#endif
