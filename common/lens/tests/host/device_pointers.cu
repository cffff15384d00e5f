// device_pointers.cu: host code that uses device memory as if it were its own, in ways that its
// first argument names. It continues after that.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

__global__ void fill(float *y) {
  y[threadIdx.x] = threadIdx.x;
}

int main(int argc, char **argv) {
  float *d_x, *d_y;
  static float h[2048];
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  fill<<<1, 32>>>(d_x);
  const char *how = argc > 1 ? argv[1] : "";
  float sum = 0;
  if (strcmp(how, "load") == 0) {
    for (int i = 0; i < 8; i++) sum += d_x[i]; // line 22
    sum += d_y[3];                             // line 23
  }
  if (strcmp(how, "store") == 0) d_y[1] = 5;                               // line 25
  if (strcmp(how, "library") == 0) memcpy(h, d_x, sizeof h);               // line 26
  if (strcmp(how, "string") == 0) printf("%zu\n", strlen((char *)d_x));    // line 27
  if (strcmp(how, "thread") == 0) std::thread([=] { d_x[4] = 1; }).join(); // line 28
  if (strcmp(how, "again") == 0) {
    d_x[0] = 1; // line 30
    fill<<<1, 32>>>(d_x);
    sum += d_x[0]; // line 32
  }
  if (strcmp(how, "late") == 0) { // behind many launches
    float *d_z;
    for (int i = 0; i < 300; i++) fill<<<1, 32>>>(d_x);
    cudaMalloc(&d_z, sizeof h);
    cudaMemset(d_z, 0, sizeof h);
    fill<<<1, 32>>>(d_z);
    cudaMemcpy(h, d_z, sizeof h, cudaMemcpyDeviceToHost);
    sum += h[31];
    cudaFree(d_z);
    for (int i = 0; i < 16; i++) {
      fill<<<1, 32>>>(d_x);
      sum += d_y[0]; // line 45
    }
  }
  if (strcmp(how, "crash") == 0) *(volatile int *)16 = 1;
  fill<<<1, 32>>>(d_y);
  cudaMemcpy(h, d_x, sizeof h, cudaMemcpyDeviceToHost);
  printf("end %g %g\n", sum, h[5]);
  cudaFree(d_x);
  cudaFree(d_y);
}
