// kernel.cu: a kernel for api.c, which cannot name it itself.
static __global__ void scale_by(float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}
extern "C" {
extern void (*scale)(float *, float, int);
void (*scale)(float *, float, int) = scale_by;
}
