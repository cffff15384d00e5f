// managed.cu: host code writes past the end of memory shared with kernels; tracing detects it.
int main() {
  float *y;
  cudaMallocManaged(&y, 10 * sizeof *y);
  for (int i = 0; i <= 10; i++) y[i] = i; // line 5
  cudaFree(y);
}
