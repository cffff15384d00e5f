// cusparse_sell.cu: cuSPARSE's SpMV in sliced ELL with slices of 32 rows, for task static of lab
// 06.
#define FORMAT    in_sell
#define ALGORITHM CUSPARSE_SPMV_SELL_ALG1
#include "cusparse_formats.cuh"
#include "cusparse_spmv.cuh"
