/** @file effects.h
 *  Mistakes that are recognised by their effect on y, independently of how the program is written:
 *  rules for the labs on y ← α A x + β y, for a `lab.c` to use as sl_rule.explains. They fit many
 *  programs, so they come after the mistakes that name a cause.
 */
#ifndef SL_JUDGE_EFFECTS_H
#define SL_JUDGE_EFFECTS_H

#include "judge/fingerprint.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether each sum is a whole number although the products are not, so the sum was kept in an
 *  integer. Returns SL_CONTRADICTS in exact cases, because such a program passes them. */
sl_judgement sl_effect_whole_sums(const sl_evidence *evidence);

/** Whether the only findings are races of threads on elements of y. */
sl_judgement sl_effect_shared_rows(const sl_evidence *evidence);

/** Whether the elements of y have the right total, but some are wrong by more than rounding
 *  explains: products were added to other rows. */
sl_judgement sl_effect_products_elsewhere(const sl_evidence *evidence);

/** Whether each wrong element of y is nearly right, because digits were lost in rounding. Returns
 *  SL_CONTRADICTS in exact cases, because such a program passes them. */
sl_judgement sl_effect_digits_lost(const sl_evidence *evidence);

/** Whether all products of a row are in its element of y, some of them two or three times. */
sl_judgement sl_effect_added_again(const sl_evidence *evidence);

/** Whether nearly all rows that begin at an odd entry, and no other rows, lack their last entry or
 *  have one more. Such a program takes entries in pairs, and decides by the end of the row, not by
 *  its length, whether one entry remains. */
sl_judgement sl_effect_rest_by_end(const sl_evidence *evidence);

/** Whether the wrong integers consist of the last byte of the right ones, four times, as memset
 *  writes it. */
sl_judgement sl_effect_set_bytes(const sl_evidence *evidence);

/** Whether, among `count` row numbers, the wrong ones are empty rows that begin where the right row
 *  begins. */
sl_judgement sl_effect_empty_rows(const sl_csr *matrix, const double *got, const double *right,
                                  size_t count);

/** Like sl_effect_empty_rows, for the answer `row_idx`, if the lens has found nothing. */
sl_judgement sl_effect_empty_row_found(const sl_evidence *evidence);

/** Whether the matrix has no entries, and the wrong elements have their values from before the
 *  launch. */
sl_judgement sl_effect_empty_left_out(const sl_evidence *evidence);

/** Whether the wrong elements have their values from before the launch, and no launch stored
 *  anything in the answer. */
sl_judgement sl_effect_nothing_stored(const sl_evidence *evidence);

/** Whether rows without entries, and no other rows, have lost the old value of y. */
sl_judgement sl_effect_empty_rows_cleared(const sl_evidence *evidence);

/** Whether each wrong row holds the sum of its products, without the old value of y. */
sl_judgement sl_effect_old_lost(const sl_evidence *evidence);

/** Whether each wrong row is unchanged, and other rows are right. */
sl_judgement sl_effect_rows_not_computed(const sl_evidence *evidence);

/** Whether each wrong row lacks some of its products. Long rows are not examined. */
sl_judgement sl_effect_products_missing(const sl_evidence *evidence);

/** Whether nothing was launched, nothing was found, and the answer is unchanged. */
sl_judgement sl_effect_no_launch(const sl_evidence *evidence);

/** Whether threads race on the element of y of the last row, or of the row at the last position of
 *  `perm`, and on no other element. */
sl_judgement sl_effect_last_row_shared(const sl_evidence *evidence);

/** Whether only the first rows are right: as many as the launches have threads, or vectors of
 *  `vector_width` threads. The other rows were not reached. */
sl_judgement sl_effect_too_few_threads(const sl_evidence *evidence);

/** Whether, of the `count` rows of y that `rows` lists (NULL: the first ones), those up to some
 *  point are right, and the later ones are unchanged although some should change. Then the number
 *  of rows that were reached is between `reached_out->first` and `reached_out->last`; it is not
 *  exact, because a row whose sum is 0 does not show whether it was reached. */
bool sl_effect_rows_cut(const sl_array *y, const double *got, const int *rows, size_t count,
                        sl_range *reached_out);

/** Whether the number of reached rows may be a multiple of the warp size. */
bool sl_effect_fills_warps(const sl_range *reached);

#ifdef __cplusplus
}
#endif
#endif
