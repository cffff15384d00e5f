// cusparse_csr_alg2.cu: cuSPARSE's SpMV in CSR with algorithm 2, after its analysis of the matrix,
// for task static of lab 06.
#define FORMAT    in_csr
#define ALGORITHM CUSPARSE_SPMV_CSR_ALG2
#include "cusparse_spmv.cuh"
