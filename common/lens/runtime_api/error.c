/* error.c: the last error, which may come from the runtime or from the API itself. */
#include "api.h"

/* The last error that the API returned without calling the runtime. */
static _Thread_local cudaError_t refused;

cudaError_t lens_api_error(cudaError_t error) {
  if (error != cudaSuccess) refused = error;
  if (error != cudaSuccess) lens_error_explained(false);
  return error;
}

cudaError_t cudaGetLastError(void) {
  cudaError_t error = (cudaError_t)lens_get_last_error();
  if (refused != cudaSuccess) lens_error_read();
  if (error == cudaSuccess) error = refused;
  refused = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void) {
  cudaError_t error = (cudaError_t)lens_peek_last_error();
  if (refused != cudaSuccess) lens_error_read();
  return error == cudaSuccess ? refused : error;
}

const char *cudaGetErrorName(cudaError_t error) {
  return lens_error_name((int)error);
}

const char *cudaGetErrorString(cudaError_t error) {
  return lens_error_string((int)error);
}
