// sticky_errors.cu: the error code after each way in which a kernel can fail. The context is lost
// after each failure, so each runs in a separate process.
#include "check.h"

#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void fail(int how, int *x) {
  if (how == 0) assert(x == nullptr);
  if (how == 1) __trap();
  if (how == 2) x[1 << 20] = 1;
  if (how == 3) *(int *)((char *)x + 2) = 1;
  if (how == 4) *(volatile int *)nullptr = 1;
}

static const cudaError_t codes[] = {cudaErrorAssert, cudaErrorLaunchFailure,
                                    cudaErrorIllegalAddress, cudaErrorMisalignedAddress,
                                    cudaErrorIllegalAddress};

static int try_one(int how) {
  int *x;
  cudaMalloc(&x, 64);
  fail<<<1, 1>>>(how, x);
  bool right = cudaDeviceSynchronize() == codes[how] && cudaGetLastError() == codes[how] &&
               cudaMalloc(&x, 64) == codes[how];
  return right ? 0 : 1;
}

int main() {
  int failures = 0;
  for (int how = 0; how < 5; how++) {
    pid_t child = fork();
    if (child == 0) _exit(try_one(how));
    int status = 1;
    waitpid(child, &status, 0);
    failures += status != 0;
  }
  // This failure keeps the context intact.
  int *x;
  failures += cudaDeviceDisablePeerAccess(0) != cudaErrorPeerAccessNotEnabled;
  failures += cudaGetLastError() != cudaErrorPeerAccessNotEnabled;
  failures += cudaMalloc(&x, 64) != cudaSuccess;
  return failures ? 1 : check_annotations(__FILE__);
}
