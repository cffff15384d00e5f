/* test_threads.c: conversions, checks and sums give the same results for any number of threads. */
#include "base/test.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "generate/generate.h"
#include "matrix/csc.h"
#include "matrix/hyb.h"
#include "matrix/jds.h"

#include <math.h>

static const char *const specs[] = {
    "web:3000",    "rail:7x900", "gaps:700",        "messy:900x50", "onedense:300",
    "empty:40",    "empty:0x9",  "dense:1x1",       "rmat:9",       "dense:1x5000",
    "traffic:999", "hpcg:7",     "hypersparse:5000"};
static const int cores[] = {2, 3, 7, 16};

static sl_csr made(const char *spec) {
  sl_csr matrix;
  assert_ok(sl_generate(spec, &matrix));
  return matrix;
}

/* memcmp must not be called with NULL, and the arrays of the `empty` matrices may be NULL. */
static void assert_same(const void *one, const void *other, size_t count, size_t size) {
  if (count > 0) assert_memory_equal(one, other, count * size);
}

static void assert_same_ints(const int *one, const int *other, int count) {
  assert_same(one, other, (size_t)count, sizeof *one);
}

static void assert_same_values(const double *one, const double *other, int count) {
  assert_same(one, other, (size_t)count, sizeof *one);
}

static void assert_same_csr(const sl_csr *one, const sl_csr *other) {
  assert_int_equal(one->nnz, other->nnz);
  assert_same_ints(one->row_ptr, other->row_ptr, one->num_rows + 1);
  assert_same_ints(one->col_idx, other->col_idx, one->nnz);
  assert_same_values(one->values, other->values, one->nnz);
}

/* The results of all conversions of one matrix. */
typedef struct forms {
  sl_csr again, merged;
  sl_csc csc;
  sl_coo coo;
  sl_hyb hyb;
  sl_ell rows;
  sl_jds jds;
  sl_sections sections;
} forms;

static void make_forms(const sl_csr *matrix, forms *out) {
  int width;
  assert_ok(sl_coo_from_csr(matrix, &out->coo));
  assert_ok(sl_coo_to_csr(&out->coo, &out->again));
  assert_ok(sl_csc_from_csr(matrix, &out->csc));
  assert_ok(sl_hyb_width(matrix, &width));
  assert_ok(sl_hyb_from_csr(matrix, width, &out->hyb));
  assert_ok(sl_ell_from_csr(matrix, width + 1, SL_ROW_MAJOR, &out->rows));
  assert_ok(sl_jds_from_csr(matrix, &out->jds));
  assert_ok(sl_jds_sections_from_csr(matrix, &out->sections));
  assert_ok(sl_csr_copy(matrix, &out->merged));
  assert_ok(sl_coo_sum_duplicates_of_csr(&out->merged));
}

static void free_forms(forms *f) {
  sl_csr_free(&f->again);
  sl_csr_free(&f->merged);
  sl_csc_free(&f->csc);
  sl_coo_free(&f->coo);
  sl_hyb_free(&f->hyb);
  sl_ell_free(&f->rows);
  sl_jds_free(&f->jds);
  sl_jds_sections_free(&f->sections);
}

static void assert_same_coo(const sl_coo *one, const sl_coo *other) {
  assert_int_equal(one->nnz, other->nnz);
  assert_same_ints(one->row_idx, other->row_idx, one->nnz);
  assert_same_ints(one->col_idx, other->col_idx, one->nnz);
  assert_same_values(one->values, other->values, one->nnz);
}

static void assert_same_ell(const sl_ell *one, const sl_ell *other) {
  int slots = one->num_rows * one->width;
  assert_int_equal(one->nnz, other->nnz);
  assert_same_ints(one->col_idx, other->col_idx, slots);
  assert_same_values(one->values, other->values, slots);
}

static void assert_same_jds(const sl_jds *one, const sl_jds *other) {
  assert_same_ints(one->perm, other->perm, one->num_rows);
  assert_same_ints(one->diag_ptr, other->diag_ptr, one->num_diags + 1);
  assert_same_ints(one->col_idx, other->col_idx, one->nnz);
  assert_same_values(one->values, other->values, one->nnz);
}

static void assert_same_sections(const sl_sections *one, const sl_sections *other) {
  assert_int_equal(one->num_sections, other->num_sections);
  assert_same_ints(one->section_ptr, other->section_ptr, one->num_sections + 1);
  assert_same_ints(one->col_idx, other->col_idx, one->nnz);
  assert_same_values(one->values, other->values, one->nnz);
}

static void assert_same_forms(const forms *one, const forms *other) {
  assert_same_csr(&one->again, &other->again);
  assert_same_csr(&one->merged, &other->merged);
  assert_same_ints(one->csc.col_ptr, other->csc.col_ptr, one->csc.num_cols + 1);
  assert_same_ints(one->csc.row_idx, other->csc.row_idx, one->csc.nnz);
  assert_same_values(one->csc.values, other->csc.values, one->csc.nnz);
  assert_same_coo(&one->coo, &other->coo);
  assert_same_ell(&one->hyb.ell, &other->hyb.ell);
  assert_same_coo(&one->hyb.coo, &other->hyb.coo);
  assert_same_ell(&one->rows, &other->rows);
  assert_same_jds(&one->jds, &other->jds);
  assert_same_sections(&one->sections, &other->sections);
}

static void conversions_do_not_depend_on_the_threads(void **state) {
  (void)state;
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    sl_csr matrix = made(specs[s]);
    forms alone, shared;
    make_forms(&matrix, &alone);
    assert_same_csr(&alone.again, &matrix);
    for (size_t c = 0; c < sizeof cores / sizeof *cores; c++) {
      sl_parallel_pretend(cores[c], 1);
      make_forms(&matrix, &shared);
      assert_same_forms(&alone, &shared);
      free_forms(&shared);
      sl_parallel_pretend(0, 0);
    }
    free_forms(&alone);
    sl_csr_free(&matrix);
  }
  assert_int_equal(sl_memory_live(), 0);
}

static void parts_of_rows_cover_all_and_have_equal_weight(void **state) {
  (void)state;
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    sl_csr matrix = made(specs[s]);
    for (int parts = 1; parts < 40; parts++) {
      assert_int_equal(sl_csr_part_row(&matrix, parts, 0), 0);
      assert_int_equal(sl_csr_part_row(&matrix, parts, parts), matrix.num_rows);
      for (int part = 0; part < parts; part++) {
        int first = sl_csr_part_row(&matrix, parts, part);
        int end = sl_csr_part_row(&matrix, parts, part + 1);
        long long weight = (long long)matrix.row_ptr[end] - matrix.row_ptr[first] + end - first;
        assert_true(end >= first);
        assert_true(weight <= sl_csr_weight(&matrix) / parts + sl_csr_longest_row(&matrix) + 2);
      }
    }
    sl_csr_free(&matrix);
  }
}

/* If there are several defects, the first one is reported. */
static void the_first_defect_is_told(void **state) {
  (void)state;
  for (size_t c = 0; c < sizeof cores / sizeof *cores; c++) {
    sl_csr matrix = made("banded:100");
    sl_coo coo;
    sl_parallel_pretend(cores[c], 1);
    assert_true(sl_csr_is_sorted(&matrix));
    assert_ok(sl_coo_from_csr(&matrix, &coo));
    coo.col_idx[700] = 100;
    coo.row_idx[321] = -1;
    assert_fails(sl_coo_check(&coo), SL_ERR_INPUT, "entry 321: row index -1");
    matrix.col_idx[700] = 100;
    matrix.values[321] = (double)NAN;
    assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "entry 321: the value is");
    matrix.values[321] = 1;
    assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "entry 700: column index 100");
    matrix.col_idx[matrix.nnz - 1] = 0;
    assert_false(sl_csr_is_sorted(&matrix));
    sl_parallel_pretend(0, 0);
    sl_coo_free(&coo);
    sl_csr_free(&matrix);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conversions_do_not_depend_on_the_threads),
      cmocka_unit_test(parts_of_rows_cover_all_and_have_equal_weight),
      cmocka_unit_test(the_first_defect_is_told),
  };
  return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
