// cusparse_csr_alg2.cu: cuSPARSE's SpMV on CSR, algorithm 2 after its analysis; for lab 06, task
// static.
#define FORMAT    in_csr
#define ALGORITHM CUSPARSE_SPMV_CSR_ALG2
#include "cusparse_spmv.cuh"
