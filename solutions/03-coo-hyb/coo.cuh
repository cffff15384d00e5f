// coo.cuh: what both formats of this lab store on the device: entries with their rows, and tiles.
#ifndef FAST_03_COO_CUH
#define FAST_03_COO_CUH
#include "tiles.cuh"

namespace {

using tiles::corner, tiles::cut_row, tiles::write_y, tiles::whole_warp;

const int no_col = -1; // marks a place without an entry

struct coo_plan : device_memory {
  int num_tiles, num_cuts;
  const cut_row *d_cuts;
  int *d_row_idx, *d_col_idx;
  real *d_values, *d_parts;

  void take_entries(size_t count) {
    d_row_idx = take<int>(count);
    d_col_idx = take<int>(count);
    d_values = take<real>(count);
  }
  void set_tiles(size_t count, const std::vector<cut_row> &cuts) {
    num_tiles = (int)count;
    num_cuts = (int)cuts.size();
    d_cuts = upload(cuts);
    d_parts = take<real>(2 * count + 1);
  }
};

struct csr {
  int num_rows;
  const int *row_ptr, *col_idx;
  const real *values;
};

csr on_device(const bench_csr *a) {
  return {a->num_rows, a->d_row_ptr, a->d_col_idx, a->d_values};
}

} // namespace
#endif
