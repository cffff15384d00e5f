/** @file choose.h
 *  Format and kernel for a matrix, from statistics of its rows and columns alone.
 *
 *  Every rule is arithmetic on bytes and on the loads that the device can have under way; no number
 *  was fitted to times of the bench. The rules in their order:
 *
 *  0. *Columns follow one another* in every row of a matrix with more than 32 entries per
 *  row, as in a full one: the kernel of lab 01 for this case does not read the columns.
 *
 *  1. *Gathering x costs more than the entries do*: 32 bytes for each sector of x that an
 *  entry loads from L2, at 5.3 TB/s, against its value and column at 4.0 TB/s (the two rates
 *  with which lab 06 plans its tiles). In float that is more than 0.33 sectors per entry, in
 *  double more than 0.5. Then the tiles of lab 06, whose x is in shared memory, come first.
 *  Lab 06 itself chooses between tiles and equal shares, by the bytes of the entries. But if
 *  the row pointers take more bytes than the entries, tiles are taken at once: they have no
 *  row pointers, and equal shares do.
 *
 *  2. *Long rows hold few of the entries*: in sliced ELL and JDS one lane processes a row, so
 *  it would process more than 256 entries one after the other. JDS gives longer rows to
 *  separate blocks. If these have more than 5 % of the entries, rules 3 and 4 do not apply.
 *  If rows are then alike in the sense of rule 3, so is the work of warps: one row per warp,
 *  lab 06.
 *
 *  3. *Rows of a slice are alike*: 32 rows padded to their longest are at most 5 % more
 *  places than entries. Sorting could save at most this padding, and costs a permutation, so
 *  sliced ELL of lab 02 is chosen.
 *
 *  4. *Rows of a window are alike enough*: a block of JDS works on its 256 rows until the
 *  longest is done, so its lanes are busy for 1/p of the time, where p is the padding to the
 *  longest of 256. A copy at 3.0 TB/s with a latency of some 0.6 µs (assumed, not measured)
 *  needs 13.6 KB under way on each of 132 multiprocessors. A lane has four entries of 6 bytes
 *  under way, so 570 of 2,048 lanes are enough. Up to p = 3.6 the others may be idle, so JDS
 *  of lab 04 is chosen.
 *
 *  5. Otherwise equal shares of entries (lab 01), whose time does not depend on the lengths
 *  of the rows.
 */
#ifndef SL_BENCH_CHOOSE_H
#define SL_BENCH_CHOOSE_H

#include "bench/bench.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sl_bench_shape {
  double mean_length;    /**< entries over rows */
  double long_share;     /**< share of the entries in rows of more than 256 */
  double slice_padding;  /**< slots over entries in slices of 32 rows; 1: no padding */
  double window_padding; /**< the same for groups of 256 rows, without rows of more than 256
                          * entries */
  double gather_sectors; /**< sectors of x per entry that are loaded from L2, estimated from
                          * samples */
  bool columns_follow;   /**< the columns of every row are consecutive */
} sl_bench_shape;

/** Reads the lengths of all rows, and the columns of samples. Errors: SL_ERR_MEMORY. */
sl_status sl_bench_choose_shape(const sl_csr *matrix, size_t value_bytes, sl_bench_shape *out);

enum { SL_BENCH_PREFERENCES = 4 };

/** The chosen contestants, the best one first. The next ones are used if a contestant declines
 * the matrix. */
typedef struct sl_bench_choice {
  const char *names[SL_BENCH_PREFERENCES];
  int count;
} sl_bench_choice;

void sl_bench_choose(const sl_bench_shape *shape, size_t value_bytes, sl_bench_choice *out);

/** Finds the first of the chosen contestants that was measured. NULL if none was. */
const sl_bench_row *sl_bench_choose_name(const sl_bench_choice *choice,
                                         const sl_bench_table *table);

#ifdef __cplusplus
}
#endif
#endif
