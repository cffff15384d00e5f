/** @file similar.h
 *  Submissions that are nearly the same. sim_c++ of the package similarity-tester compares them; it
 *  ignores names, comments and layout. Text from the skeleton does not count.
 */
#ifndef SL_GRADE_SIMILAR_H
#define SL_GRADE_SIMILAR_H

#include "grade/wording.h"

enum {
  SL_SIMILAR_PERCENT = 80, /**< a pair is reported from this percentage of a student's own text */
  /** if there are this many submissions, text that the class shares does not count */
  SL_SIMILAR_CLASS = 6,
  SL_SIMILAR_OWN = 20 /**< percent of a file that must be own text */
};

typedef struct sl_similar_pair {
  const sl_record *one, *other;
  int percent; /**< percent of the text of `one` that `other` also has, beyond what the class shares
                */
} sl_similar_pair;

/** Submissions that are connected by pairs. At least one is of this class. */
typedef struct sl_similar_group {
  const char *lab;
  const sl_record **members; /**< those of this class first, sorted by student */
  size_t count, own;         /**< all members; members of this class */
  int least, most;           /**< lowest and highest percentage of the group's pairs */
} sl_similar_group;

/** Begins empty: = {0}. Free it in either case. */
typedef struct sl_similar {
  sl_similar_pair *pairs; /**< the most similar first; each pair once */
  size_t count, room;
  sl_similar_group *groups; /**< lab by lab, the most similar first */
  size_t num_groups;
  int shared; /**< for the last lab: percent of own text that half of all pairs share */
} sl_similar;

/** Returns the folder of the grading of an earlier year that contains the record; NULL: the record
 *  is of this class. */
const char *sl_similar_earlier(const sl_outputs *outputs, const sl_record *record);

/** Adds the pairs and groups of a lab. Pairs of two earlier years are left out. Files are
 *  files/KEY.cu in the folder of their grading. Errors: SL_ERR_MISSING if sim_c++ is not installed,
 *  naming the package; SL_ERR_SYSTEM; SL_ERR_MEMORY.
 */
sl_status sl_similar_find(const sl_outputs *outputs, const sl_records *records, const char *lab,
                          sl_similar *inout);
void sl_similar_free(sl_similar *similar);

#endif
