// cusparse_coo.cu: cuSPARSE's SpMV on COO, its default algorithm; for lab 06, task static.
#define FORMAT    in_coo
#define ALGORITHM CUSPARSE_SPMV_ALG_DEFAULT
#include "cusparse_formats.cuh"
#include "cusparse_spmv.cuh"
