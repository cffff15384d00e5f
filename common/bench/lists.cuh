/** @file lists.cuh
 *  The lists of contestants, each ended by NULL.
 */
#ifndef SL_BENCH_LISTS_CUH
#define SL_BENCH_LISTS_CUH

#include "bench/bench.h"
#include "bench/contest.h"

/** A list of contestants, either for SpMV or for the transpose. The pointer to the other kind is
 * NULL. */
struct bench_list {
  sl_bench_side side;
  bool plain; /**< all of them work on unchanged CSR */
  const bench_spmv *const *spmvs;
  const bench_transpose *const *transposes;
};

/** All lists, including the tuned ones; the last one has no contestants. CMake writes this array,
 * because CMake knows which labs have a fast.cu. */
extern const bench_list bench_lists[];

extern const bench_spmv *const bench_textbook_plain[], *const bench_textbook_formats[];
extern const bench_spmv *const bench_cusparse_plain[], *const bench_cusparse_formats[];
extern const bench_transpose *const bench_textbook_transposes[], *const bench_cusparse_transposes[];

#endif
