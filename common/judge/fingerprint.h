/** @file fingerprint.h
 *  What a program leaves behind on one case, reduced to what can be kept and compared: whether it
 *  passes, what was noticed beside the numbers, and a hash of the numbers that are foreseeable.
 *  Those of the mistakes' programs are in a lab's mistakes.txt; see catalogue.h.
 */
#ifndef SL_JUDGE_FINGERPRINT_H
#define SL_JUDGE_FINGERPRINT_H

#include "judge/task.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Where an index lies, seen from its array. */
typedef enum sl_relation {
  SL_NOWHERE = '-', /**< there is none, or it is unknown */
  SL_INSIDE = '.',
  SL_BEFORE = '<',
  SL_AT_END = '=', /**< the first element that does not exist */
  SL_BEYOND = '>'
} sl_relation;

/** Something noticed beside the numbers: a finding of the lens, a fault, a CUDA error, a damaged
 *  redzone, work that was not a launch's. Of several at one array, with one relation, one is kept.
 */
typedef struct sl_mark {
  char what[32];   /**< "out-of-bounds-read", "fault-11", "error-9", "damaged", … */
  char array[24];  /**< of the problem; "*": another; "-": none */
  char relation;   /**< sl_relation */
  long long index; /**< of a fault before or beyond the array; otherwise 0 */
  bool several;    /**< more than once; of redzones: more words than one element has */
  bool sure;       /**< in whatever order threads ran */
} sl_mark;

typedef struct sl_range {
  uint32_t first, last;
} sl_range;

enum { SL_MAX_MARKS = 24, SL_MAX_PRINT_ANSWERS = 6, SL_MAX_UNKNOWN = 16 };

/** The numbers of one answer. */
typedef struct sl_print_answer {
  char name[24];
  uint64_t hash;                    /**< of the elements that are foreseeable, with their indices */
  sl_range unknown[SL_MAX_UNKNOWN]; /**< the others, in order */
  int num_unknown;
} sl_print_answer;

/** What a program leaves on one case. */
typedef struct sl_print {
  uint64_t asked; /**< sl_fingerprint_problem_hash of what was asked */
  bool open;      /**< nobody can say what else it leaves: marks and answers are not compared */
  bool can_pass, can_fail;
  sl_mark marks[SL_MAX_MARKS];
  int num_marks;
  sl_print_answer answers[SL_MAX_PRINT_ANSWERS]; /**< none where only passing counts */
  int num_answers;
} sl_print;

/** What a program leaves on all small cases. */
struct sl_prints {
  sl_print *of; /**< owned by the catalogue */
  size_t count;
};

/** Of everything that the problem asks: equal in float and double where a case is exact. */
uint64_t sl_fingerprint_problem_hash(const sl_problem *problem);

/** What can be seen of a run beside the numbers. Gives how many; at most SL_MAX_MARKS are kept.
 *  `failed`: the case did not pass. */
int sl_fingerprint_marks(const sl_evidence *evidence, bool failed, sl_mark *out);

/** Whether both say the same, however sure. */
bool sl_fingerprint_marks_equal(const sl_mark *a, const sl_mark *b);

/** Which of the list says the same as `mark`, however sure; -1: none. */
int sl_fingerprint_find_mark(const sl_mark *list, int count, const sl_mark *mark);

/** Hash of the elements of an answer that `unknown` leaves. */
uint64_t sl_fingerprint_answer_hash(const double *values, size_t count, const sl_range *unknown,
                                    int num_unknown);

/** Whether a program with these prints could have left what is seen on this case, whose problem
 *  has the hash `asked`: SL_CONTRADICTS when not; SL_EXPLAINS when what it leaves that is wrong is
 *  seen; SL_NEUTRAL when nothing is known of the case, or the case passed. */
sl_judgement sl_fingerprint_judge(const struct sl_prints *prints, uint64_t asked,
                                  const sl_evidence *evidence, bool failed);

/** Whether nothing tells the two apart. */
bool sl_fingerprint_equal(const struct sl_prints *one, const struct sl_prints *other);

#endif
