// fast.cu: tuned y ← α A x + β y on COO and HYB, without atomics: the same sums on every run.
//
// A ladder from the solution of lab 03. Microseconds on an NVIDIA H200, CUDA 13.0, L2 flushed,
// median of 31 (docs/results/ladders.*.csv). Library: the faster of cuSPARSE's COO_ALG1 and
// COO_ALG2.
//
//                                   float                      double
//                          hpcg:64  web:200000 rmat:17  hpcg:64  web:200000 rmat:17
//   library                   37.3        15.6    19.2     45.6        17.8    23.7
//   1 COO, atomics           118.0        33.3   136.6    112.0        38.8   115.4
//   2 COO segmented           33.2        16.7    21.2     43.6        19.4    24.0
//   3 HYB in one launch       38.8        25.2    27.1     34.1        30.6    33.6
//   lab 03's HYB              28.7        35.3   141.2     35.7        40.4   119.7
//
// 1. One thread and one atomic per entry: lab 03.
// 2. Segmented COO: each lane loads four neighbouring entries, 16 bytes at a time. Sums are taken
//    within the lane, then within the warp by shuffles, then within the block. When the same launch
//    joined rows over several tiles, by a fence and an atomic, rmat:20 took 163 to 181 on an H100
//    (cuSPARSE's COO_ALG1 126). Here a second launch adds them up. That took CSR's tiles from 147
//    to 118 on this matrix.
// 3. HYB in one launch: a block computes the ELL part and the COO part of the same rows. With up to
//    a thousand rows per block, 256 threads had too many rows to do one after the other; here a
//    block has at most 256 rows.
//
// On the small web:200000 and rmat:17 the library's COO_ALG1 is faster than rung 2.
//
// Tried and dropped: a list of the empty rows, with separate blocks for them (hypersparse:20000000
// 206 instead of 146, because the list is as long as the row pointers).
#include "hyb.cuh"
#include "segmented.cuh"

namespace {

const char *const file = "solutions/03-coo-hyb/fast.cu";
const bench_spmv segmented = {"COO segmented", file, prepare_segmented, run_segmented,
                              bench_delete<segmented_plan>};
const bench_spmv in_one_launch = {"HYB in one launch", file, prepare_hyb, run_hyb,
                                  bench_delete<hyb_plan>};

} // namespace

extern "C" const bench_spmv *const fast_03_contestants[] = {&segmented, &in_one_launch, NULL};
