/** @file tally.h
 *  Statistics over a lab's records, for teachers.
 */
#ifndef SL_GRADE_TALLY_H
#define SL_GRADE_TALLY_H

#include "grade/wording.h"

enum { SL_TALLY_BINS = 10 };

/** The results of all students in one item of the rubric. */
typedef struct sl_tally_item {
  const sl_record_item *example; /**< for its name and possible points */
  size_t passed, partial, failed, not_written, open;
  double points; /**< sum over judged records */
} sl_tally_item;

typedef struct sl_tally_mistake {
  const char *name, *what;
  size_t count; /**< number of students who made it */
} sl_tally_mistake;

/** Borrows from the records. */
typedef struct sl_tally {
  const char *lab;
  size_t records, late, verdicts[SL_NUM_GRADE_VERDICTS];
  size_t graded; /**< records with a mark: something was judged */
  double open;   /**< points that are not judged yet */
  double *marks; /**< percent of the points of judged items, ascending; `graded` of them */
  size_t bins[SL_TALLY_BINS];
  sl_tally_item *items; /**< hardest first, by the share of passes among non-empty work;
                             bonus goals last */
  size_t num_items;
  sl_tally_mistake *mistakes; /**< most common first */
  size_t num_mistakes;
} sl_tally;

/** Counts the records of `lab`. Errors: SL_ERR_MEMORY. Free it in either case. */
sl_status sl_tally_make(const sl_records *records, const char *lab, sl_tally *out);
void sl_tally_free(sl_tally *tally);

/** Returns the mark that a share `q` (0 to 1) of the class does not exceed; 0 if there are no
 *  marks. */
double sl_tally_quantile(const sl_tally *tally, double q);

/** Lists the names of all labs of the records, in order; free the list with `sl_free`. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_tally_list_labs(const sl_records *records, const char ***labs_out, size_t *count_out);

#endif
