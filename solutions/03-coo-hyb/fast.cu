// fast.cu: tuned y ← α A x + β y on COO and HYB, without atomics: the same sums on every run.
//
// A ladder from the solution of lab 03. Microseconds on an H100 (float, CUDA 13.0, L2 flushed,
// median of 11), of the first form of each kernel in a probe; those in this file differ and have
// not been timed yet. In brackets: cuSPARSE's COO_ALG1 in that run.
//
// 1. One thread and one atomic per entry: lab 03.
// 2. Segmented COO: each lane loads four neighbouring entries, 16 bytes at a time. Sums are taken
//    within the lane, then within the warp by shuffles, then within the block. road:2000 68 (69),
//    laplace2d5:2048 121 (120), web:1000000 58 (57), one giant row and column 30 (31). When the
//    same launch joined rows over several tiles, by a fence and an atomic, rmat:20 took 163 to 181
//    (126). Here a second launch adds them up. That took CSR's tiles from 147 to 118 on this
//    matrix.
// 3. HYB in one launch: a block computes the ELL part and the COO part of the same rows. With up to
//    a thousand rows per block: laplace2d5 111, road 86, web 80, hpcg:32 50. So 256 threads had too
//    many rows to do one after the other; here a block has at most 256 rows.
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
