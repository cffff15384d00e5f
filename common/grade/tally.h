/** @file tally.h
 *  A lab's records counted, for those who teach.
 */
#ifndef SL_GRADE_TALLY_H
#define SL_GRADE_TALLY_H

#include "grade/wording.h"

enum { SL_TALLY_BINS = 10 };

/** How an item of the rubric went. */
typedef struct sl_tally_item {
  const sl_record_item *example; /**< for its name and possible points */
  size_t passed, partial, failed, not_written, open;
  double points; /**< sum over those that were judged */
} sl_tally_item;

typedef struct sl_tally_mistake {
  const char *name, *what;
  size_t count; /**< students */
} sl_tally_mistake;

/** Borrows from the records. */
typedef struct sl_tally {
  const char *lab;
  size_t records, late, verdicts[SL_NUM_GRADE_VERDICTS];
  size_t graded; /**< with a mark: not those of infrastructure, nor where nothing was judged */
  double open;   /**< points that wait for being judged */
  double *marks; /**< percent of the points of what was judged, in ascending order: `graded` */
  size_t bins[SL_TALLY_BINS];
  sl_tally_item *items; /**< the hardest first: of those who wrote something, the fewest pass */
  size_t num_items;
  sl_tally_mistake *mistakes; /**< the commonest first */
  size_t num_mistakes;
} sl_tally;

/** Counts the records of `lab`. Errors: SL_ERR_MEMORY. Free in any event. */
sl_status sl_tally_make(const sl_records *records, const char *lab, sl_tally *out);
void sl_tally_free(sl_tally *tally);

/** The mark that a share `q` (0 to 1) of the class does not exceed; 0 without marks. */
double sl_tally_quantile(const sl_tally *tally, double q);

/** The names of all labs of the records, in order; of `sl_free`. Errors: SL_ERR_MEMORY. */
sl_status sl_tally_list_labs(const sl_records *records, const char ***labs_out, size_t *count_out);

#endif
