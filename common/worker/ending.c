/* ending.c: ends the worker if the machine or the student's code has failed. */
#include "internal.h"

#include <cuda_runtime_api.h>

#include <unistd.h>

static bool cuda_failed(const char *where) {
  cudaError_t error = cudaDeviceSynchronize();
  cudaError_t earlier = cudaGetLastError();
  if (error == cudaSuccess) error = earlier;
  if (error == cudaSuccess) return false;
  sl_say("error\t%d\t%s\t%s\t%s", (int)error, cudaGetErrorName(error), cudaGetErrorString(error),
         where);
  return true;
}

void sl_ending_if_short(void) {
  const char *shortage = sl_this_backend.shortage ? sl_this_backend.shortage() : NULL;
  if (shortage) sl_say_broken("%s", shortage);
}

/* Sends the report of the backend. If the machine runs out of memory meanwhile, the worker ends. */
void sl_ending_send_report(void) {
  if (sl_this_backend.report) sl_this_backend.report();
  sl_ending_if_short();
}

void sl_ending_if_cuda_failed(const char *where) {
  sl_ending_if_short();
  if (!cuda_failed(where)) return;
  sl_ending_send_report();
  sl_say("done");
  _exit(0); /* the device is in an undefined state; the judge starts a new worker */
}
