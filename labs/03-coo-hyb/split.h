/* split.h: how the rows are split, and the size of the parts. Included by lab.c and questions.h. */
#ifndef LAB_03_SPLIT_H
#define LAB_03_SPLIT_H

#include "judge/spmv.h"
#include "matrix/hyb.h"

#include <math.h>

/* Bytes of entries in COO. */
static double coo_bytes(double entries, sl_precision precision) {
  return entries * (sl_spmv_entry_bytes(precision) + sizeof(int));
}

/* NaN without memory, which makes all derived figures NaN. */
static double right_width(const sl_csr *a) {
  int width;
  return sl_hyb_width(a, &width) == SL_OK ? width : NAN;
}

/* Entries beyond the first `width` of their rows. */
static double entries_beyond(const sl_csr *a, double width) {
  double rest = 0;
  for (int row = 0; row < a->num_rows; row++) {
    int length = sl_csr_row_length(a, row);
    if (!(length <= width)) rest += length - width;
  }
  return rest;
}

static double hyb_bytes(const sl_csr *a, double width, sl_precision precision) {
  double slots = a->num_rows * width;
  return slots * sl_spmv_entry_bytes(precision) + coo_bytes(entries_beyond(a, width), precision);
}

/* Entries of the COO part, where rows are cut by the rule. */
static double entries_in_coo(const sl_csr *a) {
  return entries_beyond(a, right_width(a));
}

#endif
