/** @file similar.h
 *  Submissions that are nearly the same. The comparison is made by sim_c++ of the package
 *  similarity-tester, for which names, comments and layout make no difference. What a file has from
 *  the skeleton does not count.
 */
#ifndef SL_GRADE_SIMILAR_H
#define SL_GRADE_SIMILAR_H

#include "grade/wording.h"

enum {
  SL_SIMILAR_PERCENT = 80, /**< of what a student wrote that another has too, for it to be told */
  SL_SIMILAR_CLASS = 6,    /**< submissions from which on it counts what the class shares */
  SL_SIMILAR_OWN = 20      /**< percent of a file that must be more than the skeleton */
};

typedef struct sl_similar_pair {
  const sl_record *one, *other;
  int percent; /**< of what `one` wrote, that `other` has too, beyond what the class shares */
} sl_similar_pair;

/** Submissions that pairs connect: at least one of this class. */
typedef struct sl_similar_group {
  const char *lab;
  const sl_record **members; /**< of this class first; each sorted by student */
  size_t count, own;         /**< all; of these, of this class */
  int least, most;           /**< percent of its pairs */
} sl_similar_group;

/** Begins empty: = {0}. Free in any event. */
typedef struct sl_similar {
  sl_similar_pair *pairs; /**< the most similar first; each pair once */
  size_t count, room;
  sl_similar_group *groups; /**< lab by lab, the most similar first */
  size_t num_groups;
  int shared; /**< of the last lab: percent of what they wrote that half of all pairs share */
} sl_similar;

/** The grading of an earlier year that holds the record; NULL: it is of this class. */
const char *sl_similar_earlier(const sl_outputs *outputs, const sl_record *record);

/** Adds the pairs and groups of a lab. Pairs of two earlier years are left out. Files
 *  are files/KEY.cu in the folder of their grading. Errors:
 *  SL_ERR_MISSING where sim_c++ is not installed, naming the package; SL_ERR_SYSTEM; SL_ERR_MEMORY.
 */
sl_status sl_similar_find(const sl_outputs *outputs, const sl_records *records, const char *lab,
                          sl_similar *inout);
void sl_similar_free(sl_similar *similar);

#endif
