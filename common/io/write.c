/* write.c: writes a matrix as a Matrix Market file. */
#define _GNU_SOURCE /* newlocale */
#include "io/io.h"

#include "replace.h"

#include <locale.h>

/* Writes 17 significant digits, which represent every double exactly. */
static void write_entries(const sl_csr *matrix, FILE *file) {
  (void)fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n",
                matrix->num_rows, matrix->num_cols, matrix->nnz);
  for (int row = 0; row < matrix->num_rows; row++) {
    for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
      (void)fprintf(file, "%d %d %.17g\n", row + 1, matrix->col_idx[k] + 1, matrix->values[k]);
    }
    if (ferror(file)) return; /* sl_replace_end reports the error */
  }
}

sl_status sl_io_write(const sl_csr *matrix, const char *path) {
  sl_status status = sl_csr_check(matrix);
  if (status != SL_OK) return sl_fail_at(status, "%s: not written", path);
  sl_replacement target;
  SL_TRY(sl_replace_start(path, true, &target));
  /* In a locale other than C, the decimal point may be a comma. */
  locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(c_locale);
  write_entries(matrix, target.file);
  (void)uselocale(before);
  if (c_locale) freelocale(c_locale);
  return sl_replace_end(&target, SL_OK);
}
