/* system.h: the systems of equations of lab 07, and what its tasks are made of. */
#ifndef SL_LAB_07_SYSTEM_H
#define SL_LAB_07_SYSTEM_H

#include "judge/lab.h"

/* Names of cases that are posed in a special way. */
#define NOTHING_LEFT "already solved"
#define GIVE_UP      "too few iterations allowed"
#define GIVE_UP_SOON "a small grid"

/* Whether the case has this name. The names of hidden cases begin with an extra word. */
bool sl_cg_is_called(const sl_case *given, const char *name);

/* Makes the case with a matrix that the contract allows. Refuses others. `fill`: the function that
 * fills in the values in cases of whole numbers. */
sl_status sl_cg_system_of(const sl_case *given, void (*fill)(const sl_csr *a, double *values),
                          sl_problem *out, sl_case *system);

/* Cases of whole numbers have a diagonal matrix of powers of two, with zeros beside its diagonal.
 * One iteration solves these systems, and rounds nothing. */
void sl_cg_fill_diagonal(const sl_csr *a, double *values);

/* Rounds a number to the precision of the case. */
double sl_cg_rounded(const sl_case *given, double value);

/* Computes 1 over each element of the diagonal, rounded. */
sl_status sl_cg_inverse_of(const sl_case *system, sl_problem *out, double **inverse_out);

sl_status sl_cg_pose_matrix(const sl_case *system, enum sl_wire_place place, sl_problem *out);

/* Makes a copy that lives as long as the problem. */
sl_status sl_cg_copy_of(const double *values, size_t n, sl_problem *out, double **copy_out);

/* The inputs of a problem, as the check functions and rules need them. */
typedef struct posed {
  const sl_csr *a;
  const double *values; /* the values of its entries */
  const double *inverse, *b;
  int count, most;
  double tolerance;
} posed;

posed sl_cg_posed_of(const sl_problem *problem, const sl_case *given);

/* Returns how far ‖b − A x‖ can be from the norm of the r that the iterations keep: each iteration
 * rounds x and r, and a product rounds each of its terms. A. Greenbaum, SIAM J. Matrix Anal. Appl.
 * 18(3), 1997, bounds it by a multiple of u ‖A‖ ‖x‖. */
double sl_cg_drift_of(const posed *p, const double *x, const double *b, double u,
                      double iterations);

/* The tasks: see sl_task. */
sl_status sl_cg_pose_dot(const sl_case *given, sl_problem *out);
sl_status sl_cg_pose_update(const sl_case *given, sl_problem *out);
sl_status sl_cg_pose_spmv(const sl_case *given, sl_problem *out);
sl_status sl_cg_pose_loop(const sl_case *given, sl_problem *out);
sl_status sl_cg_pose_solve(const sl_case *given, sl_problem *out);
sl_status sl_cg_check_loop(sl_check *check);
sl_status sl_cg_check_solve(sl_check *check);
const char *sl_cg_inspect_sums(const sl_evidence *evidence);
const char *sl_cg_inspect_update(const sl_evidence *evidence);
extern const sl_rule_list sl_cg_loop_rules, sl_cg_solve_rules;

#endif
