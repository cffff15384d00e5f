/** @file fingerprint.h
 *  The traces of a program on one case, in a form that can be stored and compared: whether it
 *  passes, what was noticed apart from the numbers, and a hash of the predictable numbers. A lab's
 *  mistakes.txt has the traces of programs with known mistakes; see catalogue.h.
 */
#ifndef SL_JUDGE_FINGERPRINT_H
#define SL_JUDGE_FINGERPRINT_H

#include "judge/task.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The position of an index relative to its array. */
typedef enum sl_relation {
  SL_NOWHERE = '-', /**< there is none, or it is unknown */
  SL_INSIDE = '.',
  SL_BEFORE = '<',
  SL_AT_END = '=', /**< the first element that does not exist */
  SL_BEYOND = '>'
} sl_relation;

/** An observation apart from the numbers: a finding of the lens, a fault, a CUDA error, a damaged
 *  redzone, work that no launch did. Of several such observations with the same array and relation,
 *  one is kept. */
typedef struct sl_mark {
  char what[32];   /**< "out-of-bounds-read", "fault-11", "error-9", "damaged", … */
  char array[24];  /**< an array of the problem; "*": another; "-": none */
  char relation;   /**< sl_relation */
  long long index; /**< index of a fault before or beyond the array; otherwise 0 */
  bool several; /**< it occurred more than once; for redzones: more damaged words than one element
                   has */
  bool sure;    /**< the program leaves it for any order of threads */
} sl_mark;

typedef struct sl_range {
  uint32_t first, last;
} sl_range;

enum { SL_MAX_MARKS = 24, SL_MAX_PRINT_ANSWERS = 6, SL_MAX_UNKNOWN = 16 };

/** The numbers of one answer. */
typedef struct sl_print_answer {
  char name[24];
  uint64_t hash;                    /**< hash of the predictable elements with their indices */
  sl_range unknown[SL_MAX_UNKNOWN]; /**< ranges of the unpredictable elements, in ascending order */
  int num_unknown;
} sl_print_answer;

/** The traces of a program on one case. */
typedef struct sl_print {
  uint64_t asked; /**< sl_fingerprint_problem_hash of the problem */
  bool open;      /**< its other traces are unpredictable: marks and answers are not compared */
  bool can_pass, can_fail;
  sl_mark marks[SL_MAX_MARKS];
  int num_marks;
  /** none if it only matters whether the program passes */
  sl_print_answer answers[SL_MAX_PRINT_ANSWERS];
  int num_answers;
} sl_print;

/** The traces of a program on all small cases. */
struct sl_prints {
  sl_print *of; /**< owned by the catalogue */
  size_t count;
};

/** Hash of the whole problem; equal in float and double if a case is exact. */
uint64_t sl_fingerprint_problem_hash(const sl_problem *problem);

/** Collects the observations of a run apart from the numbers. Returns their number; at most
 *  SL_MAX_MARKS are kept. `failed`: the case did not pass. */
int sl_fingerprint_marks(const sl_evidence *evidence, bool failed, sl_mark *out);

/** Whether both marks are the same, apart from certainty. */
bool sl_fingerprint_marks_equal(const sl_mark *a, const sl_mark *b);

/** The index of the mark in the list that equals `mark`, apart from certainty; -1: none. */
int sl_fingerprint_find_mark(const sl_mark *list, int count, const sl_mark *mark);

/** Hash of the elements of an answer that are not in `unknown`. */
uint64_t sl_fingerprint_answer_hash(const double *values, size_t count, const sl_range *unknown,
                                    int num_unknown);

/** Whether a program with these prints could have left the traces of this case, whose problem has
 *  the hash `asked`: SL_CONTRADICTS if not; SL_EXPLAINS if its wrong traces are observed;
 *  SL_NEUTRAL if the case is unknown or passed. */
sl_judgement sl_fingerprint_judge(const struct sl_prints *prints, uint64_t asked,
                                  const sl_evidence *evidence, bool failed);

/** Whether the two programs cannot be distinguished by their traces. */
bool sl_fingerprint_equal(const struct sl_prints *one, const struct sl_prints *other);

#endif
