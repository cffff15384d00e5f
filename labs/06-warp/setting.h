/* setting.h: inputs for the functions of lab 06: sizes to choose a width for, and widths to launch
 * with. */
#ifndef LAB_06_SETTING_H
#define LAB_06_SETTING_H

#include "judge/spmv.h"

enum { WARP = 32 };

/* Returns the width that LightSpMV uses for this mean length of a row. */
int sl_warp_right_width(int num_rows, int nnz);

/* The task width, and its mistakes. */
sl_status sl_warp_pose_width(const sl_case *given, sl_problem *out);
extern const sl_rule_list sl_warp_width_rules;

/* The arguments with which the judge launches a case. */
typedef struct setting {
  const sl_case *given;
  const sl_csr *a;
  int width, vectors; /* lanes per vector, and vectors per warp */
  double alpha, beta;
} setting;

setting sl_warp_setting_of(const sl_case *given);

#endif
