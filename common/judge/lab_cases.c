/* lab_cases.c: the cases of a lab. */
#include "judge/lab_cases.h"

const sl_case_row *sl_lab_cases(const sl_lab *lab, size_t *count_out) {
  *count_out = lab->cases ? lab->num_cases : sl_num_standard_cases;
  return lab->cases ? lab->cases : sl_standard_cases;
}

bool sl_lab_cases_are_sizes(const sl_lab *lab) {
  return lab->num_cases > 0 && sl_case_is_size(lab->cases[0].lens);
}

size_t sl_lab_cases_list(const sl_lab *lab, sl_backend_id backend, sl_choice choice,
                         sl_case_spec *out, size_t max) {
  size_t num_rows, count = 0;
  const sl_case_row *rows = sl_lab_cases(lab, &num_rows);
  for (size_t i = 0; i < num_rows && count < max; i++) {
    const sl_case_row *row = &rows[i];
    if (choice == SL_MEASURED_CASES && !row->measured) continue;
    if (choice == SL_UNMEASURED_CASES && row->measured) continue;
    out[count++] = (sl_case_spec){.spec = backend == SL_GPU && row->gpu ? row->gpu : row->lens,
                                  .less = backend == SL_GPU ? NULL : row->less,
                                  .name = row->name,
                                  .exact = row->exact,
                                  .measured = row->measured};
  }
  return count;
}

const char *sl_lab_cases_usual(const sl_lab *lab, const char *usual) {
  if (!sl_lab_cases_are_sizes(lab)) return usual;
  for (size_t i = 0; i < lab->num_cases; i++) {
    if (lab->cases[i].measured) return lab->cases[i].lens;
  }
  return lab->cases[lab->num_cases - 1].lens;
}

sl_status sl_lab_cases_check(const sl_lab *lab, const char *spec) {
  bool sizes = sl_lab_cases_are_sizes(lab);
  if (sizes == sl_case_is_size(spec)) return SL_OK;
  if (sizes) {
    return sl_fail(SL_ERR_INPUT,
                   "lab %s does not use matrices; give a size instead of %s, for example size:1000",
                   lab->id, spec);
  }
  return sl_fail(SL_ERR_INPUT, "lab %s needs a matrix, and %s is a size; try hpcg:10", lab->id,
                 spec);
}
