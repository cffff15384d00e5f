/* other_precision.c: recognises a float in a program judged in double. */
#include "judge/other_precision.h"

#include "judge/evidence.h"
#include "judge/findings.h"

#include <float.h>
#include <math.h>

enum { MOST_ELEMENTS = 50000 };

const sl_mistake sl_float_only = {
    .name = "float-only",
    .what = "right in float, and wrong in double: somewhere it has a float, or the size of a "
            "float, where it should have real",
    .hint = "The numbers are of the type real, which is float or double. Where does your code say "
            "float, write a number with an f behind it, or count four bytes for a number?",
    .at = "float"};

sl_precision sl_other_precision(sl_precision precision) {
  return precision == SL_F32 ? SL_F64 : SL_F32;
}

bool sl_other_precision_differs(const sl_problem *problem) {
  size_t elements = 0;
  bool reals = false;
  for (int i = 0; i < problem->num_arrays; i++) {
    elements += problem->arrays[i].count;
    reals = reals || problem->arrays[i].type == SL_REAL;
  }
  return reals && elements <= MOST_ELEMENTS;
}

/* Whether the error of a wrong number is as large as that of rounding to float, or of a sum in
 * float. */
static bool is_rounded(double got, double expected, double bound) {
  const double wider = FLT_EPSILON / DBL_EPSILON;
  double difference = fabs(got - expected);
  return difference <= 2 * wider * bound || difference <= FLT_EPSILON * fabs(expected);
}

static bool errors_are_of_rounding(const sl_attempt *attempt) {
  if (attempt->difference.report[0]) return false; /* the expected value is unknown */
  sl_evidence evidence = sl_attempt_evidence(attempt);
  for (int i = 0; i < attempt->problem->num_arrays; i++) {
    const sl_array *array = &attempt->problem->arrays[i];
    if (!array->expected) continue;
    const double *got = sl_evidence_answer(&evidence, array->name);
    for (size_t k = 0; got && k < array->count; k++) {
      double bound = array->bound ? array->bound[k] : 0;
      bool same = fabs(got[k] - array->expected[k]) <= bound;
      if (same) continue;
      if (array->type != SL_REAL || !is_rounded(got[k], array->expected[k], bound)) return false;
    }
  }
  return true;
}

bool sl_other_precision_shows_float(const sl_attempt *attempt, const sl_case_result *outcome) {
  enum { INVALID_VALUE = 1 };
  sl_evidence evidence = sl_attempt_evidence(attempt);
  switch (outcome->verdict) {
  case SL_WRONG:
    return errors_are_of_rounding(attempt);
  case SL_FAULTY:
    return sl_finding_exists(&evidence, LENS_OUT_OF_BOUNDS_READ, NULL) ||
           sl_finding_exists(&evidence, LENS_OUT_OF_BOUNDS_WRITE, NULL) ||
           sl_finding_exists(&evidence, LENS_UNINITIALISED_READ, NULL) ||
           sl_finding_exists(&evidence, LENS_MISALIGNED, NULL);
  case SL_OUT_OF_BOUNDS:
    return true;
  case SL_CUDA_ERROR:
    return attempt->reply.cuda_error == INVALID_VALUE;
  case SL_CRASHED:
    return attempt->reply.fault_array[0] != '\0';
  default:
    return false;
  }
}
