// subject.cu: the matrix of a contest, on the host and on the device.
#include "bench/contests.cuh"

#include "load/load.h"
#include "matrix/coo.h"

sl_status subject_load(const char *spec, const char *cache_dir, subject *out) {
  sl_csr loaded;
  SL_TRY(sl_load_matrix(spec, cache_dir, &loaded));
  return subject_take(spec, &loaded, out);
}

sl_status subject_take(const char *spec, sl_csr *from, subject *out) {
  sl_csr *csr = &out->csr;
  *csr = *from;
  *from = (sl_csr){};
  if (!sl_csr_is_sorted(csr)) SL_TRY(sl_coo_sum_duplicates_of_csr(csr));
  out->values.reset(new real[csr->nnz]); // not cleared, so that all cores touch the memory first,
                                         // not only one
  bench_in_parts(csr->nnz, csr->nnz, [=](int first, int last) {
    for (int k = first; k < last; k++) {
      out->values[k] = (real)csr->values[k];
      csr->values[k] = out->values[k]; // the reference must use the same rounded values
    }
  });
  device_memory &memory = out->memory;
  out->a = {csr->num_rows,
            csr->num_cols,
            csr->nnz,
            csr->row_ptr,
            csr->col_idx,
            out->values.get(),
            memory.upload(csr->row_ptr, csr->num_rows + 1),
            memory.upload(csr->col_idx, csr->nnz),
            memory.upload(out->values.get(), csr->nnz)};
  if (!memory.failed) return SL_OK;
  return sl_fail(SL_ERR_MEMORY, "%s does not fit into the memory of the device", spec);
}
