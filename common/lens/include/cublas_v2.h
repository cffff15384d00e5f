/* cublas_v2.h: the lens's stand-in for cuBLAS: its types; calls are refused. */
#ifndef LENS_CUBLAS_H
#define LENS_CUBLAS_H
#define CUBLAS_API_H_ /* other headers ask for CUDA's own guards */
#define CUBLAS_V2_H_

#include "cuComplex.h"
#include "lens_shim/library.h"
#if defined(__cplusplus) && defined(__CUDACC__) /* with it, as with CUDA's own */
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif

typedef struct cublasContext *cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;

/* Many programs set the library up and then time their own kernels alone. A handle computes nothing,
   so it may be made and set. */
struct cublasContext {
  int settings; /* none has an effect */
};
static inline cublasStatus_t cublasCreate(cublasHandle_t *handle) {
  static struct cublasContext context;
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = &context;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t lens_cublas_is_set(cublasHandle_t handle) {
  return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return lens_cublas_is_set(handle);
}
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  (void)stream;
  return lens_cublas_is_set(handle);
}
static inline cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  (void)mode;
  return lens_cublas_is_set(handle);
}
static inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  (void)mode;
  return lens_cublas_is_set(handle);
}
#define cublasCreate_v2         cublasCreate
#define cublasDestroy_v2        cublasDestroy
#define cublasSetStream_v2      cublasSetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode

#define LENS_CUBLAS(name)      LENS_LIBRARY_CALL(cublasStatus_t, cublas##name, LENS_NOT_ON_THE_LENS("cuBLAS"))
#define LENS_CUBLAS_V2(name)   LENS_CUBLAS(name) LENS_CUBLAS(name##_v2)
#define LENS_CUBLAS_REAL(name) LENS_CUBLAS_V2(S##name) LENS_CUBLAS_V2(D##name)
#define LENS_CUBLAS_ALL(name)  LENS_CUBLAS_REAL(name) LENS_CUBLAS_V2(C##name) LENS_CUBLAS_V2(Z##name)
LENS_CUBLAS(Init)
LENS_CUBLAS(Shutdown)
LENS_CUBLAS_V2(GetVersion)
LENS_CUBLAS_V2(GetStream)
LENS_CUBLAS_V2(GetPointerMode)
LENS_CUBLAS_V2(SetWorkspace)
LENS_CUBLAS(SetVector)
LENS_CUBLAS(GetVector)
LENS_CUBLAS(SetMatrix)
LENS_CUBLAS(GetMatrix)
LENS_CUBLAS_ALL(axpy)
LENS_CUBLAS_ALL(copy)
LENS_CUBLAS_ALL(gemm)
LENS_CUBLAS_ALL(gemv)
LENS_CUBLAS_ALL(scal)
LENS_CUBLAS_ALL(swap)
LENS_CUBLAS_ALL(symm)
LENS_CUBLAS_ALL(syrk)
LENS_CUBLAS_ALL(trmm)
LENS_CUBLAS_ALL(trmv)
LENS_CUBLAS_ALL(trsm)
LENS_CUBLAS_ALL(trsv)
LENS_CUBLAS_ALL(geam)
LENS_CUBLAS_ALL(gemmBatched)
LENS_CUBLAS_ALL(gemmStridedBatched)
LENS_CUBLAS_ALL(getrfBatched)
LENS_CUBLAS_ALL(getriBatched)
LENS_CUBLAS_REAL(asum)
LENS_CUBLAS_REAL(dot)
LENS_CUBLAS_REAL(ger)
LENS_CUBLAS_REAL(nrm2)
LENS_CUBLAS_REAL(rot)
LENS_CUBLAS_REAL(sbmv)
LENS_CUBLAS_REAL(spmv)
LENS_CUBLAS_REAL(symv)
LENS_CUBLAS_V2(Isamax)
LENS_CUBLAS_V2(Idamax)
LENS_CUBLAS_V2(Isamin)
LENS_CUBLAS_V2(Idamin)
LENS_CUBLAS(GemmEx)
LENS_CUBLAS(GemmStridedBatchedEx)
LENS_CUBLAS(Hgemm)
#undef LENS_CUBLAS
#undef LENS_CUBLAS_V2
#undef LENS_CUBLAS_REAL
#undef LENS_CUBLAS_ALL
LENS_LIBRARY_CALL(const char *, cublasGetStatusString, LENS_NOT_ON_THE_LENS("cuBLAS"))
LENS_LIBRARY_CALL(const char *, cublasGetStatusName, LENS_NOT_ON_THE_LENS("cuBLAS"))

#endif
