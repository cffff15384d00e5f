// unified_memory.cu: one pointer for the host and the device: managed memory, C++ objects in it.
#include <cmath>
#include <cstdio>
#include <new>

class Managed {
public:
  void *operator new(size_t length) {
    void *pointer;
    if (cudaMallocManaged(&pointer, length) != cudaSuccess) throw std::bad_alloc();
    return pointer;
  }
  void operator delete(void *pointer) {
    cudaDeviceSynchronize();
    cudaFree(pointer);
  }
};

struct Vector : public Managed {
  int length;
  float *entries;
  explicit Vector(int n) : length(n) {
    cudaMallocManaged(&entries, n * sizeof(float));
  }
  ~Vector() {
    cudaFree(entries);
  }
  __host__ __device__ float &operator[](int i) {
    return entries[i];
  }
};

__global__ void add(Vector *x, Vector *y) {
  int index = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
  for (int i = index; i < x->length; i += stride) (*y)[i] = (*x)[i] + (*y)[i];
}

int main() {
  const int n = 1 << 16;
  Vector *x = new Vector(n), *y = new Vector(n);
  for (int i = 0; i < n; i++) {
    (*x)[i] = 1.0f;
    (*y)[i] = 2.0f;
  }
  int device = -1;
  cudaGetDevice(&device);
#if CUDART_VERSION >= 13000
  cudaMemLocation where = {cudaMemLocationTypeDevice, device};
  cudaMemPrefetchAsync(x->entries, n * sizeof(float), where, 0, 0);
#else
  cudaMemPrefetchAsync(x->entries, n * sizeof(float), device, NULL);
#endif
  add<<<(n + 255) / 256, 256>>>(x, y);
  cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < n; i++) maxError = fmaxf(maxError, fabsf((*y)[i] - 3.0f));
  printf("Max error: %g\n", maxError);
  delete x;
  delete y;
  return maxError != 0;
}
