/** @file effects.h
 *  Mistakes that are recognised by what they do to y, however they are written: rules for the labs
 *  on y ← α A x + β y, for a `lab.c` to use as sl_rule.explains. They fit many programs, so they
 *  come after the mistakes that name a cause.
 */
#ifndef SL_JUDGE_EFFECTS_H
#define SL_JUDGE_EFFECTS_H

#include "judge/fingerprint.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Each sum is a whole number, where the products are not: it is kept in an integer. Exact cases
 *  pass. */
sl_judgement sl_effect_whole_sums(const sl_evidence *evidence);

/** Nothing is found but threads that meet at an element of y. */
sl_judgement sl_effect_shared_rows(const sl_evidence *evidence);

/** The elements of y add up to what they should, but not each is right, by more than rounding
 *  explains: products have come to other rows. */
sl_judgement sl_effect_products_elsewhere(const sl_evidence *evidence);

/** Each wrong element of y is nearly right: what is missing was lost in rounding. Exact cases
 *  pass. */
sl_judgement sl_effect_digits_lost(const sl_evidence *evidence);

/** All products of a row are in its element of y, some of them two or three times. */
sl_judgement sl_effect_added_again(const sl_evidence *evidence);

/** Nearly all rows that begin at an odd entry, and no others, lack their last entry, or have one
 * too many: by twos, whether one is left over was asked of the row's end. */
sl_judgement sl_effect_rest_by_end(const sl_evidence *evidence);

/** Wrong integers are the last byte of the right ones, four times, as memset leaves it. */
sl_judgement sl_effect_set_bytes(const sl_evidence *evidence);

/** Of `count` numbers of rows those that are wrong are empty rows, which begin where the right one
 *  begins. */
sl_judgement sl_effect_empty_rows(const sl_csr *matrix, const double *got, const double *right,
                                  size_t count);

/** The same of `row_idx`, where nothing was found. */
sl_judgement sl_effect_empty_row_found(const sl_evidence *evidence);

/** The matrix has no entries, and what is wrong of the answer was never written. */
sl_judgement sl_effect_empty_left_out(const sl_evidence *evidence);

/** What is wrong of the answer was never written, and no launch stored anything in it. */
sl_judgement sl_effect_nothing_stored(const sl_evidence *evidence);

/** Rows without entries, and no others, have lost what y held. */
sl_judgement sl_effect_empty_rows_cleared(const sl_evidence *evidence);

/** Each wrong row holds the sum of its products, without what y held. */
sl_judgement sl_effect_old_lost(const sl_evidence *evidence);

/** Each wrong row is as it was, and others are right. */
sl_judgement sl_effect_rows_not_computed(const sl_evidence *evidence);

/** Each wrong row lacks some of its products. Longer rows are not looked at. */
sl_judgement sl_effect_products_missing(const sl_evidence *evidence);

/** No launch, nothing found, and the answer is as it was. */
sl_judgement sl_effect_no_launch(const sl_evidence *evidence);

/** Threads meet at the element of y of the last row, or of the row at the last place of `perm`, and
 *  at no other. */
sl_judgement sl_effect_last_row_shared(const sl_evidence *evidence);

/** The first rows are right, as many as the launches have threads, or vectors of `vector_width`
 *  threads, and the others were not reached. */
sl_judgement sl_effect_too_few_threads(const sl_evidence *evidence);

/** Whether of the `count` rows of y that `rows` lists (NULL: the first ones) those up to some one
 *  are right, and the others are as they were, though not all should be. Then between
 *  `reached_out->first` and `reached_out->last` rows were reached: it does not show of those whose
 *  sum is 0. */
bool sl_effect_rows_cut(const sl_array *y, const double *got, const int *rows, size_t count,
                        sl_range *reached_out);

/** Whether as many may have been reached as fill whole warps. */
bool sl_effect_fills_warps(const sl_range *reached);

#ifdef __cplusplus
}
#endif
#endif
