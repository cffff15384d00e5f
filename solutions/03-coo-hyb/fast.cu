// fast.cu: tuned y ← α A x + β y on COO and HYB, without atomics: the same sums on every run.
//
// A ladder from the solution of lab 03. Microseconds on an H100 (float, CUDA 13.0, L2 flushed,
// median of 11), of the first form of each kernel in a probe; those in this file differ and have
// not been timed yet. In brackets: cuSPARSE's COO_ALG1 in that run.
//
// 1. A thread an entry, one atomic each: lab 03.
// 2. Segmented COO: four neighbouring entries a lane in loads of 16 bytes, sums within the lane,
//    then within the warp by shuffles, then within the block. road:2000 68 (69), laplace2d5:2048
//    121 (120), web:1000000 58 (57), one giant row and column 30 (31). With rows over several tiles
//    joined in the same launch, by a fence and an atomic, rmat:20 took 163 to 181 (126). Here a
//    second launch adds them up, which took CSR's tiles from 147 to 118 there.
// 3. HYB in one launch: the ELL part and the rest of the same rows by one block. With up to a
//    thousand rows per block: laplace2d5 111, road 86, web 80, hpcg:32 50. So 256 threads had too
//    much to do one after the other; here a block has 256 rows at most.
//
// Tried and dropped: a list of the empty rows for blocks of their own (hypersparse:20000000 206
// against 146, as the list is as long as the row pointers).
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
