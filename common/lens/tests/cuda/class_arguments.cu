// class_arguments.cu: parameters of classes with a copy constructor. It runs on the host, once for
// each call of the kernel; the threads get the bytes of that copy, each its own.
#include "check.h"

#include <cstring>

struct text {
  char *data;
  int length;
  static int copies, ends;
  text(const char *from) : data(NULL), length((int)strlen(from) + 1) {
    take(from);
  }
  text(const text &other) : data(NULL), length(other.length) {
    copies++;
    take(other.data);
  }
  ~text() {
    ends++;
    cudaDeviceSynchronize(); // whoever frees what a kernel uses has to wait for it
    cudaFree(data);
  }
  void take(const char *from) {
    cudaMallocManaged(&data, length);
    memcpy(data, from, length);
  }
};
int text::copies = 0, text::ends = 0;

__global__ void kernel(text t, text other, int *out) {
  t.length += threadIdx.x; // of this thread alone
  out[threadIdx.x] = t.data[0] + other.data[1] + t.length; // EXPECT store 2 64
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof *out);
  text hello("hello"), world("world");
  kernel<<<1, 32>>>(hello, world, out);
  cudaDeviceSynchronize();
  if (out[0] != 'h' + 'o' + 6 || out[31] != out[0] + 31) return 1;
  if (text::copies != 2 || text::ends != 2) return 1;
  void *arguments[] = {&hello, &world, &out}; // here nothing is copied but bytes
  if (cudaLaunchKernel((const void *)kernel, dim3(1), dim3(32), arguments, 0, 0)) return 1;
  cudaDeviceSynchronize();
  if (out[31] != 'h' + 'o' + 6 + 31 || text::copies != 2) return 1;
  cudaFree(out);
  return check_annotations(__FILE__);
}
