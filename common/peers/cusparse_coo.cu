// cusparse_coo.cu: cuSPARSE's SpMV in COO with its default algorithm, for task static of lab 06.
#define FORMAT    in_coo
#define ALGORITHM CUSPARSE_SPMV_ALG_DEFAULT
#include "cusparse_formats.cuh"
#include "cusparse_spmv.cuh"
