// cusparse_sell.cu: cuSPARSE's SpMV on sliced ELL, slices of 32 rows; for lab 06, task static.
#define FORMAT    in_sell
#define ALGORITHM CUSPARSE_SPMV_SELL_ALG1
#include "cusparse_formats.cuh"
#include "cusparse_spmv.cuh"
