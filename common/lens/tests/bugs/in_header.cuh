// in_header.cuh: a device function that reads on both sides.
__device__ inline float neighbour(const float *x, int i) {
  return x[i]; // BUG out-of-bounds read x
}

__device__ __forceinline__ float smooth(const float *x, int i) {
  return (neighbour(x, i - 1) + x[i] + neighbour(x, i + 1)) / 3;
}
