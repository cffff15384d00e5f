/* cusparse.h: the lens's stand-in for cuSPARSE: its types; calls are refused. */
#ifndef LENS_CUSPARSE_H
#define LENS_CUSPARSE_H
#define CUSPARSE_H_ /* other headers ask for CUDA's own guard */
#define CUSPARSEAPI

#include "cuComplex.h"
#include "lens_shim/library.h"

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpVecDescr const *cusparseConstSpVecDescr_t;
typedef struct cusparseDnVecDescr const *cusparseConstDnVecDescr_t;
typedef struct cusparseSpMatDescr const *cusparseConstSpMatDescr_t;
typedef struct cusparseDnMatDescr const *cusparseConstDnMatDescr_t;
typedef enum {
  CUSPARSE_STATUS_SUCCESS = 0,
  CUSPARSE_STATUS_NOT_INITIALIZED = 1,
  CUSPARSE_STATUS_ALLOC_FAILED = 2,
  CUSPARSE_STATUS_INVALID_VALUE = 3,
  CUSPARSE_STATUS_ARCH_MISMATCH = 4,
  CUSPARSE_STATUS_MAPPING_ERROR = 5,
  CUSPARSE_STATUS_EXECUTION_FAILED = 6,
  CUSPARSE_STATUS_INTERNAL_ERROR = 7,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  CUSPARSE_STATUS_ZERO_PIVOT = 9,
  CUSPARSE_STATUS_NOT_SUPPORTED = 10,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum {
  CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
  CUSPARSE_OPERATION_TRANSPOSE = 1,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
  CUSPARSE_INDEX_16U = 1,
  CUSPARSE_INDEX_32I = 2,
  CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
typedef enum {
  CUSPARSE_MATRIX_TYPE_GENERAL = 0,
  CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1
} cusparseMatrixType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_SPMV_CSR_ALG1 = 2 } cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPMM_ALG_DEFAULT = 0 } cusparseSpMMAlg_t;
#define CUSPARSE_MV_ALG_DEFAULT CUSPARSE_SPMV_ALG_DEFAULT
#define CUSPARSE_CSRMV_ALG1     CUSPARSE_SPMV_CSR_ALG1

#define LENS_CUSPARSE(name)                                                                        \
  LENS_LIBRARY_CALL(cusparseStatus_t, cusparse##name, LENS_NOT_ON_THE_LENS("cuSPARSE"))
LENS_CUSPARSE(Create)
LENS_CUSPARSE(Destroy)
LENS_CUSPARSE(GetVersion)
LENS_CUSPARSE(SetStream)
LENS_CUSPARSE(SetPointerMode)
LENS_CUSPARSE(CreateMatDescr)
LENS_CUSPARSE(DestroyMatDescr)
LENS_CUSPARSE(SetMatType)
LENS_CUSPARSE(SetMatIndexBase)
LENS_CUSPARSE(CreateCsr)
LENS_CUSPARSE(CreateConstCsr)
LENS_CUSPARSE(CreateCsc)
LENS_CUSPARSE(CreateCoo)
LENS_CUSPARSE(CreateBlockedEll)
LENS_CUSPARSE(CreateDnVec)
LENS_CUSPARSE(CreateDnMat)
LENS_CUSPARSE(CreateSpVec)
LENS_CUSPARSE(DestroySpMat)
LENS_CUSPARSE(DestroyDnVec)
LENS_CUSPARSE(DestroyDnMat)
LENS_CUSPARSE(DestroySpVec)
LENS_CUSPARSE(SpMV)
LENS_CUSPARSE(SpMV_bufferSize)
LENS_CUSPARSE(SpMV_preprocess)
LENS_CUSPARSE(SpMM)
LENS_CUSPARSE(SpMM_bufferSize)
LENS_CUSPARSE(Scsrmv)
LENS_CUSPARSE(Dcsrmv)
LENS_CUSPARSE(Scsrmm)
LENS_CUSPARSE(Dcsrmm)
LENS_CUSPARSE(Xcoo2csr)
LENS_CUSPARSE(Xcsr2coo)
LENS_CUSPARSE(Csr2cscEx2)
LENS_CUSPARSE(Csr2cscEx2_bufferSize)
LENS_CUSPARSE(DenseToSparse_bufferSize)
LENS_CUSPARSE(DenseToSparse_analysis)
LENS_CUSPARSE(DenseToSparse_convert)
#undef LENS_CUSPARSE
LENS_LIBRARY_CALL(const char *, cusparseGetErrorString, LENS_NOT_ON_THE_LENS("cuSPARSE"))
LENS_LIBRARY_CALL(const char *, cusparseGetErrorName, LENS_NOT_ON_THE_LENS("cuSPARSE"))

#endif
