// cusparse_csr.cu: cuSPARSE's SpMV on CSR, its default algorithm; for lab 06, task static.
#define FORMAT    in_csr
#define ALGORITHM CUSPARSE_SPMV_ALG_DEFAULT
#include "cusparse_spmv.cuh"
