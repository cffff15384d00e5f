/* cuda.h: the lens's stand-in for the driver API: its types; calls are refused. */
#ifndef LENS_CUDA_H
#define LENS_CUDA_H
#define __cuda_cuda_h__ /* other headers ask for CUDA's own guard */
#define CUDA_VERSION    12000

#include "lens_shim/library.h"

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_INVALID_SOURCE = 300,
  CUDA_ERROR_FILE_NOT_FOUND = 301,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_PERMITTED = 800,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;
typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76
} CUdevice_attribute;

#define LENS_DRIVER(name)                                                                          \
  LENS_LIBRARY_CALL(CUresult, cu##name,                                                                 \
               "the driver API does not run on the lens; use the runtime API (cuda_runtime.h)")
LENS_DRIVER(Init)
LENS_DRIVER(DriverGetVersion)
LENS_DRIVER(GetErrorName)
LENS_DRIVER(GetErrorString)
LENS_DRIVER(DeviceGet)
LENS_DRIVER(DeviceGetCount)
LENS_DRIVER(DeviceGetName)
LENS_DRIVER(DeviceGetAttribute)
LENS_DRIVER(DeviceTotalMem)
LENS_DRIVER(DeviceComputeCapability)
LENS_DRIVER(DevicePrimaryCtxRetain)
LENS_DRIVER(DevicePrimaryCtxRelease)
LENS_DRIVER(CtxCreate)
LENS_DRIVER(CtxDestroy)
LENS_DRIVER(CtxDetach)
LENS_DRIVER(CtxGetCurrent)
LENS_DRIVER(CtxSetCurrent)
LENS_DRIVER(CtxPushCurrent)
LENS_DRIVER(CtxPopCurrent)
LENS_DRIVER(CtxSynchronize)
LENS_DRIVER(ModuleLoad)
LENS_DRIVER(ModuleLoadData)
LENS_DRIVER(ModuleLoadDataEx)
LENS_DRIVER(ModuleUnload)
LENS_DRIVER(ModuleGetFunction)
LENS_DRIVER(ModuleGetGlobal)
LENS_DRIVER(FuncGetAttribute)
LENS_DRIVER(FuncSetAttribute)
LENS_DRIVER(MemAlloc)
LENS_DRIVER(MemAllocHost)
LENS_DRIVER(MemAllocManaged)
LENS_DRIVER(MemFree)
LENS_DRIVER(MemFreeHost)
LENS_DRIVER(MemGetInfo)
LENS_DRIVER(MemcpyHtoD)
LENS_DRIVER(MemcpyDtoH)
LENS_DRIVER(MemcpyDtoD)
LENS_DRIVER(MemcpyHtoDAsync)
LENS_DRIVER(MemcpyDtoHAsync)
LENS_DRIVER(MemsetD8)
LENS_DRIVER(MemsetD32)
LENS_DRIVER(LaunchKernel)
LENS_DRIVER(StreamCreate)
LENS_DRIVER(StreamDestroy)
LENS_DRIVER(StreamSynchronize)
LENS_DRIVER(EventCreate)
LENS_DRIVER(EventDestroy)
LENS_DRIVER(EventRecord)
LENS_DRIVER(EventSynchronize)
LENS_DRIVER(EventElapsedTime)
#undef LENS_DRIVER

#endif
