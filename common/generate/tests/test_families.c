/* test_families.c: checks the properties of each family of matrices. */
#include "base/test.h"

#include "generate/generate.h"
#include "matrix/csc.h"

#include <math.h>
#include <stdlib.h>

static sl_csr made(const char *spec) {
  sl_csr matrix;
  assert_ok(sl_generate(spec, &matrix));
  assert_ok(sl_csr_check(&matrix));
  return matrix;
}

static sl_csr_stats statistics(const sl_csr *matrix) {
  sl_csr_stats stats;
  sl_csr_statistics(matrix, &stats);
  return stats;
}

static void assert_between(double value, double low, double high) {
  if (!(value >= low && value <= high)) fail_msg("%g is not in [%g, %g]", value, low, high);
}

/* Checks that the structure of the matrix is symmetric, and if `values` is true, that its values
 * are too. */
static void assert_symmetric(const sl_csr *matrix, bool values) {
  sl_csc transpose;
  size_t entries = (size_t)matrix->nnz;
  assert_ok(sl_csc_from_csr(matrix, &transpose));
  assert_memory_equal(transpose.col_ptr, matrix->row_ptr,
                      ((size_t)matrix->num_rows + 1) * sizeof(int));
  assert_memory_equal(transpose.row_idx, matrix->col_idx, entries * sizeof(int));
  if (values) assert_memory_equal(transpose.values, matrix->values, entries * sizeof(double));
  sl_csc_free(&transpose);
}

/* The value at a position of a sorted matrix; 0 if there is no entry. */
static double at(const sl_csr *matrix, int row, int col) {
  for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
    if (matrix->col_idx[k] == col) return matrix->values[k];
  }
  return 0;
}

static void stencils_couple_neighbours(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    int nnz, shortest, longest, centre;
    double diagonal;
  } cases[] = {
      /* a 2D n × n grid has 5n² − 4n or (3n − 2)² couplings, and a 3D grid 7n³ − 6n² or (3n −
       * 2)³ */
      {"laplace2d5:5", 5 * 25 - 4 * 5, 3, 5, 12, 4},
      {"laplace2d9:5", 13 * 13, 4, 9, 12, 8},
      {"laplace3d7:5", 7 * 125 - 6 * 25, 4, 7, 62, 6},
      {"hpcg:5", 13 * 13 * 13, 8, 27, 62, 26},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    sl_csr matrix = made(cases[k].spec);
    sl_csr_stats stats = statistics(&matrix);
    int centre = cases[k].centre;
    assert_int_equal(matrix.nnz, cases[k].nnz);
    assert_int_equal(stats.min_row, cases[k].shortest);
    assert_int_equal(stats.max_row, cases[k].longest);
    assert_true(at(&matrix, centre, centre) == cases[k].diagonal);
    assert_true(at(&matrix, centre, centre + 1) == -1);
    assert_true(at(&matrix, centre, centre - 5) == -1);
    /* the sum of an inner row is 0, because the diagonal equals the number of neighbors */
    double sum = 0;
    for (int e = matrix.row_ptr[centre]; e < matrix.row_ptr[centre + 1]; e++) {
      sum += matrix.values[e];
    }
    assert_true(sum == 0);
    assert_symmetric(&matrix, true);
    sl_csr_free(&matrix);
  }
}

static void grids_need_not_be_square(void **state) {
  (void)state;
  sl_csr matrix = made("laplace2d5:2x3");
  /* nodes 0 1 / 2 3 / 4 5: the neighbors of node 3 are 1 above, 2 on the left and 5 below */
  assert_int_equal(matrix.row_ptr[4] - matrix.row_ptr[3], 4);
  assert_true(at(&matrix, 3, 1) == -1 && at(&matrix, 3, 2) == -1 && at(&matrix, 3, 5) == -1);
  /* Node 1 ends a line and node 2 begins the next line, so they are not neighbors. */
  assert_true(at(&matrix, 1, 2) == 0);
  sl_csr_free(&matrix);
}

static void banded_is_full_within_the_band(void **state) {
  (void)state;
  sl_csr matrix = made("banded:100,half=3");
  assert_int_equal(matrix.nnz, 100 * 7 - 2 * (3 + 2 + 1));
  assert_int_equal(statistics(&matrix).bandwidth, 3);
  sl_csr_free(&matrix);
  matrix = made("banded:4,half=1000000"); /* a band wider than the matrix: all entries */
  assert_int_equal(matrix.nnz, 16);
  sl_csr_free(&matrix);
}

static void fem_is_made_of_dense_blocks(void **state) {
  (void)state;
  sl_csr matrix = made("fem:4x3x2,block=3");
  sl_csr_stats stats = statistics(&matrix);
  assert_int_equal(matrix.nnz, 9 * (10 * 7 * 4));
  assert_int_equal(stats.min_row, 8 * 3);
  for (int row = 0; row < matrix.num_rows; row++) {
    for (int k = matrix.row_ptr[row]; k < matrix.row_ptr[row + 1]; k += 3) {
      assert_int_equal(matrix.col_idx[k] % 3, 0);
      assert_int_equal(matrix.col_idx[k + 2], matrix.col_idx[k] + 2);
    }
  }
  assert_symmetric(&matrix, true);
  sl_csr_free(&matrix);
}

static void lattices_close_on_themselves(void **state) {
  (void)state;
  sl_csr matrix = made("torus2d4:5x4");
  assert_int_equal(matrix.nnz, 4 * 20);
  assert_int_equal(statistics(&matrix).min_row, 4);
  /* the neighbors of the first node: the next one, the last of its line, the one below, and the
   * first of the last line */
  const int corner[] = {1, 4, 5, 15};
  assert_memory_equal(matrix.col_idx, corner, sizeof corner);
  assert_symmetric(&matrix, false);
  sl_csr_free(&matrix);
}

static void qcd_couples_blocks_of_three(void **state) {
  (void)state;
  sl_csr matrix = made("qcd:3x4x5x6");
  sl_csr_stats stats = statistics(&matrix);
  assert_int_equal(matrix.num_rows, 12 * 3 * 4 * 5 * 6);
  assert_int_equal(stats.min_row, 39);
  assert_int_equal(stats.max_row, 39);
  for (int k = 0; k < matrix.nnz; k += 3) {
    assert_int_equal(matrix.col_idx[k] % 3, 0);
    assert_int_equal(matrix.col_idx[k + 2], matrix.col_idx[k] + 2);
  }
  /* The neighbors of the first site are 1 and 2, 3 and 9, 12 and 48, and along time 60 and 300.
   * There are three unknowns per spin and twelve per site. The first two spins are coupled to the
   * next site along time, the other two to the previous site. The partners of spin 0 along the axes
   * are 3, 3 and 2, and those of spin 2 are 1, 1 and 0. */
  const int near[] = {1, 2, 3, 9, 12, 48};
  for (int k = 0; k < 6; k++) {
    int partner_0 = k < 4 ? 3 : 2, partner_2 = k < 4 ? 1 : 0;
    assert_true(at(&matrix, 0, 12 * near[k]) != 0);
    assert_true(at(&matrix, 0, 12 * near[k] + 3 * partner_0) != 0);
    assert_true(at(&matrix, 6, 12 * near[k] + 6) != 0);
    assert_true(at(&matrix, 6, 12 * near[k] + 3 * partner_2) != 0);
  }
  assert_true(at(&matrix, 0, 12 * 60) != 0 && at(&matrix, 6, 12 * 300 + 6) != 0);
  sl_csc columns;
  assert_ok(sl_csc_from_csr(&matrix, &columns));
  for (int col = 0; col < matrix.num_cols; col++) {
    assert_int_equal(columns.col_ptr[col + 1] - columns.col_ptr[col], 39);
  }
  sl_csc_free(&columns);
  sl_csr_free(&matrix);
}

static int compare_lengths(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

static void sorted_lengths(const sl_csr *matrix, int *lengths) {
  for (int row = 0; row < matrix->num_rows; row++) lengths[row] = sl_csr_row_length(matrix, row);
  qsort(lengths, (size_t)matrix->num_rows, sizeof *lengths, compare_lengths);
}

/* Shuffling renumbers the vertices of the same graph: the row lengths are the same, in another
 * order. */
static void shuffling_rmat_renames_its_vertices(void **state) {
  (void)state;
  static int before[4096], after[4096];
  static const char *const specs[][2] = {{"rmat:0", "rmat:0,shuffle=1"},
                                         {"rmat:1", "rmat:1,shuffle=1"},
                                         {"rmat:5", "rmat:5,shuffle=1"},
                                         {"rmat:12", "rmat:12,shuffle=1"}};
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    sl_csr natural = made(specs[s][0]), shuffled = made(specs[s][1]);
    assert_int_equal(natural.nnz, shuffled.nnz);
    sorted_lengths(&natural, before);
    sorted_lengths(&shuffled, after);
    assert_memory_equal(before, after, (size_t)natural.num_rows * sizeof *before);
    if (s == 3) { /* half of the rows have about half of the entries */
      assert_between((double)shuffled.row_ptr[2048] / shuffled.nnz, 0.45, 0.55);
      assert_between((double)shuffled.row_ptr[1024] / shuffled.nnz, 0.2, 0.3);
    }
    sl_csr_free(&natural);
    sl_csr_free(&shuffled);
  }
}

static void rmat_is_skewed(void **state) {
  (void)state;
  sl_csr matrix = made("rmat:12");
  sl_csr_stats stats = statistics(&matrix);
  assert_between(matrix.nnz, 0.6 * 16 * 4096, 16 * 4096 - 1); /* duplicate edges were merged */
  assert_between(stats.max_row, 20 * stats.mean_row, 4096);
  assert_between(stats.empty_rows, 200, 2800);
  /* before merging, the upper half of the rows has a + b = 76 % of the edges */
  assert_between((double)matrix.row_ptr[2048] / matrix.nnz, 0.70, 0.78);
  sl_csr_free(&matrix);
  matrix = made("rmat:6,a=100,b=0,c=0"); /* every edge is entry (0, 0) */
  assert_int_equal(matrix.nnz, 1);
  sl_csr_free(&matrix);
  matrix = made("rmat:6,a=0,b=100,c=0");
  assert_true(at(&matrix, 0, 63) != 0);
  sl_csr_free(&matrix);
  matrix = made("rmat:6,a=0,b=0,c=100");
  assert_true(at(&matrix, 63, 0) != 0);
  sl_csr_free(&matrix);
}

static int count_rows_of(const sl_csr *matrix, int shortest) {
  int count = 0;
  for (int row = 0; row < matrix->num_rows; row++) {
    count += matrix->row_ptr[row + 1] - matrix->row_ptr[row] >= shortest;
  }
  return count;
}

static int count_within(const sl_csr *matrix, int distance) {
  int count = 0;
  for (int row = 0; row < matrix->num_rows; row++) {
    for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
      count += abs(matrix->col_idx[k] - row) <= distance;
    }
  }
  return count;
}

static void web_follows_a_power_law_and_is_mostly_local(void **state) {
  (void)state;
  sl_csr matrix = made("web:50000");
  assert_between(statistics(&matrix).mean_row, 5, 9);
  assert_between(statistics(&matrix).max_row, 500, 25000);
  /* of rows eight times as long there are 8^(4/3) = 16 times fewer */
  assert_between((double)count_rows_of(&matrix, 8) / count_rows_of(&matrix, 64), 13, 19);
  assert_between((double)count_within(&matrix, 2000) / matrix.nnz, 0.75, 0.90);
  sl_csr_free(&matrix);
  matrix = made("web:50000,local=0");
  assert_between((double)count_within(&matrix, 2000) / matrix.nnz, 0.05, 0.11);
  sl_csr_free(&matrix);
  matrix = made("web:50000,row=4,most=70");
  assert_int_equal(statistics(&matrix).max_row, 70);
  assert_int_equal(statistics(&matrix).min_row, 1);
  sl_csr_free(&matrix);
}

static void circuit_has_dense_rows_and_columns(void **state) {
  (void)state;
  sl_csr matrix = made("circuit:4000,dense=3");
  sl_csc columns;
  assert_int_equal(count_rows_of(&matrix, 500), 3);
  assert_between(statistics(&matrix).max_row, 900, 1100); /* a quarter of the columns */
  assert_between(statistics(&matrix).mean_row, 4.8, 6.5);
  for (int row = 0; row < 4000; row++) assert_true(at(&matrix, row, row) != 0);
  assert_ok(sl_csc_from_csr(&matrix, &columns));
  int dense = 0;
  for (int col = 0; col < 4000; col++)
    dense += columns.col_ptr[col + 1] - columns.col_ptr[col] > 500;
  assert_int_equal(dense, 3);
  sl_csc_free(&columns);
  assert_symmetric(&matrix, false);
  sl_csr_free(&matrix);
  matrix = made("circuit:3,dense=16"); /* more supply nets than nodes */
  sl_csr_free(&matrix);
}

static void rail_has_long_rows_and_short_columns(void **state) {
  (void)state;
  sl_csr matrix = made("rail:40x10000,column=8");
  sl_csr_stats stats = statistics(&matrix);
  assert_between(stats.mean_row, 1700, 2300); /* mean length 8 · 10000 / 40 = 2000 */
  assert_between(stats.min_row, 1000, 1500);
  assert_between(stats.max_row, 2500, 3000);
  sl_csr_free(&matrix);
  matrix = made("rail:2x5,column=1000"); /* more entries than positions */
  assert_int_equal(statistics(&matrix).max_row, 5);
  sl_csr_free(&matrix);
}

static void road_has_short_rows_near_the_diagonal(void **state) {
  (void)state;
  sl_csr matrix = made("road:100x80");
  sl_csr_stats stats = statistics(&matrix);
  assert_int_equal(stats.min_row, 1);
  assert_int_equal(stats.max_row, 4);
  assert_between(stats.mean_row, 2.2, 2.5);
  assert_true(stats.bandwidth == 100);
  assert_symmetric(&matrix, true);
  sl_csr_free(&matrix);
}

static void traffic_has_one_giant_row_and_column(void **state) {
  (void)state;
  for (int odd = 0; odd < 2; odd++) {
    sl_csr matrix = made(odd ? "traffic:30001" : "traffic:30000");
    sl_csr_stats stats = statistics(&matrix);
    assert_between(stats.max_row, 0.87 * 30000, 0.89 * 30000);
    assert_int_equal(stats.max_row, sl_csr_row_length(&matrix, 10000));
    assert_int_equal(count_rows_of(&matrix, 3), 1);
    assert_int_equal(stats.min_row, 1);
    assert_between(stats.mean_row, 2.0, 2.15);
    assert_symmetric(&matrix, true);
    sl_csr_free(&matrix);
  }
  /* Without the hub there are only pairs, and the hub is paired with its neighbor. */
  sl_csr matrix = made("traffic:300,hub=0");
  assert_int_equal(statistics(&matrix).max_row, 1);
  assert_int_equal(statistics(&matrix).min_row, 1);
  sl_csr_free(&matrix);
  matrix = made("traffic:1"); /* the only node has no partner */
  assert_int_equal(matrix.nnz, 0);
  sl_csr_free(&matrix);
}

static void uniform_spreads_evenly(void **state) {
  (void)state;
  sl_csr matrix = made("uniform:4000x1000,row=10");
  sl_csr_stats stats = statistics(&matrix);
  assert_between(stats.mean_row, 9.7, 10.3);
  assert_between(stats.deviation_row, 2.6, 3.3); /* standard deviation √(10 · 7/8) = 2.96 */
  int columns[4] = {0};
  for (int k = 0; k < matrix.nnz; k++) columns[matrix.col_idx[k] / 250]++;
  for (int quarter = 0; quarter < 4; quarter++) {
    assert_between(columns[quarter], 0.24 * matrix.nnz, 0.26 * matrix.nnz);
  }
  sl_csr_free(&matrix);
  matrix = made("uniform:500x10,row=7"); /* rows that are more than half full */
  assert_between(statistics(&matrix).mean_row, 6.2, 7.3);
  assert_int_equal(statistics(&matrix).max_row, 10);
  sl_csr_free(&matrix);
}

static void hypersparse_is_nearly_all_empty(void **state) {
  (void)state;
  sl_csr matrix = made("hypersparse:32000x500");
  sl_csr_stats stats = statistics(&matrix);
  assert_between(matrix.nnz, 1800, 2200);
  assert_int_equal(stats.empty_rows, 32000 - matrix.nnz);
  assert_int_equal(stats.max_row, 1);
  sl_csr_free(&matrix);
}

static void gaps_start_and_end_empty(void **state) {
  (void)state;
  sl_csr matrix = made("gaps:1000x300,run=50");
  for (int row = 0; row < 1000; row++) {
    bool empty = matrix.row_ptr[row] == matrix.row_ptr[row + 1];
    assert_true(empty == (row / 50 % 2 == 0 || row >= 950));
  }
  sl_csr_free(&matrix);
  /* For every size, the first and the last row are empty. */
  for (int size = 0; size < 3; size++) {
    static const char *const specs[] = {"gaps:1", "gaps:4", "gaps:77"};
    matrix = made(specs[size]);
    int last = matrix.num_rows;
    assert_int_equal(matrix.row_ptr[1], 0);
    assert_int_equal(matrix.row_ptr[last], matrix.row_ptr[last - 1]);
    if (size > 0) assert_true(matrix.nnz > 0);
    sl_csr_free(&matrix);
  }
}

static void simple_families_are_what_their_names_say(void **state) {
  (void)state;
  sl_csr matrix = made("diagonal:5x3");
  assert_int_equal(matrix.nnz, 3);
  assert_int_equal(statistics(&matrix).bandwidth, 0);
  sl_csr_free(&matrix);
  matrix = made("dense:5x3");
  assert_int_equal(matrix.nnz, 15);
  sl_csr_free(&matrix);
  matrix = made("empty:5x3");
  assert_int_equal(matrix.nnz, 0);
  sl_csr_free(&matrix);
  matrix = made("onedense:101x300");
  assert_int_equal(matrix.row_ptr[51] - matrix.row_ptr[50], 300);
  assert_int_equal(count_rows_of(&matrix, 4), 1);
  assert_int_equal(statistics(&matrix).min_row, 1);
  sl_csr_free(&matrix);
  matrix = made("onedense:12x300,at=0");
  assert_int_equal(matrix.row_ptr[1], 300);
  sl_csr_free(&matrix);
  matrix = made("onedense:12x300,at=100");
  assert_int_equal(matrix.row_ptr[12] - matrix.row_ptr[11], 300);
  assert_int_equal(count_rows_of(&matrix, 300), 1);
  sl_csr_free(&matrix);
}

static void messy_is_unsorted_and_repeats(void **state) {
  (void)state;
  sl_csr matrix = made("messy:1000x50");
  int falling = 0;
  for (int row = 0; row < 1000; row++) {
    int start = matrix.row_ptr[row], end = matrix.row_ptr[row + 1];
    if (end - start >= 2) assert_int_equal(matrix.col_idx[end - 1], matrix.col_idx[start]);
    for (int k = start + 1; k < end; k++) falling += matrix.col_idx[k] < matrix.col_idx[k - 1];
  }
  assert_between(falling, 0.3 * matrix.nnz, 0.6 * matrix.nnz);
  assert_between(statistics(&matrix).mean_row, 5.7, 6.3);
  assert_true(statistics(&matrix).empty_rows > 0);
  sl_csr_free(&matrix);
}

static void messy_stores_zeros_on_request(void **state) {
  (void)state;
  sl_csr matrix = made("messy:1000x50,zeros=20"), without = made("messy:1000x50");
  int zeros = 0;
  for (int row = 0; row < 1000; row++) {
    for (int k = matrix.row_ptr[row]; k < matrix.row_ptr[row + 1]; k++) {
      if (k == matrix.row_ptr[row]) assert_true(matrix.values[k] != 0);
      if (matrix.values[k] != 0) assert_true(matrix.values[k] == without.values[k]);
      zeros += matrix.values[k] == 0;
    }
  }
  /* Less than 20 percent, because the first entry of a row is never 0. */
  assert_between(zeros, 0.14 * matrix.nnz, 0.2 * matrix.nnz);
  assert_memory_equal(matrix.col_idx, without.col_idx, (size_t)matrix.nnz * sizeof(int));
  sl_csr_free(&matrix);
  sl_csr_free(&without);
}

/* All values are representable in float, in [-1, 1], not near 0, and both signs are equally
 * frequent. */
static void random_values_are_far_from_zero(void **state) {
  (void)state;
  static const char *const specs[] = {"uniform:2000", "road:70", "messy:2000", "rmat:9"};
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    sl_csr matrix = made(specs[s]);
    double sum = 0, magnitudes = 0;
    for (int k = 0; k < matrix.nnz; k++) {
      double value = matrix.values[k];
      assert_between(fabs(value), 0.25, 1);
      assert_true((double)(float)value == value);
      sum += value;
      magnitudes += fabs(value);
    }
    assert_between(sum / matrix.nnz, -0.04, 0.04);
    assert_between(magnitudes / matrix.nnz, 0.61, 0.64); /* the expected value is 5/8 */
    sl_csr_free(&matrix);
  }
}

static void rows_are_sorted_except_messy_ones(void **state) {
  (void)state;
  static const char *const specs[] = {
      "laplace2d5:9", "laplace2d9:9", "laplace3d7:5",    "hpcg:5",        "banded:90",
      "torus2d4:9",   "qcd:3",        "traffic:900",     "web:90,most=3", "rmat:8,shuffle=1",
      "fem:3",        "rmat:8",       "web:900",         "circuit:900",   "rail:9x900",
      "road:30",      "uniform:900",  "gaps:900",        "diagonal:90",   "dense:9",
      "empty:9",      "onedense:90",  "hypersparse:900",
  };
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    sl_csr matrix = made(specs[s]);
    if (!sl_csr_is_sorted(&matrix)) fail_msg("%s is not sorted", specs[s]);
    sl_csr_free(&matrix);
  }
}

/* The matrices are symmetric, and each diagonal entry exceeds the sum of the other magnitudes of
 * its row. */
static void spd_matrices_are_diagonally_dominant(void **state) {
  (void)state;
  static const char *const specs[] = {"fem:4,spd=1", "fem:5x4x6,block=4,spd=1,seed=9",
                                      "circuit:300,spd=1"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    sl_csr matrix = made(specs[i]);
    assert_symmetric(&matrix, true);
    for (int row = 0; row < matrix.num_rows; row++) {
      double others = 0, diagonal = at(&matrix, row, row);
      for (int k = matrix.row_ptr[row]; k < matrix.row_ptr[row + 1]; k++) {
        if (matrix.col_idx[k] != row) others += fabs(matrix.values[k]);
      }
      assert_true(diagonal > others);
    }
    sl_csr_free(&matrix);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spd_matrices_are_diagonally_dominant),
      cmocka_unit_test(stencils_couple_neighbours),
      cmocka_unit_test(grids_need_not_be_square),
      cmocka_unit_test(banded_is_full_within_the_band),
      cmocka_unit_test(fem_is_made_of_dense_blocks),
      cmocka_unit_test(lattices_close_on_themselves),
      cmocka_unit_test(qcd_couples_blocks_of_three),
      cmocka_unit_test(rmat_is_skewed),
      cmocka_unit_test(shuffling_rmat_renames_its_vertices),
      cmocka_unit_test(web_follows_a_power_law_and_is_mostly_local),
      cmocka_unit_test(circuit_has_dense_rows_and_columns),
      cmocka_unit_test(rail_has_long_rows_and_short_columns),
      cmocka_unit_test(road_has_short_rows_near_the_diagonal),
      cmocka_unit_test(traffic_has_one_giant_row_and_column),
      cmocka_unit_test(uniform_spreads_evenly),
      cmocka_unit_test(hypersparse_is_nearly_all_empty),
      cmocka_unit_test(gaps_start_and_end_empty),
      cmocka_unit_test(simple_families_are_what_their_names_say),
      cmocka_unit_test(messy_is_unsorted_and_repeats),
      cmocka_unit_test(messy_stores_zeros_on_request),
      cmocka_unit_test(random_values_are_far_from_zero),
      cmocka_unit_test(rows_are_sorted_except_messy_ones),
  };
  return cmocka_run_group_tests_name("families", tests, NULL, NULL);
}
