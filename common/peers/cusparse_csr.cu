// cusparse_csr.cu: cuSPARSE's SpMV in CSR with its default algorithm, for task static of lab 06.
#define FORMAT    in_csr
#define ALGORITHM CUSPARSE_SPMV_ALG_DEFAULT
#include "cusparse_spmv.cuh"
